#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A description made from a capture makes the same messages: the same payloads, in the same segments.
#
# usage: roundtrip.sh MKCAPTURE PAYLOADS CAPTURE...
mkcapture=$1
payloads=$2
shift 2
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
status=0
count=0

complain()
{
    echo "$*" >&2
    status=1
}

for capture; do
    count=$((count + 1))
    kind=${capture##*.}
    [ "$kind" = ipfix ] || kind=pcap
    made=$scratch/made.$kind
    if ! "$mkcapture" --from "$capture" "$scratch/made.yaml" 2>"$scratch/err"; then
        # Only what is encrypted holds nothing that could be read.
        case $capture in
        */tls-*) grep -q 'holds no IPFIX' "$scratch/err" && continue ;;
        esac
        complain "$capture: $(cat "$scratch/err")"
        continue
    fi
    "$mkcapture" "$scratch/made.yaml" "$made" || complain "$capture: its description is not accepted"
    if [ "$kind" = ipfix ]; then
        cmp "$capture" "$made" || status=1
        continue
    fi
    "$payloads" "$capture" >"$scratch/before"
    "$payloads" "$made" >"$scratch/after"
    cmp -s "$scratch/before" "$scratch/after" || complain "$capture: payloads differ"
done
echo "$count captures"
[ "$count" -gt 0 ] || status=1
exit $status
