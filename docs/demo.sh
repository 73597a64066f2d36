#!/bin/sh
# The demo: the whole of quire on the sample corpus, a screen a step. It works in
# ./demo and may be run again at any time.
set -eu
Q=bin/quire
rm -rf demo
mkdir demo
cp -r sample-corpus/documents demo/documents
XDG_CONFIG_HOME=$PWD/demo/.config
export XDG_CONFIG_HOME

step() { printf '\n== %s\n' "$*"; }
# Exit 3 says "done with issues": the corpus holds a damaged file on purpose.
run() {
	printf '\n$ quire'
	for a in "$@"; do case $a in *" "*) printf ' "%s"' "$a" ;; *) printf ' %s' "$a" ;; esac; done
	printf '\n'
	$Q "$@" || { code=$?; [ "$code" -eq 3 ] || exit "$code"; }
}
first() { $Q retrieve -C demo --limit 1 "$@" | awk '$1 == "1" { print $2 }'; }

step "1. Compile a folder: every file gets an outcome"
run sync -C demo --corpus demo/documents
step "2. Nothing changed, nothing done"
run sync -C demo
step "3. Ask: two documents disagree, and both say so themselves"
run retrieve -C demo --limit 3 --budget 1500 "approved marketing budget for the Lyon office"
run eval suite -C demo sample-corpus/questions.yaml
step "4. Where does it come from? A workbook in a mail, a note under a slide"
run trace -C demo "$(first "quotes for posters and radio in Lyon")"
run retrieve -C demo --limit 1 --path '**/*.pptx' "19 of 24 places are taken"
step "5. What was said this morning, before anyone published it"
run capture -C demo --from generic sample-corpus/conversation.jsonl
run retrieve -C demo --limit 1 --memory pending "when do the radio notices run"
step "6. A scan has no text; an overlay says what it shows, bound to its page"
run overlay apply -C demo sample-corpus/overlays.yaml
$Q sync -C demo >/dev/null || true
run retrieve -C demo --limit 1 "three months notice, lease of the room in Graz"
step "7. A document changes: the overlay on that section is set aside, no other"
sed 's/2,100 repair attempts/1,900 repair attempts/' demo/documents/plans/strategy-2026-v2.md >demo/edited
mv demo/edited demo/documents/plans/strategy-2026-v2.md
run sync -C demo
$Q overlay list -C demo | grep -q '^stale .*#sec4' || {
	echo "demo: the overlay on the edited section is not stale" >&2
	exit 1
}
step "The tree is in demo/published. Next: bin/quire --help"
