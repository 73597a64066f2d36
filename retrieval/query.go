package retrieval

import (
	"context"
	"errors"
	"strings"

	"quire/knowledge"
)

// Query is a question to a View.
type Query struct {
	Text    string
	Limit   int      // results; 0 means 5
	Budget  int      // o200k tokens of the whole answer; 0 means no bound
	Form    Form     // what Budget is counted for
	Sources []string // ids, prefixes of ids, or paths
	Types   []string // formats: pdf, docx
	Path    string   // glob over printed paths
	Hops    int      // relations followed from the results to name related documents
	Memory  Memory   // interactions that take part; "" is off
	Flags   []string // only passages with one of these flags; hidden ones then too
	Hidden  bool     // hidden text and furniture too
	Explain bool     // score parts

	Languages, Tiers, Kinds, Channels []string
	Author, Sheet, Date               string   // as behind author:, sheet: and date: in a query
	Status                            []string // of Statuses; none: all
	Around                            Surroundings
	Cursor                            string // of an earlier answer: go on behind it

	NoVectors bool // words alone decide

	Literal bool    // nothing in Text is an operator
	tune    *tuning // nil: as chosen
	ids     bool    // only the ids of what is found count
}

// Form is how an answer is printed.
type Form int

// The forms of an answer.
const (
	TextForm Form = iota
	JSONForm
)

// DefaultLimit is how many results an agent gets that does not say.
const DefaultLimit = 5

// BadQueryError is a query that cannot be asked.
type BadQueryError struct{ Detail, Hint string }

func (e *BadQueryError) Error() string { return e.Detail }

// Retrieve answers q.
func (v *View) Retrieve(ctx context.Context, q Query) (*Result, error) {
	if q.Limit <= 0 {
		q.Limit = DefaultLimit
	}
	from, err := v.readCursor(q)
	if err != nil {
		return nil, err
	}
	f, err := v.find(ctx, q, (from+q.Limit)*overfetch+nearDepth)
	if err != nil {
		return nil, v.indexDamage(knowledge.IndexDir, err)
	}
	if len(f.hits) == 0 && q.Path != "" {
		if err := v.pathMatches(q.Path); err != nil {
			return nil, err
		}
	}
	return v.answer(q, f, from)
}

// pathMatches says so where a pattern fits no path at all: that nothing was found
// would be a wrong answer.
func (v *View) pathMatches(pattern string) error {
	example := ""
	found := false
	err := v.Records(func(s *knowledge.Source) bool {
		if example == "" {
			example = s.Root()
		}
		found = knowledge.MatchPath(pattern, s.Path)
		return !found
	})
	if err != nil || found {
		return err
	}
	return &BadQueryError{"no path matches " + pattern, "paths begin with the name of their root: '" + example + "/**'; quire status lists the roots"}
}

// overfetch is how many more hits than results are asked for, so that duplicates
// can give way to the next best.
const overfetch = 2

// resolveSources turns what a user wrote into ids.
func (v *View) resolveSources(given []string) ([]string, error) {
	var out []string
	for _, g := range given {
		s, err := v.Resolve(g)
		if err != nil {
			return nil, err
		}
		out = append(out, s.ID)
	}
	return out, nil
}

// Resolve returns the source that an id, a prefix of one, or a path names. A path
// may leave out its beginning.
func (v *View) Resolve(given string) (*knowledge.Source, error) {
	if knowledge.ValidIDPrefix(given) {
		s, err := v.Source(given)
		var missing *NotFoundError
		if err == nil || !errors.As(err, &missing) || len(missing.Near) > 0 {
			return s, err
		}
	}
	var exact, tail []*knowledge.Source
	err := v.Sources(func(s *knowledge.Source) bool {
		switch {
		case s.Path == given:
			exact = append(exact, s)
		case strings.HasSuffix(s.Path, "/"+given):
			tail = append(tail, s)
		}
		return true
	})
	switch {
	case err != nil:
		return nil, err
	case len(exact) > 0:
		return exact[0], nil
	case len(tail) == 1:
		return tail[0], nil
	}
	e := &NotFoundError{What: given}
	for _, s := range tail[:min(len(tail), 5)] {
		e.Near = append(e.Near, s.Path)
	}
	return nil, e
}

// splitID takes the id of a passage in the index apart.
func splitID(id string) (source, unit string, span knowledge.Span, ok bool) {
	a, err := knowledge.ParseAddress(id)
	return a.Source, a.Unit, knowledge.Span{a.Start, a.End}, err == nil && a.Spanned
}
