#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Every tracked file names its licence in its first lines.  Captures, pictures and golden output cannot, and
# the licence texts need not.  Exit status 77, "skipped", where the tree is no git checkout.
#
# usage: spdx.sh TREE
set -eu
cd "$1"
# The checkout may belong to somebody else than who runs the tests.
list=$(git -c safe.directory='*' ls-files 2>/dev/null) || exit 77

status=0
while IFS= read -r file; do
    case $file in
    *.pcap | *.pcapng | *.ipfix | *.png | *LICENSE | */golden/*) continue ;;
    esac
    [ -f "$file" ] || continue # deleted, not yet committed
    if ! head -n 3 "$file" | grep -q 'SPDX-License-Identifier: '; then
        echo "$file: no SPDX-License-Identifier in the first three lines"
        status=1
    fi
done <<LIST
$list
LIST
exit $status
