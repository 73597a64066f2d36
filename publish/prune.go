package publish

import (
	"bytes"
	"errors"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"time"

	"quire/internal/jsonline"
)

// Retention says which old snapshots may go.
type Retention struct {
	Keep  int           // snapshots kept, the current one included
	Grace time.Duration // how long after its replacement a snapshot may still have readers
	Now   time.Time
	// A snapshot whose table Table has a row of one of Forgotten goes at once,
	// without grace, however new it is; the current one aside.
	Table     string
	Forgotten map[string]bool
	// Leaves names the leaves that a table line refers to, each without what follows the
	// first dot of its file name: all that are named alike up to there stay and go together.
	Leaves func(table string, line []byte) []string
	// Unheld, where set, returns those of some lines that refer to a leaf which no row of the
	// current snapshot refers to: who wrote that just now knows without reading it.
	Unheld func(lines [][]byte) [][]byte
	// Superseded, where set, says of a leaf that is referred to whether another one of its
	// name up to the first dot holds the same. Only Collect asks.
	Superseded func(leaf string) bool
}

// Pruned counts what Prune removed.
type Pruned struct {
	Snapshots int
	Leaves    int
}

// Prune removes the snapshots that Retention does not keep, then every chunk and
// leaf that only they named. It reads the lines of the removed snapshots' own
// chunks and, where there are any, the chunks of those that stay; of these not those that
// Unheld knows of.
func (s *Store) Prune(r Retention) (Pruned, error) {
	var done Pruned
	drop, keep, err := s.divide(r)
	if err != nil || len(drop) == 0 {
		return done, err
	}
	gone := s.chunkSet(drop, keep)
	victims, err := s.victims(gone, keep, r)
	if err != nil {
		return done, err
	}
	for _, id := range drop {
		if err := s.remove(path.Join(snapshotsDir, id)); err != nil {
			return done, err
		}
		done.Snapshots++
	}
	for digest := range gone {
		victims[Chunk{Digest: digest}.leaf()] = true
	}
	for _, leaf := range s.called(victims) {
		if err := s.remove(leaf); err != nil {
			return done, err
		}
		done.Leaves++
	}
	return done, nil
}

// victims returns the leaves that the rows in chunks refer to and no kept snapshot does.
func (s *Store) victims(chunks map[string]string, keep []string, r Retention) (nameSet, error) {
	out := nameSet{}
	var known []string
	if r.Unheld == nil {
		out = s.leavesOf(chunks, r.Leaves)
	} else {
		current, err := s.Current()
		if err != nil {
			return nil, err
		}
		known = []string{current.Snapshot}
		var rows [][]byte
		s.rowsOf(chunks, func(_ string, line []byte) { rows = append(rows, line) })
		for _, line := range r.Unheld(rows) {
			for _, name := range r.Leaves("", line) {
				out[name] = true
			}
		}
	}
	if len(out) > 0 {
		for leaf := range s.leavesOf(s.chunkSet(keep, known), r.Leaves) {
			delete(out, leaf)
		}
	}
	return out, nil
}

// Stem returns the name of a leaf without what follows the first dot of its file name.
func Stem(name string) string {
	dir, base := path.Split(name)
	base, _, _ = strings.Cut(base, ".")
	return dir + base
}

// called returns the names of the leaves that are there and have one of these stems, in
// order. A folder that cannot be listed has none.
func (s *Store) called(stems nameSet) []string {
	var out []string
	listed := ""
	for _, name := range stems.sorted() { // one folder after the other
		dir := path.Dir(name)
		if dir == listed {
			continue
		}
		listed = dir
		names, err := s.names(dir)
		if err != nil {
			continue
		}
		for _, base := range names {
			if leaf := path.Join(dir, base); stems[Stem(leaf)] {
				out = append(out, leaf)
			}
		}
	}
	slices.Sort(out)
	return out
}

