package extracttest

import (
	"bytes"
	"strings"
	"testing"

	"quire/knowledge"
)

// Check reports what does not hold of a finished document: spans, coverage,
// locators, quotations, passages, digests, sums and the encoding.
func Check(t testing.TB, d *knowledge.Document) {
	t.Helper()
	checkUnits(t, d)
	checkSums(t, d)
	first := encode(t, d)
	back, err := knowledge.DecodeEvidence(first, d.Text)
	if err != nil {
		t.Errorf("decode evidence: %v", err)
		return
	}
	if !bytes.Equal(first, encode(t, back)) {
		t.Error("evidence changes when it is decoded and encoded again")
	}
}

func checkUnits(t testing.TB, d *knowledge.Document) {
	t.Helper()
	spans := map[string]knowledge.Span{}
	end := 0
	for i := range d.Units {
		u := &d.Units[i]
		if !u.Span.Within(len(d.Text)) {
			t.Errorf("unit %s has span %v in a text of %d bytes", u.Name, u.Span, len(d.Text))
			return
		}
		if _, twice := spans[u.Name]; twice {
			t.Errorf("two units are named %s", u.Name)
		}
		parent, hasParent := spans[u.Parent]
		if u.Parent != "" && !hasParent {
			t.Errorf("unit %s comes before its parent %s", u.Name, u.Parent)
		}
		inside := hasParent && parent[0] <= u.Span[0] && u.Span[1] <= parent[1] && parent.Len() > 0
		switch {
		case inside:
		case u.Span[0] < end:
			t.Errorf("unit %s at %v overlaps the unit before it, which ends at %d", u.Name, u.Span, end)
		case !markerOnly(d.Text[end:u.Span[0]]):
			t.Errorf("text %q before unit %s belongs to no unit", clip(d.Text[end:u.Span[0]]), u.Name)
		}
		end = max(end, u.Span[1])
		spans[u.Name] = u.Span
		checkUnit(t, d, u)
	}
	if !markerOnly(d.Text[end:]) {
		t.Errorf("text %q after the last unit belongs to no unit", clip(d.Text[end:]))
	}
}

func checkUnit(t testing.TB, d *knowledge.Document, u *knowledge.Unit) {
	t.Helper()
	text := d.UnitText(u)
	if u.Digest != knowledge.DigestOf([]byte(text)) {
		t.Errorf("the digest of unit %s is not that of its text", u.Name)
	}
	checkLocator(t, u.Name, u.Locator)
	for _, r := range u.Context {
		checkRef(t, d, u.Name, r)
	}
	if u.Header != nil {
		checkRef(t, d, u.Name, *u.Header)
	}
	for _, r := range u.Record {
		checkRef(t, d, u.Name, r)
	}
	end := 0
	for i := range u.Blocks {
		b := &u.Blocks[i]
		checkLocator(t, u.Name, b.Locator)
		if !b.Span.Within(len(text)) || b.Span[0] < end || b.Lead > b.Span.Len() {
			t.Errorf("unit %s block %d has span %v and lead %d after offset %d in %d bytes", u.Name, i, b.Span, b.Lead, end, len(text))
			return
		}
		if !markerOnly(text[end:b.Span[0]]) {
			t.Errorf("unit %s: text %q before block %d belongs to no block", u.Name, clip(text[end:b.Span[0]]), i)
		}
		end = b.Span[1]
	}
	if !markerOnly(text[end:]) {
		t.Errorf("unit %s: text %q after the last block belongs to no block", u.Name, clip(text[end:]))
	}
	checkPassages(t, d, u, text)
}

func checkPassages(t testing.TB, d *knowledge.Document, u *knowledge.Unit, text string) {
	t.Helper()
	end := 0
	for i := range u.Passages {
		p := &u.Passages[i]
		if !p.Span.Within(len(text)) || p.Span.Len() == 0 || p.Span[0] < end {
			t.Errorf("unit %s passage %d has span %v after offset %d in %d bytes", u.Name, i, p.Span, end, len(text))
			return
		}
		end = p.Span[1]
		if !onBlock(u, p.Span[0]) || !onBlock(u, p.Span[1]-1) {
			t.Errorf("unit %s passage %d at %v does not begin and end on a block", u.Name, i, p.Span)
		}
		if p.Digest != knowledge.DigestOf([]byte(text[p.Span[0]:p.Span[1]])) {
			t.Errorf("unit %s: the digest of passage %d is not that of its text", u.Name, i)
		}
		for _, r := range u.HeadingPath(p) {
			checkRef(t, d, u.Name, r)
		}
		if p.Header != nil {
			checkRef(t, d, u.Name, *p.Header)
		}
		for _, r := range p.Record {
			checkRef(t, d, u.Name, r)
		}
	}
}

func onBlock(u *knowledge.Unit, at int) bool {
	for i := range u.Blocks {
		if s := u.Blocks[i].Span; s[0] <= at && at < s[1] {
			return true
		}
	}
	return false
}

// checkRef checks that a quotation points at text of a unit. A unit may quote
// itself or one before it.
func checkRef(t testing.TB, d *knowledge.Document, from string, r knowledge.Ref) {
	t.Helper()
	u := d.Unit(r.Unit)
	if u == nil || !r.Span.Within(u.Span.Len()) || r.Span.Len() == 0 {
		t.Errorf("unit %s quotes %q from %s at %v, where there is no text", from, clip(r.Text), r.Unit, r.Span)
	}
}

func checkLocator(t testing.TB, unit string, l knowledge.Locator) {
	t.Helper()
	back, err := knowledge.ParseLocator(l.String())
	if err != nil || back.String() != l.String() {
		t.Errorf("unit %s: locator %q comes back as %q (%v)", unit, l, back, err)
	}
}

func checkSums(t testing.TB, d *knowledge.Document) {
	t.Helper()
	e := &d.Evidence
	var counts knowledge.Counts
	passages := 0
	for i := range d.Units {
		counts.Add(d.Units[i].Counts)
		passages += len(d.Units[i].Passages)
	}
	if counts != e.Counts || e.Units != len(d.Units) || e.Passages != passages || e.TextBytes != len(d.Text) {
		t.Errorf("the sums of the evidence are not those of its units: %+v, %d units, %d passages, %d bytes", e.Counts, e.Units, e.Passages, e.TextBytes)
	}
	if e.Text != knowledge.DigestOf([]byte(d.Text)) {
		t.Error("the digest of the text is wrong")
	}
	for _, c := range e.Children {
		checkLocator(t, "child "+c.Name, c.Member)
	}
	for _, i := range e.Issues {
		checkLocator(t, "issue "+i.Code, i.Locator)
	}
}

// markerOnly reports whether s, which lies between two units or blocks, is white
// space and comment lines: nothing a search should have found.
func markerOnly(s string) bool {
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); line != "" && !(strings.HasPrefix(line, "<!-- ") && strings.HasSuffix(line, " -->")) {
			return false
		}
	}
	return true
}

func clip(s string) string { return knowledge.Line(s, 60) }
