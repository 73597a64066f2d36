package interaction

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
)

// Options of a ledger; the zero value reads and captures.
type Options struct {
	// Random is read once in the life of a ledger, for the key of its tombstones.
	// Without it the first Forget fails.
	Random io.Reader
	// SegmentBytes is the size at which a segment is closed and the next begun;
	// 0 means DefaultSegmentBytes.
	SegmentBytes int64
}

// DefaultSegmentBytes keeps what Forget rewrites small and a folder of years short.
const DefaultSegmentBytes = 1 << 20

// Ledger is the folder of captured entries. Its methods may be called by any
// number of goroutines and processes at once: writers wait for each other,
// readers wait for nobody.
type Ledger struct {
	root *os.Root
	opts Options
	step func(name string) // tests end the process here
}

// ErrUnknown says that no entry of the ledger has the id.
var ErrUnknown = errors.New("the ledger has no such entry")

// Open returns the ledger in root, which its caller created with mode 0700 and
// closes after use; the ledger itself needs no closing. Nothing is read or written
// yet.
func Open(root *os.Root, opts Options) *Ledger {
	if opts.SegmentBytes <= 0 {
		opts.SegmentBytes = DefaultSegmentBytes
	}
	return &Ledger{root: root, opts: opts, step: func(string) {}}
}

// Appended says what became of each entry, by id, in the order they came in.
type Appended struct {
	Added      []string // on disk now
	Duplicates []string // were there before, or earlier in the same call
	Forgotten  []string // refused: they were forgotten once
}

// Append adds the entries that are new. When it returns without an error, all it
// names as added or duplicate are on disk to stay. After an error some may be
// there; appending them again is safe.
func (l *Ledger) Append(ctx context.Context, entries []Entry) (Appended, error) {
	clean := make([]Entry, len(entries))
	for i, e := range entries {
		clean[i] = e.redacted() // New did: an entry built otherwise must not slip by
		if err := clean[i].admit(); err != nil {
			return Appended{}, fmt.Errorf("attempted to append entry %d of %d: %w", i+1, len(entries), err)
		}
	}
	unlock, err := l.lock(ctx)
	if err != nil {
		return Appended{}, err
	}
	defer unlock()
	st, err := l.prepare()
	if err != nil {
		return Appended{}, err
	}
	done := Appended{Added: []string{}, Duplicates: []string{}, Forgotten: []string{}}
	var lines [][]byte
	for i := range clean {
		e := &clean[i]
		switch {
		case st.tombs.covers(e):
			done.Forgotten = append(done.Forgotten, e.ID)
		case st.ids[e.ID]:
			done.Duplicates = append(done.Duplicates, e.ID)
		default:
			line, err := encodeLine(entryLine, e)
			if err != nil {
				return Appended{}, err
			}
			st.ids[e.ID] = true
			lines = append(lines, line)
			done.Added = append(done.Added, e.ID)
		}
	}
	if err := l.write(st, lines); err != nil {
		return Appended{}, err
	}
	return done, nil
}

// write appends lines to the open segment and to new ones behind it.
func (l *Ledger) write(st *state, lines [][]byte) error {
	for len(lines) > 0 {
		if st.open == 0 || st.size >= l.opts.SegmentBytes {
			st.open, st.size = st.open+1, 0
		}
		var batch []byte
		for len(lines) > 0 && st.size < l.opts.SegmentBytes {
			batch = append(batch, lines[0]...)
			st.size += int64(len(lines[0]))
			lines = lines[1:]
		}
		if err := l.appendFile(segmentName(st.open), batch); err != nil {
			return err
		}
	}
	return nil
}

// Damage is a line that no writer of this version left: skipped, never dropped.
type Damage struct {
	File   string // below the ledger's folder
	Line   int    // 1-based; 0 where it is about the whole file
	Detail string
}

// Entries returns all entries in the order of their capture and what could not
// be read. It takes no lock and writes nothing.
func (l *Ledger) Entries() ([]Entry, []Damage, error) {
	out, damage := []Entry{}, []Damage{}
	names, err := l.segments()
	if err != nil {
		return nil, nil, err
	}
	tombs, notes, err := l.readTombstones()
	if err != nil {
		return nil, nil, err
	}
	damage = append(damage, notes...)
	seen := map[string]bool{}
	for _, n := range names {
		bad, err := l.eachLine(segmentName(n), entryLine, func(payload []byte) error {
			// A forget that was cut short is finished by the next writer, but holds now.
			if id := payloadID(payload); id != "" && (seen[id] || tombs.coversID(id)) {
				return nil
			}
			e, err := decodeEntry(payload)
			if err == nil {
				seen[e.ID] = true
				out = append(out, e)
			}
			return err
		})
		if err != nil {
			return nil, nil, err
		}
		damage = append(damage, bad...)
	}
	return out, damage, nil
}
