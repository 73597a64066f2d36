package extract

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"quire/knowledge"
)

func newAssembler(lim Limits) *Assembler {
	return NewAssembler(knowledge.Recipe{}, lim, func(s string) int { return len(s) }, nil)
}

// section makes the n-th section of blocks.
func section(n int, blocks ...Block) Unit {
	return Unit{Name: knowledge.UnitName(knowledge.Section, n), Kind: knowledge.Section, Ordinal: n, Blocks: blocks}
}

// assemble delivers units that must be taken and returns the document.
func assemble(t testing.TB, units ...Unit) *knowledge.Document {
	t.Helper()
	a := newAssembler(Limits{})
	for _, u := range units {
		if err := a.Unit(u); err != nil {
			t.Fatal(err)
		}
	}
	return a.Finish(nil)
}

func table(headerRows int, rows ...[]Cell) Block {
	return Block{Kind: knowledge.Table, HeaderRows: headerRows, Rows: rows}
}

func TestUnitsThatDoNotFitTheTypesAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Unit)
		want   string
	}{
		"no name":                {func(u *Unit) { u.Name = "" }, `name "" is not valid`},
		"a name that breaks out": {func(u *Unit) { u.Name = "sec2 --> x" }, "is not valid"},
		"a name used before":     {func(u *Unit) { u.Name = "sec1" }, "two units named sec1"},
		"an unknown kind":        {func(u *Unit) { u.Kind = "chapter" }, `unknown kind "chapter"`},
		"no ordinal":             {func(u *Unit) { u.Ordinal = 0 }, "no ordinal"},
		"a parent that comes":    {func(u *Unit) { u.Parent = "sec3" }, "before its parent sec3"},
		"its own parent":         {func(u *Unit) { u.Parent = "sec2" }, "before its parent"},
		"less than no images":    {func(u *Unit) { u.Images = -1 }, "-1 images"},
		"an unknown block":       {func(u *Unit) { u.Blocks[0].Kind = "script" }, `unknown kind "script"`},
		"a heading of level 0":   {func(u *Unit) { u.Blocks[0].Level = 0 }, "level 0"},
		"a heading of level 7":   {func(u *Unit) { u.Blocks[0].Level = 7 }, "level 7"},
		"a list too deep":        {func(u *Unit) { u.Blocks[0] = Block{Kind: knowledge.ListItem, Level: 21, Text: "x"} }, "level 21"},
		"a level below zero":     {func(u *Unit) { u.Blocks[0] = Block{Kind: knowledge.ListItem, Level: -1, Text: "x"} }, "level -1"},
		"more header than rows":  {func(u *Unit) { u.Blocks[0] = table(2, Cells("a")) }, "2 header rows of 1"},
		"header rows below zero": {func(u *Unit) { u.Blocks[0] = table(-1, Cells("a")) }, "-1 header rows"},
	} {
		a := newAssembler(Limits{})
		if err := a.Unit(section(1, Text("first"))); err != nil {
			t.Fatal(err)
		}
		u := section(2, Head(1, "second"))
		c.change(&u)
		if err := a.Unit(u); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if d := a.Finish(nil); len(d.Units) != 1 || d.Text != "first\n" {
			t.Errorf("%s: the refused unit left %q", name, d.Text)
		}
	}
}

func TestLimitsEndADocument(t *testing.T) {
	long := strings.Repeat("x", 100)
	a := newAssembler(Limits{UnitBytes: 99})
	var lim *LimitError
	if err := a.Unit(section(1, Text(long))); !errors.As(err, &lim) || lim.Limit != "unit_bytes" || lim.Max != 99 {
		t.Errorf("a unit of 100 bytes: %v", err)
	}
	a = newAssembler(Limits{Text: 150})
	if err := a.Unit(section(1, Text(long))); err != nil {
		t.Fatal(err)
	}
	err := a.Unit(section(2, Text(long)))
	if !errors.As(err, &lim) || lim.Limit != "text" || lim.Max != 150 {
		t.Errorf("200 bytes of text: %v", err)
	}
	if d := a.Finish(fmt.Errorf("page 2: %w", err)); d.Evidence.Outcome != knowledge.Partial || d.Evidence.Reason != "limit:text" || d.Text != long+"\n" {
		t.Errorf("outcome %s %s, %q", d.Evidence.Outcome, d.Evidence.Reason, d.Text)
	}
}

func TestChildrenAreCountedNamedAndHashed(t *testing.T) {
	a := newAssembler(Limits{Members: 2})
	at := func(name string) knowledge.Child {
		return knowledge.Child{Member: knowledge.Loc("member", name), Name: "a\nb\u202e/" + name}
	}
	if err := a.Child(at("one"), strings.NewReader("12345")); err != nil {
		t.Fatal(err)
	}
	if err := a.Child(at("one"), strings.NewReader("x")); err == nil || !strings.Contains(err.Error(), "two children at member=one") {
		t.Errorf("the same member twice: %v", err)
	}
	if err := a.Child(at("none"), nil); err == nil || !strings.Contains(err.Error(), "neither bytes nor a reason") {
		t.Errorf("no bytes, no reason: %v", err)
	}
	broken := errors.New("broken")
	if err := a.Child(at("broken"), io.MultiReader(strings.NewReader("x"), errorReader{broken})); !errors.Is(err, broken) {
		t.Errorf("broken bytes: %v", err)
	}
	locked := at("two")
	locked.Reason = "encrypted"
	if err := a.Child(locked, nil); err != nil {
		t.Fatal(err)
	}
	var lim *LimitError
	if err := a.Child(at("three"), strings.NewReader("")); !errors.As(err, &lim) || lim.Limit != "members" {
		t.Errorf("a third of two: %v", err)
	}
	got := a.Finish(nil).Evidence.Children
	if len(got) != 2 || got[0].Name != "a b/one" || got[0].Size != 5 || got[0].Digest != knowledge.DigestOf([]byte("12345")) || got[1].Reason != "encrypted" || got[1].Digest != "" {
		t.Errorf("children %+v", got)
	}
}

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

