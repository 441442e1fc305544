#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The program in README.md compiles, and decodes the capture that README.md describes.
#
# usage: readme_program.sh CC TREE LIBRARY MKCAPTURE
set -eu
cc=$1
tree=$2
library=$3
mkcapture=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

block()
{
    sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$tree/README.md" | grep -v '^```'
}

block c >"$scratch/flows.c"
block yaml >"$scratch/first-flow.yaml"
# shellcheck disable=SC2046 # several words
"$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -I "$tree/codec/include" "$scratch/flows.c" "$library" \
    $(pkg-config --libs glib-2.0) -o "$scratch/flows"
"$mkcapture" "$scratch/first-flow.yaml" "$scratch/first-flow.ipfix"
"$scratch/flows" <"$scratch/first-flow.ipfix" >"$scratch/says"
diff - "$scratch/says" <<'END'
sourceIPv4Address = 192.0.2.10
destinationIPv4Address = 198.51.100.20
octetDeltaCount = 1500
END
