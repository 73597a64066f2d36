package retrieval

import (
	"context"
	"errors"
	"path"
	"strings"

	"quire/knowledge"
	"quire/retrieval/index"
	"quire/retrieval/proof"
)

const (
	// maxCandidates is how many passages a statement is held against, besides those
	// that it cites.
	maxCandidates = 24
	// maxCited bounds the passages of what one statement cites; of a longer document
	// those that a search in it finds are taken.
	maxCited = 40
)

// candidates returns the passages that may carry a statement: what it cites, then
// what a search for it finds.
func (pr *prover) candidates(ctx context.Context, s *proof.Statement, cited []knowledge.Address) ([]*proof.Passage, error) {
	var out []*proof.Passage
	seen := map[*proof.Passage]bool{}
	add := func(p *proof.Passage, isCited bool) {
		p.Cited = p.Cited || isCited
		if !seen[p] {
			seen[p] = true
			out = append(out, p)
		}
	}
	for _, a := range cited {
		ps, err := pr.citedPassages(ctx, s, a)
		if err != nil {
			return nil, err
		}
		for _, p := range ps {
			add(p, true)
		}
	}
	hits, err := pr.search(ctx, s.SearchText(), nil, maxCandidates)
	if err != nil {
		return nil, err
	}
	for _, h := range hits {
		p, err := pr.passage(h)
		if err != nil {
			return nil, err
		}
		add(p, false)
	}
	return out, nil
}

func (pr *prover) search(ctx context.Context, text string, sources []string, limit int) ([]index.Hit, error) {
	rd, err := pr.view.index()
	if err != nil {
		return nil, err
	}
	hits, _, err := rd.Search(ctx, index.Query{Text: text, Limit: limit, Sources: sources, Bare: true, Telling: true})
	return hits, err
}

// passage reads a hit once an answer.
func (pr *prover) passage(h index.Hit) (*proof.Passage, error) {
	if p := pr.passages[h.ID]; p != nil {
		return p, nil
	}
	got, err := pr.cache.passage(h)
	if err != nil {
		return nil, err
	}
	source, unit, span, _ := splitID(h.ID)
	cu, err := pr.cache.get(source, unit)
	if err != nil {
		return nil, err
	}
	p := &proof.Passage{
		Source: cu.source.ID, Path: cu.source.Path, Title: cu.source.Title, Language: cu.source.Language, Date: cu.source.Date, Tier: got.Tier,
		Unit: unit, Start: span[0], Text: got.Text,
	}
	if cu.source.TrustTier() == knowledge.InteractionTier {
		p.Speaker, _, _ = strings.Cut(cu.source.Title, " in ")
	}
	if cu.source.TitleBy == "first-line" {
		p.Title = "" // a sentence of the document, which says nothing of the others
	}
	for _, c := range got.Context {
		switch c.Kind {
		case "heading":
			p.Headings = append(p.Headings, c.Text)
		case "header-row":
			p.Header = c.Text
		case "record-row":
			p.Record = append(p.Record, c.Text)
		}
	}
	if p.Outdated, err = pr.whyOutdated(cu.source); err != nil {
		return nil, err
	}
	if p.Disputes, err = pr.disputes(cu.source, unit, span); err != nil {
		return nil, err
	}
	pr.passages[h.ID] = p
	return p, nil
}

// cited resolves what a statement cites: addresses, and paths of documents.
func (pr *prover) cited(s *proof.Statement, out *ProvedStatement) ([]knowledge.Address, error) {
	var found []knowledge.Address
	for _, written := range s.Cites {
		c := ProofCitation{Written: knowledge.Line(written, 300)}
		a, err := pr.resolve(written)
		var stale *StaleError
		var missing *NotFoundError
		var bad *BadQueryError
		switch {
		case err == nil && a.Source != "":
			c.Address = a.String()
			found = append(found, a)
		case err == nil:
			continue // a link to the web
		case errors.As(err, &stale), errors.As(err, &missing), errors.As(err, &bad):
			c.Detail = err.Error()
		default:
			return nil, err
		}
		out.Citations = append(out.Citations, c)
	}
	return found, nil
}

func (pr *prover) resolve(written string) (knowledge.Address, error) {
	if strings.Contains(written, "://") || strings.HasPrefix(written, "mailto:") {
		return knowledge.Address{}, nil
	}
	if a, err := knowledge.ParseAddress(written); err == nil {
		shown, err := pr.view.Show(a)
		if err != nil {
			return a, err
		}
		a, err = knowledge.ParseAddress(shown.Address)
		return a, err
	}
	name, _, _ := strings.Cut(written, "#")
	s, err := pr.view.Resolve(path.Clean(strings.TrimPrefix(name, "/")))
	if err != nil {
		return knowledge.Address{}, err
	}
	return knowledge.Address{Source: s.ID}, nil
}

// citedPassages returns the passages of what an address names.
func (pr *prover) citedPassages(ctx context.Context, s *proof.Statement, a knowledge.Address) ([]*proof.Passage, error) {
	var hits []index.Hit
	if a.Unit == "" && knowledge.TableOf(a.Source) == knowledge.InteractionsTable {
		a.Unit = knowledge.UnitName(knowledge.Message, 1) // it has no other, and is in no index of documents
	}
	if a.Unit == "" {
		found, err := pr.search(ctx, s.SearchText(), []string{a.Source}, maxCited)
		if err != nil {
			return nil, err
		}
		hits = found
	} else {
		cu, err := pr.cache.get(a.Source, a.Unit)
		if err != nil {
			return nil, err
		}
		for i := range cu.unit.Passages {
			r := &cu.unit.Passages[i]
			if cu.source.LeavesOut(a.Unit, r.Span) != nil {
				continue
			}
			if a.Spanned && (r.Span[1] <= a.Start || a.End <= r.Span[0]) || len(hits) == maxCited {
				continue
			}
			id := knowledge.Address{Source: cu.source.ID, Unit: a.Unit, Start: r.Span[0], End: r.Span[1], Spanned: true}
			hits = append(hits, index.Hit{ID: id.String(), Source: cu.source.ID})
		}
	}
	var out []*proof.Passage
	for _, h := range hits {
		p, err := pr.passage(h)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}
