package validate

import (
	"strings"
	"testing"

	"quire/knowledge"
)

// id gives a valid id for a short name.
func id(name string) string { return knowledge.SourceID("c", name, 0) }

func row(name, parent string, children int) Row {
	r := Row{ID: id(name), Path: "c/" + name, Outcome: knowledge.Extracted, HasEvidence: true, Children: children}
	if parent != "" {
		r.Parent = id(parent)
	}
	return r
}

func tableFindings(rows ...Row) *Findings {
	var f Findings
	table := NewTable(&f, 0)
	for _, r := range rows {
		table.Row(r)
	}
	table.Finish()
	return &f
}

func TestASoundTableHasNoFinding(t *testing.T) {
	excluded := Row{ID: id("x"), Path: "c/x", Outcome: knowledge.Excluded}
	// Children count at any depth, and may come before their container.
	f := tableFindings(row("mail!/a.zip!/b", "mail!/a.zip", 0), row("mail!/a.zip", "mail", 1), row("mail", "", 3), row("mail!/c", "mail", 0), excluded)
	if len(f.List) != 0 {
		t.Errorf("%+v", f.List)
	}
}

func TestEachTableRuleFindsItsBreach(t *testing.T) {
	change := func(r Row, f func(*Row)) Row { f(&r); return r }
	for name, c := range map[string]struct {
		rows []Row
		want string
	}{
		"invalid id":              {[]Row{change(row("a", "", 0), func(r *Row) { r.ID = "q!" })}, RowForm.ID},
		"no path":                 {[]Row{change(row("a", "", 0), func(r *Row) { r.Path = "" })}, RowForm.ID},
		"a path of two lines":     {[]Row{change(row("a", "", 0), func(r *Row) { r.Path = "c/a\nb" })}, RowForm.ID},
		"unknown outcome":         {[]Row{change(row("a", "", 0), func(r *Row) { r.Outcome = "fine" })}, RowForm.ID},
		"searchable, no evidence": {[]Row{change(row("a", "", 0), func(r *Row) { r.HasEvidence = false })}, RowForm.ID},
		"one id twice":            {[]Row{row("a", "", 0), change(row("b", "", 0), func(r *Row) { r.ID = id("a") })}, DuplicateID.ID},
		"one path twice":          {[]Row{row("a", "", 0), change(row("b", "", 0), func(r *Row) { r.Path = "c/a" })}, DuplicatePath.ID},
		"container not listed":    {[]Row{row("a!/b", "a", 0)}, NoParent.ID},
		"a child too few":         {[]Row{row("a", "", 2), row("a!/b", "a", 0)}, ChildCount.ID},
		"a child too many":        {[]Row{row("a", "", 0), row("a!/b", "a", 0)}, ChildCount.ID},
		"containers in a ring":    {[]Row{row("a", "b", 0), row("b", "a", 0)}, NoParent.ID + " " + ChildCount.ID},
		"inside itself":           {[]Row{row("a", "a", 0)}, NoParent.ID + " " + ChildCount.ID},
	} {
		f := tableFindings(c.rows...)
		if got := ids(f); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		for _, x := range f.List {
			if strings.Contains(x.Message, "\n") || x.Path == "" && name != "no path" {
				t.Errorf("%s: %+v", name, x)
			}
		}
	}
}
