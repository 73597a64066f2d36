package pipeline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/relations"
	"quire/publish"
)

// Where more than one source in changedShare changed, or one in rejoinShare is to be looked
// at for them, all are joined. To join one changed source costs what joining some thirty
// does as one of all: 2.3 s for 1,000 of 20,000, and all of them 0.7 s.
const (
	changedShare = 32
	rejoinShare  = 4
	fewest       = 16 // sources, however few there are
)

// joins are the keys of the join of this run, until the snapshot is published that they
// are of.
type joins struct {
	last *joinFile   // those of the last snapshot, where they were needed
	all  *joinWriter // of a join of all sources
	more joinRecord  // of one of a part
	part bool
}

// keys collects the keys of a join of all sources.
type keys struct {
	r    *run
	sort joinSorter
	bad  bool // they are not all there
}

// keepKeys returns where the keys of a join go; nil where they are not kept.
func (r *run) keepKeys() *keys {
	if r.opts.DryRun || r.rewriting {
		return nil
	}
	return &keys{r: r, sort: joinSorter{dir: r.opts.CacheDir}}
}

// add takes the keys of a source.
func (k *keys) add(source string, list []relations.Key) {
	if k == nil {
		return
	}
	id, ok := packID(source)
	k.bad = k.bad || !ok
	for i := 0; i < len(list) && !k.bad; i++ {
		k.bad = k.sort.add(joinEntry{uint64(list[i]), id}) != nil
	}
}

// write writes the keys sorted, beside the last ones. Without them the next join is one of
// all sources again.
func (k *keys) write() {
	if k == nil || k.bad {
		return
	}
	w, err := newJoinWriter(k.r.opts.CacheDir)
	if err != nil {
		return
	}
	for e, err := range k.sort.sorted() {
		if err != nil || w.add(e) != nil {
			w.discard()
			return
		}
	}
	k.r.joins.all = w
}

// close gives back what they took on disk to be sorted.
func (k *keys) close() {
	if k != nil {
		k.sort.close()
	}
}

// save keeps the keys for the next run. They are worth no error: where they are not of
// the current snapshot, all sources are joined.
func (j *joins) save(r *run) {
	defer j.close()
	now := r.report.Snapshot
	if r.opts.DryRun || r.plan.id != now {
		return
	}
	if j.all != nil {
		_ = j.all.finish(r.opts.CacheDir, now)
		j.all = nil
		return
	}
	was := r.prev.pointer.Snapshot
	if now == was {
		return
	}
	if !j.part {
		if j.last, _ = openJoins(r.opts.CacheDir, was); j.last == nil {
			return
		}
	}
	j.more.from, j.more.to = was, now
	if j.last.logged+len(j.more.entries) > maxLogged {
		_ = j.last.merge(r.opts.CacheDir, j.more)
	} else {
		_ = j.last.note(r.opts.CacheDir, j.more)
	}
}

// close gives back what is open.
func (j *joins) close() {
	if j.last != nil {
		j.last.Close()
	}
	if j.all != nil {
		j.all.discard()
	}
	*j = joins{}
}

// rejoin makes the tables of facts and of edges from those of the last snapshot, where
// the keys of its join are at hand and few sources changed.
func (r *run) rejoin() (map[string]publish.TableInfo, bool, error) {
	if len(r.delta.fresh)+len(r.delta.gone) > max(len(r.items)/changedShare, fewest) {
		return nil, false, nil
	}
	if r.rewriting || !r.prev.whole() || r.opts.Rehash || r.opts.Clean || r.prev.body.Rules != r.rules() {
		return nil, false, nil
	}
	last, err := r.openLast()
	if err != nil {
		return nil, false, nil // all sources are joined
	}
	tables, ok, err := last.join()
	if ok && err == nil {
		r.joins.last, r.joins.part = last.file, true
		return tables, true, nil
	}
	last.file.Close()
	if errors.As(err, new(*publish.DamagedError)) || errors.Is(err, errNoJoins) {
		err = nil // a join of all needs no row of edges
	}
	return nil, false, err
}

// lastJoin answers what a join of a part asks of the last one.
type lastJoin struct {
	r            *run
	file         *joinFile
	facts, edges *publish.Table
	was          relations.Corrections
	held         map[relations.Key][]string
	nodes        map[string]*relations.Node
	rows         map[string][]relations.Edge
}

func (r *run) openLast() (*lastJoin, error) {
	l := &lastJoin{r: r, held: map[relations.Key][]string{}, nodes: map[string]*relations.Node{}, rows: map[string][]relations.Edge{}}
	was, err := correctionsOf(r.prev.snapshot)
	if err != nil {
		return nil, err
	}
	l.was = correctedRelations(was)
	if l.facts, err = r.prev.snapshot.Table(knowledge.FactsTable); err != nil {
		return nil, err
	}
	if l.edges, err = r.prev.snapshot.Table(knowledge.EdgesTable); err != nil {
		return nil, err
	}
	l.file, err = openJoins(r.opts.CacheDir, r.prev.pointer.Snapshot)
	return l, err
}

