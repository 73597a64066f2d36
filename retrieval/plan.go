package retrieval

import (
	"context"
	"path"
	"slices"
	"strings"

	"quire/knowledge"
	"quire/retrieval/index"
)

// plan is a query ready to be searched: what the index answers, and what has to be
// looked up in the texts of what it finds.
type plan struct {
	parsed
	query    index.Query
	folder   *index.Folder
	phrases  []index.Phrase // each must stand in the text, a heading or the title
	unwanted []index.Phrase // none of them may
	named    *bool          // a quoted name of a file is one of a document
}

// plan takes q apart and checks it.
func (v *View) plan(q Query) (*plan, error) {
	if strings.TrimSpace(q.Text) == "" {
		return nil, &BadQueryError{"the query is empty", "say what to look for: quire retrieve \"marketing budget Lyon\""}
	}
	if q.Literal {
		return v.planOf(q, parsed{words: q.Text})
	}
	parsed, err := parseQuery(q.Text)
	if err != nil {
		return nil, err
	}
	return v.planOf(q, parsed)
}

// planOf is plan of a query that was taken apart, or of one without text.
func (v *View) planOf(q Query, parsed parsed) (*plan, error) {
	hidden := q.Hidden || len(q.Flags) > 0
	p := &plan{parsed: parsed, folder: index.NewFolder(), named: new(bool)}
	p.query = index.Query{
		Text: p.words, Types: q.Types, Flags: q.Flags, Languages: q.Languages, Tiers: q.Tiers, Kinds: q.Kinds, Channels: q.Channels,
		IncludeHidden: hidden, IncludeFurniture: hidden, All: p.words == "", Bare: q.ids,
	}
	var err error
	if p.query.Sources, err = v.resolveSources(q.Sources); err != nil {
		return nil, err
	}
	if err := p.restrict(q); err != nil {
		return nil, err
	}
	keep, err := v.withStatus(q.Status)
	if err != nil {
		return nil, err
	}
	if keep != nil {
		p.query.Keep = both(p.query.Keep, keep)
	}
	p.aliases(v.Corpus.Aliases)
	for _, text := range p.parsed.phrases {
		p.require(text)
	}
	for _, text := range p.without {
		phrase, ok := p.folder.Phrase(text)
		switch terms := index.Strict(text); {
		case !ok:
		case len(terms) == 1:
			p.query.Without = append(p.query.Without, terms[0])
		default:
			p.unwanted = append(p.unwanted, phrase)
		}
	}
	if len(p.files) > 0 {
		p.paths(func(printed string) bool {
			base := strings.ToLower(path.Base(printed))
			ok := slices.ContainsFunc(p.files, func(f string) bool { return strings.ToLower(f) == base })
			*p.named = *p.named || ok
			return ok
		})
	}
	return p, nil
}

// require makes a phrase one that a passage must hold.
func (p *plan) require(text string) {
	if phrase, ok := p.folder.Phrase(text); ok {
		p.phrases = append(p.phrases, phrase)
		p.query.Held = append(p.query.Held, index.Strict(text)...)
	}
}

// paths narrows the paths that are searched.
func (p *plan) paths(want func(string) bool) { p.query.Path = both(p.query.Path, want) }

func both(a, b func(string) bool) func(string) bool {
	if a == nil {
		return b
	}
	return func(s string) bool { return a(s) && b(s) }
}

// restrict applies the filters of the flags and the fields of the query.
func (p *plan) restrict(q Query) error {
	fields := p.fields
	for _, f := range []fieldTerm{{name: "path", value: q.Path}, {name: "author", value: q.Author}, {name: "sheet", value: q.Sheet}, {name: "date", value: q.Date}} {
		if f.value != "" {
			fields = append(fields, f)
		}
	}
	for _, f := range fields {
		if err := p.field(f); err != nil {
			return err
		}
	}
	return nil
}

