#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A description made from a capture makes the same messages: the same payloads, in the same segments.  A
# VARIANT is a capture of a sample in another form, NAME.FORM.pcap: other links, packets with extensions,
# segments out of order; its description makes the messages of the sample.
#
# usage: roundtrip.sh MKCAPTURE PAYLOADS SAMPLES VARIANTS CAPTURE...; SAMPLES and VARIANTS are folders
mkcapture=$1
payloads=$2
samples=$3
variants=$4
shift 4
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
for capture in "$variants"/*.pcap "$variants"/*.pcapng; do
    count=$((count + 1))
    name=$(basename "$capture")
    "$mkcapture" "$samples/${name%%.*}.yaml" "$scratch/before.ipfix"
    "$mkcapture" --from "$capture" "$scratch/made.yaml" &&
        "$mkcapture" "$scratch/made.yaml" "$scratch/after.ipfix"
    cmp "$scratch/before.ipfix" "$scratch/after.ipfix" || complain "$capture: messages differ"
done
echo "$count captures"
[ "$count" -gt 0 ] || status=1
exit $status
