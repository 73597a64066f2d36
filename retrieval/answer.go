package retrieval

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"quire/knowledge"
	"quire/publish"
	"quire/retrieval/index"
)

// answer turns hits into results: verified text with its context, duplicates
// collapsed, cut to the limit and the budget.
func (v *View) answer(q Query, f *found, from int) (*Result, error) {
	total, cache := f.total, f.cache
	if err := f.settle(from + q.Limit); err != nil {
		return nil, err
	}
	res := &Result{
		Query: knowledge.Line(q.Text, maxEcho), Matched: total.Matched, Results: []Passage{}, Omitted: []Omission{}, Unsearched: []Unsearched{}, Related: []Related{},
		Budget: Budget{Limit: q.Budget}, Notes: []string{}, Corrected: f.corrected,
	}
	for _, n := range f.plan.notes {
		res.Notes = append(res.Notes, knowledge.Line(n, maxEcho))
	}
	res.Grade = f.grade(v.Corpus.Passages)
	if f.places != nil {
		res.Vectors = &VectorsUsed{Model: v.Corpus.Vectors.Model, Alone: f.alone}
	}
	twins := newTwins(cache)
	var fit []Passage
	distinct := 0
	for h, err := range f.inOrder() {
		if err != nil {
			return nil, err
		}
		if len(fit) == q.Limit {
			break
		}
		p, err := cache.passage(h)
		if err != nil {
			return nil, err
		}
		repeats, err := twins.repeats(&p)
		if err != nil {
			return nil, err
		}
		if repeats {
			continue
		}
		if distinct++; distinct <= from {
			continue
		}
		score, parts := f.shown(&h)
		p.Score = round(score)
		if q.Explain {
			p.Parts = parts
		}
		p.Rank = distinct
		if err := cache.around(&p, q); err != nil {
			return nil, err
		}
		fit = append(fit, p)
	}
	for i := range fit {
		fit[i].repeats, fit[i].Twins = twins.count[fit[i].Address], twins.named[fit[i].Address]
	}
	if err := v.looks(fit); err != nil {
		return nil, err
	}
	if total.Withheld > 0 {
		res.Omitted = append(res.Omitted, Omission{Reason: "hidden", Count: total.Withheld})
	}
	if res.Grade != "strong" {
		if err := v.unsearched(res, q, f.plan.query.Sources); err != nil {
			return nil, err
		}
	}
	if err := v.spend(res, fit, q, from, total.Matched-twins.all()); err != nil {
		return nil, err
	}
	return res, v.relate(res, q)
}

// maxEcho is how many characters of a query an answer repeats.
const maxEcho = 200

// grade is grade of what was found. Nothing but filters asked for is strong where
// anything passes them; what was found by other words than asked for never is, nor what
// only vectors found.
func (f *found) grade(passages int64) string {
	g := grade(f.byWords, f.total, passages)
	switch {
	case g == "none" && len(f.hits) > 0:
		return "weak"
	case g == "none":
	case f.plan.query.All:
		return "strong"
	case len(f.corrected) > 0:
		return "weak"
	}
	return g
}

// grade says how far the best hit goes: strong where it holds most of what the
// query asks for, by weight of its rare words; none where nothing was found.
func grade(hits []index.Hit, total index.Total, passages int64) string {
	if len(hits) == 0 {
		return "none"
	}
	var all, held float64
	best := map[string]bool{}
	for _, t := range hits[0].Terms {
		best[t] = true
	}
	for _, t := range total.Terms {
		if t.Also { // other words than asked for
			continue
		}
		idf := t.IDF
		if t.Docs == 0 {
			idf = math.Log(1 + float64(total.Matched+1)) // a word that no passage has is the rarest of all
		}
		w := t.Weight * max(idf, 0)
		all += w
		if best[t.Term] {
			held += w
		}
	}
	if all > 0 && held/all >= strongShare && tells(best, total, passages) {
		return "strong"
	}
	return "weak"
}

// tells reports whether the best passage holds a word of the query that most passages
// have not: one that shares only the words everything shares answers nothing.
func tells(best map[string]bool, total index.Total, passages int64) bool {
	if passages < fewPassages {
		return true
	}
	for _, t := range total.Terms {
		if best[t.Term] && !t.Also && int64(t.Docs)*commonShare <= passages {
			return true
		}
	}
	return false
}

const (
	// fewPassages is a corpus too small to tell common words from others.
	fewPassages = 50
	// commonShare: a word that more than one passage in so many has is common.
	commonShare = 4
)

// strongShare is the share of the query's weight that the best passage must hold
// for the answer to be called strong.
const strongShare = 0.6

// unitCache keeps the units that the results of one answer share.
type unitCache struct {
	view   *View
	units  map[string]*cachedUnit
	edges  map[string]edgeRow
	others map[string]*knowledge.Document // that contradict a passage
	whole  map[string]*knowledge.Document // that a table is shown of
	tabled map[string]bool                // addresses that stand around a result as part of its table
}

func newUnitCache(v *View) *unitCache {
	return &unitCache{view: v, units: map[string]*cachedUnit{}, edges: map[string]edgeRow{}, others: map[string]*knowledge.Document{}, whole: map[string]*knowledge.Document{}, tabled: map[string]bool{}}
}

type cachedUnit struct {
	source *knowledge.Source
	unit   *knowledge.Unit
	text   string
}

