package extract

import "slices"

// About says what an extractor reads of a format and what it does not, a clause
// each, for docs/formats.md and quire formats.
type About struct {
	Endings string `json:"endings"` // of names, as people know the format
	Reads   string `json:"reads"`
	Not     string `json:"not"` // "" where nothing is known to be left
}

// Described is an extractor that says what it reads, by format.
type Described interface {
	About() map[string]About
}

// About returns what the default extractor of a format reads of it.
func (r *Registry) About(format string) About {
	if d, ok := r.byFormat[format].(Described); ok {
		return d.About()[format]
	}
	return About{}
}

// Unread lists the formats that Detect knows by name and nobody reads, sorted.
func (r *Registry) Unread() []string {
	var out []string
	for f := range kinds {
		if r.byFormat[f] == nil && f != "empty" && f != "unknown" {
			out = append(out, f)
		}
	}
	slices.Sort(out)
	return out
}
