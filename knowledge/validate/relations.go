package validate

import (
	"cmp"
	"encoding/json"
	"strings"

	"quire/knowledge"
)

// edgeRow is a row of the table of relations, as far as it is checked. It is read apart
// from the code that writes it.
type edgeRow struct {
	ID  string    `json:"id"`
	Out []edgeRef `json:"out"`
	In  []edgeRef `json:"in"`
}

type edgeRef struct {
	Kind     string         `json:"kind"`
	ID       string         `json:"id"`
	Strength int            `json:"strength"`
	Evidence []edgeEvidence `json:"evidence"`
}

type edgeEvidence struct {
	Source string         `json:"source"`
	Unit   string         `json:"unit"`
	Span   knowledge.Span `json:"span"`
	Text   string         `json:"text"`
	Digest string         `json:"digest"`
}

// Edges checks the table of relations while the sources pass by.
type Edges struct {
	findings *Findings
	rows     map[string]edgeRow
	ids      map[string]string // path of each source
	balance  map[direction]int
}

// direction is a relation as one of its ends tells it.
type direction struct {
	kind, from, to string
	strength       int
}

// NewEdges begins the check.
func NewEdges(f *Findings) *Edges {
	return &Edges{findings: f, rows: map[string]edgeRow{}, ids: map[string]string{}, balance: map[direction]int{}}
}

// Row takes the next row of the table, in the table's order; last is the id before it.
func (e *Edges) Row(line []byte, last string) (id string) {
	var row edgeRow
	if err := json.Unmarshal(line, &row); err != nil {
		e.findings.Add(EdgeTable, nil, "", "a row of relations is not JSON")
		return last
	}
	s := &knowledge.Source{ID: row.ID}
	if row.ID <= last {
		e.findings.Add(EdgeTable, s, "", "its row follows that of %s", last)
	}
	for name, refs := range map[string][]edgeRef{"out": row.Out, "in": row.In} {
		for i := 1; i < len(refs); i++ {
			if a, b := refs[i-1], refs[i]; cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.ID, b.ID)) > 0 {
				e.findings.Add(EdgeTable, s, "", "its relations, %s, are not sorted: %s %s follows %s %s", name, b.Kind, b.ID, a.Kind, a.ID)
				break
			}
		}
	}
	for _, r := range row.Out {
		e.balance[direction{r.Kind, row.ID, r.ID, r.Strength}]++
	}
	for _, r := range row.In {
		e.balance[direction{r.Kind, r.ID, row.ID, r.Strength}]--
	}
	e.rows[row.ID] = row
	return row.ID
}

// Source checks what the relations of a source quote from it. d is its evidence, nil
// where it has none.
func (e *Edges) Source(s *knowledge.Source, d *knowledge.Document) {
	e.ids[s.ID] = s.Path
	row, ok := e.rows[s.ID]
	if !ok {
		return
	}
	for _, ref := range append(row.Out[:len(row.Out):len(row.Out)], row.In...) {
		if len(ref.Evidence) == 0 {
			e.findings.Add(EdgeEvidence, s, "", "%s %s has no evidence", ref.Kind, ref.ID)
		}
		for _, v := range ref.Evidence {
			switch {
			case v.Source != s.ID && v.Source != ref.ID:
				e.findings.Add(EdgeEvidence, s, "", "%s %s rests on %s, which is neither of its ends", ref.Kind, ref.ID, v.Source)
			case v.Source == s.ID && d != nil:
				if why := misplaced(d, &v); why != "" {
					e.findings.Add(EdgeEvidence, s, "#"+v.Unit, "%s %s: %s", ref.Kind, ref.ID, why)
				}
			}
		}
	}
}

// misplaced says why evidence does not stand in its document, "" where it does.
func misplaced(d *knowledge.Document, v *edgeEvidence) string {
	if v.Unit == "" {
		return ""
	}
	u := d.Unit(v.Unit)
	if u == nil || !u.Span.Within(len(d.Text)) {
		return "there is no unit " + v.Unit
	}
	text := d.UnitText(u)
	if v.Span == (knowledge.Span{}) {
		if v.Text == "" || hasLink(u, v.Text) || strings.Contains(text, v.Text) || strings.Contains(u.PlainText(text, knowledge.Span{0, len(text)}), v.Text) {
			return ""
		}
		return "what it quotes is not in " + v.Unit
	}
	if !v.Span.Within(len(text)) || v.Span.Len() == 0 {
		return "its span lies outside of " + v.Unit
	}
	stands := text[v.Span[0]:v.Span[1]]
	if v.Digest != "" {
		if hex := strings.TrimPrefix(v.Digest, "sha256:"); hex == "" || !strings.HasPrefix(knowledge.DigestOf([]byte(stands)).Hex(), hex) {
			return "its span has another digest"
		}
	}
	if v.Text == "" || strings.Contains(stands, v.Text) || strings.Contains(oneLine(stands), v.Text) ||
		quoted(oneLine(u.PlainText(text, v.Span)), v.Text) || hasLink(u, v.Text) {
		return ""
	}
	return "its span says something else"
}

// quoted reports whether said is what stands, or the beginning of it behind "…".
func quoted(stands, said string) bool {
	said = oneLine(said)
	if head, cut := strings.CutSuffix(said, "…"); cut {
		return strings.HasPrefix(stands, head)
	}
	return strings.Contains(stands, said)
}

func hasLink(u *knowledge.Unit, target string) bool {
	for _, l := range u.Links {
		if l.Target == target {
			return true
		}
	}
	return false
}

// Finish checks what needs all sources: that the ends exist, that each end tells the
// relation, and that no documents count instead of each other.
func (e *Edges) Finish() {
	for id, row := range e.rows {
		s := &knowledge.Source{ID: id, Path: e.ids[id]}
		if _, ok := e.ids[id]; !ok {
			e.findings.Add(EdgeEnd, s, "", "it has relations, and the table of sources has no such document")
			continue
		}
		for _, ref := range append(row.Out[:len(row.Out):len(row.Out)], row.In...) {
			if _, ok := e.ids[ref.ID]; !ok {
				e.findings.Add(EdgeEnd, s, "", "%s %s, which is not in the table of sources", ref.Kind, ref.ID)
			}
		}
	}
	for d, n := range e.balance {
		if n != 0 {
			e.findings.Add(EdgeTable, &knowledge.Source{ID: d.from, Path: e.ids[d.from]}, "", "%s %s stands at one of its ends alone", d.kind, d.to)
		}
	}
	e.circles()
}