func TestWhatIsShownInALineIsOneBoundedLine(t *testing.T) {
	a := newAssembler(Limits{})
	bad := "x\ny\u202e\x00" + strings.Repeat("z", 3000)
	m := knowledge.Metadata{Title: bad, Authors: []string{bad}, Keywords: []string{bad}, Subject: bad, Extra: map[string]string{bad: bad}}
	if err := a.Meta(m); err != nil {
		t.Fatal(err)
	}
	if err := a.Meta(m); err == nil {
		t.Error("metadata was taken twice")
	}
	if err := a.Issue(knowledge.Issue{Code: bad, Severity: knowledge.Blocking, Detail: bad}); err != nil {
		t.Fatal(err)
	}
	u := section(1, Block{Kind: knowledge.Comment, Text: "hi", Author: bad, Date: bad, Flags: []knowledge.Flag{knowledge.Flag(bad)}})
	u.Title, u.Flags, u.Links = bad, []knowledge.Flag{knowledge.Flag(bad)}, []knowledge.Link{{Text: bad, Target: bad}}
	if err := a.Unit(u); err != nil {
		t.Fatal(err)
	}
	d := a.Finish(nil)
	e, unit := d.Evidence, d.Units[0]
	lines := []string{e.Meta.Title, e.Meta.Authors[0], e.Meta.Keywords[0], e.Meta.Subject, e.Issues[0].Code, e.Issues[0].Detail, unit.Title,
		string(unit.Flags[0]), unit.Links[0].Text, unit.Links[0].Target, unit.Blocks[0].Author, unit.Blocks[0].Date, string(unit.Blocks[0].Flags[0])}
	for k, v := range e.Meta.Extra {
		lines = append(lines, k, v)
	}
	for i, s := range lines {
		if !strings.HasPrefix(s, "x y") || strings.ContainsAny(s, "\n\x00\u202e") || len([]rune(s)) > 2000 {
			t.Errorf("line %d: %.60q of %d", i, s, len(s))
		}
	}
	if e.Issues[0].Severity != knowledge.Error {
		t.Errorf("an extractor gave itself the severity %s", e.Issues[0].Severity)
	}
}

func TestManyIssuesKeepTheOneThatDecides(t *testing.T) {
	a := newAssembler(Limits{})
	for range 1500 {
		if err := a.Issue(knowledge.Issue{Code: "low-text", Severity: knowledge.Note}); err != nil {
			t.Fatal(err)
		}
	}
	for _, code := range []string{"bad-page", "bad-image"} {
		if err := a.Issue(knowledge.Issue{Code: code, Severity: knowledge.Error}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Unit(section(1, Text("x"))); err != nil {
		t.Fatal(err)
	}
	if e := a.Finish(nil).Evidence; len(e.Issues) != 1000 || e.Outcome != knowledge.Partial || e.Reason != "bad-page" {
		t.Errorf("%d issues, %s %s", len(e.Issues), e.Outcome, e.Reason)
	}
}

func TestOutcomeFollowsErrorTextAndIssues(t *testing.T) {
	note, fault := knowledge.Issue{Code: "needs-ocr", Severity: knowledge.Warning}, knowledge.Issue{Code: "bad-page", Severity: knowledge.Error}
	for _, c := range []struct {
		name   string
		text   string
		issues []knowledge.Issue
		err    error
		want   string
	}{
		{"text", "x", nil, nil, "extracted "},
		{"text and a warning", "x", []knowledge.Issue{note}, nil, "extracted "},
		{"text and a lost page", "x", []knowledge.Issue{note, fault}, nil, "partial bad-page"},
		{"nothing", "", nil, nil, "empty "},
		{"white space", " \n\t", nil, nil, "empty "},
		{"a scan", "", []knowledge.Issue{note}, nil, "empty needs-ocr"},
		{"damaged", "", nil, fmt.Errorf("xref: %w", ErrDamaged), "failed damaged"},
		{"damaged at the end", "x", nil, fmt.Errorf("xref: %w", ErrDamaged), "partial damaged"},
		{"encrypted", "", nil, fmt.Errorf("aes: %w", ErrEncrypted), "encrypted encrypted"},
		{"a limit before any text", "", nil, &LimitError{"pages", 3}, "failed limit:pages"},
		{"a limit", "x", nil, &LimitError{"pages", 3}, "partial limit:pages"},
		{"another error", "", nil, errors.New("no"), "failed damaged"},
	} {
		a := newAssembler(Limits{})
		for _, i := range c.issues {
			if err := a.Issue(i); err != nil {
				t.Fatal(err)
			}
		}
		if err := a.Unit(section(1, Text(c.text))); err != nil {
			t.Fatal(err)
		}
		e := a.Finish(c.err).Evidence
		if got := string(e.Outcome) + " " + e.Reason; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if n := len(c.issues); c.err != nil && (len(e.Issues) != n+1 || e.Issues[n].Severity != knowledge.Error || e.Issues[n].Detail == "") {
			t.Errorf("%s: the error is no issue: %+v", c.name, e.Issues)
		}
	}
}
