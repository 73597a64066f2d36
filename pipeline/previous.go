package pipeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"sync"

	"golang.org/x/sync/errgroup"

	"quire/knowledge"
	"quire/publish"
)

// previous is the snapshot that is current when a sync begins. Its rows are kept
// as lines: those that are reused are never decoded.
type previous struct {
	pointer  publish.Pointer
	snapshot *publish.Snapshot // nil where nothing usable is published
	lines    map[string][]byte // by id
	byPath   map[string]string // printed path → id
	children map[string][]string
	facts    map[string][]byte // rows of the facts table, by id
	sources  int               // rows of the sources table
	coverage map[string][]byte // rows of the ledger, by id
	body     knowledge.Corpus
	damage   error                                        // why the published snapshot could not be used
	whole    func() bool                                  // whether every file of it is there with its length
	evidence func() map[knowledge.Digest]knowledge.Digest // what the rows say of the record of a recipe
}

func newPrevious() *previous {
	p := &previous{lines: map[string][]byte{}, byPath: map[string]string{}, children: map[string][]string{}, facts: map[string][]byte{}}
	p.whole = sync.OnceValue(func() bool { return p.snapshot != nil && p.snapshot.Check() == nil })
	p.evidence = sync.OnceValue(func() map[knowledge.Digest]knowledge.Digest {
		out := make(map[knowledge.Digest]knowledge.Digest, len(p.lines))
		for _, line := range p.lines {
			out[knowledge.Digest(publish.Field(line, "recipe"))] = knowledge.Digest(publish.Field(line, "evidence"))
		}
		return out
	})
	return p
}

func (r *run) loadPrevious() error {
	p := newPrevious()
	r.prev = p
	snap, pointer, err := r.opts.Store.Open()
	var damaged *publish.DamagedError
	switch {
	case errors.Is(err, publish.ErrNothingPublished):
		return nil
	case errors.As(err, &damaged):
		p.pointer, p.damage = pointer, err
		return nil
	case err != nil:
		return err
	}
	p.pointer = pointer
	if err := p.load(snap); err != nil {
		p = newPrevious()
		r.prev = p
		p.pointer, p.damage = pointer, err
		if !errors.As(err, &damaged) {
			return err
		}
	}
	return nil
}

func (p *previous) load(snap *publish.Snapshot) error {
	if err := json.Unmarshal(snap.Manifest.Body, &p.body); err != nil {
		return &publish.DamagedError{Name: snap.Name("snapshot.json"), Detail: "has a broken body"}
	}
	var g errgroup.Group
	for _, names := range [][]string{
		{knowledge.SourcesTable, knowledge.OverlaysTable, knowledge.InteractionsTable}, {knowledge.FactsTable},
	} {
		g.Go(func() error {
			for _, name := range names {
				if err := p.loadTable(snap, name); err != nil {
					return err
				}
			}
			return nil
		})
	}
	g.Go(func() error {
		p.coverage = ledgerOf(snap)
		return nil
	})
	if err := g.Wait(); err != nil {
		return err
	}
	p.snapshot = snap
	return nil
}

func (p *previous) loadTable(snap *publish.Snapshot, name string) error {
	table, err := snap.Table(name)
	if err != nil {
		return err
	}
	switch name {
	case knowledge.FactsTable:
		p.facts = make(map[string][]byte, table.Rows())
	case knowledge.SourcesTable:
		p.lines, p.byPath = make(map[string][]byte, table.Rows()), make(map[string]string, table.Rows())
	}
	for line, err := range table.All() {
		if err != nil {
			return err
		}
		id := publish.Field(line, "id")
		if name == knowledge.FactsTable {
			p.facts[id] = line
			continue
		}
		p.lines[id] = line
		if name != knowledge.SourcesTable {
			continue
		}
		p.sources++
		if parent := publish.Field(line, "parent"); parent != "" {
			p.children[parent] = append(p.children[parent], id)
		} else {
			p.byPath[pathOf(line)] = id
		}
	}
	return nil
}

// ledgerOf returns the rows of the ledger as far as they can be read: what is missing is
// made of the evidence.
func ledgerOf(snap *publish.Snapshot) map[string][]byte {
	table, err := snap.Table(knowledge.CoverageTable)
	if err != nil {
		return nil
	}
	out := make(map[string][]byte, table.Rows())
	for line, err := range table.All() {
		if err != nil {
			break
		}
		out[publish.Field(line, "id")] = line
	}
	return out
}

// pathOf reads the path of a row line. Paths may hold characters that JSON
// escapes, so the fast look is only taken where there is no backslash.
func pathOf(line []byte) string {
	if s := publish.Field(line, "path"); s != "" {
		return s
	}
	var v struct {
		Path string `json:"path"`
	}
	if json.Unmarshal(line, &v) != nil {
		return ""
	}
	return v.Path
}

// row decodes the row of an id; ok is false where there is none.
func (p *previous) row(id string) (s knowledge.Source, ok bool) {
	line, ok := p.lines[id]
	if !ok || json.Unmarshal(line, &s) != nil {
		return knowledge.Source{}, false
	}
	return s, true
}

// same reports whether the line of an id is there and equal.
func (p *previous) same(id string, line []byte) bool {
	old, ok := p.lines[id]
	return ok && bytes.Equal(old, line)
}
