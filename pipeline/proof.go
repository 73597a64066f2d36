package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/publish"
)

// Proof is what was searched after a withdrawal, and for what.
type Proof struct {
	Files    int   `json:"files"`    // of the published tree, the cache, the ledger and the authored input
	Bytes    int64 `json:"bytes"`    // of those
	Needles  int   `json:"needles"`  // ids, paths, digests and lines of text that were searched for
	Shared   int   `json:"shared"`   // of those: also in a document that stays
	Segments int   `json:"segments"` // of the indexes of all kept snapshots
	Terms    int   `json:"terms"`    // that their dictionaries list
	IDs      int   `json:"ids"`      // that they store
	// OwnTerms are the terms that only the withdrawn had: no dictionary lists them.
	OwnTerms int       `json:"own_terms"`
	Failures []Failure `json:"failures"`
}

// Failure is a place where something withdrawn still is.
type Failure struct {
	Where string `json:"where"` // a file
	What  string `json:"what"`
}

// maxFailures bounds the failures that are listed; one is enough for a proof to fail.
const maxFailures = 50

func (p *Proof) fail(where, what string) {
	f := Failure{where, knowledge.Line(what, 200)}
	if len(p.Failures) < maxFailures && !slices.Contains(p.Failures, f) {
		p.Failures = append(p.Failures, f)
	}
}

// hit is one trace found in one place.
type hit struct {
	trace int
	where string
}

// search is a proof while it is made.
type search struct {
	w      *Withdrawal
	t      *traces
	m      *matcher
	paths  map[string]string          // id → path
	found  map[string]map[int]bool    // traces in live evidence, by recipe
	equal  map[string]bool            // ids of live sources with a withdrawn digest
	shared map[int]bool               // traces that a document that stays holds
	others []hit                      // in what is derived
	inputs map[Holder]map[int]bool    // in authored input and the ledger
	owners map[string]map[string]bool // recipe → ids of rows
	needed map[string]bool            // stems of the leaves that the current snapshot names
}

// prove searches everything that quire keeps for the traces. What a document that
// stays holds is no failure but makes that a holder; anything else is.
func (w *Withdrawal) prove(ctx context.Context, o Options, t *traces) error {
	s := &search{
		w: w, t: t, m: newMatcher(t.needles), paths: map[string]string{}, found: map[string]map[int]bool{},
		equal: map[string]bool{}, shared: map[int]bool{}, inputs: map[Holder]map[int]bool{}, owners: map[string]map[string]bool{},
		needed: map[string]bool{},
	}
	w.Proof.Needles = len(t.needles)
	if err := s.indexes(ctx, o); err != nil {
		return err
	}
	err := o.Store.EachFile(func(name string, stored, plain []byte, damage error) error {
		s.published(name, stored, plain)
		group, _, _ := strings.Cut(name, "/")
		own := group == knowledge.EvidenceDir || group == knowledge.DerivedDir || group == "tables"
		if damage != nil && (!own || s.needed[publish.Stem(name)]) {
			return damage // the next sync mends what the current snapshot names
		}
		if damage != nil {
			w.Unreadable = append(w.Unreadable, name)
		}
		return ctx.Err()
	})
	for _, name := range w.Unreadable { // nobody can tell what is in it, and only older snapshots name it
		err = errors.Join(err, o.Store.Drop(name))
	}
	if err == nil {
		err = s.folder(ctx, o.CacheDir, ".quire", s.cached)
	}
	if err == nil && o.Inputs != nil {
		err = s.authored(ctx, o.Inputs)
	}
	if err != nil {
		return fmt.Errorf("prove the withdrawal: %w", err)
	}
	s.conclude()
	return nil
}

// need notes what leaves a snapshot names.
func (s *search) need(p *previous) error {
	chunks, err := p.snapshot.Chunks()
	if err != nil {
		return err
	}
	for _, c := range chunks {
		s.needed[publish.Stem(c.Leaf())] = true
	}
	leaves := LeavesOf(p.body.Semantics)
	for _, line := range p.lines {
		for _, leaf := range leaves("", line) {
			s.needed[leaf] = true
		}
	}
	return nil
}

// indexes enumerates the segments of all kept snapshots, and learns what rows there
// are.
func (s *search) indexes(ctx context.Context, o Options) error {
	kept, err := o.Store.Kept()
	if err != nil {
		return err
	}
	anew := map[string]bool{}
	for _, r := range s.w.Snapshots {
		anew[r.New] = r.anew
	}
	listed := map[string]bool{}
	for _, k := range kept {
		if err := ctx.Err(); err != nil {
			return err
		}
		r, err := openRewrite(o, k.ID)
		if err == nil && o.Withdrawn.Titled() {
			err = s.aliases(r, k.Current)
		}
		if err != nil {
			return err
		}
		if k.Current {
			if err := s.need(r.prev); err != nil {
				return err
			}
		}
		for id, line := range r.prev.lines {
			s.paths[id] = cmp.Or(s.paths[id], pathOf(line))
			if recipe := knowledge.Digest(jsonline.Field(line, "recipe")); recipe != "" {
				if s.owners[recipe.Hex()] == nil {
					s.owners[recipe.Hex()] = map[string]bool{}
				}
				s.owners[recipe.Hex()][id] = true
			}
		}
		if err := s.t.enumerate(r, &s.w.Proof, anew[k.ID], listed); err != nil {
			return err
		}
	}
	s.w.Proof.OwnTerms = s.t.ownTerms(listed)
	return nil
}