// Holders implements relations.Last.
func (l *lastJoin) Holders(k relations.Key) ([]string, error) {
	if ids, ok := l.held[k]; ok {
		return ids, nil
	}
	ids, err := l.file.holders(uint64(k))
	l.held[k] = ids
	return ids, err
}

// Node implements relations.Last.
func (l *lastJoin) Node(id string) (*relations.Node, bool, error) {
	if n, ok := l.nodes[id]; ok {
		return n, true, nil
	}
	it := l.r.find(id)
	if it == nil {
		return nil, false, nil
	}
	_, f, err := l.r.factLine(it)
	if err != nil {
		return nil, false, err
	}
	n := nodeOf(id, it.line, &f)
	l.nodes[id] = &n
	return &n, true, nil
}

// Path implements relations.Last.
func (l *lastJoin) Path(id string) (string, bool) {
	it := l.r.find(id)
	if it == nil {
		return "", false
	}
	return it.brief().path, true
}

// Text implements relations.Last.
func (l *lastJoin) Text(id string) (relations.Text, bool) { return l.r.text(id) }

// Edges implements relations.Last.
func (l *lastJoin) Edges(id string) ([]relations.Edge, error) {
	if edges, ok := l.rows[id]; ok {
		return edges, nil
	}
	line, err := l.edges.Lookup(id)
	if err != nil {
		return nil, err
	}
	var row relations.Row
	if line != nil {
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, &publish.DamagedError{Name: knowledge.EdgesTable, Detail: "has a broken row of " + id}
		}
	}
	l.rows[id] = row.Edges()
	return l.rows[id], nil
}

// changes returns the sources that say something else than in the last snapshot, came or
// went, and the rows of facts that follow.
func (l *lastJoin) changes() (out []relations.Change, rows []publish.Row, err error) {
	r := l.r
	for _, it := range r.delta.fresh {
		before := r.prev.lines[it.id]
		c := relations.Change{ID: it.id}
		line, f, err := r.factLine(it)
		if err != nil {
			return nil, nil, err
		}
		n := nodeOf(it.id, it.line, &f)
		c.Now = &n
		if before != nil {
			if c.Before, err = r.nodeBefore(it.id); err != nil {
				return nil, nil, err
			}
		}
		had, err := r.prev.facts.row(it.id)
		if err != nil {
			return nil, nil, err
		}
		if !bytes.Equal(line, had) {
			rows = append(rows, publish.Row{Key: it.id, Line: line})
		} else if before != nil && sameNode(before, it.line) {
			continue
		}
		out = append(out, c)
	}
	for _, id := range r.delta.gone {
		n, err := r.nodeBefore(id)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, relations.Change{ID: id, Before: n})
		rows = append(rows, publish.Row{Key: id})
	}
	return out, rows, nil
}

// sameNode reports that a join knows the same of two rows.
func sameNode(a, b []byte) bool {
	for _, name := range []string{"parent", "member", "type"} {
		if jsonline.Field(a, name) != jsonline.Field(b, name) {
			return false
		}
	}
	return pathOf(a) == pathOf(b) && bytesOf(a) == bytesOf(b)
}

// nodeBefore returns a source as the last join knew it.
func (r *run) nodeBefore(id string) (*relations.Node, error) {
	var f facts
	line, err := r.prev.facts.row(id)
	if err != nil {
		return nil, err
	}
	if line != nil {
		if err := json.Unmarshal(line, &f); err != nil {
			return nil, fmt.Errorf("facts of %s: %w", id, err)
		}
	}
	n := nodeOf(id, r.prev.lines[id], &f)
	return &n, nil
}

// join joins the part, and amends both tables.
func (l *lastJoin) join() (map[string]publish.TableInfo, bool, error) {
	r := l.r
	changes, facts, err := l.changes()
	if err != nil {
		return nil, false, err
	}
	d, ok, err := relations.Rejoin(l, changes, correctedRelations(r.corrections), l.was, max(len(r.items)/rejoinShare, fewest))
	if !ok || err != nil {
		return nil, false, err
	}
	var edges []publish.Row
	for _, row := range d.Rows {
		line := []byte(nil)
		if len(row.In)+len(row.Out) > 0 {
			if line, err = knowledge.Marshal(row); err != nil {
				return nil, false, err
			}
		}
		edges = append(edges, publish.Row{Key: row.ID, Line: line})
	}
	if err := r.joins.more.change(d.Drop, d.Add); err != nil {
		return nil, false, err
	}
	out := map[string]publish.TableInfo{}
	if out[knowledge.FactsTable], err = r.amendTable(l.facts, len(r.items), facts); err != nil {
		return nil, false, err
	}
	out[knowledge.EdgesTable], err = r.amendTable(l.edges, 0, edges)
	return out, err == nil, err
}
