#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
# check.sh MKCAPTURE FOLDER: the captures in FOLDER are what mkcapture makes of the YAML beside them, and
# a wrong description says where it is wrong and leaves nothing behind.
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
    wrong 2:1 "one of exporters, templates, messages" <<'END'
messages: []
message: []
END
    wrong 2:3 "flow once" <<'END'
templates: {flow: [octetDeltaCount],
  flow: [packetDeltaCount]}
messages: []
END
    wrong 3:5 "an element" <<'END'
templates:
  flow:
  - octetDeltaCout
messages: []
END
    wrong 3:5 "a width after the colon" <<'END'
templates:
  flow:
  - octetDeltaCount:wide
messages: []
END
    wrong 5:29 "unsigned8 for protocolIdentifier" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {data: flow, records: [[tcp]]}
END
    wrong 5:29 "a value that fits" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {data: flow, records: [[256]]}
END
    wrong 5:28 "as many values as flow has fields: 1" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {data: flow, records: [[6, 17]]}
END
    wrong 5:12 "a label of templates:" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {data: flaw}
END
    wrong 5:16 "no withdrawal over UDP" <<'END'
templates:
  flow: [protocolIdentifier]
messages:
- sets:
  - {withdraw: [flow]}
END
    wrong 2:9 "what an exporter may write" <<'END'
templates:
  flow: {id: 255, fields: [protocolIdentifier]}
messages:
- sets:
  - templates: [flow]
END
    wrong 3:9 "a time not before" <<'END'
messages:
- {}
- time: 2024-01-01T00:00:00
END
    wrong 2:16 "an IPv4 address" <<'END'
exporters:
  e: {address: 192.0.2}
messages: []
END
    wrong 1:12 "YAML" <<'END'
messages: [}
END
}

same_octets
errors
exit $status
