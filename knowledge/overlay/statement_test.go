package overlay

import (
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
)

const statementFile = "overlays/" + src + "/knowledge.yaml"

func TestStatementsOfAFile(t *testing.T) {
	entries, problems := Parse(statementFile, []byte(`author: human:ana
date: 2026-03-01
statements:
  # what the lease says
  - kind: english-summary
    text: A lease.
    cites:
      - unit: sec1
        digest: `+hexA+`
  - kind: fact
    text: The fee is 15 days.
    author: agent:x
    stale_after: 2027-01-01
    cites: [{quote: "The fee is 15 days of rent."}, `+src+`#sec1~111111]
  - kind: fact
    text: Nothing carries it.
  - kind: note
    text: x
    cites: [{quote: "The fee is 15 days of rent."}]
  - slot: note
    text: x
  - kind: fact
    text: both
    cites: [{quote: "The fee is 15 days of rent.", digest: `+hexA+`}]
  - kind: fact
    text: short
    cites: [{quote: "of it"}]
`))
	if len(entries) != 2 || len(problems) != 5 {
		t.Fatalf("%d entries, problems %v", len(entries), problems)
	}
	a, b := entries[0], entries[1]
	if a.Author != "human:ana" || a.Date != "2026-03-01" || a.Source != src || !reflect.DeepEqual(a.Rests, []Cite{{Source: src, Unit: "sec1", Digest: hexA}}) {
		t.Errorf("the first is %+v", a)
	}
	if b.Author != "agent:x" || b.StaleAfter != "2027-01-01" || len(b.Rests) != 1 || len(b.Cites) != 1 {
		t.Errorf("the second is %+v", b)
	}
	for i, want := range []string{"cites nothing", `kind "note" is not known`, "has no kind", "by digest and by quote", "too short"} {
		if !strings.Contains(problems[i].What, want) || problems[i].Line == 0 || problems[i].Cure == "" {
			t.Errorf("problem %d is %v, want %s", i, problems[i], want)
		}
	}
	again, problems := Parse(statementFile, Encode(entries))
	if len(problems) > 0 || !reflect.DeepEqual(ids(again), ids(entries)) {
		t.Errorf("encoded and read again: %v, %v", again, problems)
	}
	if _, problems := Parse("o.yaml", Encode(entries)); len(problems) != 2 || !strings.Contains(problems[0].What, "is a statement") {
		t.Errorf("elsewhere: %v", problems)
	}
	if _, problems := Parse("overlays/lease/knowledge.yaml", Encode(entries)); len(problems) != 1 || !strings.Contains(problems[0].What, "not named by a source id") {
		t.Errorf("in another folder: %v", problems)
	}
}

func TestAStatementRestsOnWhatItCites(t *testing.T) {
	quote := func(q string) Entry {
		return Entry{Source: src, Slot: Fact, Rests: []Cite{{Source: src, Unit: "sec9", Quote: q}}}
	}
	for name, c := range map[string]struct {
		entry Entry
		fresh bool
		unit  string
	}{
		"words":                      {quote("The fee is 15 days of rent."), true, "sec2"},
		"words over two lines":       {quote("of rent. It is  due"), true, "sec2"},
		"the end of a number":        {quote("5 days of rent"), false, ""},
		"a part of a word":           {quote("gate is lock"), false, ""},
		"words that are not there":   {quote("The gate is open."), false, ""},
		"a digest":                   {Entry{Source: src, Slot: Fact, Rests: []Cite{{Source: src, Digest: hexB[:12]}}}, true, "sec2"},
		"a digest and lost words":    {Entry{Source: src, Slot: Fact, Rests: []Cite{{Source: src, Digest: hexB}, {Source: src, Quote: "The gate is open."}}}, false, "sec2"},
		"a unit that moved":          {Entry{Source: src, Slot: Fact, Cites: []string{src + "#sec7~222222"}}, true, "sec2"},
		"a unit that changed":        {Entry{Source: src, Slot: Fact, Cites: []string{src + "#sec1~333333"}}, false, ""},
		"a document that is gone":    {Entry{Source: src, Slot: Fact, Rests: []Cite{{Source: other, Quote: "The gate is locked"}}}, false, ""},
		"an overlay with a lost one": {Entry{Source: src, Unit: "sec1", Digest: hexA, Slot: Note, Cites: []string{src + "#sec1~333333"}}, false, "sec1"},
		"an overlay that points":     {Entry{Source: src, Unit: "sec1", Digest: hexA, Slot: Note, Cites: []string{src + "#sec9"}}, true, "sec1"},
	} {
		v := Match(c.entry, hold)
		if (v.State == Fresh) != c.fresh || (len(v.Lost) == 0) != c.fresh || c.unit != "" && v.Unit != c.unit {
			t.Errorf("%s: %+v", name, v)
		}
	}
	if v := Match(Entry{Source: other, Slot: Fact}, hold); v.State != Orphan {
		t.Errorf("of a lost source: %+v", v)
	}
}

