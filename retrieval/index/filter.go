package index

import (
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// filter takes out the passages that q does not want and counts the rest.
func (s *searcher) filter(q *Query, total *Total) error {
	for i, seg := range s.segments {
		seg.alive(s.found[i])
	}
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
	for _, found := range s.found {
		total.Matched += int(found.GetCardinality())
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
	for i, seg := range s.segments {
		kept := roaring.New()
		it := s.found[i].Iterator()
		for it.HasNext() {
			n := it.Next()
			id, err := seg.id(n)
			if err != nil {
				return err
			}
			if keep(id) {
				kept.Add(n)
			}
		}
		s.found[i] = kept
	}
	return nil
}

// fewSources is how many sources are looked up one by one: each costs about as
// much as the ids of ten passages.
const fewSources = 500

// keepOnly drops all passages without one of the values.
func (s *searcher) keepOnly(field string, values []string) error {
	for i, seg := range s.segments {
		keep := roaring.New()
		for _, v := range values {
			p, ok, err := seg.lookup(field, v)
			if err != nil {
				return err
			}
			if ok {
				keep.Or(p.docs)
			}
		}
		s.found[i].And(keep)
	}
	return s.ctx.Err()
}

// withhold drops the passages with a flag.
func (s *searcher) withhold(flag string, total *Total) error {
	for i, seg := range s.segments {
		p, ok, err := seg.lookup(fieldFlag, flag)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		total.Matched -= int(s.found[i].AndCardinality(p.docs))
		total.Withheld += s.beside.withheld(i, s.found[i], p.docs)
		s.found[i].AndNot(p.docs)
	}
	return nil
}

// matching returns the values of a keyword field that f accepts, in order.
func (s *searcher) matching(field string, f func(string) bool) (values []string, err error) {
	for _, seg := range s.segments {
		err := seg.each(field, nil, func(term []byte, _ uint64) error {
			if v := string(term); f(v) {
				values = append(values, v)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(values)
	return slices.Compact(values), nil
}