func (c *unitCache) get(source, unit string) (*cachedUnit, error) {
	key := source + "#" + unit
	if u, ok := c.units[key]; ok {
		return u, nil
	}
	s, err := c.view.Source(source)
	if err != nil {
		return nil, err
	}
	u, text, err := c.view.Unit(s, unit)
	if err != nil {
		return nil, err
	}
	got := &cachedUnit{s, u, text}
	c.units[key] = got
	return got, nil
}

// record finds the unit and the record of what a hit names.
func (c *unitCache) record(h index.Hit) (*cachedUnit, *knowledge.Passage, knowledge.Span, error) {
	source, unit, span, ok := splitID(h.ID)
	if !ok {
		return nil, nil, span, &publish.DamagedError{Name: knowledge.IndexDir, Detail: fmt.Sprintf("holds the passage %q", h.ID)}
	}
	cu, err := c.get(source, unit)
	var missing *NotFoundError
	if errors.As(err, &missing) {
		return nil, nil, span, &publish.DamagedError{Name: knowledge.IndexDir, Detail: "names " + h.ID + ", which is not in the snapshot"}
	}
	if err != nil {
		return nil, nil, span, err
	}
	rec := findPassage(cu.unit, span)
	if rec == nil || !span.Within(len(cu.text)) {
		return nil, nil, span, &publish.DamagedError{Name: knowledge.IndexDir, Detail: "names " + h.ID + ", which is no passage"}
	}
	return cu, rec, span, nil
}

// passage reads what a hit names and checks it against its digest.
func (c *unitCache) passage(h index.Hit) (Passage, error) {
	cu, rec, span, err := c.record(h)
	if err != nil {
		return Passage{}, err
	}
	source, unit := cu.source.ID, cu.unit.Name
	text := cu.text[span[0]:span[1]]
	if knowledge.DigestOf([]byte(text)) != rec.Digest {
		return Passage{}, &publish.DamagedError{Name: knowledge.TextName(cu.source.Recipe), Detail: "has other bytes at " + h.ID + " than its record says"}
	}
	a := knowledge.Address{Source: source, Unit: unit, Start: span[0], End: span[1], Spanned: true, Check: rec.Digest.Short(knowledge.CheckDigits)}
	p := Passage{
		Address: a.String(), Tier: string(cu.source.TrustTier()), About: cu.source.About, Status: c.view.status(cu.source), Score: round(h.Score), Matched: nonNil(h.Terms),
		Source:  SourceRef{ID: cu.source.ID, Path: cu.source.Path, Title: cu.source.Title, Type: cu.source.Type, Date: cu.source.Date},
		Locator: place(cu.unit, cu.text, span).String(), Text: text, Span: span, Digest: rec.Digest, Channels: channels(cu.unit),
		Look: look(cu, rec), Flags: rec.Flags, Context: []Context{}, tokens: rec.Tokens, quoted: rec.Quoted,
	}
	if err := c.standing(&p, cu.source); err != nil {
		return Passage{}, err
	}
	return p, c.context(&p, cu, rec)
}

// context quotes the headings, header rows and first rows of a record above a passage, each with its
// address.
func (c *unitCache) context(p *Passage, cu *cachedUnit, rec *knowledge.Passage) error {
	var path []string
	add := func(kind string, ref *knowledge.Ref) error {
		at, err := c.get(cu.source.ID, ref.Unit)
		if err != nil {
			return err
		}
		if !ref.Span.Within(len(at.text)) {
			return &publish.DamagedError{Name: knowledge.RecordName(cu.source.Recipe), Detail: "cites a heading that is not there"}
		}
		d := knowledge.DigestOf([]byte(at.text[ref.Span[0]:ref.Span[1]]))
		a := knowledge.Address{Source: cu.source.ID, Unit: ref.Unit, Start: ref.Span[0], End: ref.Span[1], Spanned: true, Check: d.Short(knowledge.CheckDigits)}
		p.Context = append(p.Context, Context{Kind: kind, Address: a.String(), Text: ref.Text})
		return nil
	}
	for _, ref := range cu.unit.HeadingPath(rec) {
		if err := add("heading", &ref); err != nil {
			return err
		}
		path = append(path, ref.Text)
	}
	if rec.Header != nil {
		if err := add("header-row", rec.Header); err != nil {
			return err
		}
	}
	for i := range rec.Record {
		if err := add("record-row", &rec.Record[i]); err != nil {
			return err
		}
	}
	p.Heading = strings.Join(path, " › ")
	if p.Heading == "" {
		p.Heading = cu.unit.Title
	}
	return nil
}

func findPassage(u *knowledge.Unit, s knowledge.Span) *knowledge.Passage {
	for i := range u.Passages {
		if u.Passages[i].Span == s {
			return &u.Passages[i]
		}
	}
	return nil
}

func (v *View) status(s *knowledge.Source) string {
	if v.pending[s.ID] != nil {
		return "pending"
	}
	if s.Stale {
		return "stale"
	}
	return "fresh"
}

// channels lists the evidence channels of a unit, in order of first appearance.
func channels(u *knowledge.Unit) []string {
	out := []string{}
	seen := map[string]bool{}
	for i := range u.Blocks {
		if c := u.Blocks[i].Kind.Channel(); !seen[c] {
			seen[c] = true
			out = append(out, c)
		}
	}
	if u.Counts.Images > 0 && !seen["image"] {
		out = append(out, "image")
	}
	return out
}

func nonNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// round keeps three digits behind the point: more would promise a precision that
// a rank does not have.
func round(x float64) float64 { return math.Round(x*1000) / 1000 }
