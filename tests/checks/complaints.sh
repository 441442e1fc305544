#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Each complaint that the plugin can make is made at least three times in the facts of the faults.
# (template_limit would need a capture of many megabytes; the tests of the store have it.  Those of
# template_given need a file beside the capture, which ../e2e/plugin.sh makes.)
#
# usage: complaints.sh TREE
set -eu
status=0
for name in $(sed -n 's/^    \[.*{"\([a-z0-9_]*\)",.*/\1/p' "$1/plugin/complaints.c"); do
    count=$(cat "$1"/tests/faults/*.facts | grep -Ec "complaint (error|warning|note) $name( |\$)" || true)
    case $name in template_limit | template_given | template_given_several) continue ;; esac
    if [ "$count" -lt 3 ]; then
        echo "$name: $count facts in tests/faults, should be 3 at least"
        status=1
    fi
done
exit $status