// divide sorts the snapshots on disk into those to drop and those to keep.
func (s *Store) divide(r Retention) (drop, keep []string, err error) {
	current, err := s.Current()
	if err != nil {
		return nil, nil, err
	}
	history, err := s.Events()
	if err != nil {
		return nil, nil, err
	}
	last := map[string]int{}        // when a snapshot was current last, by place in history, from 1
	until := map[string]time.Time{} // when it was replaced
	for i, h := range history {
		at, err := time.Parse(time.RFC3339, h.At)
		// A crash between the pointer and its history line leaves a snapshot that
		// only the next line names, as its previous one.
		replaced := []string{h.Previous}
		if i > 0 {
			replaced = append(replaced, history[i-1].Snapshot)
		}
		for _, id := range replaced {
			if err == nil && id != "" {
				until[id] = at
				last[id] = max(last[id], 2*i+1)
			}
		}
		last[h.Snapshot] = 2*i + 2
	}
	// After a crash between the pointer and its history line, the last line is of the
	// snapshot before.
	if n := len(history); n > 0 && history[n-1].Snapshot != current.Snapshot {
		if at, err := time.Parse(time.RFC3339, current.PublishedAt); err == nil {
			until[history[n-1].Snapshot] = at
		}
	}
	last[current.Snapshot] = 2*len(history) + 2
	pinned, err := s.pinned()
	if err != nil {
		return nil, nil, err
	}
	ids, err := s.snapshotIDs()
	if err != nil {
		return nil, nil, err
	}
	slices.SortFunc(ids, func(a, b string) int { return last[b] - last[a] })
	places := 0
	for _, id := range ids {
		_, known := last[id] // a folder that was never current was left by a crash
		recent := known && (until[id].IsZero() || r.Now.Sub(until[id]) < r.Grace)
		if id == current.Snapshot || (places < r.Keep || recent || pinned[id]) && !s.holdsAny(id, r) {
			keep = append(keep, id)
		} else {
			drop = append(drop, id)
		}
		if !pinned[id] {
			places++ // a pinned snapshot takes no place from the others
		}
	}
	return drop, keep, nil
}

func (s *Store) pinned() (map[string]bool, error) {
	pins, err := s.Pins()
	out := map[string]bool{}
	for _, p := range pins {
		out[p.Snapshot] = true
	}
	return out, err
}

// holdsAny reports whether a snapshot has a row that was to be forgotten.
func (s *Store) holdsAny(id string, r Retention) bool {
	if len(r.Forgotten) == 0 {
		return false
	}
	snap, err := s.Snapshot(id)
	if err != nil {
		return true // it cannot be read, so it cannot be shown to be free of it
	}
	t, err := snap.Table(r.Table)
	if err != nil {
		return true
	}
	for line, err := range t.All() {
		if err != nil || r.Forgotten[jsonline.Field(line, "id")] {
			return true
		}
	}
	return false
}

// lists returns the lists of chunks of a snapshot by table. A damaged snapshot has none, and
// a damaged table neither.
func (s *Store) lists(id string) map[string][]byte {
	out := map[string][]byte{}
	snap, err := s.Snapshot(id)
	if err != nil {
		return out
	}
	for name := range snap.Manifest.Tables {
		if t, err := snap.Table(name); err == nil {
			out[name] = t.idx
		}
	}
	return out
}

// listedChunks yields the lines of a list of chunks, and the digest in each.
func listedChunks(idx []byte) iter.Seq2[[]byte, []byte] {
	return func(yield func(line, digest []byte) bool) {
		for ; len(idx) >= idxWidth; idx = idx[idxWidth:] {
			if !yield(idx[:idxWidth], idx[prefixWidth+1:prefixWidth+1+64]) {
				return
			}
		}
	}
}

// chunkSet maps the digests of the chunks of some snapshots, which others do not have, to
// their tables. Neighbours share nearly all: what the first of the others has in the same
// place is passed over before anything is remembered.
func (s *Store) chunkSet(ids, others []string) map[string]string {
	out := map[string]string{}
	near := map[string][]byte{}
	if len(others) > 0 {
		near = s.lists(others[0])
	}
	for _, id := range ids {
		for table, idx := range s.lists(id) {
			rest := near[table]
			for line, digest := range listedChunks(idx) {
				for len(rest) >= idxWidth && bytes.Compare(rest[:prefixWidth], line[:prefixWidth]) < 0 {
					rest = rest[idxWidth:]
				}
				if !bytes.HasPrefix(rest, line) {
					out[string(digest)] = table
				}
			}
		}
	}
	for _, id := range others {
		for _, idx := range s.lists(id) {
			for _, digest := range listedChunks(idx) {
				delete(out, string(digest))
			}
		}
	}
	return out
}

type nameSet map[string]bool

func (n nameSet) sorted() []string { return sortedKeys(n) }

func (s *Store) leavesOf(chunks map[string]string, leaves func(string, []byte) []string) nameSet {
	out := nameSet{}
	s.rowsOf(chunks, func(table string, line []byte) {
		for _, name := range leaves(table, line) {
			out[name] = true
		}
	})
	return out
}

// rowsOf calls f with the table and the line of every row in chunks that can be read.
func (s *Store) rowsOf(chunks map[string]string, f func(table string, line []byte)) {
	for digest, table := range chunks {
		b, err := s.ReadFile(Chunk{Digest: digest}.leaf())
		if errors.Is(err, fs.ErrNotExist) {
			b, err = s.ReadFile(Chunk{Digest: digest, Deflated: true}.leaf())
		}
		if err != nil {
			continue
		}
		for line := range lines(b) {
			f(table, line)
		}
	}
}