func TestApplyFillsInAStatement(t *testing.T) {
	for name, c := range map[string]struct{ input, quote, problem string }{
		"a quote is widened to its line": {`{"source":"q7m2","kind":"fact","text":"x","author":"a","cites":[{"quote":"fee is 15 days"}]}`, "The fee is 15 days of rent.", ""},
		"words that are not there":       {`{"source":"q7m2","kind":"fact","text":"x","author":"a","cites":[{"quote":"The gate is open."}]}`, "", "does not stand there"},
		"a unit that is not there":       {`{"source":"q7m2","kind":"fact","text":"x","author":"a","cites":[{"unit":"sec9"}]}`, "", "cannot be found"},
		"no citation":                    {`{"source":"q7m2","kind":"fact","text":"x","author":"a"}`, "", "cites nothing"},
		"an unknown source":              {`{"source":"qzzz","kind":"fact","text":"x","author":"a","cites":[{"unit":"sec1"}]}`, "", "source \"qzzz\" cannot be found"},
		"no source":                      {`{"kind":"fact","text":"x","author":"a","cites":[{"unit":"sec1"}]}`, "", "source"},
	} {
		entries, problems, err := ParseApply("in", strings.NewReader(c.input), resolve, hold)
		if err != nil {
			t.Fatal(err)
		}
		if c.problem != "" {
			if len(problems) != 1 || !strings.Contains(problems[0].What, c.problem) {
				t.Errorf("%s: %v, %v", name, entries, problems)
			}
			continue
		}
		if len(entries) != 1 || entries[0].Rests[0].Quote != c.quote || entries[0].Rests[0].Unit != "sec2" {
			t.Errorf("%s: %+v, %v", name, entries, problems)
		}
	}
	entries, _, _ := ParseApply("in", strings.NewReader(`{"source":"q7m2","kind":"fact","text":"x","author":"a","cites":["q7m2#sec1"]}`), resolve, hold)
	if len(entries) != 1 || entries[0].Cites[0] != src+"#sec1~111111" {
		t.Errorf("an address gets its digits: %+v", entries)
	}
}

func TestFormsOfSlots(t *testing.T) {
	for text, ok := range map[string]bool{"Lyon 2026: 500 EUR\n\nGraz: 1,200": true, "Lyon 500": false, "Lyon: much": false, ": 5": false} {
		if f := checkForm(&Entry{Slot: ChartData, Text: text}); (f == nil) != ok {
			t.Errorf("data %q: %v", text, f)
		}
	}
	for text, ok := range map[string]bool{"order -> invoice: creates\ninvoice -> archive": true, "order invoice": false, "-> x": false} {
		if f := checkForm(&Entry{Slot: DiagramRelations, Text: text}); (f == nil) != ok {
			t.Errorf("relations %q: %v", text, f)
		}
	}
}

func TestWithoutCutsOneEntry(t *testing.T) {
	item := func(text string) string {
		return "- source: " + src + "\n  digest: " + hexA + "\n  slot: note\n  author: a\n  text: " + text + "\n"
	}
	data := "# head\n" + item("one") + "# of the second\n" + item("|\n    two\n\n    lines") + "---\n" + entryText("text: three")
	entries, problems := Parse("overlays/o.yaml", []byte(data))
	if len(entries) != 3 || len(problems) > 0 {
		t.Fatalf("%d entries, %v", len(entries), problems)
	}
	for i, e := range entries {
		rest, err := Without("overlays/o.yaml", []byte(data), e)
		if err != nil {
			t.Fatalf("entry %d: %v", i, err)
		}
		left, _ := Parse("overlays/o.yaml", rest)
		if len(left) != 2 || !strings.Contains(string(rest), "# head") {
			t.Errorf("without %d: %q", i, rest)
		}
	}
	if rest, err := Without("o.yaml", []byte(entryText()), mustOne(t, entryText())); rest != nil || err != nil {
		t.Errorf("the only entry: %q, %v", rest, err)
	}
	flow := "[{source: " + src + ", digest: " + hexA + ", slot: note, text: x, author: a}, {source: " + src + ", digest: " + hexA + ", slot: note, text: y, author: a}]\n"
	two, _ := Parse("o.yaml", []byte(flow))
	if _, err := Without("o.yaml", []byte(flow), two[0]); err == nil || !strings.Contains(err.Error(), "by hand") {
		t.Errorf("two on a line: %v", err)
	}
	gone := two[0]
	gone.Text = "z"
	if _, err := Without("o.yaml", []byte(flow), gone); err == nil || !strings.Contains(err.Error(), "edited meanwhile") {
		t.Errorf("one that is not there: %v", err)
	}
	for _, e := range []Entry{two[0], {Source: src, Slot: Fact, Text: "x", Author: "a", Rests: []Cite{{Source: src, Digest: hexA}}}} {
		if back, err := ParseDropped("o.yaml", EncodeDropped(e, "no\nlonger: - so")); err != nil || back.ID() != e.ID() {
			t.Errorf("dropped and read again: %v, %v", back, err)
		}
	}
}

func mustOne(t *testing.T, data string) Entry {
	t.Helper()
	entries, problems := Parse("o.yaml", []byte(data))
	if len(entries) != 1 {
		t.Fatalf("%v", problems)
	}
	return entries[0]
}

func TestLoadReadsStatementsAndLeavesDroppedEntries(t *testing.T) {
	st := Entry{Source: src, Slot: Fact, Text: "x", Author: "a", Rests: []Cite{{Source: src, Digest: hexA}}}
	entries, problems, err := Load(fstest.MapFS{
		FileFor(st):     {Data: Encode([]Entry{st})},
		DroppedFile(st): {Data: Encode([]Entry{st})},
	})
	if err != nil || len(problems) > 0 || len(entries) != 1 || entries[0].ID() != st.ID() {
		t.Errorf("%v, %v, %v", entries, problems, err)
	}
}
