#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# What tshark prints of the samples is what tests/golden keeps: the part of IPFIX, of the first frames of
# each.  With --write: keep what it prints now.  To be run in an environment in which tshark finds the
# plugin: ./dev test and ./dev samples do.  Closes with 'N passed, N failed'.
set -u
cd "$(dirname "$0")/../.." || exit 2
export TZ=UTC

passed=0
failed=0
printed=$HOME/printed

# IPFIX alone, since other dissectors change from release to release.  So do the forms of times, of which
# ISO 8601 is taken, and of durations, how deep complaints stand, and where long texts are cut.
print_golden()
{
    tshark -n -c 20 -r "$1" -O ipfix 2>/dev/null | awk '
        function iso(line,    month, t) {
            while (match(line, /[A-Z][a-z][a-z] [ 0-9][0-9], [0-9]+ [0-9:]+\.[0-9]+ UTC/)) {
                t = substr(line, RSTART, RLENGTH)
                month = (index("JanFebMarAprMayJunJulAugSepOctNovDec", substr(t, 1, 3)) + 2) / 3
                line = substr(line, 1, RSTART - 1) substr(t, 9, index(substr(t, 9), " ") - 1) \
                    sprintf("-%02d-%02dT", month, substr(t, 5, 2) + 0) \
                    substr(t, 9 + index(substr(t, 9), " "), length(t) - 12 - index(substr(t, 9), " ")) "Z" \
                    substr(line, RSTART + RLENGTH)
            }
            return line
        }
        /^Frame / { frame = $2; sub(":", "", frame) }
        /^[^ ]/ { ours = /^IP Flow Information Export/ }
        ours && /^[^ ]/ { print "Frame " frame ":" }
        skip > 0 { skip--; next }
        /^ *\[Expert Info / { sub(/^ */, "    "); skip = 3 }
        / \[(truncated|…)\]: / { sub(/ \[(truncated|…)\]: /, ": "); $0 = substr($0, 1, 160) }
        /^ *\[Duration: / { sub(/: .*/, "]") }
        ours && NF > 0 { print iso($0) }'
}

for capture in samples/*.pcap samples/*.ipfix; do
    name=$(basename "${capture%.*}")
    golden=tests/golden/$name.txt
    print_golden "$capture" >"$printed"
    if [ "${1:-}" = --write ]; then
        cat "$printed" >"$golden"
    fi
    if [ -s "$printed" ] && diff -u "$golden" "$printed" >"$HOME/difference" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$capture: tshark prints something else; ./dev samples keeps that"
        head -n 20 "$HOME/difference"
    fi
done
for golden in tests/golden/*.txt; do
    name=$(basename "$golden" .txt)
    [ -f "samples/$name.pcap" ] || [ -f "samples/$name.ipfix" ] && continue
    echo "$golden: there is no such sample"
    failed=$((failed + 1))
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