// field applies one name:value.
func (p *plan) field(f fieldTerm) error {
	sign := func(want func(string) bool) func(string) bool {
		if !f.without {
			return want
		}
		return func(s string) bool { return !want(s) }
	}
	q := &p.query
	folded := strings.TrimSpace(p.folder.Fold(f.value, false))
	contains := sign(func(s string) bool { return strings.Contains(p.folder.Fold(s, false), folded) })
	if f.without && slices.Contains([]string{"title", "type", "language", "kind"}, f.name) {
		return &BadQueryError{"-" + f.name + ":" + f.value + " cannot be left out", "-path:, -author:, -date:, -sheet:, -page: and -slide: can"}
	}
	switch f.name {
	case "title":
		q.Titled = append(q.Titled, index.Strict(f.value)...)
		if q.Text == "" {
			q.Text, q.All = f.value, false
		}
	case "path":
		want, err := pathMatch(f.value)
		if err != nil {
			return err
		}
		p.paths(sign(want))
	case "type":
		q.Types = append(q.Types, strings.TrimPrefix(strings.ToLower(f.value), "."))
	case "language":
		q.Languages = append(q.Languages, strings.ToLower(f.value))
	case "kind":
		q.Kinds = append(q.Kinds, strings.ToLower(f.value))
	case "author":
		q.Author = both(q.Author, contains)
	case "sheet":
		q.Sheet = both(q.Sheet, contains)
	case "date":
		want, err := dateMatch(f.value)
		if err != nil {
			return err
		}
		q.Date = both(q.Date, sign(want))
	case "page", "slide":
		prefix := map[string]string{"page": "p", "slide": "slide"}[f.name] + f.value
		q.Keep = both(q.Keep, sign(func(id string) bool {
			_, unit, _, _ := splitID(id)
			return unit == prefix || strings.HasPrefix(unit, prefix+".")
		}))
	}
	return nil
}

// pathMatch reads a pattern over paths; one without a wildcard matches where it
// stands in a path.
func pathMatch(pattern string) (func(string) bool, error) {
	if !strings.ContainsAny(pattern, "*?[") && !strings.Contains(pattern, "/") {
		low := strings.ToLower(pattern)
		return func(p string) bool { return strings.Contains(strings.ToLower(p), low) }, nil
	}
	if _, err := path.Match(pattern, ""); err != nil || strings.Count(pattern, "[") != strings.Count(pattern, "]") {
		return nil, &BadQueryError{"the pattern " + pattern + " is not a glob", "use *, ? and [a-z]; ** crosses folders"}
	}
	return func(p string) bool { return knowledge.MatchPath(pattern, p) }, nil
}

// found is what a search brought, best first.
type found struct {
	plan      *plan
	hits      []index.Hit
	total     index.Total
	cache     *unitCache
	corrected []Correction
	closer    *closer // nil where words side by side move nothing
	tune      tuning
	byWords   []index.Hit
	places    map[string]places // of hits in both rankings; nil without vectors
	alone     int               // hits that only vectors found
}

// Correction is a word that no passage holds and the one that was searched instead.
type Correction struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// phraseDepth is how many passages with the words of a phrase are read to look for
// it.
const phraseDepth = 500

// find searches for q: at least depth hits where there are so many. Which of them come
// first is for settle to say.
func (v *View) find(ctx context.Context, q Query, depth int) (*found, error) {
	f, err := v.findWords(ctx, q, depth)
	if err != nil || q.ids {
		return f, err
	}
	return f, f.fuse()
}

// findWords is find before vectors come in: they are in the total.
func (v *View) findWords(ctx context.Context, q Query, depth int) (*found, error) {
	p, err := v.plan(q)
	if err != nil {
		return nil, err
	}
	f := &found{plan: p, cache: newUnitCache(v), tune: chosen}
	if q.tune != nil {
		f.tune = *q.tune
	}
	if err := v.search(ctx, q, f, depth); err != nil {
		return nil, err
	}
	if len(p.files) > 0 && !*p.named {
		parsed := p.parsed
		parsed.notes = append(parsed.notes, "no document is called "+strings.Join(p.files, ", ")+": it is searched as a phrase")
		parsed.phrases = append(parsed.phrases, p.files...)
		parsed.words = strings.TrimSpace(parsed.words + " " + strings.Join(p.files, " "))
		parsed.files = nil
		if f.plan, err = v.planOf(q, parsed); err != nil {
			return nil, err
		}
		if err := v.search(ctx, q, f, depth); err != nil {
			return nil, err
		}
	}
	if len(f.hits) == 0 && f.total.Withheld == 0 && len(f.plan.phrases) == 0 {
		return f, v.correct(ctx, q, f, depth)
	}
	return f, nil
}

