#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# What the README files and the profile say to type works.  To be run in an environment in which tshark
# finds the plugin, with a home of its own: ./dev test does.  Closes with 'N passed, N failed'.
set -u
cd "$(dirname "$0")/../.." || exit 2
export TZ=UTC

passed=0
failed=0

# holds WHAT COMMAND...: it succeeds, complains of nothing and prints something.
holds()
{
    what=$1
    shift
    if output=$("$@" 2>"$HOME/complaints") && [ -n "$output" ] && [ ! -s "$HOME/complaints" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$what: $*"
        cat "$HOME/complaints"
    fi
}

finds()
{
    set -- "$1" "$2" samples/"$2".*[px]
    holds "$1 finds nothing in $2" tshark -n -r "$3" -Y "$1"
}

# Display filters as rows of tables have them, in README.md before the sample, in samples/README.md after it.
rows()
{
    sed -n 's/^| [^|`]* | `\(.*\)` | `\([a-z0-9-]*\)` |$/\2 \1/p' README.md
    sed -n 's/^| `\([a-z0-9-]*\)` | .* | `\(.*\)` |$/\1 \2/p' samples/README.md
}

preferences()
{
    tshark -G currentprefs 2>/dev/null | sed -n 's/^#*\(ipfix\.[a-z_]*\):.*/\1/p' | sort
}

rows >"$HOME/rows"
while read -r sample filter; do
    finds "$filter" "$sample"
done <"$HOME/rows"

grep '^    tshark ' README.md >"$HOME/commands"
while read -r command; do
    holds 'as README.md says' sh -c "$command"
done <"$HOME/commands"

preferences >"$HOME/has"
sed -n 's/^| `\(ipfix\.[a-z_]*\)` | [^|]*| .*/\1/p' README.md | sort >"$HOME/says"
# Prints the names that both have, and nothing where one has more.
holds 'README.md has all preferences' sh -c 'cmp "$0" "$1" && cat "$0"' "$HOME/says" "$HOME/has"

sed -n 's/^\.B \(ipfix\.[a-z_]*\)$/\1/p' plugin/ipfix.7 >"$HOME/page"
holds 'ipfix.7 has all preferences' \
    sh -c 'grep -Fx -f "$1" "$0" | sort | cmp - "$1" && cat "$1"' "$HOME/page" "$HOME/has"

# With the filter that some of them can have, without the files that others can write, and the filters behind these.
sed -n 's/^| \(`-z .*`\) | .*/\1/p' README.md | sed 's/\[,FILE\(\[,FILTER\]\)*\]//; s/\[,FILTER\]/,ipfix/; s/`, `/\n/; s/`//g' >"$HOME/statistics"
while read -r statistic; do
    holds 'a statistic of README.md' sh -c "tshark -r samples/overview.pcap -q $statistic"
done <"$HOME/statistics"

profile=$HOME/.config/wireshark/profiles/IPFIX
mkdir -p "$profile"
cp plugin/profile/* "$profile/"
holds 'the profile' tshark -C IPFIX -r samples/overview.pcap
holds 'the profile shows lost records' \
    sh -c 'tshark -C IPFIX -r samples/overview.pcap | grep -E "192\.0\.2\.1 +50000 +1 +1 +1 "'
{
    awk -F@ '/^@/ { print $3 }' plugin/profile/colorfilters
    sed -n 's/^"[A-Z]*","[^"]*","\([^"]*\)",.*/\1/p' plugin/profile/dfilter_buttons | sed 's/\\x22/"/g'
} >"$HOME/filters"
while read -r filter; do
    holds 'a filter of the profile' sh -c 'tshark -r samples/overview.pcap -Y "$0" && echo accepted' "$filter"
done <"$HOME/filters"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
