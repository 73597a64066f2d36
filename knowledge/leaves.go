package knowledge

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// LeavesVersion is the layout of the leaves of a recipe in the published tree:
//
//	evidence/<aa>/<recipe>.jsonl.gz   evidence.jsonl, deflated
//	evidence/<aa>/<recipe>.md         text.md, plain: people read it
//
// 1: a folder evidence/<aa>/<recipe>/ with evidence.jsonl and text.md, and
// knowledge/<aa>/<key>.json, all plain. Such leaves are still read.
// 2: as drawn, and knowledge/<aa>/<key>.json.gz. Of a small document a record takes one block
// of the disk in the place of three, and none is spent on a folder.
// 3: what the semantics derived is rows of KnowledgeTable. Leaves of it are still read. It and
// the tables of facts and coverage lie deflated.
const LeavesVersion = 3

// EvidenceName returns what the names of a recipe's evidence begin with, up to their first
// dot. In layout 1 it is the name of a folder.
func EvidenceName(recipe Digest) string {
	return EvidenceDir + "/" + recipe.Short(2) + "/" + recipe.Hex()
}

// EvidenceDir holds all evidence. What its leaves are is said by the end of their names.
const (
	EvidenceDir   = "evidence"
	RecordSuffix  = ".jsonl.gz" // header and units
	TextSuffix    = ".md"       // the text
	derivedSuffix = ".json.gz"
)

// RecordName names the leaf that holds the header and the units of a recipe's evidence.
func RecordName(recipe Digest) string { return EvidenceName(recipe) + RecordSuffix }

// TextName names the leaf that holds the text of a recipe's evidence.
func TextName(recipe Digest) string { return EvidenceName(recipe) + TextSuffix }

// DerivedDir held what was derived from documents before LeavesVersion 3.
const DerivedDir = "knowledge"

// DerivedKey returns what the name of the leaf that held what a version of the semantics
// derived from a recipe's evidence begins with, up to its first dot.
func DerivedKey(recipe Digest, version int) string {
	key := DigestOf(fmt.Appendf(nil, "%s semantics/%d", recipe, version))
	return path.Join(DerivedDir, key.Short(2), key.Hex())
}

// DerivedName names the leaf that held what a version of the semantics derived from a
// recipe's evidence.
func DerivedName(recipe Digest, version int) string {
	return DerivedKey(recipe, version) + derivedSuffix
}

// EarlierName returns the name that a leaf had in layout 1, "" where there was none.
func EarlierName(name string) string {
	for suffix, was := range map[string]string{RecordSuffix: "/" + EvidenceFile, TextSuffix: "/" + TextFile, derivedSuffix: ".json"} {
		if key, ok := strings.CutSuffix(name, suffix); ok {
			return key + was
		}
	}
	return ""
}

// LaterNames returns the names of the leaves that hold what a leaf or folder of layout 1
// holds; none of any other.
func LaterNames(leaf string) []string {
	group, _, _ := strings.Cut(leaf, "/")
	key, was := strings.CutSuffix(leaf, ".json")
	switch {
	case group == DerivedDir && was:
		return []string{key + derivedSuffix}
	case group == "evidence" && path.Ext(leaf) == "":
		return []string{leaf + RecordSuffix, leaf + TextSuffix}
	}
	return nil
}

// Find reads a leaf of a recipe through read, which takes the name of one: where there is
// none of its name, the one of the name that it had in layout 1. at is the name of the one
// that was read, or of the one that should be there.
func Find[T any](read func(name string) (T, error), name string) (v T, at string, err error) {
	v, err = read(name)
	if !errors.Is(err, fs.ErrNotExist) {
		return v, name, err
	}
	if was := EarlierName(name); was != "" {
		if v, err := read(was); !errors.Is(err, fs.ErrNotExist) {
			return v, was, err
		}
		v, err = read(name) // a sync may have written it anew between the two
	}
	return v, name, err
}
