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
// mean the same.
const CorrectionsFile = Dir + "/corrections.yaml"

// Bounds of the corrections file. Its groups lie in the record of the snapshot, which
// every reader parses: 500 of ten short words are 60 kB.
const (
	MaxAliases    = 500
	MaxAliasWords = 10
	MaxAliasBytes = 100 // of one word or name, of an author and of a reason
)

const aliasForm = "write aliases: and below it a list of words: [two, or more], author: and reason:"

// LoadAliases reads the groups of words of a workspace, whose top is fsys, sorted and
// each once, and what is wrong with the others. A workspace without the file has none.
func LoadAliases(fsys fs.FS) ([]knowledge.Alias, []Problem) {
	problem := func(what, cure string) []Problem { return []Problem{{File: CorrectionsFile, What: what, Cure: cure}} }
	info, err := fs.Lstat(fsys, CorrectionsFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, problem("cannot be read: "+reason(err), "check who may read it")
	case !info.Mode().IsRegular():
		return nil, problem("is not a regular file and was not read", "put the file itself there")
	}
	data, err := readBounded(fsys, CorrectionsFile)
	if err != nil {
		return nil, problem("cannot be read: "+reason(err), "check who may read it")
	}
	return ParseAliases(CorrectionsFile, data)
}

// ParseAliases reads a corrections file. A group that is not valid is a problem, and the
// others are kept.
func ParseAliases(name string, data []byte) ([]knowledge.Alias, []Problem) {
	p := &parser{file: name}
	if len(data) > MaxFileBytes {
		p.report(0, "", flaw{fmt.Sprintf("has more than %d bytes and was not read", MaxFileBytes), "keep to the words that people search by"})
		return nil, p.problems
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &doc); err != nil {
		p.broken(chunk{text: data}, err)
		for i := range p.problems {
			p.problems[i].Cure = aliasForm
		}
		return nil, p.problems
	}
	if len(doc.Content) == 0 || doc.Content[0].Tag == "!!null" {
		return nil, nil
	}
	list, f, line := aliasList(doc.Content[0])
	if f != nil {
		p.report(line, "", *f)
		return nil, p.problems
	}
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
	return slices.CompactFunc(out, func(a, b knowledge.Alias) bool { return compareAliases(a, b) == 0 }), p.problems
}

func compareAliases(a, b knowledge.Alias) int {
	if n := slices.Compare(a.Words, b.Words); n != 0 {
		return n
	}
	return slices.Compare([]string{a.Author, a.Reason}, []string{b.Author, b.Reason})
}

// aliasList returns the nodes of the groups.
func aliasList(top *yaml.Node) ([]*yaml.Node, *flaw, int) {
	if top.Kind != yaml.MappingNode {
		return nil, &flaw{"is not a mapping", aliasForm}, top.Line
	}
	var list []*yaml.Node
	for i := 0; i+1 < len(top.Content); i += 2 {
		key, value := top.Content[i], top.Content[i+1]
		switch {
		case key.Value != "aliases":
			return nil, &flaw{"unknown key " + quoted(key.Value), "aliases: is the one it takes"}, key.Line
		case value.Tag == "!!null":
		case value.Kind != yaml.SequenceNode:
			return nil, &flaw{"aliases is not a list", aliasForm}, value.Line
		default:
			list = value.Content
		}
	}
	return list, nil, 0
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
