#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# What hostile captures cost, against a healthy one of the same size.
#
#     hostile.sh HOSTILE-PROGRAM MEGABYTES [KIND...]
#
# Each is shown in full by tshark, and counted by its exporters.  Memory: below 500 MB, or below what tshark takes without the plugin and
# 200 MB more, where Wireshark alone is as greedy (it keeps a conversation for each pair of ports).  Time:
# below ten times that of the healthy capture, or of tshark without the plugin.  To be run in an environment
# in which tshark finds the plugin.  Closes with 'N passed, N failed'.
set -u

hostile=$1
octets=$(($2 * 1000000))
shift 2
[ $# -gt 0 ] || set -- sessions domains numbers redefined options lists one-octet booleans zero-fields headers sets elements
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

passed=0
failed=0

tenths_of()
{
    echo "$1" | sed 's/\.\(.\).*/\1/; s/^0*//; s/^$/0/'
}

# cost KIND TSHARK-OPTION...: sets kilobytes and tenths, of a second of the processor.
cost()
{
    kind=$1
    shift
    [ -f "$work/$kind" ] || "$hostile" "$kind" "$octets" "$work/$kind" || exit 2
    /usr/bin/time -o "$work/cost" -f '%U %S %M' tshark -n -r "$work/$kind" "$@" >/dev/null 2>&1
    read -r user system kilobytes <"$work/cost"
    tenths=$(($(tenths_of "$user") + $(tenths_of "$system") + 1))
}

judge()
{
    if [ "$tenths" -le $((10 * limit_tenths)) ] && [ "$kilobytes" -le "$limit_kilobytes" ]; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "$kind: $((10 * limit_tenths)) tenths and $limit_kilobytes kB are the limit"
}

cost healthy -V
healthy_tenths=$tenths
echo "healthy: $tenths tenths of a second, $kilobytes kB"
for name; do
    cost "$name" -V --disable-protocol ipfix --disable-protocol cflow
    limit_tenths=$healthy_tenths
    [ "$tenths" -le "$limit_tenths" ] || limit_tenths=$tenths
    limit_kilobytes=$((kilobytes + 200000))
    [ "$limit_kilobytes" -ge 500000 ] || limit_kilobytes=500000
    cost "$name" -V
    echo "$name: $tenths tenths of a second, $kilobytes kB"
    judge
    cost "$name" -q -z ipfix,exporters -z ipfix,tree
    echo "$name by exporters: $tenths tenths of a second, $kilobytes kB"
    judge
    rm -f "$work/$name"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
