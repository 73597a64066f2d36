package validate

import (
	"fmt"
	"strings"

	"quire/knowledge"
)

// Waived is a finding that a waiver lets stand.
type Waived struct {
	Finding
	Reason  string `json:"reason"`
	Expires string `json:"expires"`
}

// Waive takes the findings that waivers cover out of the list. asOf is the day that is
// asked on, YYYY-MM-DD. An expired waiver covers nothing and is a finding itself where it
// would have; one that covers nothing is a note. Findings about waivers are not waived.
// file is the name of the file that holds the waivers.
func (f *Findings) Waive(asOf, file string) []Waived {
	if f.Settings == nil {
		return nil
	}
	var out []Waived
	kept := f.List[:0:0]
	used := make([]int, len(f.Settings.Waivers))
	for _, x := range f.List {
		by := -1
		for i := range f.Settings.Waivers {
			w := &f.Settings.Waivers[i]
			if !w.covers(&x) {
				continue
			}
			used[i]++
			if by < 0 && asOf <= w.Expires {
				by = i
			}
		}
		if by < 0 {
			kept = append(kept, x)
			continue
		}
		out = append(out, Waived{x, f.Settings.Waivers[by].Reason, f.Settings.Waivers[by].Expires})
	}
	f.List = kept
	for i := range f.Settings.Waivers {
		w := &f.Settings.Waivers[i]
		what := w.Rule + " " + orElse(w.Path, w.Address)
		at := spot{key: what + " " + w.Expires}
		holder := &knowledge.Source{Path: file}
		switch {
		case used[i] == 0:
			f.add(WaiverUnused, holder, at, "waiver %d, of %s, waives nothing", i+1, what)
		case asOf > w.Expires:
			f.add(WaiverExpired, holder, at, "waiver %d, of %s, expired on %s: %s", i+1, what, w.Expires, countAgain(used[i]))
		}
	}
	return out
}

func countAgain(n int) string {
	if n == 1 {
		return "1 finding counts again"
	}
	return fmt.Sprintf("%d findings count again", n)
}

// covers reports whether a waiver is about a finding, whatever the day.
func (w *Waiver) covers(x *Finding) bool {
	if w.Rule != x.Rule || w.Path != "" && (x.Path == "" || !knowledge.MatchPath(w.Path, x.Path)) {
		return false
	}
	if w.Address == "" {
		return true
	}
	given, _, _ := strings.Cut(w.Address, "~")
	return x.Address == given || strings.HasPrefix(x.Address, given+"#") || strings.HasPrefix(x.Address, given+"@")
}
