#!/bin/sh
# The demo: compiles the sample corpus into ./demo and asks it two things.
set -eu
Q=bin/quire
rm -rf demo
say() { printf '\n\033[1m$ %s\033[0m\n' "$*"; }
run() { say "$@"; "$@" || { code=$?; [ $code -eq 3 ] || exit $code; }; }

run $Q sync --corpus sample-corpus/documents -C demo
run $Q sync -C demo
run $Q retrieve -C demo --limit 2 --budget 1200 "marketing budget Lyon raised"
addr=$($Q retrieve -C demo --limit 1 "marketing budget Lyon raised" | awk '$1=="1"{print $2}')
run $Q trace -C demo "$addr"
