#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Each public header compiles alone, as C11 and, where there is a C++ compiler, as C++17.
#
# usage: public_headers.sh CC INCLUDE-FOLDER
set -eu
cc=$1
include=$2
cxx=$(command -v c++ || command -v g++ || command -v clang++ || true)

warnings='-Wall -Wextra -Wpedantic -Werror'

status=0
# shellcheck disable=SC2086 # several words
for path in "$include"/ipfix/*.h; do
    line="#include <ipfix/${path##*/}>"
    echo "$line" | "$cc" -std=c11 $warnings -fsyntax-only -I "$include" -x c - || status=1
    [ -n "$cxx" ] || continue
    echo "$line" | "$cxx" -std=c++17 $warnings -fsyntax-only -I "$include" -x c++ - || status=1
done
exit $status
