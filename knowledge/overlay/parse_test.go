package overlay

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

const (
	src   = "q7m2kx4tb3rqa"
	other = "qaaaaaaaaaaaa"
	hexA  = "1111111111111111111111111111111111111111111111111111111111111111"
	hexB  = "2222222222222222222222222222222222222222222222222222222222222222"
)

// entryText is a valid entry with the lines in extra instead of its own of the
// same key.
func entryText(extra ...string) string {
	lines := []string{"source: " + src, "digest: sha256:" + hexA, "slot: note", "text: said", "author: human:ana"}
	for _, x := range extra {
		key, _, _ := strings.Cut(x, ":")
		kept := lines[:0]
		for _, l := range lines {
			if !strings.HasPrefix(l, key+":") {
				kept = append(kept, l)
			}
		}
		if lines = kept; !strings.HasSuffix(x, ": -") {
			lines = append(lines, x)
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// item turns an entry into an item of a list.
func item(s string) string {
	return "- " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n  ") + "\n"
}

func TestParseReadsEntriesInEveryShape(t *testing.T) {
	one, two := entryText(), entryText("text: other")
	for name, c := range map[string]struct {
		data  string
		lines []int
	}{
		"one entry":                  {one, []int{1}},
		"a list":                     {item(one) + item(two), []int{1, 6}},
		"an indented list":           {"  " + strings.ReplaceAll(strings.TrimSuffix(item(one)+item(two), "\n"), "\n", "\n  "), []int{1, 6}},
		"several documents":          {one + "---\n" + two, []int{1, 7}},
		"a document after its end":   {one + "...\n" + two, []int{1, 7}},
		"comments and a mark":        {"\ufeff# why\n---\n" + one, []int{3}},
		"line ends of Windows":       {strings.ReplaceAll(one, "\n", "\r\n"), []int{1}},
		"nothing":                    {"", nil},
		"only a comment":             {"# nothing yet\n", nil},
		"an empty document":          {"---\n---\n", nil},
		"lists at the left in a key": {one + "cites:\n- " + src + "#sec2\n", []int{1}},
	} {
		t.Run(name, func(t *testing.T) {
			entries, problems := Parse("overlays/a.yaml", []byte(c.data))
			if len(problems) > 0 {
				t.Fatalf("problems: %v", problems)
			}
			var lines []int
			for _, e := range entries {
				if e.Source != src || e.Author != "human:ana" || e.File != "overlays/a.yaml" {
					t.Errorf("entry is %+v", e)
				}
				lines = append(lines, e.Line)
			}
			if !reflect.DeepEqual(lines, c.lines) {
				t.Errorf("entries at lines %v, want %v", lines, c.lines)
			}
		})
	}
}

func TestParseTakesValuesAsTheyAreWritten(t *testing.T) {
	data := entryText("digest: 123456789012", "author: 007", "date: 2026-03-01", "text: |\n  12:30\n  {not: a map}\n  # no comment\n\n", "cites: "+src+"#sec2~abc123")
	entries, problems := Parse("o.yaml", []byte(data))
	if len(problems) > 0 || len(entries) != 1 {
		t.Fatalf("%d entries, problems %v", len(entries), problems)
	}
	want := Entry{Source: src, Digest: "123456789012", Slot: Note, Text: "12:30\n{not: a map}\n# no comment", Author: "007", Date: "2026-03-01",
		Cites: []string{src + "#sec2~abc123"}, File: "o.yaml", Line: 1}
	if !reflect.DeepEqual(entries[0], want) {
		t.Errorf("got  %+v\nwant %+v", entries[0], want)
	}
}

func TestAnInvalidEntryIsAProblemOfItsOwn(t *testing.T) {
	many := "cites:" + strings.Repeat("\n  - "+src+"#sec2", MaxCites+1)
	for name, c := range map[string]struct {
		entry, what, cure string
		line              int // of the problem, from the first of the entry; -1: anywhere in it
	}{
		"unknown key":        {entryText("sorce: x"), `unknown key "sorce"`, "nearest known one is source", 5},
		"repeated key":       {entryText() + "slot: note\n", "slot is there twice", "delete", 5},
		"no source":          {entryText("source: -"), "has no source", "add", 0},
		"path as source":     {entryText("source: docs/a.md"), `"docs/a.md" is not a source id`, "whole", 0},
		"short source":       {entryText("source: q7m2"), `"q7m2" is not a source id`, "whole", 0},
		"no digest":          {entryText("digest: -"), "has no digest", "overlay apply", 0},
		"short digest":       {entryText("digest: 11111111111"), "is not one", "first 12", 0},
		"cut whole digest":   {entryText("digest: sha256:111111111111"), "is not one", "64 hex", 0},
		"upper-case digest":  {entryText("digest: " + strings.Repeat("AB", 32)), "is not one", "64 hex", 0},
		"no slot":            {entryText("slot: -"), "has no slot", "page-summary, table-intent", 0},
		"unknown slot":       {entryText("slot: sumary"), `"sumary" is not known`, "nearest known one is", 0},
		"blank text":         {entryText("text: '  '"), "has no text", "delete", 0},
		"null text":          {entryText("text: ~"), "has no text", "delete", 0},
		"text that is a map": {entryText("text: {a: b}"), "text is not a text", "quotation", 4},
		"long text":          {entryText("text: " + strings.Repeat("x", MaxText+1)), "has 65537 bytes", "shorten", 0},
		"no author":          {entryText("author: ''"), "has no author", "human:ana", 0},
		"long author":        {entryText("author: " + strings.Repeat("x", MaxAuthor+1)), "author has 201 bytes", "shorten", 0},
		"author in lines":    {entryText(`author: "a\nb"`), "line breaks", "one line", 0},
		"odd date":           {entryText("date: yesterday"), `"yesterday" is not a date`, "2026-03-01", 0},
		"odd unit":           {entryText("unit: Sec 2"), `"Sec 2" is not the name`, "sec2", 0},
		"cited path":         {entryText("cites: [docs/a.md]"), "which is not an address", "whole", 0},
		"too many cites":     {entryText(many), "cites 101 addresses", "rests on", 0},
		"an alias":           {entryText("text: *x"), "is not YAML", "text: |", -1},
		"an anchor":          {entryText("text: &x said"), "anchor or alias", "write the text out", 4},
		"a tag":              {entryText("text: !!binary aGVsbG8="), "has a tag", "without", 4},
		"a list":             {"[a, b]\n", "is not an entry", "mapping", 0},
		"a stray colon":      {entryText("text: he said: no"), "is not YAML", "text: |", -1},
		"a control byte":     {entryText("text: a\x1bb"), "is not YAML", "text: |", -1},
		"an open quote":      {entryText("author: \"ana"), "is not YAML", "text: |", -1},
	} {
		t.Run(name, func(t *testing.T) {
			good := item(entryText("text: before"))
			data := good + item(c.entry) + item(entryText("text: after"))
			entries, problems := Parse("o.yaml", []byte(data))
			if len(entries) != 2 || entries[0].Text != "before" || entries[1].Text != "after" {
				t.Errorf("the other entries are %+v", entries)
			}
			if len(problems) != 1 {
				t.Fatalf("%d problems: %v", len(problems), problems)
			}
			p := problems[0]
			if !strings.Contains(p.What, c.what) || !strings.Contains(p.Cure, c.cure) || p.File != "o.yaml" {
				t.Errorf("problem is %q", p)
			}
			first := strings.Count(good, "\n") + 1
			switch last := first + strings.Count(c.entry, "\n"); {
			case c.line >= 0 && p.Line != first+c.line:
				t.Errorf("problem is at line %d, want %d", p.Line, first+c.line)
			case p.Line < first || p.Line > last:
				t.Errorf("problem is at line %d, its entry at %d to %d", p.Line, first, last)
			}
		})
	}
}

func TestABrokenDocumentLeavesTheOthers(t *testing.T) {
	data := entryText() + "---\n{ this is: not: yaml\n---\n" + entryText("text: third")
	entries, problems := Parse("o.yaml", []byte(data))
	if len(entries) != 2 || len(problems) != 1 {
		t.Fatalf("%d entries, problems %v", len(entries), problems)
	}
	if got := problems[0].String(); !strings.HasPrefix(got, "o.yaml line ") {
		t.Errorf("problem prints as %q", got)
	}
}

func TestAFileIsBounded(t *testing.T) {
	entries, problems := Parse("o.yaml", []byte("# "+strings.Repeat("x", MaxFileBytes)))
	if len(entries) != 0 || len(problems) != 1 || problems[0].Line != 0 || !strings.Contains(problems[0].What, "was not read") {
		t.Errorf("a large file gives %d entries and %v", len(entries), problems)
	}
	var b strings.Builder
	for i := range MaxEntries + 2 {
		fmt.Fprintf(&b, "- {source: %s, digest: %s, slot: note, text: n%d, author: a}\n", src, hexA, i)
	}
	entries, problems = Parse("o.yaml", []byte(b.String()))
	if len(entries) != MaxEntries || len(problems) != 1 || problems[0].Line != MaxEntries+1 {
		t.Errorf("a long file gives %d entries and %v", len(entries), problems)
	}
	entries, problems = Parse("o.yaml", []byte(strings.Repeat("- a: b: c\n", MaxEntries+9)))
	if len(entries) != 0 || len(problems) != MaxEntries+1 || problems[MaxEntries].Line != MaxEntries+1 {
		t.Errorf("a long broken file gives %d entries and %d problems", len(entries), len(problems))
	}
}

func TestAnIDFollowsContentAndUnitAlone(t *testing.T) {
	base := Entry{Source: src, Unit: "sec1", Digest: "sha256:" + hexA, Slot: Note, Text: "t", Author: "a"}
	same := base
	same.Unit, same.Digest, same.File, same.Line = "sec9", hexA[:12], "x.yaml", 7
	if base.ID() != same.ID() {
		t.Errorf("%s and %s differ by name, file or length of the digest", base.ID(), same.ID())
	}
	seen := map[string]string{base.ID(): "base"}
	for name, change := range map[string]func(*Entry){
		"source": func(e *Entry) { e.Source = other }, "digest": func(e *Entry) { e.Digest = hexB }, "slot": func(e *Entry) { e.Slot = Correction },
		"text": func(e *Entry) { e.Text = "u" }, "author": func(e *Entry) { e.Author = "b" }, "date": func(e *Entry) { e.Date = "2026" },
		"cites": func(e *Entry) { e.Cites = []string{src} }, "shifted": func(e *Entry) { e.Text, e.Author = "", "ta" },
	} {
		e := base
		change(&e)
		if before, ok := seen[e.ID()]; ok {
			t.Errorf("%s has the id of %s", name, before)
		}
		seen[e.ID()] = name
	}
	if id := base.ID(); len(id) != 13 || id[0] != 'o' || strings.Trim(id[1:], "abcdefghijklmnopqrstuvwxyz234567") != "" {
		t.Errorf("the id is %s", id)
	}
}
