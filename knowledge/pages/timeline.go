package pages

import (
	"slices"
	"strings"
)

// timeline collects dated documents and statements, the latest first.
type timeline struct {
	years   map[string]*yearCount
	entries best[moment]
}

type yearCount struct {
	Year       string `json:"year"`
	Documents  int    `json:"documents"`
	Statements int    `json:"statements,omitempty"`
}

type moment struct {
	date, kind, text, place string
	source                  int
	path                    string
}

func newTimeline() *timeline {
	return &timeline{years: map[string]*yearCount{}, entries: best[moment]{n: maxEntries, less: later}}
}

func later(a, b *moment) bool {
	if a.date != b.date {
		return a.date > b.date
	}
	if n := strings.Compare(a.path, b.path); n != 0 {
		return n < 0
	}
	return a.kind+a.place < b.kind+b.place
}

func (t *timeline) year(date string) *yearCount {
	y, _, _ := strings.Cut(strings.TrimPrefix(date, "-"), "-")
	if t.years[y] == nil {
		t.years[y] = &yearCount{Year: y}
	}
	return t.years[y]
}

func (t *timeline) document(i int, s *Source) {
	t.year(s.Date).Documents++
	t.entries.add(moment{date: s.Date, kind: "document", text: s.Title, source: i, path: s.Path})
}

func (t *timeline) statement(i int, s *Source, d Dated) {
	t.year(d.Date).Statements++
	t.entries.add(moment{date: d.Date, kind: d.Kind, text: d.Text, place: d.Place, source: i, path: s.Path})
}

type timelinePage struct {
	Schema  string       `json:"schema"`
	Years   []*yearCount `json:"years"`
	Entries []timeEntry  `json:"entries"` // the latest first
	More    int          `json:"more"`    // earlier ones
}

type timeEntry struct {
	Date string `json:"date"` // EDTF
	Kind string `json:"kind"` // document, decision or obligation
	Text string `json:"text"`
	At   string `json:"address"`
	Path string `json:"path"`
}

func (t *timeline) page(c Corpus) page {
	p := &timelinePage{Schema: "quire.timeline/1", Years: []*yearCount{}, Entries: []timeEntry{}, More: t.entries.more()}
	for _, y := range t.years {
		p.Years = append(p.Years, y)
	}
	slices.SortFunc(p.Years, func(a, b *yearCount) int { return strings.Compare(b.Year, a.Year) })
	for _, e := range t.entries.list {
		p.Entries = append(p.Entries, timeEntry{e.date, e.kind, cut(e.text), address(c.Sources[e.source].ID, e.place), e.path})
	}
	return p
}

func (p *timelinePage) markdown(m *markdown) {
	m.title("Timeline", "Documents by their own date, and decisions and duties that name a day, the latest first.")
	if len(p.Entries) == 0 {
		m.line("No document says when it was written.")
	}
	for _, e := range p.Entries {
		m.item(m.text(e.Date) + " · " + e.Kind + " · " + m.text(e.Text) + " · " + m.at(e.Path, e.At))
	}
	m.left(p.More, "earlier entry")
	if len(p.Years) == 0 {
		return
	}
	m.heading("By year")
	shown := p.Years[:min(len(p.Years), maxEntries)]
	for _, y := range shown {
		line := m.text(y.Year) + ": " + plural(y.Documents, "document")
		if y.Statements > 0 {
			line += ", " + plural(y.Statements, "statement")
		}
		m.item(line)
	}
	m.left(len(p.Years)-len(shown), "year")
}

// address joins the id of a source and a place in it.
func address(id, place string) string {
	if place == "" {
		return id
	}
	return id + "#" + place
}
