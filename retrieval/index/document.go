package index

import "quire/knowledge"

// Doc is one passage as it is indexed.
type Doc struct {
	ID     string // its address without check digits, unique: q7m2kx4tb3rqa#sec2@0-310
	Source string // the source's id, which ID begins with

	// The scored fields, as plain text.
	Text, Heading, Title string

	// Keywords to filter by; empty ones are not indexed.
	Path, Type, Tier, Channel, Language string
	Date, Sheet, Kind                   string // EDTF; name of the worksheet; kind of the unit
	Authors                             []string
	// Flags label the passage, without reasons: hidden, furniture.
	Flags []string
}

// Stats are the exact sizes of an index, which its caller sums over its sources
// and keeps. Averages of the ranking come from them.
type Stats struct {
	Docs  int64
	Terms knowledge.Lengths
}

// Add adds one passage's lengths.
func (s *Stats) Add(terms knowledge.Lengths) {
	s.Docs++
	s.Terms.Add(terms)
}
