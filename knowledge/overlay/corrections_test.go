package overlay

import (
	"io/fs"
	"quire/knowledge"
	"strings"
	"testing"
	"testing/fstest"
)

func TestParseAliases(t *testing.T) {
	got, problems := parseAliases("c.yaml", []byte(`aliases:
  - {words: [service level agreement, SLA], author: A. Lee, reason: used in contracts}
  - words: [Lyon]
    author: A. Lee
  - {words: [SLA, "service  level agreement"], author: A. Lee, reason: used in contracts}
  - words: [Graz, GRZ]
  - words: [2025, FY25]
    author: B
`))
	if len(got) != 2 || got[0].Words[0] != "2025" || got[1].Words[0] != "SLA" || got[1].Words[1] != "service level agreement" || got[1].Author != "A. Lee" {
		t.Errorf("%+v", got)
	}
	if len(problems) != 2 || problems[0].Line != 3 || problems[1].Line != 6 {
		t.Errorf("%+v", problems)
	}
}

func TestParseAliasesNamesLineAndCure(t *testing.T) {
	for name, c := range map[string]struct {
		text, want string
		line       int
	}{
		"not YAML":      {"aliases:\n  - {words: [a", "is not YAML", 0},
		"a list":        {"- words: [a, b]", "is not a mapping", 1},
		"another key":   {"aliases: []\nsynonyms: []", "unknown key", 2},
		"no list":       {"aliases: a", "aliases is not a list", 1},
		"no group":      {"aliases:\n  - a", "is not a group", 2},
		"group key":     {"aliases:\n  - words: [a, b]\n    by: x", "unknown key", 3},
		"key twice":     {"aliases:\n  - words: [a, b]\n    words: [c, d]", "twice", 3},
		"words no list": {"aliases:\n  - words: a, b", "words is not a list", 2},
		"same words":    {"aliases:\n  - words: [a, a]\n    author: x", "two different words", 2},
		"no letter":     {"aliases:\n  - words: [a, '--']\n    author: x", "has no letter", 2},
		"long":          {"aliases:\n  - words: [a, " + strings.Repeat("b", 101) + "]", "101 bytes", 2},
		"many":          {"aliases:\n  - words: [a, b, c, d, e, f, g, h, i, j, k]", "11 entries", 2},
	} {
		got, problems := parseAliases("c.yaml", []byte(c.text))
		if len(got) != 0 || len(problems) != 1 || !strings.Contains(problems[0].What, c.want) || problems[0].Cure == "" || c.line > 0 && problems[0].Line != c.line {
			t.Errorf("%s: %v %+v", name, got, problems)
		}
	}
}

func TestAliasesAreNoOverlays(t *testing.T) {
	fsys := fstest.MapFS{CorrectionsFile: {Data: []byte("aliases: [{words: [a, b], author: x}]")}}
	if entries, problems, err := Load(fsys); err != nil || len(entries)+len(problems) > 0 {
		t.Errorf("%v %v %v", entries, problems, err)
	}
	if got, problems := loadAliases(fsys); len(got) != 1 || len(problems) > 0 {
		t.Errorf("%v %v", got, problems)
	}
	if got, problems := loadAliases(fstest.MapFS{}); len(got)+len(problems) > 0 {
		t.Errorf("%v %v", got, problems)
	}
}

func parseAliases(name string, data []byte) ([]knowledge.Alias, []Problem) {
	c, problems := ParseCorrections(name, data)
	return c.Aliases, problems
}

func loadAliases(fsys fs.FS) ([]knowledge.Alias, []Problem) {
	c, problems := LoadCorrections(fsys)
	return c.Aliases, problems
}
