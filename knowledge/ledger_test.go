package knowledge

import (
	"fmt"
	"strings"
	"testing"
)

// ledgerOf prints the ledger of a document: "page=1 extracted; page=2 unaccounted".
func ledgerOf(d *Document) string {
	var out []string
	for _, l := range d.Ledger() {
		s := fmt.Sprintf("%s %s", l.At, l.Outcome)
		if l.Reason != "" {
			s += " (" + l.Reason + ")"
		}
		if l.N != 1 {
			s += fmt.Sprintf(" x%d", l.N)
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func expecting(e Expected) *Document {
	return &Document{Evidence: Evidence{Outcome: Extracted, Census: &Census{Version: 1, Parts: []Expected{e}}}}
}

func (d *Document) with(chars int, keyValues ...string) *Document {
	n := len(d.Units) + 1
	d.Units = append(d.Units, Unit{Name: UnitName(Page, n), Kind: Page, Ordinal: n, Locator: Loc(keyValues...), Counts: Counts{Chars: chars}})
	return d
}

func TestTheLedgerAccountsForParts(t *testing.T) {
	pages := func(n int) *Document { return expecting(Expected{Kind: PagePart, N: n}) }
	members := func(names ...string) *Document {
		return expecting(Expected{Kind: MemberPart, N: len(names), At: names})
	}
	child := func(d *Document, name, reason string) *Document {
		d.Evidence.Children = append(d.Evidence.Children, Child{Member: Loc("member", name), Reason: reason})
		return d
	}
	issue := func(d *Document, s Severity, code string, keyValues ...string) *Document {
		d.Evidence.Issues = append(d.Evidence.Issues, Issue{Code: code, Severity: s, Locator: Loc(keyValues...)})
		return d
	}
	rows := expecting(Expected{Kind: LinePart, N: 5, Lines: [][2]int{{1, 3}, {5, 6}}})
	rows.Units = []Unit{{Name: "sheet01", Kind: Sheet, Ordinal: 1, Locator: Loc("lines", "1-6")}, {Name: "r1-2", Kind: Rows, Ordinal: 1, Parent: "sheet01", Locator: Loc("lines", "1-2")}}
	noted := expecting(Expected{Kind: BodyPart, N: 2, At: []string{"1.1", "1.2"}}).with(5, "part", "1.2")
	noted.Evidence.Parts = []PartNote{{At: Loc("part", "1.1"), Outcome: Excluded, Reason: "other-form"}}
	for name, c := range map[string]struct {
		doc  *Document
		want string
	}{
		"all pages":           {pages(2).with(5, "page", "1").with(0, "page", "2"), "page=1 extracted; page=2 empty"},
		"a page is lost":      {pages(3).with(5, "page", "1").with(5, "page", "3"), "page=1 extracted; page=2 unaccounted; page=3 extracted"},
		"an issue about it":   {issue(pages(2).with(5, "page", "1"), Error, "page-unreadable", "page", "2"), "page=1 extracted; page=2 failed (page-unreadable)"},
		"the file broke off":  {issue(pages(2).with(5, "page", "1"), Error, "damaged"), "page=1 extracted; page=2 failed (damaged)"},
		"a note excuses none": {issue(pages(2).with(5, "page", "1"), Warning, "low-text"), "page=1 extracted; page=2 unaccounted"},
		"members":             {child(child(members("a", "b"), "a", ""), "b", "encrypted"), "member=a extracted; member=b encrypted (encrypted)"},
		"spelled otherwise":   {child(child(members("a", "b"), "ä", ""), "b", ""), "member=ä extracted; member=b extracted"},
		"one name twice":      {child(members("a", "a"), "a", ""), "member=a extracted; member=a unaccounted"},
		"a link":              {issue(members("a"), Note, "symlink", "member", "a"), "member=a excluded (symlink)"},
		"lines":               {rows, "lines=3-3 unaccounted; lines=5-6 unaccounted x2;  extracted x2"},
		"another form":        {noted, "part=1.1 excluded (other-form); part=1.2 extracted"},
		"no parts":            {expecting(Expected{Kind: WholePart, N: 1}), " extracted"},
	} {
		if got := ledgerOf(c.doc); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if uncounted := (&Document{Evidence: Evidence{Census: &Census{Reason: "encrypted"}}}).Ledger(); uncounted != nil {
		t.Errorf("what was not counted has lines: %v", uncounted)
	}
}

func TestUnitsHaveOutcomes(t *testing.T) {
	d := &Document{Units: []Unit{
		{Name: "sheet01", Kind: Sheet, Locator: Loc("sheet", "A")}, // its rows hold the text
		{Name: "sheet01.r1-2", Kind: Rows, Parent: "sheet01", Locator: Loc("sheet", "A", "range", "A1:B2"), Counts: Counts{Chars: 4}},
		{Name: "sheet02", Kind: Sheet, Locator: Loc("sheet", "B")},
		{Name: "p1", Kind: Page, Locator: Loc("page", "1"), Flags: []Flag{NeedsOCR}},
		{Name: "p2", Kind: Page, Locator: Loc("page", "2"), Flags: []Flag{NeedsOCR}, Counts: Counts{Chars: 4}},
		{Name: "p3", Kind: Page, Locator: Loc("page", "3"), Counts: Counts{Chars: 4}},
		{Name: "p4", Kind: Page, Locator: Loc("page", "4")},
	}}
	d.Evidence.Issues = []Issue{
		{Code: "table-cut", Severity: Error, Locator: Loc("page", "3", "bbox", "1,2,3,4")}, {Code: "page-unreadable", Severity: Error, Locator: Loc("page", "4")},
	}
	want := []UnitOutcome{{Extracted, ""}, {Extracted, ""}, {Empty, ""}, {Empty, "needs-ocr"}, {Partial, "needs-ocr"}, {Partial, "table-cut"}, {Failed, "page-unreadable"}}
	for i, o := range d.UnitOutcomes() {
		if o != want[i] {
			t.Errorf("%s: %v, want %v", d.Units[i].Name, o, want[i])
		}
	}
}

func TestARollUpAddsUp(t *testing.T) {
	d := expecting(Expected{Kind: PagePart, N: 3}).with(5, "page", "1").with(0, "page", "2")
	c := CoverageOf(&Source{ID: "q", Path: "c/a.pdf", Outcome: Extracted}, d)
	if c.Expected != 3 || c.Accounted != 2 || c.NoText != 1 || c.Uncounted != 0 || c.Census != Counted {
		t.Errorf("%+v", c)
	}
	sum := 0
	for _, n := range c.Parts[0].Outcomes {
		sum += n
	}
	if sum != c.Parts[0].Expected {
		t.Errorf("outcomes add up to %d of %d", sum, c.Parts[0].Expected)
	}
	d.Evidence.Census.Reason = "encrypted"
	if c := CoverageOf(&Source{}, d); c.Uncounted != 1 || c.Expected != 0 || c.Census != "encrypted" {
		t.Errorf("%+v", c)
	}
	if c := CoverageOf(&Source{}, nil); c.Census != NotOpened || c.Uncounted != 0 {
		t.Errorf("%+v", c)
	}
}

func TestSheetsOfOneNameAreToldApart(t *testing.T) {
	sheets := func(n int) *Document {
		d := expecting(Expected{Kind: SheetPart, N: 3, At: []string{"A", "A", ""}})
		for i, name := range []string{"A", "A", "Sheet3"}[:n] {
			unit := UnitName(Sheet, i+1)
			d.Units = append(d.Units, Unit{Name: unit, Kind: Sheet, Ordinal: i + 1, Locator: Loc("sheet", name)},
				Unit{Name: RowsName(unit, 1, 60), Kind: Rows, Ordinal: 1, Parent: unit, Locator: Loc("sheet", name, "range", "A1"), Counts: Counts{Chars: 5}})
		}
		return d
	}
	for n, want := range map[int]string{
		3: "sheet=A extracted; sheet=A extracted; sheet=Sheet3 extracted",
		1: "sheet=A extracted; sheet=A unaccounted;  unaccounted",
	} {
		if got := ledgerOf(sheets(n)); got != want {
			t.Errorf("%d sheets give %q, want %q", n, got, want)
		}
	}
}
