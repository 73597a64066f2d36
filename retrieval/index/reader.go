package index

import (
	"errors"
	"fmt"
)

// Reader answers queries on one index folder. It may be used by several
// goroutines at once, writes nothing, and goes on answering after the folder was
// renamed or deleted.
type Reader struct {
	stats    Stats
	segments []*segment
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
		l, err := readList(dir)
		if err != nil {
			return err
		}
		if r.segments, err = openSegments(dir, l); err != nil {
			return err
		}
		live := 0
		for _, s := range r.segments {
			live += s.live()
		}
		if int64(live) != st.Docs {
			return &DamagedError{Want: fmt.Sprint(st.Docs, " passages"), Got: fmt.Sprint(live, " passages")}
		}
		return nil
	})
	if err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// openSegments opens all segments of a list. On an error those already open are
// returned with it.
func openSegments(dir string, l list) (segments []*segment, err error) {
	for _, e := range l.Segments {
		s, err := openSegment(dir, e)
		var damaged *DamagedError
		switch {
		case errors.As(err, &damaged):
			return segments, err
		case err != nil:
			return segments, &DamagedError{File: e.Name, Want: "a segment", Got: err.Error()}
		}
		segments = append(segments, s)
	}
	return segments, nil
}

// Stats returns the sizes that the index was opened with.
func (r *Reader) Stats() Stats { return r.stats }

// Close releases the files of the index.
func (r *Reader) Close() error {
	return guarded(func() error {
		segments := r.segments
		r.segments = nil
		if err := closeAll(segments); err != nil {
			return fmt.Errorf("close index: %w", err)
		}
		return nil
	})
}

func closeAll(segments []*segment) (err error) {
	for _, s := range segments {
		err = errors.Join(err, s.close())
	}
	return err
}
