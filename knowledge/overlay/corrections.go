package overlay

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"go.yaml.in/yaml/v3"

	"quire/knowledge"
)

// CorrectionsFile holds what is said about the corpus as a whole: groups of words that
// mean the same, and what documents are taken for against what was read.
const CorrectionsFile = Dir + "/corrections.yaml"

// Bounds of the corrections file. Its groups of words lie in the record of the snapshot,
// which every reader parses: 500 of ten short words are 60 kB.
const (
	MaxAliases     = 500
	MaxAliasWords  = 10
	MaxAliasBytes  = 100  // of one word or name, of an author and of a reason
	MaxCorrections = 2000 // of one kind
	MaxReasonBytes = 400  // of the reason of a correction
)

const aliasForm = "write aliases: and below it a list of words: [two, or more], author: and reason:"

// Corrections are what a corrections file says.
type Corrections struct {
	Aliases []knowledge.Alias
	Said    []Amendment
}

// Amendment is one correction as written: documents are named by id or by path.
type Amendment struct {
	Kind   knowledge.CorrectionKind
	Named  []string // of CorrectSupersedes the newer first
	Value  string   // a date, a kind, or the address of a range
	Author string
	Reason string
	Line   int // in the file, from 1
}

// LoadCorrections reads the corrections of a workspace, whose top is fsys, and what is
// wrong with some of them. A workspace without the file has none.
func LoadCorrections(fsys fs.FS) (Corrections, []Problem) {
	problem := func(what, cure string) (Corrections, []Problem) {
		return Corrections{}, []Problem{{File: CorrectionsFile, What: what, Cure: cure}}
	}
	info, err := fs.Lstat(fsys, CorrectionsFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Corrections{}, nil
	case err != nil:
		return problem("cannot be read: "+reason(err), "check who may read it")
	case !info.Mode().IsRegular():
		return problem("is not a regular file and was not read", "put the file itself there")
	}
	data, err := readBounded(fsys, CorrectionsFile)
	if err != nil {
		return problem("cannot be read: "+reason(err), "check who may read it")
	}
	return ParseCorrections(CorrectionsFile, data)
}

// ParseCorrections reads a corrections file. An entry that is not valid is a problem,
// and the others are kept.
func ParseCorrections(name string, data []byte) (Corrections, []Problem) {
	var out Corrections
	p := &parser{file: name}
	if len(data) > MaxFileBytes {
		p.report(0, "", flaw{fmt.Sprintf("has more than %d bytes and was not read", MaxFileBytes), "keep to the words that people search by"})
		return out, p.problems
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &doc); err != nil {
		p.broken(chunk{text: data}, err)
		for i := range p.problems {
			p.problems[i].Cure = aliasForm
		}
		return out, p.problems
	}
	if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
		return out, nil
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		p.report(top.Line, "", flaw{"is not a mapping", aliasForm})
		return out, p.problems
	}
	known := []string{"aliases"}
	for _, f := range correctionForms {
		known = append(known, f.key)
	}
	f, line := eachKey(top, known, func(key string, value *yaml.Node) *flaw {
		if value.Tag == "!!null" {
			return nil
		}
		if value.Kind != yaml.SequenceNode {
			return &flaw{key + " is not a list", aliasForm}
		}
		if key == "aliases" {
			out.Aliases = p.aliases(value.Content)
			return nil
		}
		out.Said = append(out.Said, p.corrections(key, value.Content)...)
		return nil
	})
	if f != nil {
		p.report(line, "", *f)
	}
	slices.SortStableFunc(p.problems, func(a, b Problem) int { return a.Line - b.Line })
	return out, p.problems
}

// aliases reads groups of words, sorted and each once.
func (p *parser) aliases(list []*yaml.Node) []knowledge.Alias {
	var out []knowledge.Alias
	for i, n := range list {
		if i == MaxAliases {
			p.report(n.Line, "", flaw{fmt.Sprintf("this group and those after it were not read: there may be %d", MaxAliases), "keep to the words that people search by"})
			break
		}
		a, f, line := aliasOf(n)
		if f != nil {
			p.report(line, "", *f)
			continue
		}
		out = append(out, a)
	}
	slices.SortStableFunc(out, compareAliases)
	return slices.CompactFunc(out, func(a, b knowledge.Alias) bool { return compareAliases(a, b) == 0 })
}

func compareAliases(a, b knowledge.Alias) int {
	if n := slices.Compare(a.Words, b.Words); n != 0 {
		return n
	}
	return slices.Compare([]string{a.Author, a.Reason}, []string{b.Author, b.Reason})
}

// aliasOf reads one group. It returns the first flaw and its line.
func aliasOf(n *yaml.Node) (a knowledge.Alias, f *flaw, line int) {
	if n.Kind != yaml.MappingNode {
		return a, &flaw{"is not a group of words", aliasForm}, n.Line
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if seen[key.Value] {
			return a, &flaw{"the key " + key.Value + " is there twice", "delete one of them"}, key.Line
		}
		seen[key.Value] = true
		switch key.Value {
		case "words":
			a.Words, f = aliasWords(value)
		case "author":
			a.Author, f = aliasText(key.Value, value)
		case "reason":
			a.Reason, f = aliasText(key.Value, value)
		default:
			f = &flaw{"unknown key " + quoted(key.Value), "words, author and reason are known"}
		}
		if f != nil {
			return a, f, key.Line
		}
	}
	switch {
	case len(a.Words) < 2:
		return a, &flaw{"a group needs two different words", aliasForm}, n.Line
	case a.Author == "":
		return a, &flaw{"a group has no author", "say who vouches for it: author: A. Name"}, n.Line
	}
	return a, nil, 0
}

func aliasWords(n *yaml.Node) ([]string, *flaw) {
	if n.Kind != yaml.SequenceNode {
		return nil, &flaw{"words is not a list", "write words: [SLA, service level agreement]"}
	}
	if len(n.Content) > MaxAliasWords {
		return nil, &flaw{fmt.Sprintf("words has %d entries", len(n.Content)), fmt.Sprintf("a group may have %d: split it", MaxAliasWords)}
	}
	var out []string
	for _, item := range n.Content {
		s, f := aliasText("words", item)
		if f != nil {
			return nil, f
		}
		if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
			return nil, &flaw{"words holds " + quoted(s) + ", which has no letter", "delete it"}
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

func aliasText(key string, n *yaml.Node) (string, *flaw) {
	s, f := scalar(key, n)
	if f != nil {
		return "", f
	}
	if s = strings.Join(strings.Fields(s), " "); len(s) > MaxAliasBytes {
		return "", &flaw{fmt.Sprintf("%s has a text of %d bytes", key, len(s)), fmt.Sprintf("keep to %d", MaxAliasBytes)}
	}
	return knowledge.Line(s, MaxAliasBytes), nil
}