// search runs the plan of f: the index first, then what needs the texts.
func (v *View) search(ctx context.Context, q Query, f *found, depth int) error {

	rd, err := v.index()
	if err != nil {
		return err
	}
	p := f.plan
	if p.query.Beside, err = v.near(q, p); err != nil {
		return err
	}
	p.query.Weights = &f.tune.weights
	p.query.Limit = max(depth, nearDepth)
	if len(p.query.Beside) > 0 {
		p.query.Limit = max(p.query.Limit, fuseDepth)
	}
	if len(p.phrases)+len(p.unwanted) > 0 {
		p.query.Limit = max(p.query.Limit, phraseDepth)
	}
	if f.hits, f.total, err = rd.Search(ctx, p.query); err != nil {
		return err
	}
	for _, h := range f.total.Beside {
		if h.Score == 0 {
			f.total.Matched-- // counted where it comes in
		}
	}
	if p.query.Author == nil && p.query.Date == nil && p.query.Sheet == nil && p.query.Keep == nil && len(p.query.Titled) == 0 && !p.query.All {
		said, err := v.memoryHits(ctx, q, f.total.Terms)
		if err != nil {
			return err
		}
		f.total.Matched += len(said)
		f.hits = mergeHits(f.hits, said)
	}
	if err := f.verify(); err != nil {
		return err
	}
	f.closer = f.newCloser()
	return nil
}

// verify drops the hits that lack a phrase or hold one that is unwanted.
func (f *found) verify() error {
	p := f.plan
	if len(p.phrases)+len(p.unwanted) == 0 {
		return nil
	}
	var fault error
	before := len(f.hits)
	lacks := func(h index.Hit) bool {
		text, err := f.text(h)
		if err != nil {
			fault = err
			return true
		}
		for _, phrase := range p.phrases {
			if !text.Holds(phrase) {
				return true
			}
		}
		return slices.ContainsFunc(p.unwanted, text.Holds)
	}
	f.hits = slices.DeleteFunc(f.hits, lacks)
	f.total.Beside = slices.DeleteFunc(f.total.Beside, lacks)
	if f.total.Matched > before {
		p.notes = append(p.notes, "only the best passages with the words of a phrase were read to look for it")
	}
	f.total.Matched -= before - len(f.hits)
	return fault
}

// text returns title, headings and text of a hit, ready for phrases.
func (f *found) text(h index.Hit) (*index.Text, error) {
	cu, rec, span, err := f.cache.record(h)
	if err != nil {
		return nil, err
	}
	parts := []string{cu.source.Title}
	for _, ref := range cu.unit.HeadingPath(rec) {
		parts = append(parts, ref.Text)
	}
	parts = append(parts, cu.unit.PlainText(cu.text, span))
	return f.plan.folder.Text(strings.Join(parts, "\n")), nil
}

// correct searches again with near words for those that no passage holds, and says
// so. It is tried only where the query as it stands finds nothing at all.
func (v *View) correct(ctx context.Context, q Query, f *found, depth int) error {
	rd, err := v.index()
	if err != nil {
		return err
	}
	words := strings.Fields(f.plan.words)
	var fixed []Correction
	for i, w := range words {
		near, err := rd.Near(ctx, w)
		if err != nil {
			return err
		}
		if near != "" && i < maxCorrected {
			fixed = append(fixed, Correction{knowledge.Line(w, maxEcho), knowledge.Line(near, maxEcho)})
			words[i] = near
		}
	}
	if len(fixed) == 0 {
		return nil
	}
	again := f.plan.parsed
	again.words = strings.Join(words, " ")
	p, err := v.planOf(q, again)
	if err != nil {
		return err
	}
	trial := &found{plan: p, cache: f.cache, tune: f.tune}
	if err := v.search(ctx, q, trial, depth); err != nil || len(trial.hits) == 0 {
		return err
	}
	trial.corrected = fixed
	*f = *trial
	return nil
}

// maxCorrected bounds the words of a query that are looked up letter by letter.
const maxCorrected = 16
