package pipeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"quire/internal/jsonline"
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
	briefs   map[string]*brief // of the rows of the sources table, by id
	facts    looked
	derived  looked
	ledger   looked
	sources  int // rows of the sources table
	body     knowledge.Corpus
	damage   error                                        // why the published snapshot could not be used
	whole    func() bool                                  // whether every file of it is there with its length
	evidence func() map[knowledge.Digest]knowledge.Digest // what the rows say of the record of a recipe
}

func newPrevious() *previous {
	p := &previous{lines: map[string][]byte{}, byPath: map[string]string{}, children: map[string][]string{}, briefs: map[string]*brief{}}
	p.whole = sync.OnceValue(func() bool { return p.snapshot != nil && p.snapshot.Check() == nil })
	p.evidence = sync.OnceValue(func() map[knowledge.Digest]knowledge.Digest {
		out := make(map[knowledge.Digest]knowledge.Digest, len(p.lines))
		for id, line := range p.lines {
			b := p.brief(id, line)
			out[knowledge.Digest(b.recipe)] = knowledge.Digest(b.evidence)
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
	if p.damage = r.distrust; p.damage != nil {
		p.salvage(snap)
		return nil
	}
	err = p.load(snap)
	if err == nil && (r.opts.Rehash || r.opts.Clean) {
		err = p.loadClaims()
	}
	if err != nil {
		p = newPrevious()
		r.prev = p
		p.pointer, p.damage = pointer, err
		if !errors.As(err, &damaged) {
			return err
		}
		p.salvage(snap)
	}
	return nil
}

// salvage loads the sources of a snapshot that is damaged elsewhere. Nothing is taken over
// from it, but a file that was moved keeps its id, one that cannot be read now keeps its row,
// and files that are gone are missed. Where the table itself is damaged, all files are new.
func (p *previous) salvage(snap *publish.Snapshot) {
	if table, err := snap.Table(knowledge.SourcesTable); err == nil {
		_ = p.loadSources(table)
	}
}

func (p *previous) load(snap *publish.Snapshot) error {
	if err := json.Unmarshal(snap.Manifest.Body, &p.body); err != nil {
		return &publish.DamagedError{Name: snap.Name("snapshot.json"), Detail: "has a broken body"}
	}
	p.snapshot = snap
	var g errgroup.Group
	g.Go(p.loadRows)
	g.Go(func() error {
		p.whole()
		return nil
	})
	err := g.Wait()
	for _, t := range []struct {
		name string
		rows *looked
	}{{knowledge.FactsTable, &p.facts}, {knowledge.KnowledgeTable, &p.derived}, {knowledge.CoverageTable, &p.ledger}} {
		table, missing := snap.Table(t.name)
		if missing == nil {
			t.rows.table = table
		} else if t.name == knowledge.FactsTable { // the others can be made of the evidence
			err = errors.Join(err, missing)
		}
	}
	if err == nil && !p.whole() { // what is missing is to be known before the first row is reused
		err = p.loadClaims()
	}
	if err != nil {
		p.snapshot = nil
	}
	return err
}

// loadClaims loads the facts, and looks whether all that was derived can be read: rows are
// not to be reused without it.
func (p *previous) loadClaims() error {
	if p.derived.table != nil {
		for _, err := range p.derived.table.All() {
			if err != nil {
				return err
			}
		}
	}
	return p.facts.load()
}

// loadRows loads the tables whose rows are items.
func (p *previous) loadRows() error {
	for _, name := range []string{knowledge.OverlaysTable, knowledge.InteractionsTable} {
		table, err := p.snapshot.Table(name)
		if err != nil {
			return err
		}
		for line, err := range table.All() {
			if err != nil {
				return err
			}
			p.lines[jsonline.Field(line, "id")] = line
		}
	}
	table, err := p.snapshot.Table(knowledge.SourcesTable)
	if err != nil {
		return err
	}
	return p.loadSources(table)
}

// loadSources reads the table of sources, on several processors: it is what a sync of one
// changed file reads most of.
func (p *previous) loadSources(table *publish.Table) error {
	type row struct {
		id   string
		line []byte
		brief
	}
	parts := make([][]row, runtime.GOMAXPROCS(0))
	var g errgroup.Group
	for i := range parts {
		g.Go(func() error {
			rows := make([]row, 0, table.Rows()/len(parts)+chunkSlack)
			for line, err := range table.Part(i, len(parts)) {
				if err != nil {
					return err
				}
				rows = append(rows, row{jsonline.Field(line, "id"), line, briefOf(line)})
			}
			parts[i] = rows
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	n := table.Rows()
	p.sources, p.briefs, p.byPath = n, make(map[string]*brief, n), make(map[string]string, n)
	others := p.lines
	p.lines = make(map[string][]byte, n+len(others))
	maps.Copy(p.lines, others)
	for _, rows := range parts {
		for i := range rows {
			row := &rows[i]
			p.lines[row.id], p.briefs[row.id] = row.line, &row.brief
			if row.parent != "" {
				p.children[row.parent] = append(p.children[row.parent], row.id)
			} else {
				p.byPath[row.path] = row.id
			}
		}
	}
	return nil
}

// chunkSlack is by how many rows parts of a table may differ, about.
const chunkSlack = 128

// brief returns the brief of a row of any table.
func (p *previous) brief(id string, line []byte) *brief {
	if b := p.briefs[id]; b != nil {
		return b
	}
	b := briefOf(line)
	return &b
}

// looked is a table of the last snapshot whose rows are looked up one by one: the few that
// a sync of a few changed files needs.
type looked struct {
	table *publish.Table // nil where there is none
	all   map[string][]byte
}

// row returns the row of an id, nil where there is none.
func (l *looked) row(id string) ([]byte, error) {
	if l.all != nil || l.table == nil {
		return l.all[id], nil
	}
	return l.table.Lookup(id)
}

// load reads all rows at once, for who needs most of them.
func (l *looked) load() error {
	if l.all != nil || l.table == nil {
		return nil
	}
	all := make(map[string][]byte, l.table.Rows())
	for line, err := range l.table.All() {
		if err != nil {
			return err
		}
		all[jsonline.Field(line, "id")] = line
	}
	l.all = all
	return nil
}

// inOrder returns the rows for who asks for them in the order of ids; it is to be closed.
func (l *looked) inOrder() *rowsInOrder { return &rowsInOrder{from: l, stop: func() {}} }

// rowsInOrder are the rows of a table, which are never all in memory unless they are already.
type rowsInOrder struct {
	from *looked
	next func() ([]byte, error, bool) // nil before the first is asked for
	stop func()
	line []byte
	err  error
	ok   bool
}

// row returns the row of an id behind the last that was asked for, nil where there is none.
func (o *rowsInOrder) row(id string) ([]byte, error) {
	if o.from.all != nil || o.from.table == nil {
		return o.from.all[id], nil
	}
	if o.next == nil {
		o.next, o.stop = iter.Pull2(o.from.table.All())
		o.line, o.err, o.ok = o.next()
	}
	for o.ok && o.err == nil && jsonline.Field(o.line, "id") < id {
		o.line, o.err, o.ok = o.next()
	}
	if o.err != nil || !o.ok || jsonline.Field(o.line, "id") != id {
		return nil, o.err
	}
	return o.line, nil
}

// close ends the reading.
func (o *rowsInOrder) close() { o.stop() }

// pathOf reads the path of a row line. Paths may hold characters that JSON
// escapes, so the fast look is only taken where there is no backslash.
func pathOf(line []byte) string {
	if s := jsonline.Field(line, "path"); s != "" {
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
