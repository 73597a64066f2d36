package validate

import (
	"slices"
	"strings"

	"quire/knowledge"
)

// Table checks rows against each other, as they arrive in order of id.
type Table struct {
	findings *Findings
	ids      map[string]bool
	paths    map[string]string
	parents  []link
	children map[string]int
	said     map[string]int
}

type link struct{ id, path, parent string }

// Row is the part of a source's row that other rows depend on.
type Row struct {
	ID, Path, Parent string
	Outcome          knowledge.Outcome
	HasEvidence      bool
	Children         int
}

// RowOf takes the part of s that Table checks.
func RowOf(s *knowledge.Source) Row {
	return Row{s.ID, s.Path, s.Parent, s.Outcome, s.Recipe != "", s.Children}
}

// NewTable begins the check of a table of about that many rows.
func NewTable(f *Findings, rows int) *Table {
	return &Table{
		findings: f, ids: make(map[string]bool, rows), paths: make(map[string]string, rows), children: map[string]int{}, said: make(map[string]int, rows),
	}
}

// Row checks one row.
func (t *Table) Row(row Row) {
	s := &knowledge.Source{ID: row.ID, Path: row.Path}
	switch {
	case !knowledge.ValidID(s.ID):
		t.findings.Add(RowForm, s, "", "the id %q is not valid", s.ID)
	case s.Path == "" || strings.ContainsAny(s.Path, "\n\r"):
		t.findings.Add(RowForm, s, "", "it has no valid path")
	case !slices.Contains(knowledge.Outcomes, row.Outcome):
		t.findings.Add(RowForm, s, "", "the outcome %q is unknown", row.Outcome)
	case row.Outcome.Searchable() && !row.HasEvidence:
		t.findings.Add(RowForm, s, "", "it is %s but names no evidence", row.Outcome)
	}
	if t.ids[s.ID] {
		t.findings.Add(DuplicateID, s, "", "another source has the id %s", s.ID)
	}
	t.ids[s.ID] = true
	if other := t.paths[s.Path]; other != "" {
		t.findings.Add(DuplicatePath, s, "", "%s has this path too", other)
	}
	t.paths[s.Path] = s.ID
	t.said[s.ID] = row.Children
	if row.Parent != "" {
		t.parents = append(t.parents, link{s.ID, s.Path, row.Parent})
	}
}

// Finish checks what needs all rows.
func (t *Table) Finish() {
	direct := map[string]string{}
	for _, l := range t.parents {
		direct[l.id] = l.parent
		if !t.ids[l.parent] {
			t.findings.Add(NoParent, &knowledge.Source{ID: l.id, Path: l.path}, "", "its container %s is not listed", l.parent)
		}
	}
	for _, l := range t.parents {
		depth := 0
		for id := l.parent; id != "" && depth <= len(t.parents); id = direct[id] {
			t.children[id]++
			depth++
		}
		if depth > len(t.parents) {
			t.findings.Add(NoParent, &knowledge.Source{ID: l.id, Path: l.path}, "", "it lies inside itself")
		}
	}
	for path, id := range t.paths {
		if t.said[id] != t.children[id] {
			t.findings.Add(ChildCount, &knowledge.Source{ID: id, Path: path}, "", "it says that it holds %d documents at any depth, the table has %d", t.said[id], t.children[id])
		}
	}
}
