#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# A tree that is seen has everything, one that is not has what somebody asks for, and so has one of which
# tshark prints fields alone: all must say the same.  Every field that occurs in the captures named is
# compared: as -T json shows it, as -T fields prints it and as often as statistics count it, in one pass and
# in two.  To be run in an environment in which tshark finds the plugin.  Closes with 'N passed, N failed'.
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

# alone WHAT TSHARK-ARGUMENT...: fields, or values, that are all that tshark prints, against the same of a tree
# that is seen with its texts, which -V makes it.
alone()
{
    what=$1
    shift
    tshark "$@" >"$folder/actual" 2>"$folder/complaints"
    tshark -V "$@" >"$folder/expected" 2>"$folder/complaints"
    same "$what" "$folder/expected" "$folder/actual"
    if ! grep -q '[^[:space:]]' "$folder/expected"; then
        failed=$((failed + 1))
        echo "$what: nothing is printed"
    fi
}

# So many fields at a time that some are asked for and others are not.
alone_in_groups()
{
    xargs -n 20 <"$folder/names" >"$folder/groups"
    while read -r group; do
        # shellcheck disable=SC2046,SC2086 # words on purpose
        alone "alone: $group" -n -r "$folder/all.pcapng" -T fields $(printf ' -e %s' $group)
    done <"$folder/groups"
}

alone_in_all_forms()
{
    all=$folder/all.pcapng
    octets=ipfix.octetDeltaCount
    alone 'options in few words' -n2Tfields "-r$all" "-e$octets" -eipfix.sourceIPv4Address
    alone 'the last option of a word has the next one' -nTfields -nqr "$all" -e ipfix.msg.domain -e $octets
    alone 'fields before their form' -e $octets -e ip.src -n -r "$all" -T fields
    alone 'a filter as last words' -n -r "$all" -T fields -e $octets ipfix.protocolIdentifier == 6
    alone 'an end of options' -n -r "$all" -T fields -e $octets -- ipfix.protocolIdentifier == 6
    alone 'filters' -n -r "$all" -Y 'ipfix.sourceTransportPort > 1000' -T fields -e $octets
    alone 'two filters' -n -2 -r "$all" -R ipfix -Y "$octets > 1000" -T fields -e ipfix.protocolIdentifier
    alone 'forms of fields' -n -r "$all" -T fields -E header=y -E quote=d -E occurrence=l -e $octets -e ipfix.set.id
    alone 'aggregated fields' -n -r "$all" -T fields -E 'aggregator=;' -e $octets -e ipfix.natEvent
    alone 'a long option' -n -r "$all" -T fields --enable-protocol ipfix -e $octets
    alone 'colours' -n -r "$all" -T fields --color -e $octets -e frame.coloring_rule.name
    alone 'statistics' -n -r "$all" -T fields -e $octets -z io,phs -z expert
    alone 'values' -n -r "$all" -T json
    alone 'values of one protocol' -n -r "$all" -T json -J ipfix -Y ipfix.natEvent
    alone 'values of fields' -n -r "$all" -T json -e $octets -e ipfix -e ipfix.tcpControlBits
    alone 'columns' -n -r "$all" -T fields -e _ws.col.Info -e _ws.col.Protocol -e $octets
    alone 'columns of fields' -n -r "$all" -o 'gui.column.format:"A","%Cus:ipfix.natEvent:0:R","B","%Cus:ipfix:0:R"' \
        -T fields -e _ws.col.A -e _ws.col.B -e $octets
    for field in ipfix text cflow _ws.expert _ws.expert.message _ws.expert.severity ipfix.expert.sequence_gap \
        ipfix.expert.value_utf8 ipfix.record ipfix.set ipfix.template ipfix.template.field ipfix.list.block \
        ipfix.basicList ipfix.undecoded ipfix.unknown ipfix.padding ipfix.learned.value ipfix.mpls.label \
        ipfix.derived.duration frame.protocols udp; do
        alone "$field" -n -r "$all" -T fields -e $field -e $octets
    done
    alone 'names of another dissector' -n -r "$all" -T fields -e cflow.srcaddr -e cflow.octets -e cflow.version
    alone 'parts, by names that stand for two fields' -n -r "$all" -T fields -e cflow.tcpflags -e cflow.tcpflags.syn
    alone 'complaints and times of another dissector' -n -r "$all" -T fields -e cflow.no_template_found \
        -e cflow.timedelta
    alone 'and ours' -n -r "$all" -T fields -e cflow.dstport -e ipfix.destinationTransportPort
    alone 'another name in a filter' -n -r "$all" -Y 'cflow.protocol == 6' -T fields -e cflow.dstport -e $octets
    alone 'inner packets' -n -r "$all" -o ipfix.inner_packets:TRUE -T fields -e ip.src -e ip -e tcp.port -e $octets
    alone 'later templates' -n -2 -r "$all" -o ipfix.later_templates:TRUE -T fields -e $octets -e ipfix.template_frame
    alone 'elements of users' -n -r "$all" -o 'uat:ipfix_elements:"32473","acme","101","acmeColour","string",""' \
        -T fields -e ipfix.acme.acmeColour -e ipfix.unknown
    alone_with_script
}

# One that sees all of every tree, and that no option names.
alone_with_script()
{
    home=$HOME
    HOME=$folder
    mkdir -p "$folder/.local/lib/wireshark/plugins"
    cat >"$folder/.local/lib/wireshark/plugins/seen.lua" <<'TEXT'
local tap = Listener.new("frame", nil, true)
function tap.packet()
    for _, field in ipairs({all_field_infos()}) do
        print(field.name)
    end
end
TEXT
    alone 'scripts' -n -r "$folder/all.pcapng" -c 100 -T fields -e ipfix.octetDeltaCount
    HOME=$home
}

compare 'one pass'
alone_in_groups
alone_in_all_forms
compare 'two passes' -2
[ -s "$folder/names" ] || failed=$((failed + 1))

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
