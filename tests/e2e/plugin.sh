#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# How the plugin gets on with the rest of Wireshark.  To be run in an environment in which tshark finds
# the plugin: ./dev test does.  Closes with 'N passed, N failed'.
#
#     plugin.sh HOSTILE-PROGRAM
set -u
hostile=$1
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

# refuses WHAT PATTERN TSHARK-ARGUMENT...: tshark fails, and says why.
refuses()
{
    what=$1
    pattern=$2
    shift 2
    if ! output=$(tshark "$@" 2>&1) && printf '%s\n' "$output" | grep -Eq -- "$pattern"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: tshark %s: does not fail with %s in:\n%s\n' "$what" "$*" "$pattern" "$output" | head -n 20
    fi
}

# values FILE OPTION FIELD...: what these fields hold in each packet.
values()
{
    file=$1
    option=$2
    shift 2
    for field; do
        set -- "$@" -e "$field"
        shift
    done
    tshark -n -r "$file" -o "$option" -T fields -E separator=/s "$@" 2>&1
}

# as_cflow WHAT FILE FIELD...: the plugin answers to these names of CFLOW's with the same values, and has some.
as_cflow()
{
    what=$1
    shift
    file=$1
    shift
    cflow=$(values "$file" ipfix.enable:FALSE "$@")
    ours=$(values "$file" ipfix.enable:TRUE "$@")
    if [ "$cflow" = "$ours" ] && printf '%s\n' "$ours" | grep -q '[^ ]'; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s: %s of %s: CFLOW says\n%s\nand we\n%s\n' "$what" "$*" "$file" "$cflow" "$ours" | head -n 20
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
sev='gui.column.format:"expert","%a","No.","%m"'
says 'a column of severities is filled without a tree' '^Warning +2$' -r ../../samples/sequence.pcap -o "$sev"
says 'and where fields alone are printed' '^Warning$' -r ../../samples/sequence.pcap -o "$sev" -T fields -e _ws.col.expert
says 'complaints alone need no tree' 'gap: expected 2, lost 2' -r ../../samples/sequence.pcap -q -z expert

# ---- the packet list ----

sequence='-n -r ../../samples/sequence.pcap'
# shellcheck disable=SC2086 # words on purpose
{
    says 'the list tells what is lost' ' Domain 1, lost 2 data records, 1 record, sets 256$' $sequence
    says 'what comes late' ' Domain 1, late, 1 record, sets 256$' $sequence
    says 'what comes twice' ' Domain 1, duplicate, 1 record, sets 256$' $sequence
    says 'that a count began anew' ' Domain 1, restart, 1 record, 1 template 256, sets 256$' $sequence -2
    says 'and so does the tree' '^IP Flow .*, Domain 1, restart, 1 record, 1 template 256$' $sequence -O ipfix
}
says 'the numbers of templates' ' Domain 1, 3 records, 3 templates 256 257 258, sets 256 257$' -n -r ../../samples/overview.pcap
says 'and no records where there are none' ' Domain 7, 1 template 259$' -n -r ../../samples/overview.pcap
says 'what cannot be read' ' Domain 7, 1 unread set, sets 300$' -n -r ../../samples/overview.pcap
says 'withdrawals' ' Domain 1, 1 record, 1 template 256, 1 withdrawal 256, sets 256$' -n -r ../../samples/withdrawal.pcap

# ---- elements that users define ----

case=../cases/vendor-field-by-number-only.pcap
row='uat:ipfix_elements:"32473","acme","101","acmeColour","string",""'
csv=ipfix.element_files:elements/32473_acme.csv
mine=ipfix.element_files:elements/0_mine.csv

says 'a row of the table is a field' '^blue-7$' -r $case -o "$row" -T fields -e ipfix.acme.acmeColour
says 'and can be filtered by' '^2$' -r $case -o "$row" -Y 'ipfix.acme.acmeColour == "blue-7"' -T fields -e frame.number
says 'rows in bad company are fields' '^51966,blue-7$' -r $case -o "$csv" -T fields -E separator=, \
    -e ipfix.acme.acmeCode -e ipfix.acme.acmeColour
says 'a template names it' 'Field [0-9]+: acme\.acmeCode, 4 octets' -r $case -o "$csv" -V
says 'its units show' 'acmeCode: 51966 octets' -r $case -o "$csv" -V
for bad in '5: name "acme' '8: 3 cells where the header has 4' '10: element 101 .* is defined already' \
    '11: quote inside' '12: type "text" is unknown' '13: element number "40000"'; do
    says 'a bad row is told by file and line' "elements/32473_acme\.csv:$bad" -r $case -o "$csv"
done
says 'a file must be named for its enterprise' 'plugin\.sh: file name is not PEN_KEY\.csv' \
    -r $case -o ipfix.element_files:plugin.sh
says 'a file that is missing is told' '9_none\.csv.*: No such file' -r $case -o ipfix.element_files:9_none.csv
says 'whatever its name' 'none\.csv.*: No such file' -r $case -o ipfix.element_files:none.csv
lines=ipfix.element_files:elements/lines.csv
says 'lines PEN.ID,NAME,TYPE are fields' '^51966,blue-7$' -r $case -o "$lines" -T fields -E separator=, \
    -e ipfix.pen32473.acmeCode -e ipfix.pen32473.acmeColour
says 'which are filtered by their type' '^2$' -r $case -o "$lines" \
    -Y 'ipfix.pen32473.acmeCode > 50000 && ipfix.pen32473.acmeColour == "blue-7"' -T fields -e frame.number
for bad in '8: element 100 .* is built in as sourcePodNamespace' '9: type "ip" is unknown.* ipv4 or ipv6' \
    '10: 2 cells where there should be 3' '11: "32473\.x" is not PEN\.ID' '12: "32473\.40000" is not PEN\.ID' \
    '13: "2" is not PEN\.ID'; do
    says 'a bad line is told by file and line' "elements/lines\.csv:$bad" -r $case -o "$lines"
done
says 'both kinds go together' '^51966,blue-7$' -r $case -o "$csv" -o "$row" -T fields -E separator=, \
    -e ipfix.acme.acmeCode -e ipfix.acme.acmeColour
says 'an override has the name of the built-in element' '^0000000000000063$' -r $case -o "$mine" -T fields \
    -e ipfix.octetDeltaCount
says 'and is filtered by its own type' '^2$' -r $case -o "$mine" -Y 'ipfix.octetDeltaCount == 00:00:00:00:00:00:00:63' \
    -T fields -e frame.number
says 'a renamed one leaves the old name valid' '^2$' -r $case -o "$mine" \
    -Y 'ipfix.protocol && !ipfix.protocolIdentifier' -T fields -e frame.number
says 'built-in elements stand' '0_mine\.csv:6: element 2 .* is built in as packetDeltaCount' -r $case -o "$mine"
refuses 'the table takes no built-in element' 'element 8 .* is built in as sourceIPv4Address' -r $case \
    -o 'uat:ipfix_elements:"0","","8","source","string",""'
refuses 'nor a name that no filter can have' 'name "acme Colour" is not made of' -r $case \
    -o 'uat:ipfix_elements:"32473","acme","101","acme Colour","string",""'

folder=$(mktemp -d)
mkdir -p "$folder/wireshark/ipfix"
cp elements/32473_acme.csv "$folder/wireshark/ipfix"
chmod -R a+rX "$folder"
export XDG_CONFIG_HOME="$folder"
says "files of the user's folder are read" '^51966,blue-7$' -r $case -T fields -E separator=, \
    -e ipfix.acme.acmeCode -e ipfix.acme.acmeColour
mv "$folder/wireshark/ipfix/32473_acme.csv" "$folder/wireshark/ipfix/0_not"
cp elements/lines.csv "$folder/wireshark/ipfix"
says 'and lines in it' '^51966$' -r $case -T fields -e ipfix.pen32473.acmeCode
unset XDG_CONFIG_HOME
cat >"$folder/vendor.yaml" <<'END'
templates: {flow: ["56506/9000:1"]}
messages: [{sets: [templates: [flow], {data: flow, records: [["06"]]}]}]
END
"$WIRESHARK_PLUGIN_DIR/../samples/mkcapture" "$folder/vendor.yaml" "$folder/vendor.pcap"
says 'a vendor that is built in keeps its key' '^6$' -r "$folder/vendor.pcap" -o "$lines" -T fields -e ipfix.antrea.spare
rm -r "$folder"

case=../cases/type-information-records.pcap
says 'what an exporter defines can be asked for' '^17,gold 1,1$' -r $case -Y 'ipfix.learned.name == "acmePolicy"' \
    -T fields -E separator=/s -e ipfix.learned.value -e ipfix.learned.frame
says "but the user's definition stands" '^17 gold$' -r $case -o 'uat:ipfix_elements:"32473","acme","210","depth","unsigned32",""' \
    -T fields -E separator=/s -e ipfix.acme.depth -e ipfix.learned.value

# ---- the names of Wireshark's own dissector ----

case=../cases/templates-and-options-in-one-message.pcap
says "cflow's filters find what is meant" '^22$' -r $case -Y 'cflow.srcaddr == 192.0.2.101' -T fields \
    -e ipfix.destinationTransportPort
says "cflow's fields print" '^192\.0\.2\.101,22,6,10$' -r $case -T fields -E separator=, -e cflow.srcaddr \
    -e cflow.dstport -e cflow.protocol -e cflow.version
says 'so does the protocol' '^3$' -r $case -Y cflow -T fields -e ipfix.msg.records
says 'but not where they are switched off' '^$' -r $case -o ipfix.cflow_names:FALSE -T fields -e cflow.srcaddr
says 'the records of a message are counted' '^3$' -r $case -T fields -e cflow.count
says "CFLOW's complaints can be filtered for" '^5$' -r ../../samples/overview.pcap -T fields -e frame.number \
    -Y cflow.unexpected_sequence_number
says 'and parts of elements' '^1$' -r ../../samples/flags.pcap -T fields -e frame.number \
    -Y 'cflow.tcpflags.ece == 1 && cflow.mpls_label == 512'
says 'of four octets the last tells what became of a flow' '^1$' -r ../cases/forwarding-status-in-4.pcap -T fields \
    -e cflow.forwarding_status_drop_code

folder=$(mktemp -d)
cp ../../samples/first-flow.pcap "$folder/plain.pcap"
cp ../../samples/first-flow.pcap "$folder/cflow.srcaddr.pcap"
chmod -R a+rX "$folder"
if [ "$(tshark -T json -r "$folder/plain.pcap")" = "$(tshark -T json -r "$folder/cflow.srcaddr.pcap")" ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "a file's name is taken for a field"
fi
says 'but a field asked for is drawn whatever the name of the file' '192\.0\.2\.10' -r "$folder/cflow.srcaddr.pcap" \
    -T fields -e cflow.srcaddr
rm -r "$folder"

flags=../../samples/flags.pcap
as_cflow 'headers' $case cflow.timestamp cflow.exporttime cflow.sequence cflow.len cflow.flowset_id
as_cflow 'templates' $case cflow.template_id cflow.template_field_count cflow.template_ipfix_total_field_count \
    cflow.template_ipfix_scope_field_count cflow.template_ipfix_field_type cflow.template_field_length
as_cflow 'enterprise elements' ../../samples/enterprise.pcap cflow.template_ipfix_pen_provided \
    cflow.template_ipfix_field_type cflow.template_ipfix_field_type_enterprise cflow.template_ipfix_field_pen
as_cflow 'reverse elements in templates' ../../samples/biflow.pcap cflow.template_ipfix_field_type \
    cflow.template_ipfix_field_type_enterprise cflow.template_ipfix_field_pen
as_cflow 'templates in force' ../../samples/overview.pcap cflow.template_frame cflow.no_template_found
as_cflow 'sequence numbers' ../../samples/overview.pcap cflow.unexpected_sequence_number \
    cflow.sequence_analysis.expected_sn
as_cflow 'padding' ../../samples/padding.pcap cflow.padding
as_cflow 'lists' ../../samples/sub-template-list.pcap cflow.subtemplate_list cflow.subtemplate_semantic \
    cflow.subtemplate_id
as_cflow 'how long flows took' ../../samples/overview.pcap cflow.timedelta
as_cflow 'by uptimes, too' ../cases/uptime-times-in-ipfix.pcap cflow.timedelta cflow.timestart cflow.timeend
as_cflow 'ICMP of IPv6' ../cases/icmp-type-and-code.pcap cflow.icmp_ipv6_type cflow.icmp_ipv6_code
as_cflow 'TCP flags' $flags cflow.tcpflags cflow.tcpflags.fin cflow.tcpflags.syn cflow.tcpflags.rst cflow.tcpflags.psh \
    cflow.tcpflags.ack cflow.tcpflags.urg cflow.tcpflags.ece cflow.tcpflags.cwr cflow.tcpflags.ns
# ECE is not among them: Wireshark 4.4 and later leave it out where flags have one octet.
as_cflow 'TCP flags of one octet' ../cases/tcp-flags-one-and-two-octets.pcap cflow.tcpflags cflow.tcpflags.syn \
    cflow.tcpflags.reserved cflow.tcpflags.zero
as_cflow 'MPLS labels' $flags cflow.mpls_label cflow.mpls_exp cflow.mpls_bos
as_cflow 'what became of flows' $flags cflow.forwarding_status cflow.forwarding_status_forward_code \
    cflow.forwarding_status_drop_code
as_cflow 'applications' ../../samples/applications.pcap cflow.appl_id.classification_engine_id \
    cflow.appl_id.selector_id
as_cflow 'numbers below zero' ../../samples/types.pcap cflow.mib_object_value_integer cflow.sampling_probability
as_cflow 'numbers of reduced size' ../cases/float64-in-4.pcap cflow.sampling_probability

# ---- strings ----

# without_noncharacters TSHARK-ARGUMENT...: XML that a parser takes, or where there is none, without U+FFFE and U+FFFF.
without_noncharacters()
{
    if command -v xmllint >/dev/null; then
        tshark -T pdml "$@" 2>/dev/null | xmllint --noout - 2>&1 && echo sound
    elif tshark -T pdml "$@" 2>/dev/null | LC_ALL=C grep -q "$(printf '\357\277[\276\277]')"; then
        echo 'U+FFFE or U+FFFF'
    else
        echo sound
    fi
}

case=../cases/strings-to-escape.pcap
if [ "$(without_noncharacters -r $case)" = sound ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo 'PDML with strings that XML cannot have:'
    without_noncharacters -r $case | head -n 5
fi
says 'a title is not cut inside an escape sequence' 'Record 5: interfaceDescription: x{56}[^\\x].*, interfaceName: y{64}[^\\y]' \
    -r $case -O ipfix
says 'but behind one' 'Record 6: interfaceDescription: x{56}\\n[^t]' -r $case -O ipfix
says 'padding makes no title' 'Record 7: applicationName: plain, applicationId: no octets$' -r $case -O ipfix

# ---- statistics ----

case=../../samples/overview.pcap
folder=$(mktemp -d)
chmod a+rwx "$folder"
says 'exporters are counted' '^192\.0\.2\.1:50000 +UDP +1 +10 +3 +6 +0 +[0-9]+ +3 +1 ' -q -r $case -z ipfix,exporters
says 'so are they on a second pass' '^192\.0\.2\.1:50000 +UDP +1 +10 +3 +6 +0 +[0-9]+ +3 +1 ' -2 -q -r $case -z ipfix,exporters
says 'sets that nobody can read are counted' '^192\.0\.2\.2:50000 +UDP +7 +10 +3 +1 +1 ' -q -r $case -z ipfix,exporters
domains=$WIRESHARK_PLUGIN_DIR/../tests/faults/sequence_domains.pcap
own=$WIRESHARK_PLUGIN_DIR/../tests/faults/sequence_own.pcap
for pass in -q -2; do
    says "what a habit explains is not lost ($pass)" '^192\.0\.2\.1:50000 +UDP +11 +10 +4 +0 +0 +[0-9]+ +8 +0 +0 ' \
        $pass -q -r "$domains" -z ipfix,exporters
    says "nor is it in another domain ($pass)" '^192\.0\.2\.1:50000 +UDP +15 +10 +4 +6 +0 +[0-9]+ +2 +0 +0 ' \
        $pass -q -r "$domains" -z ipfix,exporters
    says "what is lost beside it is ($pass)" '^192\.0\.2\.1:50000 +UDP +12 +10 +3 +6 +0 +[0-9]+ +1 +1 +0 ' \
        $pass -q -r "$domains" -z ipfix,exporters
    says "what comes late is lost no more ($pass)" '^192\.0\.2\.1:50000 +UDP +1 +10 +12 +32 +0 +[0-9]+ +4 +1 +1 ' \
        $pass -q -r "$own" -z ipfix,exporters
done
says 'exporters are counted of what a filter finds' '^192\.0\.2\.2:50000 +UDP +7 +10 +3 ' -q -r $case \
    -z 'ipfix,exporters,ipfix.msg.domain == 7'
if tshark -q -r $case -z 'ipfix,exporters,ipfix.msg.domain == 7' 2>&1 | grep -q '^192\.0\.2\.1:'; then
    failed=$((failed + 1))
    echo 'a filter of exporters leaves others in'
else
    passed=$((passed + 1))
fi
says 'the tree of what a filter finds' 'domain 7 +1 ' -q -r $case -z 'ipfix,tree,ipfix.msg.domain == 7'
refuses 'filters that there are not' 'nonsense' -q -r $case -z ipfix,exporters,nonsense
refuses 'statistics that there are not' 'expected ipfix,exporters or ipfix,exporters,FILTER' -q -r $case -z ipfix,exportersx
refuses 'of templates neither' 'expected ipfix,templates or ipfix,templates,FILE' -q -r $case -z ipfix,templates.ipfix
both=../cases/one-exporter-two-collectors.pcap
for of in exporters templates; do
    for collector in 20 21; do
        says "rows tell the collector where they would look alike ($of)" \
            "^192\.0\.2\.10:40001 > 192\.0\.2\.$collector:4739 +" -q -r $both -z "ipfix,$of"
    done
done
says 'templates are listed' \
    '^192\.0\.2\.1:50000 +1 +258 +data +13 +0 +1 +5 +3 +2025-01-01T12:00:00 +2025-01-01T12:00:50  ' -q -r $case -z ipfix,templates
says 'with the names of their elements' ' 257 +options .* selectorId, selectorAlgorithm, samplingPacketInterval, samplingPacketSpace$' -q -r $case -z ipfix,templates
says 'numbers of those without name' ' (antrea\.[a-zA-Z]+, )+.*32473/7$' -q -r ../../samples/enterprise.pcap -z ipfix,templates
says 'without times where no frame of theirs counts' ' 258 .* - +-  ' -2 -R 'frame.number > 1' -q -r $case -z ipfix,templates
says 'and saved' '^192\.0\.2' -q -r $case -z "ipfix,templates,$folder/templates.ipfix"
says 'as a file that has them' '^256,257,258$' -r "$folder/templates.ipfix" -T fields -e ipfix.template.id
long=../cases/templates-of-half-a-message.pcap
says 'however long' '^192\.0\.2' -q -r $long -z "ipfix,templates,$folder/long.ipfix"
says 'one in each message' '^8500$' -r "$folder/long.ipfix" -T fields -e ipfix.template.field_count
cat >"$folder/given.yaml" <<'END'
exporters: {collector: {transport: file}}
templates:
  missing: {id: 300, fields: [sourceIPv6Address, octetDeltaCount]}
  withdrawn: {id: 256, fields: [sourceIPv4Address]}
messages: [{domain: 7, sets: [templates: [missing]]}, {sets: [templates: [withdrawn]]}]
END
"$WIRESHARK_PLUGIN_DIR/../samples/mkcapture" "$folder/given.yaml" "$folder/given.ipfix"
given=ipfix.template_file:$folder/given.ipfix
for pass in -n -2; do
    says "a file gives templates that the capture lacks ($pass)" '^2001:db8::11,42$' $pass -r $case -o "$given" \
        -Y ipfix.expert.template_given -T fields -E separator=, -e ipfix.sourceIPv6Address -e ipfix.octetDeltaCount
    says "but none that were withdrawn ($pass)" '^0$' $pass -r ../cases/data-after-withdrawal.pcap -o "$given" -Y tcp \
        -T fields -e ipfix.msg.records
done
says 'rows have them' '"sourceIPv6Address": "2001:db8::11", "octetDeltaCount": 42' -q -r $case -o "$given" \
    -z ipfix,records,json
says 'the templates saved serve as well' '^2001:db8::10$' -r $case -o "ipfix.template_file:$folder/templates.ipfix" \
    -Y 'ipfix.set.id == 259' -T fields -e ipfix.sourceIPv6Address
says 'a file that is missing is told' 'none\.ipfix: .*No such file' -r $case -o ipfix.template_file:none.ipfix
says 'and one that is something else' 'not begin with a message of IPFIX; save .* -z ipfix,templates,FILE' \
    -r $case -o ipfix.template_file:plugin.sh
says 'and a capture' 'overview\.pcap: it is a capture; save .* -z ipfix,templates,FILE' -r $case \
    -o ipfix.template_file:$case
cp "$folder/given.ipfix" "$folder/more.ipfix"
cat plugin.sh >>"$folder/more.ipfix"
says 'and one with something else behind' 'not all of it is messages' -r $case -o "ipfix.template_file:$folder/more.ipfix"
cat >"$folder/several.yaml" <<'END'
exporters: {edge: {address: 192.0.2.1, domain: 7}, core: {address: 192.0.2.2, domain: 7}}
templates:
  other: {id: 300, fields: [octetDeltaCount, sourceIPv6Address]}
  missing: {id: 300, fields: [sourceIPv6Address, octetDeltaCount]}
  same: {id: 301, fields: [octetDeltaCount]}
messages:
  - {from: edge, sets: [templates: [other, same]]}
  - {from: core, sets: [templates: [other, same]]}
  - {from: core, sets: [templates: [missing]]}
END
"$WIRESHARK_PLUGIN_DIR/../samples/mkcapture" "$folder/several.yaml" "$folder/several.pcap"
differs='Template 300 of domain 7 differs between 192\.0\.2\.1:50000 and 192\.0\.2\.2:50000: the file has both'
says 'a file that cannot tell exporters apart is told of' "$differs" -q -r "$folder/several.pcap" \
    -z "ipfix,templates,$folder/several.ipfix"
several=ipfix.template_file:$folder/several.ipfix
if [ "$(tshark -q -r "$folder/several.pcap" -z "ipfix,templates,$folder/several.ipfix" 2>&1 | grep -c differs)" -eq 1 ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo 'template numbers that differ are not told once each'
fi
says 'its last definition serves' '^2001:db8::11$' -r $case -o "$several" -Y ipfix.expert.template_given_several \
    -T fields -e ipfix.sourceIPv6Address
says 'as a warning says' 'Warning/.*gives no template 300; .* has 2 definitions of it, decoded with the last \(exporter 192\.0\.2\.2:50000, domain 7\)' \
    -r $case -o "$several" -Y ipfix.expert.template_given_several -V
says 'but not of what has one' 'Note/.*gives no template 300; decoded with that of the template file \(exporter' \
    -r $case -o "$given" -Y ipfix.expert.template_given -V
cat >"$folder/refused.yaml" <<'END'
exporters: {collector: {transport: file}}
templates: {missing: {id: 300, fields: [sourceIPv6Address, octetDeltaCount]}, refused: {id: 301, fields: [protocolIdentifier, "4:0"]}}
messages: [{domain: 7, faults: true, sets: [templates: [refused]]}, {domain: 7, sets: [templates: [missing]]}]
END
"$WIRESHARK_PLUGIN_DIR/../samples/mkcapture" "$folder/refused.yaml" "$folder/refused.ipfix"
refused=ipfix.template_file:$folder/refused.ipfix
says 'and one with a template that cannot be used' 'not all of its templates can be used' -r $case -o "$refused"
says 'whose others serve' '^2001:db8::11$' -r $case -o "$refused" -Y ipfix.expert.template_given -T fields \
    -e ipfix.sourceIPv6Address
# A template of one field, of which two octets are there.
printf '\0\12\0\32\0\0\0\0\0\0\0\0\0\0\0\1\0\2\0\12\1\0\0\1\0\10' >"$folder/cut.ipfix"
says 'and one whose templates are cut' 'cut\.ipfix: not all of its sets can be read' -r $case \
    -o "ipfix.template_file:$folder/cut.ipfix"
says 'records are rows' '^4,192\.0\.2\.2:50000,7,2025-01-01T12:00:30,259,data,,.*,2001:db8::10,2001:db8:1::20,98000,+.?$' \
    -q -r $case -z ipfix,records,csv
says 'and objects' '^\{"frame": 4, .*"sourceIPv6Address": "2001:db8::10", ' -q -r $case -z ipfix,records,json
says 'an element that comes twice is an array' '"sourceIPv4Address": \["192\.0\.2\.1", "198\.51\.100\.1"\]' \
    -q -r ../cases/same-element-twice-2.pcap -z ipfix,records,json
says 'a list is an array of objects' '"subTemplateList": \[\{"sourceTransportPort": 80, "protocolIdentifier": 6\}, \{' \
    -q -r ../cases/subtemplatelist.pcap -z ipfix,records,json
later=$WIRESHARK_PLUGIN_DIR/../tests/faults/template_later.pcap
says 'records are rows with a template that comes later, too' \
    '"frame": 15, .*"subTemplateList": \[\{"sourceIPv4Address": "192\.0\.2\.20", "octetDeltaCount": 5\}\]' \
    -2 -q -r "$later" -o ipfix.later_templates:TRUE -z ipfix,records,json
says 'what cannot be read of a list is there as octets' '"subTemplateList": \[\{"template": [0-9]+, "undecoded": "[0-9a-f]+"\}\]' \
    -q -r ../cases/subtemplatelist-unknown-template.pcap -z ipfix,records,json
says 'of a cut item too' '"undecoded": "[0-9a-f]+"\}\]' -q -r ../cases/basiclist-cut-item.pcap -z ipfix,records,json
strings=../cases/strings-that-need-escapes.pcap
says 'cells of CSV double their quotes and escape nothing else' ',256,data,"C:\\a ""b"", c","one$' \
    -q -r $strings -z ipfix,records,csv
says 'but control characters' '^two",be\\u0000ll.?$' -q -r $strings -z ipfix,records,csv
says 'rows go to a file' '' -q -r $case -z "ipfix,records,csv,$folder/records.csv"
if [ "$(wc -l <"$folder/records.csv")" -eq 8 ] && [ "$(echo "$folder"/records.csv*)" = "$folder/records.csv" ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo 'the file of rows is not whole'
fi
udp='ipfix.protocolIdentifier == 17'
says 'of the frames that a filter selects' '^3,.*,13\.360000000,ge-0/0/1,ge-0/0/2,1 in 1000,98304000,71000.?$' \
    -q -r $case -z "ipfix,records,csv,$folder/filtered.csv,$udp" -z "ipfix,records,csv,,$udp"
if [ "$(cut -d, -f 1 "$folder/filtered.csv" | paste -sd ' ')" = 'frame 3 3' ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo 'the file of rows has others than those of the frames selected'
fi
says 'a filter may have commas' '^\{"frame": 4, ' -q -r $case -z 'ipfix,records,json,,ipfix.protocolIdentifier in {17, 6}'
refuses 'a filter that is none' 'ipfix\.protocol ' -q -r $case -z "ipfix,records,csv,$folder/none.csv,ipfix.protocol == 17"
if [ "$(echo "$folder"/none.csv*)" = "$folder/none.csv*" ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo 'a filter that is none has left a file'
fi
says 'what is derived stands behind all elements' ',reverseOctetDeltaCount,derived\.duration,derived\.ingress_interface,' \
    -q -r $case -z ipfix,records,csv
says 'and is empty where nothing is' '^1,.*,256,options,1,ge-0/0/1,uplink to the exchange,+.?$' -q -r $case \
    -z ipfix,records,csv
says 'names of applications are' '"applicationId": "03000035", .*"derived\.application_name": "dns"\}$' \
    -q -r ../../samples/applications.pcap -z ipfix,records,json
says 'of ICMP the type and code' '"derived\.icmp_type": 3, "derived\.icmp_code": 1\}$' \
    -q -r ../cases/icmp-type-and-code.pcap -z ipfix,records,json
says 'a number in too many octets is one' '"template": 258, .*"samplerId": 2, .*"derived\.sampling": "1 in 1000", ' \
    -q -r ../cases/sampler-in-too-many-octets.pcap -z ipfix,records,json
says 'of deltas the calendar time' '"derived\.flow_start": "2025-10-27T23:27:59\.000000000"\}$' \
    -q -r ../cases/delta-microseconds.pcap -z ipfix,records,json
says 'of uptimes too, with the time of boot from options data' \
    '^\{"frame": 3, .*"derived\.flow_end": "2026-01-15T11:59:59\.000000000", "derived\.duration": 9\.000000000\}$' \
    -q -r ../cases/uptime-times-in-ipfix.pcap -z ipfix,records,json
backwards=$WIRESHARK_PLUGIN_DIR/../tests/faults/flow_backwards.pcap
says 'flows that end before they start take less than no time' '"derived\.duration": -0\.000000008\}$' \
    -q -r "$backwards" -z ipfix,records,json
says 'of which rows do not complain a second time' ' 1 +Protocol +IPFIX +Flow ends before it starts: by 0\.000000008 s' \
    -q -r "$backwards" -z ipfix,records,json -z expert
says 'elements that the exporter describes have their name and type' '"acmeQueueDepth": 17, "acmePolicy": "gold"\}$' \
    -q -r ../cases/type-information-records.pcap -z ipfix,records,json
cat >"$folder/learned.yaml" <<'END'
templates:
  types: {scope: [privateEnterpriseNumber, informationElementId], fields: [informationElementDataType, informationElementSemantics, informationElementName]}
  flow: {id: 300, fields: ["32473/1:4", "32473/2:4", "32473/3:4", "56506/500:4", "32473/9:4"]}
  vrfs: {scope: [ingressVRFID], fields: [VRFname]}
  vpn: {fields: [ingressVRFID, subTemplateList, basicList]}
  inner: {id: 310, fields: [egressVRFID]}
messages:
  - sets: [templates: [types, vrfs, flow, inner, vpn]]
  - sets: [{data: flow, records: [["000001f4", "00000002", "676f6c64", "c0000201", "00010203"]]}]
  - sets:
      - data: types
        records: [[32473, 1, 3, 0, queueDepth], [32473, 2, 3, 0, octetDeltaCount], [32473, 3, 13, 0, frame], [56506, 500, 18, 0, podGateway]]
      - {data: vrfs, records: [[7, "red \"7\""]]}
  - sets:
      - data: flow
        records: [["000001f4", "00000002", "676f6c64", "c0000201", "00010203"]]
      - data: vpn
        records: [[7, {template: inner, records: [[7]]}, {element: ingressVRFID, items: [7]}]]
END
"$WIRESHARK_PLUGIN_DIR/../samples/mkcapture" "$folder/learned.yaml" "$folder/learned.pcap"
says 'under a name that no other has' \
    '^\{"frame": 4, .*, "queueDepth": 500, "32473\.octetDeltaCount": 2, "32473\.frame": "gold", "antrea\.podGateway": "192\.0\.2\.1", "32473/9": "00010203"\}$' \
    -q -r "$folder/learned.pcap" -z ipfix,records,json
says 'once that was said' '^\{"frame": 2, .*"32473/1": "000001f4", ' -q -r "$folder/learned.pcap" -z ipfix,records,json
says 'on a second pass before it, too' '^\{"frame": 2, .*"queueDepth": 500, ' -2 -q -r "$folder/learned.pcap" \
    -z ipfix,records,json
cat >"$folder/alike.yaml" <<'END'
templates:
  types: {scope: [privateEnterpriseNumber, informationElementId], fields: [informationElementDataType, informationElementSemantics, informationElementName]}
  flow: {id: 300, fields: ["32473/1:4", "64512/1:4", "64512/2:4", "32473/1:4", "20000:4", "20001:4"]}
messages:
  - sets:
      - templates: [types, flow]
      - {data: types, records: [[32473, 1, 3, 0, queueDepth], [64512, 1, 3, 0, queueDepth], [64512, 2, 3, 0, queueDepth]]}
  - sets: [{data: flow, records: [["00000001", "00000002", "00000003", "00000004", "00000005", "00000006"]]}]
END
"$WIRESHARK_PLUGIN_DIR/../samples/mkcapture" "$folder/alike.yaml" "$folder/alike.pcap"
printf '%s\n' 0.20000,domain,uint32 0.20001,frame,uint32 >"$folder/alike.csv"
alike=ipfix.element_files:$folder/alike.csv
says 'elements of one name have columns of their own' \
    '^\{"frame": 2, .*"queueDepth": \[1, 4\], "64512\.queueDepth": 2, "64512\.2\.queueDepth": 3, "0\.domain": 5, "0\.frame": 6\}$' \
    -q -r "$folder/alike.pcap" -o "$alike" -z ipfix,records,json
says "and leave those alone that are no element's" '^2,192\.0\.2\.1:50000,1,.*,300,data,.*,"\[1, 4\]",2,3,5,6.?$' \
    -q -r "$folder/alike.pcap" -o "$alike" -z ipfix,records,csv
says 'names of VRFs are derived, in records of lists, but not of their items' \
    '"ingressVRFID": 7, "subTemplateList": \[\{"egressVRFID": 7, "derived\.egress_vrf": "red \\"7\\""\}\], "basicList": \[\{"ingressVRFID": 7\}\], "derived\.ingress_vrf": "red \\"7\\""\}$' \
    -q -r "$folder/learned.pcap" -z ipfix,records,json
refuses 'forms that there are not' 'expected ipfix,records,csv or ipfix,records,json' -q -r $case -z ipfix,records,xml
refuses 'a file that is a folder' 'it is a folder' -q -r $case -z "ipfix,records,csv,$folder"
refuses 'a file for two' 'twice\.csv: another option writes it' -q -r $case -z "ipfix,records,csv,$folder/twice.csv" \
    -z "ipfix,records,json,$folder/twice.csv"
if [ "$(echo "$folder"/twice*)" = "$folder/twice*" ]; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo 'a file for two has been begun'
fi
# What is no file stays what it is: a link, a pipe, a device.
for into in records,csv templates; do
    rm -f "$folder/link" "$folder/target" "$folder/pipe"
    : >"$folder/target"
    chmod a+rw "$folder/target"
    ln -s target "$folder/link"
    mkfifo -m 666 "$folder/pipe"
    cat "$folder/pipe" >"$folder/read" &
    says "a link is followed ($into)" '' -q -r $case -z "ipfix,$into,$folder/link"
    says "a pipe is fed ($into)" '' -q -r $case -z "ipfix,$into,$folder/pipe"
    says "a device is written ($into)" '' -q -r $case -z "ipfix,$into,/dev/null"
    wait
    if [ -h "$folder/link" ] && [ -s "$folder/target" ] && [ -p "$folder/pipe" ] && [ -c /dev/null ] &&
        cmp "$folder/target" "$folder/read"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "what is no file was replaced ($into)"
    fi
done
says 'what a device refuses is told' '/dev/full: No space left' -q -r $case -z ipfix,records,csv,/dev/full
refuses 'templates where no file can be' '/nowhere/t\.ipfix: No such file' -q -r $case -z ipfix,templates,/nowhere/t.ipfix
refuses 'files that cannot be, under the name given' '/nowhere/records\.csv: No such' -q -r $case -z ipfix,records,csv,/nowhere/records.csv
says 'flows are conversations' '^198\.51\.100\.20:443 +<-> 192\.0\.2\.10:51000 .* 71 98 kB' -q -r $case -z conv,ipfix
# Wireshark 4.6 rounds here too.
says 'of firewalls too, which count for initiator and responder' '4 200 bytes +3 100 bytes +7 300 bytes' \
    -q -r ../cases/initiator-and-responder.pcap -z conv,ipfix
says 'whose titles have both' 'Record 1: .*, 100 octets, reverse 200 octets$' -r ../cases/initiator-and-responder.pcap -V
avc=$WIRESHARK_PLUGIN_DIR/../tests/faults/client_and_server.pcap
says 'client and server are ends of a flow' '^192\.0\.2\.1 +<-> 203\.0\.113\.1:443 ' -q -r $avc -z conv,ipfix
says 'of either IP version' '^\[2001:db8::1\]:5000 +<-> \[2001:db8::2\]:53 ' -q -r $avc -z conv,ipfix
says 'in titles, without a port that is not exported' \
    'Record 1: 192\.0\.2\.1 → 203\.0\.113\.1:443 TCP, 100 octets, reverse 2000 octets$' -r $avc -V
says 'and with one that is' 'Record 2: \[2001:db8::1\]:5000 → \[2001:db8::2\]:53 UDP, 70 octets, reverse 90 octets$' -r $avc -V
scopes=$WIRESHARK_PLUGIN_DIR/../tests/faults/several_scopes.pcap
events=$WIRESHARK_PLUGIN_DIR/../tests/faults/nat_events.pcap
says 'events of NAT are titled by what happens, the flow, and what becomes of it' \
    'Record 1: NAT44 session create: 192\.0\.2\.10:51000 → 198\.51\.100\.1:443 TCP, as 203\.0\.113\.7:1024$' -r $events -V
says 'of the destination too' 'Record 2: .* TCP, to 192\.0\.2\.80:8080$' -r $events -V
says 'zeros change nothing' 'Record 3: NAT44 session create: 192\.0\.2\.10:51000 → 198\.51\.100\.1:443 TCP$' -r $events -V
says 'a block of ports is a range' 'Record 4: Port block allocation: 192\.0\.2\.10, as 203\.0\.113\.7 ports 1024-2047$' \
    -r $events -V
says 'which quota' 'Record 5: Quota Exceeded, Maximum session entries: 192\.0\.2\.10$' -r $events -V
says 'an event may be of no flow' 'Record 6: NAT Addresses exhausted$' -r $events -V
says 'firewalls have events' 'Record 7: Flow Denied: 192\.0\.2\.1:5000 → 198\.51\.100\.1:443 TCP$' -r $events -V
says 'where there is one' 'Record 8: 192\.0\.2\.1:5000 → 198\.51\.100\.1:443 TCP$' -r $events -V
says 'filters find records by events' '^1$' -r $events -Y 'ipfix.derived.flow contains "Flow Denied"' \
    -T fields -e frame.number
says 'standard options templates have names' 'Record 2: Exporting Process Reliability, exportingProcessId: 7, ' \
    -r "$WIRESHARK_PLUGIN_DIR/../tests/faults/reported_loss.pcap" -V
says 'options data is titled by both scopes and what it says of them' \
    'Record 1: ingressInterface: 42, egressInterface: 43, interfaceName: ge-0/0/1$' -r $scopes -V
says 'by two of three scopes' 'Record 2: ingressInterface: 42, egressInterface: 43, interfaceName: ge-0/0/2$' -r $scopes -V
says 'an address of zeros gives way to that of the other IP version' '^2001:db8::1 +<-> 2001:db8::2 ' \
    -q -r ../cases/both-ip-versions.pcap -z conv,ipfix
says 'in titles too' 'Record 1: 2001:db8::1 → 2001:db8::2, 100 octets' -r ../cases/both-ip-versions.pcap -V
common=../cases/common-properties.pcap
says 'with what flows have in common' 'Record 3: 192\.0\.2\.1 → 198\.51\.100\.20, 1 octet$' -r $common -V
says 'for filters' '^4$' -r $common -Y 'ipfix.derived.flow contains "192.0.2.9 →" && ipfix.msg.sequence == 8' -T fields -e frame.number
says 'and in rows' '"derived.common_properties": "sourceIPv4Address: 192\.0\.2\.9, destinationIPv4Address: ' \
    -r $common -q -z ipfix,records,json
says 'so is the way back of a biflow' '71 98 kB +9 1200 bytes' -q -r ../../samples/biflow.pcap -z conv,ipfix
says 'and endpoints' '^198\.51\.100\.20:443 +71 +98(304| kB) ' -q -r $case -z endpoints,ipfix
flows=../cases/conversations.pcap
says 'the conversations of a tunnel have its own ports' '^\[2001:db8::1\]:49152 +<-> \[2001:db8::2\]:4789 ' \
    -q -r $flows -z conv,ipfix
says 'and none of what is in it' '^2001:db8::3 +<-> 2001:db8::4 ' -q -r $flows -z conv,ipfix
says 'deltas are added up, where there are totals too' '^192\.0\.2\.1:1000 +<-> 198\.51\.100\.1:80 .* 3 300 bytes ' \
    -q -r $flows -z conv,ipfix
says 'and where these come first' '^192\.0\.2\.2 +<-> 198\.51\.100\.2 .* 1 100 bytes ' -q -r $flows -z conv,ipfix
says 'ports of TCP are ports' '^192\.0\.2\.3:40000 +<-> 198\.51\.100\.3:443 ' -q -r $flows -z conv,ipfix
says 'and in titles those of UDP' 'Record 7: 192\.0\.2\.3:40001 → 198\.51\.100\.3:53 UDP, 100 octets$' -r $flows -V
says 'a tree counts records' 'domain 7 +1 ' -q -r $case -z ipfix,tree

# ---- frames that are dropped ----

# Each leaves its number to the next one.
says 'what a read filter drops was read all the same' '^1,1$' -2 -R ipfix.sourceIPv4Address -r ../../samples/overview.pcap \
    -T fields -E separator=, -E occurrence=f -e frame.number -e ipfix.template_frame

# ---- what records mean ----

icmp=../cases/icmp-type-and-code-apart.pcap
says 'ICMP is titled in words' \
    'Record 1: 192\.0\.2\.1 → 198\.51\.100\.1 Destination Unreachable: Port Unreachable, 56 octets$' -r $icmp -V
says 'by its type where the code has none' 'Record 2: .* → 198\.51\.100\.1 Destination Unreachable, 56 octets$' -r $icmp -V
says 'by a number where both have none' 'Record 3: .* → 198\.51\.100\.1 type 77, 56 octets$' -r $icmp -V
says 'and never with ports' 'Record 1: 192\.0\.2\.101 → 198\.51\.100\.7 ICMP Destination Unreachable: Host Unreachable$' \
    -r ../cases/icmp-type-in-destination-port.pcap -V
icmp=../cases/icmp-only-where-the-protocol-is.pcap
says 'but TCP is titled by its ports, though there is room for ICMP' \
    'Record 1: 192\.0\.2\.1:80 → 198\.51\.100\.1:57014 TCP, 1420 octets$' -r $icmp -V
says 'and ICMP of IPv6 by its own types' 'Record 7: .* IPv6-ICMP Neighbor Solicitation$' -r $icmp -V
says 'a port of 0 tells no type' 'Record 1: 192\.0\.2\.1 → 198\.51\.100\.1 ICMP$' \
    -r ../cases/icmp-type-alone-in-destination-port.pcap -V
tunnel=../cases/tunnel-titled-by-its-outer-flow.pcap
says 'a tunnel is titled by its outer flow' 'Record 1: 2001:db8::1 → 2001:db8::2 IPv4, 1000 octets$' -r $tunnel -V
says 'with its own ports' 'Record 2: \[2001:db8::1\]:49152 → \[2001:db8::2\]:4789 UDP, 1000 octets$' -r $tunnel -V
says 'one column has the times of all flows: those that the record has' '12:00:44\.25.*;.*12:00:48\.75' \
    -r ../../samples/overview.pcap -T fields -E 'separator=;' -e ipfix.derived.start -e ipfix.derived.end
says 'and those worked out' '10-27.*23:27:59|Oct 27, 2025 23:27:59' -r ../cases/delta-microseconds.pcap -T fields -e ipfix.derived.start
says 'and can be filtered by' '^5$' -r ../../samples/overview.pcap \
    -Y 'ipfix.derived.start > "2025-01-01 12:00:30Z"' -T fields -e frame.number
cat >"$folder/early.yaml" <<'END'
templates: {flow: [flowStartDeltaMicroseconds, flowEndDeltaMicroseconds]}
messages: [{export_time: 1970-01-01T00:01:40, sets: [templates: [flow], {data: flow, records: [[4000000500, 3900000400]]}]}]
END
"$WIRESHARK_PLUGIN_DIR/../samples/mkcapture" "$folder/early.yaml" "$folder/early.pcap"
says 'times before 1970 are such' '22:54:59\.999500000.*;.*22:56:39\.999600000.*;.*22:54:59\.999500000.*;100\.000100000$' \
    -r "$folder/early.pcap" -T fields -E 'separator=;' -e ipfix.derived.flow_start -e ipfix.derived.flow_end \
    -e cflow.abstimestart -e ipfix.derived.duration
says 'how far a clock is off can be printed' '^-1735689300\.000000000$' -r ../../samples/clock.pcap \
    -T fields -e ipfix.msg.clock_difference
says 'and filtered by' '^1$' -r ../../samples/clock.pcap -Y 'ipfix.msg.clock_difference < -1000' -T fields -e frame.number

says 'a duration in the record is one to filter by' '^1$' -r ../cases/flow-durations.pcap \
    -Y 'ipfix.derived.duration > 10' -T fields -e frame.number

says 'a flow can be printed as one line' '^198\.51\.100\.20:443 → .* 98304 octets;192\.0\.2\.53:40123 → .* 86 octets$' \
    -r ../../samples/overview.pcap -T fields -E 'aggregator=;' -e ipfix.derived.flow
says 'and found by both ends of one record' '^3$' -r ../../samples/overview.pcap \
    -Y 'ipfix.derived.flow contains "198.51.100.53:53 UDP"' -T fields -e frame.number
says 'not by those of two' '^$' -r ../../samples/overview.pcap \
    -Y 'ipfix.derived.flow contains "198.51.100.20:53"' -T fields -e frame.number
says 'flows are counted without options data' '^0,3$' -r ../../samples/overview.pcap -T fields -E separator=, \
    -e ipfix.msg.flows -e ipfix.msg.records
says 'and summed' '^\|.* <> .*\| +4 \|' -r ../../samples/overview.pcap -q -z 'io,stat,0,SUM(ipfix.msg.flows)ipfix.msg.flows'

# ---- limits ----

# One number, redefined without end, takes all the memory that definitions get.
"$hostile" redefined 6000000 "$folder/redefined.pcap" || exit 2
limit=ipfix.expert.template_limit
says 'memory for templates ends with a word' '^[0-9]{4}$' -r "$folder/redefined.pcap" -Y $limit -T fields -e frame.number
says 'on a second pass too' '^[0-9]{4}$' -2 -r "$folder/redefined.pcap" -Y $limit -T fields -e frame.number
says 'but not soon' '^$' -r "$folder/redefined.pcap" -Y "$limit && frame.number < 1000" -T fields -e frame.number

# Past the limits no address is kept: what has no row of its own is counted together.
"$hostile" sessions 6200000 "$folder/sessions.pcap" || exit 2
others='others, past the limit +- +- +10 +[0-9]+ +[0-9]+ .* - +2025-10-27T23:28:00 +2025-10-27T23:28:00$'
says 'sessions past the limit have one row' "^$others" -q -r "$folder/sessions.pcap" -z ipfix,exporters
says 'and so in the tree' '^ others, past the limit +[0-9]{6} ' -q -r "$folder/sessions.pcap" -z ipfix,tree
"$hostile" headers 2300000 "$folder/headers.pcap" || exit 2
says 'domains past the limit, too' "^$others" -q -r "$folder/headers.pcap" -z ipfix,exporters
rm -r "$folder"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
