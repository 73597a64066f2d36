package index

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"

	"quire/internal/nolock"
	"quire/knowledge"
)

// Reader answers queries on one index folder. It may be used by several
// goroutines at once, writes nothing, and goes on answering after the folder was
// renamed or deleted.
type Reader struct {
	stats Stats
	ix    bleve.Index
	snap  bleve.IndexReader
	docs  int // upper bound of internal document numbers, deleted ones included
}

// Open opens the index in dir for reading. files is the list that Files made of
// it, st its sizes; where the folder does not agree, the error is a
// *DamagedError, or a *knowledge.FormatError where another version of quire wrote
// it. Close the Reader.
func Open(dir string, files []File, st Stats) (*Reader, error) {
	if err := checkSizes(dir, files); err != nil {
		return nil, err
	}
	r := &Reader{stats: st}
	err := guarded(func() error {
		ix, err := scorch.NewScorch(scorch.Name, map[string]any{"path": dir, "read_only": true, "bolt_timeout": "10s"}, nil)
		if err != nil {
			return fmt.Errorf("open index %s: %w", dir, err)
		}
		r.ix = ix
		if err := ix.Open(); err != nil {
			r.ix = nil
			// The engine locks its list, although nobody writes it.
			if err := nolock.Of(dir, err); errors.As(err, new(*nolock.Error)) {
				return err
			}
			return &DamagedError{File: rootFile, Want: "a list of segments", Got: err.Error()}
		}
		if r.snap, err = ix.Reader(); err != nil {
			return fmt.Errorf("open index %s: %w", dir, err)
		}
		return r.check()
	})
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// checkFormat tells whether an opened index is one that this version reads. The
// engine passes over a list it cannot load and shows an empty index in its place,
// which has no format.
func checkFormat(snap bleve.IndexReader) error {
	format, err := snap.GetInternal([]byte(formatKey))
	if err != nil {
		return fmt.Errorf("read index format: %w", err)
	}
	want := strconv.Itoa(Version)
	if format == nil {
		return &DamagedError{File: rootFile, Want: "format " + want, Got: "no segments that can be read"}
	}
	if string(format) != want {
		return &knowledge.FormatError{What: "search index", Found: string(format), Want: want}
	}
	return nil
}

// check compares the opened index with what the caller knows of it.
func (r *Reader) check() error {
	if err := checkFormat(r.snap); err != nil {
		return err
	}
	n, err := r.snap.DocCount()
	if err != nil {
		return fmt.Errorf("count passages: %w", err)
	}
	if int64(n) != r.stats.Docs {
		return &DamagedError{Want: fmt.Sprint(r.stats.Docs, " passages"), Got: fmt.Sprint(n, " passages")}
	}
	if s, ok := r.snap.(*scorch.IndexSnapshot); ok {
		for _, seg := range s.Segments() {
			r.docs += int(seg.FullSize())
		}
	}
	return nil
}

// Stats returns the sizes that the index was opened with.
func (r *Reader) Stats() Stats { return r.stats }

// Close releases the files of the index.
func (r *Reader) Close() error {
	return guarded(func() error {
		if r.snap != nil {
			if err := r.snap.Close(); err != nil {
				return fmt.Errorf("close index: %w", err)
			}
			r.snap = nil
		}
		if r.ix != nil {
			ix := r.ix
			r.ix = nil
			if err := ix.Close(); err != nil {
				return fmt.Errorf("close index: %w", err)
			}
		}
		return nil
	})
}
