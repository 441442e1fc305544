#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# The package in build/ brings IPFIX to a system that has nothing of this project, and takes it away again.
# It installs and removes packages: to be run as root in a root made for it, as ./dev matrix does.  Closes with
# 'N passed, N failed'.
set -u
cd "$(dirname "$0")/../.." || exit 2
export DEBIAN_FRONTEND=noninteractive

deb=$(echo "$PWD"/build/ipfix_*.deb)
scratch=$(mktemp -d)
passed=0
failed=0

# holds WHAT COMMAND...
holds()
{
    what=$1
    shift
    if "$@" >"$scratch/log" 2>&1 </dev/null; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$what: $*"
        tail -n 20 "$scratch/log"
    fi
}

get()
{
    apt-get -q -y install --no-install-recommends "$@"
}

shown_as()
{
    tshark -n -r samples/first-flow.pcap -T fields -e frame.protocols 2>/dev/null | grep ":$1\$"
}

pins_wireshark()
{
    release=$(tshark --version 2>/dev/null | sed -n '1s/[^0-9]*\([0-9]*\.[0-9]*\)\..*/\1/p')
    next=${release%.*}.$((${release#*.} + 1))
    dpkg-query -W -f '${Depends}' ipfix | grep "^libwireshark[^ ]* (>= $release), libwireshark[^ ]* (<< $next~),"
}

profile_works()
{
    tshark -C IPFIX -r samples/overview.pcap 2>/dev/null | grep '192\.0\.2\.1 50000 1 1 1 '
}

makes_the_sample()
{
    mkcapture samples/first-flow.yaml "$scratch/first-flow.pcap"
    cmp samples/first-flow.pcap "$scratch/first-flow.pcap"
}

has_pages()
{
    for page in man1/mkcapture.1 man7/ipfix.7 man7/ipfix-fields.7; do
        dpkg -L ipfix | grep "/$page" || return 1
    done
    grep '^\.B ipfix\.sourceIPv4Address$' /usr/share/man/man7/ipfix-fields.7
}

# decodes PROGRAM: README.md's, which prints the flow of that sample.
decodes()
{
    mkcapture samples/first-flow.yaml "$scratch/first-flow.ipfix"
    "$1" <"$scratch/first-flow.ipfix" | grep 'octetDeltaCount = 1500'
}

links_by_pkg_config()
{
    # shellcheck disable=SC2046 # several words
    cc "$scratch/flows.c" $(pkg-config --cflags --libs ipfix) -o "$scratch/flows" && decodes "$scratch/flows"
}

links_by_cmake()
{
    cmake -S tests/install/consumer -B "$scratch/consumer" -DFLOWS="$scratch/flows.c" &&
        cmake --build "$scratch/consumer" && decodes "$scratch/consumer/flows"
}

leaves_nothing()
{
    while read -r path; do
        [ -d "$path" ] || [ ! -e "$path" ] || return 1
    done <"$scratch/files"
    [ ! -e /usr/share/wireshark/profiles/IPFIX ]
}

apt-get -q update >"$scratch/log" 2>&1
holds 'tshark can be installed' get tshark
holds 'without the package, it is CFLOW' shown_as cflow
holds 'the package can be installed' get "$deb"
holds 'with the package, it is IPFIX' shown_as ipfix
holds 'the package is for one release of Wireshark' pins_wireshark
holds 'the profile is found' profile_works
holds 'mkcapture works' makes_the_sample
holds 'there are manual pages' has_pages

sed -n '/^```c$/,/^```$/p' README.md | grep -v '^```' >"$scratch/flows.c"
holds 'a compiler can be installed' get gcc libc6-dev cmake make pkgconf libglib2.0-dev
holds 'a program links the codec by pkg-config' links_by_pkg_config
holds 'a program links the codec by find_package' links_by_cmake

dpkg -L ipfix >"$scratch/files"
holds 'the package can be removed' apt-get -q -y remove ipfix
holds 'nothing is left of it' leaves_nothing
holds 'without the package, it is CFLOW again' shown_as cflow

rm -rf "$scratch"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
