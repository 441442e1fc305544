#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A tree that is seen has everything, one that is not has what somebody asks for: both must say the
# same.  Every field that occurs in the captures named is compared: as -T json shows it, as -T fields
# prints it and as often as statistics count it, in one pass and in two.  To be run in an environment
# in which tshark finds the plugin.  Closes with 'N passed, N failed'.
set -u
export TZ=UTC LC_ALL=C

folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0
unit=$(printf '\037') # between the values of a field, in which it does not occur

# As one capture: nothing starts more slowly than tshark.
mergecap -a -F pcapng -w "$folder/all.pcapng" "$@" || exit 2

# Leaves of the JSON, which has a line for each; packet, name, value.  What a capture itself teaches is no
# field yet when tshark reads its command line.
leaves()
{
    awk '
        /^    "_index": / { packet++ }
        match($0, /^ *"ipfix[^"]*": "/) {
            name = $0
            sub(/^ *"/, "", name)
            sub(/".*/, "", name)
            if (name ~ /^ipfix\.learned\./)
                next
            value = substr($0, RLENGTH + 1)
            sub(/",?$/, "", value)
            gsub(/\\"/, "\"", value)
            gsub(/\\\\/, "\\", value)
            print packet "\t" name "\t" value
        }' "$1"
}

# The same, with all values of a field in a packet on one line; no line where these are empty.
joined()
{
    awk -F '\t' -v unit="$unit" '
        function flush() { if (all != "") print key "\t" all }
        {
            value = $0
            sub(/^[^\t]*\t[^\t]*\t/, "", value)
            same = $1 "\t" $2 == key
            if (!same)
                flush()
            all = same ? all unit value : value
            key = $1 "\t" $2
        }
        END { flush() }' "$1"
}

# What -T fields prints, in that form: a line for each packet, a column for each of the names.  Octets that
# are none are <MISSING> to it.
columns()
{
    awk -F '\t' '
        FNR == NR { names[++count] = $1; next }
        { for (i = 1; i <= count; i++) if ($i != "" && $i != "<MISSING>") print FNR "\t" names[i] "\t" $i }' "$folder/names" "$1"
}

# The two write octets with colons and without, and what has no value in words and as 1.
plain()
{
    grep -v 'ipfix\.expert\.' | sed 's/\([0-9a-f][0-9a-f]\):/\1/g'
}

same()
{
    if cmp -s "$2" "$3"; then
        passed=$((passed + 1))
        return
    fi
    failed=$((failed + 1))
    echo "$1: they differ:"
    diff "$2" "$3" | tr "$unit" ';' | cut -c 1-300 | head -n 10
}

compare()
{
    what=$1
    shift
    tshark -n -r "$folder/all.pcapng" "$@" -T json >"$folder/json" 2>"$folder/complaints"
    leaves "$folder/json" >"$folder/leaves"
    cut -f 2 "$folder/leaves" | sort -u >"$folder/names"
    sort -s -k 1,2 "$folder/leaves" >"$folder/sorted"
    joined "$folder/sorted" | plain >"$folder/expected"

    # shellcheck disable=SC2046 # words on purpose, here and below
    tshark -n -r "$folder/all.pcapng" "$@" -T fields -E occurrence=a -E aggregator="$unit" \
        $(sed 's/^/-e /' "$folder/names") >"$folder/fields" 2>"$folder/complaints"
    columns "$folder/fields" | sort -s -k 1,2 | plain >"$folder/actual"
    same "values of $(wc -l <"$folder/names") fields, $what" "$folder/expected" "$folder/actual"

    cut -f 2 "$folder/leaves" | sort | uniq -c | awk '{ print $2, $1 }' >"$folder/expected"
    tshark -n -r "$folder/all.pcapng" "$@" -q $(sed 's/.*/-z io,stat,0,COUNT(&)&/' "$folder/names") \
        >"$folder/counts" 2>"$folder/complaints"
    sed -n 's/^|.*<>[^|]*| *\([0-9]*\) .*/\1/p' "$folder/counts" >"$folder/numbers"
    # Statistics print the last one first.
    sort -r "$folder/names" | paste -d ' ' - "$folder/numbers" | sort >"$folder/actual"
    same "counts, $what" "$folder/expected" "$folder/actual"
}

compare 'one pass'
compare 'two passes' -2
[ -s "$folder/names" ] || failed=$((failed + 1))

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
