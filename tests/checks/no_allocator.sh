#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Decoding and encoding allocate nothing and need no GLib: the objects that do it must not even
# refer to an allocator.  The template store owns memory and is not among them.
#
# usage: no_allocator.sh NM OBJECT...
set -eu
nm=$1
shift

allocator='^(malloc|calloc|realloc|reallocarray|free|strdup|strndup|g_.*)$'

status=0
for part in decode encode ie list sequence status template text typeinfo value; do
    object=
    for file; do
        case $file in */$part.c.o) object=$file ;; esac
    done
    if [ -z "$object" ]; then
        echo "$part: there is no such object"
        status=1
        continue
    fi
    found=$("$nm" -u "$object" | awk -v bad="$allocator" '$2 ~ bad { print $2 }')
    if [ -n "$found" ]; then
        printf '%s refers to: %s\n' "$part" "$(echo "$found" | tr '\n' ' ')"
        status=1
    fi
done
exit $status
