package index

import (
	"errors"
	"fmt"

	"github.com/blevesearch/bleve/v2/index/scorch"
)

// Listing receives what the segments of an index hold. Either may be nil.
type Listing struct {
	// Term gets a term of a segment's dictionary, deleted passages included, and how
	// many passages that are not deleted hold it.
	Term func(field, term string, live int)
	// ID gets the stored id of a passage; deleted ones still stand in a segment.
	ID func(id string, deleted bool)
}

// Listed counts what Enumerate went through.
type Listed struct {
	Segments int
	Terms    int // of all dictionaries, those of ids and keywords too
	IDs      int
}

// Enumerate goes through every dictionary and every stored id of every segment. It is
// what a search of bytes can not do: terms are packed in automata, ids are compressed.
func (r *Reader) Enumerate(l Listing) (done Listed, err error) {
	err = guarded(func() error {
		s, ok := r.snap.(*scorch.IndexSnapshot)
		if !ok {
			return errors.New("enumerate index: it has no segments")
		}
		for _, seg := range s.Segments() {
			done.Segments++
			for _, field := range seg.Fields() {
				n, err := enumerateTerms(seg, field, l.Term)
				if err != nil {
					return fmt.Errorf("enumerate the terms of field %s: %w", field, err)
				}
				done.Terms += n
			}
			n, err := enumerateIDs(seg, l.ID)
			if err != nil {
				return fmt.Errorf("enumerate ids: %w", err)
			}
			done.IDs += n
		}
		return nil
	})
	return done, err
}

func enumerateTerms(seg *scorch.SegmentSnapshot, field string, use func(field, term string, live int)) (n int, err error) {
	dict, err := seg.Segment().Dictionary(field)
	if err != nil {
		return 0, err
	}
	it := dict.AutomatonIterator(nil, nil, nil)
	for {
		e, err := it.Next()
		if err != nil || e == nil {
			return n, err
		}
		n++
		if use == nil {
			continue
		}
		postings, err := dict.PostingsList([]byte(e.Term), seg.Deleted(), nil)
		if err != nil {
			return n, err
		}
		use(field, e.Term, int(postings.Count()))
	}
}

func enumerateIDs(seg *scorch.SegmentSnapshot, use func(id string, deleted bool)) (int, error) {
	deleted := seg.Deleted()
	n := int(seg.FullSize())
	for i := range n {
		id, err := seg.Segment().DocID(uint64(i))
		if err != nil {
			return i, err
		}
		if use != nil {
			use(string(id), deleted != nil && deleted.Contains(uint32(i)))
		}
	}
	return n, nil
}

// Terms calls use with every term that a passage is found by, by field, as the
// dictionaries of its segment list them; ids and keywords too.
func Terms(d Doc, use func(field, term string)) {
	for _, f := range newEntry(newAnalyzer(), &d).fields {
		for term := range f.terms {
			use(f.name, term)
		}
	}
}

// Scored reports whether a field holds words of a text, rather than keywords.
func Scored(field string) bool {
	return field == fieldText || field == fieldHeading || field == fieldTitle
}
