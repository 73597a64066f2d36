package extract

import (
	"errors"
	"strings"
	"testing"

	"quire/knowledge"
)

// meets reports whether err is the limit of that name.
func meets(err error, limit string) bool {
	var lim *LimitError
	return errors.As(err, &lim) && lim.Limit == limit
}

func TestAStreamOfUnitsWithoutTextEnds(t *testing.T) {
	a := newAssembler(Limits{Text: 1})
	links := make([]knowledge.Link, 1000)
	for n := 1; ; n++ {
		u := section(n)
		u.Links = links
		err := a.Unit(u)
		if n > 2000 {
			t.Fatal("2,000,000 links were taken")
		}
		if err != nil {
			if !meets(err, "records") || n < 100 {
				t.Errorf("unit %d: %v", n, err)
			}
			return
		}
	}
}

func TestPlacesOfChildrenAreBounded(t *testing.T) {
	a := newAssembler(Limits{Text: 1})
	long := strings.Repeat("x", 1<<20)
	var err error
	n := 0
	for ; err == nil && n < 1000; n++ {
		c := knowledge.Child{Member: knowledge.Loc("member", long, "member", strings.Repeat("y", n+1)), Reason: "encrypted"}
		err = a.Child(c, nil)
	}
	if !meets(err, "records") || n > 40 {
		t.Errorf("%d places of a MiB were taken: %v", n, err)
	}
}

func TestATableThatIsNearlyAllFillingIsRefused(t *testing.T) {
	rows := [][]Cell{make([]Cell, 50_000)}
	rows[0][0].Text = "x"
	for range 50_000 {
		rows = append(rows, nil)
	}
	if err := newAssembler(Limits{}).Unit(section(1, table(0, rows...))); !meets(err, "unit_bytes") {
		t.Errorf("50,000 by 50,000 cells: %v", err)
	}
	rows[0][0].Text = " " // nothing is made of it
	if err := newAssembler(Limits{}).Unit(section(1, table(0, rows...))); err != nil {
		t.Errorf("the same without text: %v", err)
	}
	small := table(0, Cells("a", "b"), nil, Cells("c"))
	if err := newAssembler(Limits{UnitBytes: 60}).Unit(section(1, small)); err != nil {
		t.Errorf("a small one: %v", err)
	}
}

func TestTextIsWeighedBeforeItIsRendered(t *testing.T) {
	blank := Text(strings.Repeat(" ", 401)) // renders to nothing
	if err := newAssembler(Limits{UnitBytes: 100}).Unit(section(1, blank)); !meets(err, "unit_bytes") {
		t.Errorf("401 bytes in a unit of 100: %v", err)
	}
	if err := newAssembler(Limits{UnitBytes: 100}).Unit(section(1, Text(strings.Repeat(" ", 399)+"x"))); err != nil {
		t.Errorf("400 bytes in a unit of 100: %v", err)
	}
}

func TestADigestThatAChildClaimsIsDropped(t *testing.T) {
	a := newAssembler(Limits{})
	c := knowledge.Child{Member: knowledge.Loc("member", "a"), Reason: "encrypted", Digest: knowledge.DigestOf([]byte("other")), Size: 5, Type: "markdown"}
	if err := a.Child(c, nil); err != nil {
		t.Fatal(err)
	}
	if got := a.Finish(nil).Evidence.Children[0]; got.Digest != "" || got.Size != 0 || got.Type != "" || got.Reason != "encrypted" {
		t.Errorf("child %+v", got)
	}
}

func TestNumbersStayNumbers(t *testing.T) {
	for name, change := range map[string]func(*Unit){
		"ordinal": func(u *Unit) { u.Ordinal = 1 << 40 },
		"images":  func(u *Unit) { u.Images = 1 << 62 },
		"row":     func(u *Unit) { u.Blocks[0].FirstRow = -1 },
		"column":  func(u *Unit) { u.Blocks[0].FirstCol = 1 << 50 },
	} {
		u := section(1, Text("x"))
		change(&u)
		if err := newAssembler(Limits{}).Unit(u); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}

func TestWhatADocumentSaysOfItselfIsBounded(t *testing.T) {
	a := newAssembler(Limits{})
	m := knowledge.Metadata{Authors: make([]string, 5000), Extra: map[string]string{}}
	for i := range 5000 {
		m.Extra[strings.Repeat("k", i%79)+string(rune('a'+i%26))] = "v"
	}
	for i := range 5000 {
		m.Extra[string(rune(0x4e00+i))] = "v"
	}
	if err := a.Meta(m); err != nil {
		t.Fatal(err)
	}
	if got := a.Finish(nil).Evidence.Meta; len(got.Authors) != maxMeta || len(got.Extra) != maxMeta {
		t.Errorf("%d authors, %d extras", len(got.Authors), len(got.Extra))
	}
}
