#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# How the plugin gets on with the rest of Wireshark.  To be run in an environment in which tshark finds
# the plugin: ./dev test does.  Closes with 'N passed, N failed'.
set -u
cd "$(dirname "$0")" || exit 2
export TZ=UTC

passed=0
failed=0

# says WHAT PATTERN TSHARK-ARGUMENT...: tshark's output has a line that matches, and tshark does not fail.
says()
{
    what=$1
    pattern=$2
    shift 2
    if output=$(tshark "$@" 2>&1) && printf '%s\n' "$output" | grep -Eq -- "$pattern"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: tshark %s: no line matches %s in:\n%s\n' "$what" "$*" "$pattern" "$output" | head -n 20
    fi
}

case=../cases/more-than-sixty-fields.pcap
protocols='-n -T fields -e frame.protocols -r'

says 'the plugin is loaded' '^ipfix\.so' -G plugins
# shellcheck disable=SC2086 # words on purpose, here and below
{
    says 'IPFIX is ours' ':ipfix$' $protocols $case
    # A preference of cflow's makes it register its ports again.
    says "a preference of cflow's leaves IPFIX to us" ':ipfix$' \
        -o cflow.max_template_fields:100 $protocols $case
    says 'switched off, cflow has its port back' ':cflow$' --disable-protocol ipfix $protocols $case
    says 'cflow can be asked for' ':cflow$' -d udp.port==4739,cflow $protocols $case
    says 'NetFlow v5 goes to cflow' ':cflow$' $protocols netflow-v5.pcap
    says 'NetFlow v5 is decoded' '^192\.0\.2\.1$' -n -T fields -e cflow.srcaddr -r netflow-v5.pcap
    says 'NetFlow v9 goes to cflow' ':cflow$' $protocols netflow-v9.pcap
    says 'NetFlow v9 is decoded' '^192\.0\.2\.1$' -n -T fields -e cflow.srcaddr -r netflow-v9.pcap
}
says 'complaints alone need no tree' 'gap: expected 2, lost 2' -r ../../samples/sequence.pcap -q -z expert

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
