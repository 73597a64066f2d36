package retrieval

import (
	"cmp"
	"slices"
	"strings"

	"quire/internal/jsonline"
	"quire/knowledge"
)

// Stats are totals of a snapshot.
type Stats struct {
	Documents int     `json:"documents"` // files on disk and what lies inside them, without what a rule leaves out
	Files     int     `json:"files"`     // of those on disk
	Inside    int     `json:"inside"`    // of those inside others
	Excluded  int     `json:"excluded"`
	Bytes     int64   `json:"bytes"` // of the files on disk
	Words     int64   `json:"words"`
	Tokens    int64   `json:"tokens"` // o200k tokens of all passages as retrieve prints them
	Passages  int64   `json:"passages"`
	Overlays  int     `json:"overlays"`
	Memory    int     `json:"interactions"`
	Outcomes  []Count `json:"outcomes"`
	Types     []Size  `json:"types"`
	Languages []Size  `json:"languages"` // of what has text
	Kinds     []Size  `json:"kinds"`     // of what has text; "" where the kind is not known
	Years     []Count `json:"years"`     // of the documents' own dates, the latest first
	Undated   int     `json:"undated"`
	First     string  `json:"first_date,omitempty"` // EDTF
	Last      string  `json:"last_date,omitempty"`
	Edges     []Count `json:"edges"` // by kind
}

// Count is how many there are of something.
type Count struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
}

// Size is a Count with how large those are together.
type Size struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	Bytes int64  `json:"bytes"`
	Words int64  `json:"words"`
}

// countsOf lists counts, the largest first, then by name.
func countsOf(m map[string]int) []Count {
	out := []Count{}
	for name, n := range m {
		out = append(out, Count{name, n})
	}
	slices.SortFunc(out, func(a, b Count) int { return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name)) })
	return out
}

type sizes map[string]*Size

func (m sizes) add(name string, bytes, words int64) {
	if m[name] == nil {
		m[name] = &Size{Name: name}
	}
	m[name].Count++
	m[name].Bytes += bytes
	m[name].Words += words
}

func (m sizes) list() []Size {
	out := []Size{}
	for _, s := range m {
		out = append(out, *s)
	}
	slices.SortFunc(out, func(a, b Size) int { return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name)) })
	return out
}

// Stats adds up the rows of the snapshot. It reads every row once, and no text.
func (v *View) Stats() (*Stats, error) {
	s := &Stats{Passages: v.Corpus.Passages, Overlays: v.Corpus.Overlays.Fresh + v.Corpus.Overlays.Stale, Memory: v.Corpus.Memory.Entries}
	outcomes, years := map[string]int{}, map[string]int{}
	types, languages, kinds := sizes{}, sizes{}, sizes{}
	table, err := v.table(knowledge.SourcesTable)
	if err != nil {
		return nil, err
	}
	if table != nil {
		for line, err := range table.All() {
			if err != nil {
				return nil, err
			}
			outcome := jsonline.Field(line, "outcome")
			if outcome == string(knowledge.Excluded) {
				s.Excluded++
				continue
			}
			bytes, words := jsonline.IntField(line, "bytes"), jsonline.IntField(line, "words")
			s.Documents++
			if jsonline.Field(line, "parent") == "" {
				s.Files++
				s.Bytes += bytes
			} else {
				s.Inside++
			}
			outcomes[outcome]++
			types.add(jsonline.Field(line, "type"), bytes, words)
			if words == 0 || !knowledge.Outcome(outcome).Searchable() {
				continue
			}
			s.Words += words
			s.Tokens += jsonline.IntField(line, "tokens")
			languages.add(jsonline.Field(line, "language"), bytes, words)
			kinds.add(jsonline.Field(line, "kind"), bytes, words)
			s.dated(jsonline.Field(line, "date"), years)
		}
	}
	s.Outcomes, s.Types, s.Languages, s.Kinds, s.Years = countsOf(outcomes), types.list(), languages.list(), kinds.list(), countsOf(years)
	slices.SortFunc(s.Years, func(a, b Count) int { return strings.Compare(b.Name, a.Name) })
	s.Edges, err = v.EdgeKinds()
	return s, err
}

func (s *Stats) dated(date string, years map[string]int) {
	if date == "" {
		s.Undated++
		return
	}
	years[date[:min(4, len(date))]]++
	if s.First == "" || date < s.First {
		s.First = date
	}
	s.Last = max(s.Last, date)
}
