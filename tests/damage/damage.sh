#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Damaged captures through tshark with the plugin under sanitizers.
#
#     damage.sh DAMAGE-PROGRAM CAPTURES COUNT [SEED]
#
# COUNT messages with damage by chance, and a tenth of that cut at every octet; 0: all of them cut at every
# octet, and no chance.  To be run in an environment in which tshark finds the plugin.  Closes with
# 'N passed, N failed', one for each file of about 500 frames and each way to read it.
set -u

damage=$1
captures=$2
count=$3
seed=${4:-$(date +%s)}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# The sanitizer must come before all else that is loaded; what tshark leaks is not ours.  Memory of
# Wireshark's pools is taken from malloc, piece by piece, so that a step beyond a piece is seen.
sanitizer=$(gcc -print-file-name=libasan.so)
export WIRESHARK_DEBUG_WMEM_OVERRIDE=simple
export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
# Versions that damage made NetFlow's go to a dissector of Wireshark's own, which is left to its own faults.
forbidden='Malformed Packet: IPFIX|Dissector bug|ERROR: AddressSanitizer|runtime error:'

passed=0
failed=0

# reads FILE OPTION...: tshark reads the file to its end, and nothing goes wrong.
reads()
{
    file=$1
    shift
    status=0
    LD_PRELOAD=$sanitizer tshark -n -r "$file" "$@" >"$work/out" 2>&1 || status=$?
    if [ "$status" -eq 0 ] && ! grep -Eq "$forbidden" "$work/out"; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    keep=$(mktemp /tmp/damaged-XXXXXX)
    cp "$file" "$keep"
    echo "tshark -n -r $keep $*: status $status"
    grep -Ea -m 5 -A 12 "$forbidden" "$work/out" || tail -n 5 "$work/out"
}

read_all()
{
    for file in "$work"/*.pcap; do
        reads "$file" -V
        reads "$file" -2 -T pdml
    done
    rm -f "$work"/*.pcap
}

set -- "$captures"/*.pcap
if [ "$count" -gt 0 ]; then
    echo "seed $seed: $("$damage" random "$work" "$seed" "$count" "$@") messages with damage by chance"
    read_all
    # Other captures with each seed.
    shift $((seed % ($# - 2)))
    set -- "$1" "$2"
fi
echo "$("$damage" cut "$work" "$@") messages cut short"
read_all
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
