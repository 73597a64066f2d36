package index

import bleve "github.com/blevesearch/bleve_index_api"

// set is a set of internal passage numbers.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(n uint64)      { s[n/64] |= 1 << (n % 64) }
func (s set) has(n uint64) bool { return s[n/64]&(1<<(n%64)) != 0 }

// filter takes the scores of passages that q does not want and counts the rest.
func (s *searcher) filter(q *Query, total *Total) error {
	if err := s.keepSources(q.Sources); err != nil {
		return err
	}
	for _, f := range []struct {
		field  string
		values []string
	}{
		{fieldType, q.Types}, {fieldTier, q.Tiers},
		{fieldChannel, q.Channels}, {fieldLanguage, q.Languages}, {fieldFlag, q.Flags}, {fieldKind, q.Kinds},
	} {
		if len(f.values) == 0 {
			continue
		}
		if err := s.keepOnly(f.field, f.values); err != nil {
			return err
		}
	}
	for _, f := range []struct {
		field string
		want  func(string) bool
	}{{fieldPath, q.Path}, {fieldAuthor, q.Author}, {fieldSheet, q.Sheet}, {fieldDate, q.Date}} {
		if f.want == nil {
			continue
		}
		values, err := s.matching(f.field, f.want)
		if err != nil {
			return err
		}
		if err := s.keepOnly(f.field, values); err != nil {
			return err
		}
	}
	if err := s.keepHeld(q); err != nil {
		return err
	}
	if q.Keep != nil {
		if err := s.keepIDs(q.Keep); err != nil {
			return err
		}
	}
	for _, score := range s.scores {
		if score != 0 {
			total.Matched++
		}
	}
	if !q.IncludeHidden {
		if err := s.withhold(FlagHidden, total); err != nil {
			return err
		}
	}
	if !q.IncludeFurniture {
		return s.withhold(FlagFurniture, total)
	}
	return nil
}

// keepSources drops all passages of other sources. A long list, as a path glob
// over a large corpus makes it, is held against the ids of what was found
// instead of being looked up value by value.
func (s *searcher) keepSources(ids []string) error {
	if len(ids) <= fewSources {
		if len(ids) == 0 {
			return nil
		}
		return s.keepOnly(fieldSource, ids)
	}
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	return s.keepIDs(func(id string) bool { return wanted[sourceOf(id)] })
}

// keepIDs drops the passages whose id keep refuses.
func (s *searcher) keepIDs(keep func(id string) bool) error {
	var buf bleve.IndexInternalID
	for n, score := range s.scores {
		if score == 0 {
			continue
		}
		buf = bleve.NewIndexInternalID(buf, uint64(n))
		id, err := s.snap.ExternalID(buf)
		if err != nil {
			return err
		}
		if !keep(id) {
			s.scores[n] = 0
		}
	}
	return nil
}

// fewSources is how many sources are looked up one by one: each costs about as
// much as the ids of ten passages.
const fewSources = 500

// keepOnly drops all passages without one of the values.
func (s *searcher) keepOnly(field string, values []string) error {
	keep := newSet(s.docs)
	for _, v := range values {
		err := s.postings(field, v, false, func(n uint64, _ *bleve.TermFieldDoc) { keep.add(n) })
		if err != nil {
			return err
		}
	}
	for n := range s.scores {
		if !keep.has(uint64(n)) {
			s.scores[n] = 0
		}
	}
	return nil
}

// withhold drops the passages with a flag.
func (s *searcher) withhold(flag string, total *Total) error {
	return s.postings(fieldFlag, flag, false, func(n uint64, _ *bleve.TermFieldDoc) {
		if score := s.scores[n]; score != 0 {
			s.scores[n] = 0
			total.Matched--
			if score != unscored {
				total.Withheld++
			}
		}
	})
}

// matching returns the values of a keyword field that f accepts.
func (s *searcher) matching(field string, f func(string) bool) (values []string, err error) {
	d, err := s.snap.FieldDict(field)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	for {
		e, err := d.Next()
		if err != nil || e == nil {
			return values, err
		}
		if f(e.Term) {
			values = append(values, e.Term)
		}
	}
}
