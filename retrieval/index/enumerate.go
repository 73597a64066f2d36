package index

import "fmt"

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
		for _, seg := range r.segments {
			done.Segments++
			for _, field := range seg.zap.Fields() {
				n, err := seg.enumerateTerms(field, l.Term)
				if err != nil {
					return fmt.Errorf("enumerate the terms of field %s: %w", field, err)
				}
				done.Terms += n
			}
			n, err := seg.enumerateIDs(l.ID)
			if err != nil {
				return fmt.Errorf("enumerate ids: %w", err)
			}
			done.IDs += n
		}
		return nil
	})
	return done, err
}

func (s *segment) enumerateTerms(field string, use func(field, term string, live int)) (n int, err error) {
	err = s.each(field, nil, func(term []byte, at uint64) error {
		n++
		if use == nil {
			return nil
		}
		p, err := s.postings(at)
		if err != nil {
			return err
		}
		use(field, string(term), s.count(p.docs))
		return nil
	})
	return n, err
}

func (s *segment) enumerateIDs(use func(id string, deleted bool)) (int, error) {
	for i := range s.docs {
		id, err := s.id(uint32(i))
		if err != nil {
			return i, err
		}
		if use != nil {
			use(id, s.deleted != nil && s.deleted.Contains(uint32(i)))
		}
	}
	return s.docs, nil
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
