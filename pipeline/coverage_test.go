package pipeline

import (
	"archive/zip"
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/knowledge/validate"
	"quire/retrieval"
)

// covered is a world with parts of several kinds, one of them with trouble.
func covered(t *testing.T) *world {
	w := newWorld(t)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"a.txt", "deep/b.txt"} {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte("The harbour of " + name + " opens in May.\n"))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	w.write("box.zip", b.String())
	w.write("costs.csv", "City,Cost\nLyon,7\n\nBrest,9\n")
	w.write("notes.md", "# Plan\n\nWe open in May.\n\n# Cost\n\nSeven.\n\n# End\n\nNone.\n")
	w.write("mail.eml", "Subject: x\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nWe open in May.\n--b\nContent-Type: text/html\n\n<p>We open in May.</p>\n")
	w.write("tool.exe", "MZ\x00\x01\x02")
	return w
}

func TestEveryPartIsAccountedFor(t *testing.T) {
	w := covered(t)
	r := w.sync(nil)
	w.validate()
	// Two members, two parts of the mail, three lines, and notes.md, a.txt and b.txt.
	if want := (knowledge.PartTotals{Expected: 10, Accounted: 10, NoText: 1}); r.Parts != want {
		t.Errorf("%+v, want %+v", r.Parts, want)
	}
	again := w.sync(nil)
	if again.Extractions != 0 || again.Parts != r.Parts {
		t.Errorf("a second sync read %d files and has %+v", again.Extractions, again.Parts)
	}
}

func TestIssuesAreReportedAgainWhenEvidenceIsReused(t *testing.T) {
	w := covered(t)
	first, second := w.sync(nil), w.sync(nil)
	if len(first.Findings) == 0 || !slices.Equal(first.Findings, second.Findings) {
		t.Errorf("first %+v, then %+v", first.Findings, second.Findings)
	}
	if len(first.Problems) == 0 || !slices.Equal(first.Problems, second.Problems) {
		t.Errorf("first %+v, then %+v", first.Problems, second.Problems)
	}
}

// robbed is a published tree that something was taken out of.
type robbed struct {
	Tree
	line, row, unit string // id, id, and "id#unit"
}

func (r robbed) Coverage(f func(*knowledge.Coverage) bool) error {
	return r.Tree.Coverage(func(c *knowledge.Coverage) bool { return c.ID == r.line || f(c) })
}

func (r robbed) Records(f func(*knowledge.Source) bool) error {
	return r.Tree.Records(func(s *knowledge.Source) bool { return s.ID == r.row || f(s) })
}

func (r robbed) Document(s *knowledge.Source) (*knowledge.Document, error) {
	d, err := r.Tree.Document(s)
	if id, name, ok := strings.Cut(r.unit, "#"); ok && id == s.ID && err == nil {
		d.Units = slices.DeleteFunc(d.Units, func(u knowledge.Unit) bool { return u.Name == name })
	}
	return d, err
}

func TestWhatIsTakenOutOfATreeIsNamed(t *testing.T) {
	w := covered(t)
	w.sync(nil)
	v, err := retrieval.Open(w.published())
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	ids := map[string]string{}
	if err := v.Sources(func(s *knowledge.Source) bool { ids[s.Path] = s.ID; return true }); err != nil {
		t.Fatal(err)
	}
	csv, box, inner, exe, notes := ids["corpus/costs.csv"], ids["corpus/box.zip"], ids["corpus/box.zip!/deep/b.txt"], ids["corpus/tool.exe"], ids["corpus/notes.md"]
	for name, c := range map[string]struct {
		tree    robbed
		rule    validate.Rule
		path    string
		message string
	}{
		"a line of the ledger":     {robbed{line: exe}, validate.LedgerLine, "corpus/tool.exe", "the ledger has no line"},
		"the row of a file":        {robbed{row: exe}, validate.LedgerLine, "corpus/tool.exe", "the table of sources has none"},
		"the row of a member":      {robbed{row: inner}, validate.ChildCount, "corpus/box.zip", "member=deep/b.txt"},
		"the row of a container":   {robbed{row: box}, validate.LedgerLine, "corpus/box.zip", "the table of sources has none"},
		"a range of rows":          {robbed{unit: csv + "#sheet01.r1-4"}, validate.PartLost, "corpus/costs.csv", "line at lines=1-2"},
		"a section in the middle":  {robbed{unit: notes + "#sec2"}, validate.UnitLost, "corpus/notes.md", "number 3 of its kind follows number 1"},
		"the last section of some": {robbed{unit: notes + "#sec3"}, validate.UnitLost, "corpus/notes.md", "1 of 3 units are missing behind the last"},
	} {
		c.tree.Tree = v
		var f validate.Findings
		if err := Check(context.Background(), c.tree, &f); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(f.List, func(x validate.Finding) bool {
			return x.Rule == c.rule.ID && x.Path == c.path && strings.Contains(x.Message, c.message) && x.Severity == knowledge.Error
		}) {
			t.Errorf("%s: %+v", name, f.List)
		}
	}
}
