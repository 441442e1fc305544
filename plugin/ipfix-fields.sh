#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# ipfix-fields.sh PLUGINS OUT: the manual page with all fields that the plugin below PLUGINS has.
set -eu
plugins=$1
out=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Wireshark takes plugins from a folder of one's choice for other users than root only.
as_user=
if [ "$(id -u)" -eq 0 ]; then
    chown 65534:65534 "$scratch"
    as_user='setpriv --reuid=65534 --regid=65534 --clear-groups'
    as_user="$as_user --inh-caps=-all,+dac_override --ambient-caps=-all,+dac_override"
fi
# shellcheck disable=SC2086 # words on purpose
env -u XDG_CONFIG_HOME HOME="$scratch" WIRESHARK_PLUGIN_DIR="$plugins" $as_user \
    tshark -G fields >"$scratch/all" 2>"$scratch/complaints" || true

# Name, type, description; CFLOW's names, which the plugin answers to, are CFLOW's to describe.
awk -F '\t' '
    $1 == "F" && $5 == "ipfix" && $3 !~ /^cflow\./ { print $3 "\t" substr($4, 4) "\t" ($8 != "" ? $8 : $2) }
' "$scratch/all" | LC_ALL=C sort >"$scratch/fields"
if [ ! -s "$scratch/fields" ]; then
    cat "$scratch/complaints" >&2
    echo "ipfix-fields.sh: tshark does not load the plugin below $plugins" >&2
    exit 1
fi

section()
{
    printf '.SH %s\n' "$1"
    awk -F '\t' '{ gsub(/\\/, "\\e"); gsub(/-/, "\\-"); printf ".TP\n.B %s\n%s.  %s\n", $1, $2, $3 }'
}

complaint='^ipfix\.expert\.'
{
    printf '.\\" SPDX-License-Identifier: GPL-2.0-or-later\n.TH IPFIX-FIELDS 7\n.SH NAME\n'
    printf 'ipfix-fields \\- what to filter for in IPFIX with Wireshark\n'
    printf '.SH DESCRIPTION\nEach field with its type and what it is, as the plugin of\n.BR ipfix (7)\nhas it.\n'
    grep "$complaint" "$scratch/fields" | section COMPLAINTS
    grep -v "$complaint" "$scratch/fields" | section FIELDS
    printf '.SH SEE ALSO\n.BR ipfix (7),\n.BR wireshark-filter (4)\n'
} >"$out"
