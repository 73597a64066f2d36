package pipeline

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
)

// joinSorter sorts the entries of a join, of which only a part is in memory: the rest lies
// in runs, each of them sorted, in a file without a name.
type joinSorter struct {
	dir  string
	list []joinEntry
	file *os.File
	runs []int // how many entries each has
}

// sortRoom is how many entries are sorted in memory: 8 MiB, those of some ten thousand sources.
const sortRoom = 1 << 19

func (s *joinSorter) add(e joinEntry) error {
	if len(s.list) == sortRoom {
		if err := s.spill(); err != nil {
			return err
		}
	}
	s.list = append(s.list, e)
	return nil
}

// spill writes what is in memory as a run.
func (s *joinSorter) spill() (err error) {
	if s.file == nil {
		if s.file, err = unnamedFile(s.dir); err != nil {
			return err
		}
	}
	slices.SortFunc(s.list, compareEntries)
	w := bufio.NewWriterSize(s.file, 1<<16)
	var b [entryBytes]byte
	for _, e := range s.list {
		if _, err := w.Write(appendEntry(b[:0], e)); err != nil {
			return fmt.Errorf("sort the keys of a join: %w", err)
		}
	}
	s.runs = append(s.runs, len(s.list))
	s.list = s.list[:0]
	return w.Flush()
}

// sorted yields all entries in order, once.
func (s *joinSorter) sorted() iter.Seq2[joinEntry, error] {
	return func(yield func(joinEntry, error) bool) {
		slices.SortFunc(s.list, compareEntries)
		heads := []*joinRun{{rest: s.list}}
		at := int64(0)
		for _, n := range s.runs {
			size := int64(n) * entryBytes
			heads = append(heads, &joinRun{in: bufio.NewReaderSize(io.NewSectionReader(s.file, at, size), 1<<15)})
			at += size
		}
		for {
			var least *joinRun
			for i := 0; i < len(heads); {
				h := heads[i]
				if ok, err := h.load(); err != nil {
					yield(joinEntry{}, fmt.Errorf("sort the keys of a join: %w", err))
					return
				} else if !ok {
					heads = slices.Delete(heads, i, i+1)
					continue
				}
				if least == nil || compareEntries(h.next, least.next) < 0 {
					least = h
				}
				i++
			}
			if least == nil {
				return
			}
			least.loaded = false
			if !yield(least.next, nil) {
				return
			}
		}
	}
}

// close gives the file back.
func (s *joinSorter) close() {
	if s.file != nil {
		s.file.Close()
	}
	*s = joinSorter{}
}

// joinRun is a sorted run that is read.
type joinRun struct {
	rest   []joinEntry // of one in memory
	in     *bufio.Reader
	next   joinEntry
	loaded bool
}

// load makes next the next entry; ok is false where there is none.
func (h *joinRun) load() (ok bool, err error) {
	if h.loaded {
		return true, nil
	}
	if h.in == nil {
		if len(h.rest) == 0 {
			return false, nil
		}
		h.next, h.rest, h.loaded = h.rest[0], h.rest[1:], true
		return true, nil
	}
	var b [entryBytes]byte
	if _, err := io.ReadFull(h.in, b[:]); err == io.EOF {
		return false, nil
	} else if err != nil {
		return false, err
	}
	h.next, h.loaded = entryAt(b[:]), true
	return true, nil
}
