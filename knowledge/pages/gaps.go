package pages

import (
	"slices"
	"strings"
)

// gaps collects what was not read, what the evidence lacks, and what documents leave
// open.
type gaps struct {
	unread  best[unread]
	reasons map[string]int
	lacking best[lacking]
	codes   map[string]*lack
	open    best[openPoint]
	beyond  int // open points that no card holds
}

type unread struct {
	source  int
	path    string
	outcome string
	reason  string
}

type lacking struct {
	source int
	path   string
	gaps   []Gap
}

type openPoint struct {
	source int
	path   string
	nth    int
	Point
}

type lack struct {
	Code      string `json:"code"`
	Documents int    `json:"documents"`
	Count     int    `json:"count"`
}

func newGaps() *gaps {
	return &gaps{
		reasons: map[string]int{}, codes: map[string]*lack{},
		unread:  best[unread]{n: maxEntries, less: func(a, b *unread) bool { return a.path < b.path }},
		lacking: best[lacking]{n: maxEntries, less: func(a, b *lacking) bool { return a.path < b.path }},
		open: best[openPoint]{n: maxEntries, less: func(a, b *openPoint) bool {
			if a.path != b.path {
				return a.path < b.path
			}
			return a.nth < b.nth
		}},
	}
}

// row notes a source that was not read whole.
func (g *gaps) row(i int, s *Source) {
	if s.Outcome == "extracted" && s.Searchable || s.Outcome == "empty" && s.Reason == "" {
		return
	}
	why := s.Outcome
	if s.Outcome == "extracted" { // of an earlier sync: the file could not be read now
		why = "stale"
	}
	if s.Reason != "" && s.Reason != s.Outcome {
		why += ": " + s.Reason
	}
	g.reasons[why]++
	g.unread.add(unread{i, s.Path, s.Outcome, s.Reason})
}

func (g *gaps) card(i int, s *Source, c *Card) {
	for _, x := range c.Gaps {
		if g.codes[x.Code] == nil {
			g.codes[x.Code] = &lack{Code: x.Code}
		}
		g.codes[x.Code].Documents++
		g.codes[x.Code].Count += x.Count
	}
	if len(c.Gaps) > 0 {
		g.lacking.add(lacking{i, s.Path, c.Gaps})
	}
	for n, o := range c.Open {
		g.open.add(openPoint{i, s.Path, n, o})
	}
	g.beyond += c.More
}

type gapsPage struct {
	Schema   string       `json:"schema"`
	Unread   []unreadDoc  `json:"unread"` // not read, or not whole
	MoreRead int          `json:"more_unread"`
	Reasons  []reason     `json:"reasons"`
	Lacks    []*lack      `json:"lacks"` // what the evidence of documents lacks, by code
	Lacking  []lackingDoc `json:"lacking"`
	MoreLack int          `json:"more_lacking"`
	Open     []openEntry  `json:"open"` // what documents say is not settled
	MoreOpen int          `json:"more_open"`
}

type reason struct {
	Reason string `json:"reason"`
	Count  int    `json:"count"`
}

type unreadDoc struct {
	Doc
	Outcome string `json:"outcome"`
	Reason  string `json:"reason,omitempty"`
}

type lackingDoc struct {
	Doc
	Gaps []Gap `json:"gaps"`
}

type openEntry struct {
	Text string `json:"text"`
	At   string `json:"address"`
	Path string `json:"path"`
}

func (g *gaps) page(c Corpus) page {
	p := &gapsPage{
		Schema: "quire.gaps/1", Unread: []unreadDoc{}, Reasons: []reason{}, Lacks: []*lack{}, Lacking: []lackingDoc{}, Open: []openEntry{},
		MoreRead: g.unread.more(), MoreLack: g.lacking.more(), MoreOpen: g.open.more() + g.beyond,
	}
	for _, u := range g.unread.list {
		p.Unread = append(p.Unread, unreadDoc{c.doc(u.source, ""), u.outcome, u.reason})
	}
	for r, n := range g.reasons {
		p.Reasons = append(p.Reasons, reason{r, n})
	}
	slices.SortFunc(p.Reasons, func(a, b reason) int { return strings.Compare(a.Reason, b.Reason) })
	for _, l := range g.codes {
		p.Lacks = append(p.Lacks, l)
	}
	slices.SortFunc(p.Lacks, func(a, b *lack) int { return strings.Compare(a.Code, b.Code) })
	for _, l := range g.lacking.list {
		p.Lacking = append(p.Lacking, lackingDoc{c.doc(l.source, ""), l.gaps})
	}
	for _, o := range g.open.list {
		p.Open = append(p.Open, openEntry{cut(o.Text), address(c.Sources[o.source].ID, o.Place), o.path})
	}
	return p
}

func (p *gapsPage) markdown(m *markdown) {
	m.title("Gaps", "What was not read, what the evidence lacks, and what documents leave open.")
	m.heading("Not read, or not whole")
	if len(p.Unread) == 0 {
		m.line("Everything was read.")
	}
	for _, r := range p.Reasons {
		m.item(m.text(r.Reason) + ": " + plural(r.Count, "file"))
	}
	if len(p.Reasons) > 0 {
		m.line("")
	}
	for _, u := range p.Unread {
		why := u.Outcome
		if u.Reason != "" && u.Reason != u.Outcome {
			why += ", " + u.Reason
		}
		m.item(m.doc(u.Doc) + " · " + m.text(why))
	}
	m.left(p.MoreRead, "file")
	m.heading("Lacking")
	if len(p.Lacking) == 0 {
		m.line("The evidence of no document lacks anything that was noticed.")
	}
	for _, l := range p.Lacks {
		m.item(m.text(l.Code) + ": " + number(l.Count) + " in " + plural(l.Documents, "document"))
	}
	if len(p.Lacks) > 0 {
		m.line("")
	}
	for _, l := range p.Lacking {
		var codes []string
		for _, g := range l.Gaps {
			codes = append(codes, m.text(g.Code)+" "+number(g.Count))
		}
		m.item(m.doc(l.Doc) + " · " + strings.Join(codes, ", "))
	}
	m.left(p.MoreLack, "document")
	m.heading("Left open")
	if len(p.Open) == 0 {
		m.line("No document says that something is not settled.")
	}
	for _, o := range p.Open {
		m.item(m.text(o.Text) + " · " + m.at(o.Path, o.At))
	}
	m.left(p.MoreOpen, "open point")
}
