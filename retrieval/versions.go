package retrieval

import (
	"cmp"
	"slices"

	"quire/knowledge"
)

// Successor is a document that counts instead of another one.
type Successor struct {
	SourceRef
	Why string `json:"why"`
}

// versions adds to a trace what replaces its document and what that replaces.
func (v *View) versions(s *knowledge.Source, t *Trace) error {
	pr := &prover{view: v, outdated: map[string]string{}}
	var err error
	if t.Outdated, err = pr.whyOutdated(s); err != nil {
		return err
	}
	why, by, err := pr.superseded(s)
	if err != nil {
		return err
	}
	if by != "" {
		newer, err := v.Source(by)
		if err != nil {
			return err
		}
		t.Successor = &Successor{refOf(newer), why}
	}
	t.Replaces, err = pr.replaces(s)
	return err
}

// replaces returns the documents that count no longer because of s: earlier versions by
// their names, and those that it links to and says it replaces. By path.
func (pr *prover) replaces(s *knowledge.Source) ([]SourceRef, error) {
	out := []SourceRef{}
	name, n := nameOf(s.Path)
	older := map[string]bool{}
	row, err := pr.view.edges(s.ID)
	if err != nil {
		return nil, err
	}
	for _, other := range pr.lines.byName[name] {
		if other.number >= n {
			continue
		}
		early, err := pr.view.Source(other.id)
		if err != nil {
			return nil, err
		}
		// One that counts, as somebody said, is not replaced by a later number.
		why, err := pr.whyOutdated(early)
		if err != nil {
			return nil, err
		}
		if why != "" {
			older[other.id] = true
		}
	}
	for _, link := range row.Out {
		if link.Kind == string(knowledge.CorrectSupersedes) {
			older[link.ID] = true
			continue
		}
		if link.Kind != "links-to" || older[link.ID] {
			continue
		}
		other, err := pr.view.Source(link.ID)
		if err != nil {
			return nil, err
		}
		said, err := pr.saysItReplaces(s, other)
		if err != nil {
			return nil, err
		}
		if said != "" {
			older[link.ID] = true
		}
	}
	for id := range older {
		other, err := pr.view.Source(id)
		if err != nil {
			return nil, err
		}
		out = append(out, refOf(other))
	}
	slices.SortFunc(out, func(a, b SourceRef) int { return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.ID, b.ID)) })
	return out, nil
}
