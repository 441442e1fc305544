#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# check.sh MKCAPTURE FOLDER: the captures in FOLDER are what mkcapture makes of the YAML beside them, a
# wrong description says where it is wrong and leaves nothing behind, and --anonymize leaves no name.
mkcapture=$1
folder=$2
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
status=0

complain()
{
    echo "$*" >&2
    status=1
}

same_octets()
{
    for yaml in "$folder"/*.yaml; do
        stem=$(basename "$yaml" .yaml)
        cp "$yaml" "$scratch/"
        "$mkcapture" "$scratch/$stem.yaml" || complain "$stem: mkcapture failed"
        grep -q "^| \`$stem\` |" "$folder/README.md" || complain "$stem: README.md has no line for it"
    done
    for made in "$scratch"/*.pcap "$scratch"/*.ipfix; do
        cmp "$made" "$folder/$(basename "$made")" || status=1
    done
    for kept in "$folder"/*.pcap "$folder"/*.ipfix; do
        [ -f "$scratch/$(basename "$kept")" ] || complain "$kept: no YAML makes it"
    done
}

# wrong LINE:COLUMN TEXT, the description on standard input
wrong()
{
    rm -rf "$scratch/wrong"
    mkdir "$scratch/wrong"
    cat >"$scratch/wrong/in.yaml"
    (cd "$scratch/wrong" && "$mkcapture" in.yaml 2>err)
    [ $? = 1 ] || complain "status is not 1: $2"
    grep -qF "in.yaml:$1: expected $2" "$scratch/wrong/err" ||
        complain "not said: $1: expected $2; but: $(cat "$scratch/wrong/err")"
    [ "$(ls "$scratch/wrong")" = "err
in.yaml" ] || complain "something was written: $2"
}

errors()
{
    wrong 1:1 "templates: and messages:" </dev/null
    wrong 1:1 "messages:" <<'END'
templates: {}
END
    wrong 2:1 'one of exporters, templates, messages, not "message"' <<'END'
messages: []
message: []
END
    wrong 2:10 "another message of this exporter" <<'END'
messages:
- {join: true}
END
    wrong 2:3 "flow once" <<'END'
templates: {flow: [octetDeltaCount],
  flow: [packetDeltaCount]}
messages: []
END
    wrong 3:5 'an element, not "octetdeltacout"; did you mean octetDeltaCount?' <<'END'
templates:
  flow:
  - octetdeltacout
messages: []
END
    wrong 2:10 'an element, not "sourcePodNam:variable"; did you mean antrea.sourcePodName?' <<'END'
templates:
  flow: ["sourcePodNam:variable"]
messages: []
END
    wrong 2:10 'an element: its name in the registry, NUMBER or ENTERPRISE/NUMBER, not "bytes"' <<'END'
templates:
  flow: [bytes]
messages: []
END
    wrong 3:5 'a width after the colon: octets, or variable, not "octetDeltaCount:wide"' <<'END'
templates:
  flow:
  - octetDeltaCount:wide
messages: []
END
    wrong 5:29 'unsigned8 for protocolIdentifier, such as 6, not "tcp"' <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {data: flow, records: [[tcp]]}
END
    wrong 5:29 'dateTimeMilliseconds for flowStartMilliseconds, such as 2025-01-01T00:00:00.000' <<'END'
templates:
  flow: [flowStartMilliseconds]
messages:
- sets:
  - {data: flow, records: [[noon]]}
END
    wrong 5:29 'ipv4Address for sourceIPv4Address, such as 192.0.2.1, not "192.0.2"' <<'END'
templates:
  flow: [sourceIPv4Address]
messages:
- sets:
  - {data: flow, records: [[192.0.2]]}
END
    wrong 5:29 '0 to 255 for protocolIdentifier, not "256"' <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {data: flow, records: [[256]]}
END
    wrong 5:29 '-32768 to 32767 for mibObjectValueInteger:2, not "-32769"' <<'END'
templates:
  flow: ["mibObjectValueInteger:2"]
messages:
- sets:
  - {data: flow, records: [[-32769]]}
END
    wrong 5:29 'at most 4 octets for interfaceName:4, not 5' <<'END'
templates:
  flow: ["interfaceName:4"]
messages:
- sets:
  - {data: flow, records: [[eth10]]}
END
    wrong 5:28 "as many values as flow has fields: 1" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {data: flow, records: [[6, 17]]}
END
    wrong 5:12 'a label of templates:, not "flaw"' <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {data: flaw}
END
    wrong 5:16 "no withdrawal over UDP; faults: true in the message allows it" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {withdraw: [flow]}
END
    wrong 2:9 "a template number from 256 on, not 255; faults: true in the message allows it" <<'END'
templates:
  flow: {id: 255, fields: [protocolIdentifier]}
messages:
- sets:
  - templates: [flow]
END
    wrong 2:9 "a width that ipv4Address can have, not sourceIPv4Address:3; faults: true" <<'END'
templates:
  flow: ["sourceIPv4Address:3"]
messages:
- sets:
  - templates: [flow]
END
    wrong 2:16 "a set number of 2, 3 or from 256 on, not 100; faults: true" <<'END'
messages:
- sets: [{set: 100}]
END
    wrong 5:5 "records in the set; faults: true" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {data: flow}
  - {data: flow, records: [[6]]}
END
    wrong 2:29 "no octets: in a set; faults: true" <<'END'
messages:
- sets: [{set: 256, octets: 00}]
END
    wrong 2:22 "labels of templates:" <<'END'
messages:
- sets: [{templates: []}]
END
    wrong 3:9 "a time not before" <<'END'
messages:
- {}
- time: 2024-01-01T00:00:00
END
    wrong 2:16 'an IPv4 address such as 192.0.2.1, not "192.0.2"' <<'END'
exporters:
  e: {address: 192.0.2}
messages: []
END
    wrong 2:11 "sets: or octets:, not both" <<'END'
messages:
- octets: 00 0a
  sets: []
END
    wrong 5:29 "a list to pick from" <<'END'
templates:
  flow: [interfaceName]
messages:
- sets:
  - {data: flow, records: [[!pick 1..2]]}
END
    wrong 5:29 "LOW..HIGH" <<'END'
templates:
  flow: [octetDeltaCount]
messages:
- sets:
  - {data: flow, records: [[!pick 2..1]]}
END
    wrong 5:29 "ADDRESS/BITS" <<'END'
templates:
  flow: [sourceIPv4Address]
messages:
- sets:
  - {data: flow, records: [[!pick 192.0.2.0]]}
END
    for bits in 31 4294967295 99999999999999999999; do
        wrong 5:29 "ADDRESS/BITS" <<END
templates:
  flow: [sourceIPv4Address]
messages:
- sets:
  - {data: flow, records: [[!pick 192.0.2.0/$bits]]}
END
    done
    wrong 5:29 "no alias within what it stands for" <<'END'
templates:
  flow: [octetDeltaCount]
messages:
- sets:
  - {data: flow, records: [[&again !pick [*again]]]}
END
    wrong 2:3 "no alias within what it stands for" <<'END'
messages: &again
- {repeat: 1, every: 1, messages: *again}
END
    wrong 3:12 "at most 65535 octets" <<'END'
templates:
  list: [basicList, "interfaceName:variable"]
messages: [{sets: [{data: list, records: [
    {repeat: 60000, record: [{element: octetDeltaCount, items: [1, 2, 3], short: true}, abcdefgh]}]}]}]
END
    wrong 5:29 "a value, since the field is no time" <<'END'
templates:
  flow: [sourceIPv4Address]
messages:
- sets:
  - {data: flow, records: [[!ago 1..2]]}
END
    wrong 2:3 "every:" <<'END'
messages:
- {repeat: 2, messages: []}
END
    wrong 4:13 "sizes that make 24 octets together" <<'END'
exporters: {e: {transport: tcp}}
messages:
- sets: [{set: 256, octets: 00 00 00 00}]
  segments: [10]
  faults: true
END
    wrong 4:12 "missing: of a datagram alone" <<'END'
exporters: {e: {transport: tcp}}
messages:
- faults: true
  missing: 4
  sets: [{set: 256, octets: 00}]
END
    wrong 5:53 "a list of variable length with at most 254 octets" <<'END'
templates:
  flow: ["basicList:5"]
messages:
- sets: [{data: flow, records: [[{element: protocolIdentifier,
                                  items: [], short: true}]]}]
END
    wrong 1:12 "YAML" <<'END'
messages: [}
END
    wrong 2:10 "a time from 1970-01-01T00:00:00 to 2106-02-07T06:28:15, which a pcap can hold" <<'END'
messages:
- {time: 2106-02-07T06:28:16}
END
    wrong 6:29 "at most 4000 milliseconds, from 1970 to the export time" <<'END'
templates:
  flow: [flowStartMilliseconds]
messages:
- export_time: 1970-01-01T00:00:04
  sets:
  - {data: flow, records: [[!ago 1..4001]]}
END
}

# What would say nothing where it stands is not passed over.
idle_words()
{
    wrong 2:1 "one document, not another after it" <<'END'
messages: []
---
messages: [{}]
END
    wrong 1:26 "segment: of tcp or sctp alone" <<'END'
exporters: {e: {segment: 10}}
messages: []
END
    wrong 1:43 "address: of udp, tcp or sctp alone" <<'END'
exporters: {e: {transport: file, address: 192.0.2.1}}
messages: []
END
    wrong 2:12 "stream: of sctp alone" <<'END'
messages:
- {stream: 1}
END
    wrong 2:14 "segments: of tcp or sctp alone" <<'END'
messages:
- {segments: [16]}
END
    wrong 3:14 "captured: of udp, tcp or sctp alone" <<'END'
exporters: {e: {transport: file}}
messages:
- {captured: 96}
END
    wrong 4:12 "stream: 1, as the message has that this one joins" <<'END'
exporters: {e: {transport: sctp}}
messages:
- {stream: 1, join: true}
- {stream: 2}
END
    wrong 2:24 "copies: of a message that is sent, and the last of those joined, alone" <<'END'
messages:
- {lost: true, copies: 2}
END
    wrong 2:26 "captured: of a message that is sent, and the last of those joined, alone" <<'END'
messages:
- {join: true, captured: 96}
- {}
END
    wrong 2:21 "cut: of a message that is not lost alone" <<'END'
messages:
- {lost: true, cut: 1}
END
    wrong 2:26 "align: of a message without octets: alone" <<'END'
messages:
- {octets: 00 0a, align: 4}
END
    wrong 4:10 "one of templates:, withdraw:, data: and set:" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets: [{templates: [flow], data: flow, records: [[6]]}]
END
    wrong 4:39 "records: of a set with data: alone" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets: [{templates: [flow], records: [[6]]}]
END
    wrong 2:53 "scope_count: of a template with scope: alone" <<'END'
templates:
  flow: {fields: [protocolIdentifier], scope_count: 1}
messages: []
END
    wrong 4:34 "!long of a field of variable length alone" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets: [{data: flow, records: [[!long 6]]}]
END
    for value in '!hexx 00' '!long {element: protocolIdentifier, items: []}' '!hex [00]'; do
        wrong 4:34 "!pick of a list, or !pick, !ago, !hex, !long or !long-hex of a value, not !" <<END
templates:
  flow: [basicList]
messages:
- sets: [{data: flow, records: [[$value]]}]
END
    done
}

# Numbers that are given, before or after, are not given to templates without.
numbers()
{
    cat >"$scratch/numbers.yaml" <<'END'
templates:
  first: [octetDeltaCount]
  given: {id: 256, fields: [octetDeltaCount]}
  second: [octetDeltaCount]
  again: {id: 256, fields: [packetDeltaCount]}
  last: {id: 65535, fields: [octetDeltaCount]}
  third: [octetDeltaCount]
messages:
- sets: [templates: [first, given, second, again, last, third]]
END
    "$mkcapture" "$scratch/numbers.yaml"
    "$mkcapture" --from "$scratch/numbers.pcap" "$scratch/numbers.yaml" || complain 'not described: numbers.pcap'
    [ "$(sed -n 's/^    id: //p' "$scratch/numbers.yaml" | tr '\n' ' ')" = '257 256 258 256 65535 259 ' ] ||
        complain "other numbers: $(grep ' id:' "$scratch/numbers.yaml")"
}

# The seconds of a pcap have no sign.
late_times()
{
    cat >"$scratch/late.yaml" <<'END'
messages:
- {time: 2042-11-19T08:53:20.000001}
- {time: 2106-02-07T06:28:15.000000}
END
    "$mkcapture" "$scratch/late.yaml"
    # shellcheck disable=SC2046 # words on purpose
    set -- $(od -An -tu4 -j24 -N8 "$scratch/late.pcap")
    [ "$*" = '2300000000 1' ] || complain "a time is $*"
    "$mkcapture" --from "$scratch/late.pcap" "$scratch/late-too.yaml" || complain 'not described: late.pcap'
    grep -qF 'time: 2042-11-19T08:53:20.000001' "$scratch/late-too.yaml" || complain 'a late time is lost'
    "$mkcapture" "$scratch/late-too.yaml"
    cmp "$scratch/late.pcap" "$scratch/late-too.pcap" || status=1
}

# A frame that is earlier than the one before is named, and gets its time.
early_times()
{
    cat >"$scratch/early.yaml" <<'END'
messages:
- {time: 2025-01-01T00:00:01.000000}
- {time: 2025-01-01T00:00:02.000000}
END
    "$mkcapture" "$scratch/early.yaml"
    frame=$((($(wc -c <"$scratch/early.pcap") - 24) / 2))
    head -c 24 "$scratch/early.pcap" >"$scratch/turned.pcap"
    tail -c "$frame" "$scratch/early.pcap" >>"$scratch/turned.pcap"
    tail -c +25 "$scratch/early.pcap" | head -c "$frame" >>"$scratch/turned.pcap"
    "$mkcapture" --from "$scratch/turned.pcap" "$scratch/turned.yaml" 2>"$scratch/err" ||
        complain 'not described: turned.pcap'
    grep -qF 'whose messages get the time of that: 1 (the first: frame 2)' "$scratch/err" ||
        complain "not said which frame is early; but: $(cat "$scratch/err")"
    [ "$(grep -c ' time: 2025-01-01T00:00:02.000000' "$scratch/turned.yaml")" = 2 ] ||
        complain 'an early message has another time than the one before'
    "$mkcapture" --from "$scratch/early.pcap" 2>&1 >/dev/null | grep . && complain 'times in order are complained of'
}

# A name that promises another format: nothing is written.
other_endings()
{
    for out in "$scratch/other.pcapng" "$scratch/other"; do
        "$mkcapture" "$folder/first-flow.yaml" "$out" 2>"$scratch/err" && complain "written: $out"
        grep -qF "$out: expected a name that ends in .pcap, or in .ipfix" "$scratch/err" ||
            complain "no word about $out"
        [ ! -f "$out" ] || complain "something was written: $out"
    done
    out=$scratch/other.pcap
    "$mkcapture" "$folder/file.yaml" "$out" 2>"$scratch/err" && complain "written: $out"
    grep -qF "$out: expected a name that ends in .ipfix" "$scratch/err" || complain "no word about $out"
    [ ! -f "$out" ] || complain "something was written: $out"
}

# A pipe stays one, and what a link leads to is written.
no_plain_files()
{
    "$mkcapture" --from "$folder/first-flow.pcap" "$scratch/plain.yaml"
    mkfifo "$scratch/pipe.pcap" "$scratch/pipe.yaml"
    ln -s there.pcap "$scratch/link.pcap"
    ln -s there.yaml "$scratch/link.yaml"
    timeout 20 cat "$scratch/pipe.pcap" >"$scratch/piped.pcap" &
    timeout 20 cat "$scratch/pipe.yaml" >"$scratch/piped.yaml" &
    for kind in pipe link; do
        "$mkcapture" "$folder/first-flow.yaml" "$scratch/$kind.pcap" || complain "not written: $kind.pcap"
        "$mkcapture" --from "$folder/first-flow.pcap" "$scratch/$kind.yaml" || complain "not written: $kind.yaml"
    done
    wait
    for name in piped there; do
        cmp "$folder/first-flow.pcap" "$scratch/$name.pcap" || status=1
        cmp "$scratch/plain.yaml" "$scratch/$name.yaml" || status=1
    done
}

# No capture, no IPFIX, no port: nothing is written.
nothing_to_describe()
{
    echo 'no capture' >"$scratch/none"
    for arguments in "$scratch/none" "$scratch/missing" "--port 0 $folder/first-flow.pcap"; do
        # shellcheck disable=SC2086 # words on purpose
        "$mkcapture" --from $arguments "$scratch/none.yaml" 2>"$scratch/err" &&
            complain "described: $arguments"
        [ -s "$scratch/err" ] || complain "no word about $arguments"
        [ ! -f "$scratch/none.yaml" ] || complain "something was written: $arguments"
    done
}

# Other addresses and names, the same for the same, and all lengths as they were.
anonymous()
{
    cat >"$scratch/named.yaml" <<'END'
exporters: {e: {address: 10.1.2.3, collector: 10.9.9.9}}
templates:
  flow: [exporterIPv4Address, sourceIPv6Address, sourceMacAddress, interfaceName, basicList, 9999/1]
messages:
- sets:
  - templates: [flow]
  - data: flow
    records:
    - [10.1.2.3, "fd00::1", "02:11:22:33:44:55", secret-0, {element: userName, items: [secret, bob]}, c0ffee]
    - [0.0.0.0, "fd00::1", "02:11:22:33:44:56", hidden-0, {element: userName, items: [bob]}, ""]
END
    "$mkcapture" "$scratch/named.yaml"
    "$mkcapture" --from --anonymize "$scratch/named.pcap" "$scratch/other.yaml" 2>"$scratch/kept" ||
        complain "not described: named.pcap"
    "$mkcapture" "$scratch/other.yaml"
    grep -E '10\.[19]|fd00|33:44|secret|hidden|bob' "$scratch/other.yaml" &&
        complain 'names or addresses are left'
    grep -qF '[192.0.2.1, "2001:db8::1", "00:00:5e:00:53:00", bababa-b,' "$scratch/other.yaml" ||
        complain 'the exporter is another in its records'
    grep -qF '[0.0.0.0, "2001:db8::1", "00:00:5e:00:53:01", dababa-b,' "$scratch/other.yaml" ||
        complain 'the same is not the same'
    grep -qx 'kept as it is: 9999/1' "$scratch/kept" || complain 'not said what was kept'
    [ "$(wc -c <"$scratch/named.pcap")" = "$(wc -c <"$scratch/other.pcap")" ] || complain 'lengths differ'
}

# What is no address of its type is put to zeros, and what nobody can read is counted, whatever it stands in.
odd_lengths()
{
    cat >"$scratch/odd.yaml" <<'END'
templates:
  flow: ["sourceIPv4Address:24", "sourceIPv4Address:3", "sourceIPv6Address:4", "sourceMacAddress:8", octetDeltaCount]
  list: [subTemplateMultiList]
messages:
- faults: true
  sets:
  - templates: [flow, list]
    octets: 00 00 00 0a
  - data: flow
    records:
    - [!hex c0a80101c0a80102c0a80103c0a80104c0a80105c0a80106, !hex c0a801, !hex c0a80101, !hex c0a80101c0a80101, 1]
    octets: c0 a8 01 01 c0
  - {data: list, records: [[!hex "ff 01 00 00 05 0a 01 01 01"]]}
  - {set: 9, octets: 0a 01 01 01}
END
    "$mkcapture" "$scratch/odd.yaml"
    "$mkcapture" --from --anonymize "$scratch/odd.pcap" "$scratch/even.yaml" 2>"$scratch/kept" ||
        complain 'not described: odd.pcap'
    grep -E '(hex "|^ +)[0 ]*(c0|a8)' "$scratch/even.yaml" && complain 'addresses of odd lengths are left'
    grep -qx 'kept as they are: 17 octets that no template describes' "$scratch/kept" ||
        complain "not said what was kept, but: $(cat "$scratch/kept")"
}

# Data without a template of its own goes by that which its exporter had in another session.
other_session()
{
    cat >"$scratch/sessions.yaml" <<'END'
exporters: {one: {address: 10.1.2.3}, two: {address: 10.1.2.3, port: 50001}, three: {address: 10.1.2.4}}
templates: {flow: [sourceIPv4Address]}
messages:
- {from: one, sets: [{templates: [flow]}]}
- {from: two, sets: [{data: flow, records: [[10.1.2.3]]}]}
- {from: three, sets: [{data: flow, records: [[10.1.2.5]]}]}
END
    "$mkcapture" "$scratch/sessions.yaml"
    "$mkcapture" --from --anonymize "$scratch/sessions.pcap" "$scratch/others.yaml" 2>"$scratch/kept" ||
        complain "not described: sessions.pcap"
    grep -qF -- '- [192.0.2.1]' "$scratch/others.yaml" || complain 'a template of another session was not used'
    grep -qx 'kept as they are: 4 octets that no template describes' "$scratch/kept" ||
        complain "a template of another exporter was used, or: $(cat "$scratch/kept")"
}

same_octets
errors
idle_words
numbers
late_times
early_times
other_endings
no_plain_files
nothing_to_describe
anonymous
odd_lengths
other_session
exit $status
