package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/blevesearch/vellum"
	zap "github.com/blevesearch/zapx/v17"
)

// engine reads and writes segments.
var engine zap.ZapPlugin

// segment is one segment, mapped into memory once it is open. Its passages are numbered
// from 0.
type segment struct {
	name    string
	zap     *zap.Segment // nil until it is open
	bytes   []byte
	docs    int             // deleted ones included
	deleted *roaring.Bitmap // nil where none are

	mu    sync.Mutex
	terms map[string]*vellum.FST // by field, those asked for; nil where it has no such field
}

// openSegment opens a listed segment of the index in dir.
func openSegment(dir string, l listed) (*segment, error) {
	s := &segment{name: l.Name, docs: l.Passages}
	err := s.open(dir)
	if err == nil {
		err = s.mark(l)
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// open maps the segment, a file in dir, into memory unless that has been done.
func (s *segment) open(dir string) error {
	if s.zap != nil {
		return nil
	}
	opened, err := engine.Open(filepath.Join(dir, s.name))
	if err != nil {
		return err
	}
	s.zap, s.terms = opened.(*zap.Segment), map[string]*vellum.FST{}
	s.bytes = s.zap.Data()
	if got := s.zap.ChunkMode(); got != zap.DefaultChunkMode {
		return &DamagedError{File: s.name, Want: fmt.Sprint("chunks of mode ", zap.DefaultChunkMode), Got: fmt.Sprint(got)}
	}
	if got := int(s.zap.NumDocs()); s.docs < 0 {
		s.docs = got
	} else if got != s.docs {
		return &DamagedError{File: s.name, Want: fmt.Sprint(s.docs, " passages"), Got: fmt.Sprint(got, " passages")}
	}
	return nil
}

// mark notes which passages are deleted.
func (s *segment) mark(l listed) error {
	if len(l.Deleted) == 0 {
		return nil
	}
	deleted := roaring.New()
	if err := deleted.UnmarshalBinary(l.Deleted); err != nil {
		return &DamagedError{File: listFile, Want: "numbers of deleted passages", Got: err.Error()}
	}
	if !deleted.IsEmpty() {
		s.deleted = deleted
	}
	return nil
}

func (s *segment) close() error {
	if s.zap == nil {
		return nil
	}
	return s.zap.Close()
}

// live counts the passages that are not deleted.
func (s *segment) live() int { return s.docs - s.gone() }

func (s *segment) gone() int {
	if s.deleted == nil {
		return 0
	}
	return int(s.deleted.GetCardinality())
}

// all returns the numbers of all live passages.
func (s *segment) all() *roaring.Bitmap {
	out := roaring.New()
	out.AddRange(0, uint64(s.docs))
	return s.alive(out)
}

// alive takes the deleted passages out of a set, which it changes.
func (s *segment) alive(set *roaring.Bitmap) *roaring.Bitmap {
	if s.deleted != nil {
		set.AndNot(s.deleted)
	}
	return set
}

// count returns how many of a set are live.
func (s *segment) count(set *roaring.Bitmap) int {
	n := int(set.GetCardinality())
	if s.deleted != nil {
		n -= int(set.AndCardinality(s.deleted))
	}
	return n
}

// id returns the id of a passage.
func (s *segment) id(n uint32) (string, error) {
	b, err := s.zap.DocID(uint64(n))
	if err == nil && b == nil {
		err = fmt.Errorf("%s has no passage %d", s.name, n)
	}
	return string(b), err
}

// dictionary returns the terms of a field, nil where no passage has the field.
func (s *segment) dictionary(field string) (*vellum.FST, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if fst, ok := s.terms[field]; ok {
		return fst, nil
	}
	var fst *vellum.FST
	if at, err := s.zap.DictAddr(field); err == nil {
		size, n := binary.Uvarint(s.bytes[at:])
		at += uint64(n)
		if fst, err = vellum.Load(s.bytes[at : at+size]); err != nil {
			return nil, fmt.Errorf("%s: terms of %s: %w", s.name, field, err)
		}
	}
	s.terms[field] = fst
	return fst, nil
}

// lookup returns the postings of a term in a field; none are not ok.
func (s *segment) lookup(field, term string) (p postings, ok bool, err error) {
	fst, err := s.dictionary(field)
	if err != nil || fst == nil {
		return p, false, err
	}
	at, ok, err := fst.Get([]byte(term))
	if err != nil || !ok {
		return p, false, err
	}
	p, err = s.postings(at)
	return p, err == nil, err
}

// each calls use with the terms of a field that an automaton accepts, in order, and the
// places of their postings. A nil automaton accepts all.
func (s *segment) each(field string, accept vellum.Automaton, use func(term []byte, at uint64) error) error {
	fst, err := s.dictionary(field)
	if err != nil || fst == nil {
		return err
	}
	it, err := fst.Search(accept, nil, nil)
	for err == nil {
		if err := use(it.Current()); err != nil {
			return err
		}
		err = it.Next()
	}
	if !errors.Is(err, vellum.ErrIteratorDone) {
		return err
	}
	return nil
}
