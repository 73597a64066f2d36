package overlay

import (
	"strings"
	"testing"

	"quire/knowledge"
)

func TestCorrectionsOfEveryKind(t *testing.T) {
	c, problems := ParseCorrections("c.yaml", []byte(`aliases:
  - {words: [a b, ab], author: x}
dates:
  - {source: corpus/a.md, date: 2026-03-01, author: x, reason: the letterhead}
kinds:
  - {source: `+src+`, kind: contract, author: x, reason: signed}
exclude:
  - {address: `+src+`#sec2@0-10~abcdef, author: x, reason: boilerplate}
supersedes:
  - {newer: corpus/b.md, older: corpus/a.md, author: x, reason: signed later}
not-a-duplicate:
  - {sources: [corpus/b.md, corpus/a.md], author: x, reason: two offices}
`))
	if len(problems) > 0 || len(c.Aliases) != 1 || len(c.Said) != 5 {
		t.Fatalf("%+v, %v", c, problems)
	}
	for i, want := range []struct {
		kind  knowledge.CorrectionKind
		value string
		named string
	}{
		{knowledge.CorrectDate, "2026-03-01", "corpus/a.md"}, {knowledge.CorrectKind, "contract", src}, {knowledge.CorrectRange, src + "#sec2@0-10~abcdef", src},
		{knowledge.CorrectSupersedes, "", "corpus/b.md corpus/a.md"}, {knowledge.CorrectNotDuplicate, "", "corpus/b.md corpus/a.md"},
	} {
		got := c.Said[i]
		if got.Kind != want.kind || got.Value != want.value || strings.Join(got.Named, " ") != want.named || got.Author != "x" || got.Reason == "" || got.Line == 0 {
			t.Errorf("%d is %+v", i, got)
		}
	}
}

func TestFlawedCorrectionsLeaveTheOthers(t *testing.T) {
	for entry, want := range map[string]string{
		"dates:\n  - {source: a, date: soon, author: x, reason: y}":                  `date "soon" is not a date`,
		"dates:\n  - {source: a, date: 2026, author: x}":                             "has no reason",
		"dates:\n  - {source: a, date: 2026, reason: x}":                             "has no author",
		"dates:\n  - {date: 2026, author: x, reason: y}":                             "has no source",
		"kinds:\n  - {source: a, kind: Big Contract, author: x, reason: y}":          "is not one",
		"exclude:\n  - {address: " + src + "#sec2, author: x, reason: y}":            "has no ~ digits",
		"exclude:\n  - {address: " + src + ", author: x, reason: y}":                 "names a whole document",
		"exclude:\n  - {address: corpus/a.md, author: x, reason: y}":                 "is not one",
		"supersedes:\n  - {newer: a, author: x, reason: y}":                          "has no older",
		"supersedes:\n  - {newer: a, older: a, author: x, reason: y}":                "names one document twice",
		"not-a-duplicate:\n  - {sources: [a], author: x, reason: y}":                 "is not a list of two",
		"not-a-duplicate:\n  - {sources: [a, b], author: x, reason: y, since: 2026}": `unknown key "since"`,
		"supersedes: yes":  "is not a list",
		"supersede: []":    `unknown key "supersede"`,
		"dates:\n  - text": "is no correction",
		"dates:\n  - {source: a, date: 2026, author: x, reason: " + strings.Repeat("y", 401) + "}": "has a text of 401 bytes",
	} {
		good := "kinds:\n  - {source: ok, kind: letter, author: x, reason: y}\n"
		if strings.HasPrefix(entry, "kinds") {
			good = "dates:\n  - {source: ok, date: 2026, author: x, reason: y}\n"
		}
		c, problems := ParseCorrections("c.yaml", []byte(good+entry+"\n"))
		if len(c.Said) != 1 || len(problems) != 1 || !strings.Contains(problems[0].What, want) || problems[0].Line < 3 || problems[0].Cure == "" {
			t.Errorf("%s: %+v, %v", entry, c.Said, problems)
		}
	}
}
