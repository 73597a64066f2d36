package validate

import (
	"slices"

	"quire/knowledge"
)

// Authored checks the row of an authored entry, and says of a fresh one what it rests on.
func (f *Findings) Authored(s *knowledge.Source) (about knowledge.Address, check bool) {
	switch {
	case s.Stale && s.Reason == "orphan":
		f.Add(OverlayOrphan, s, "", "about %s: %s", s.About, orElse(s.Detail, "the document is gone"))
	case s.Stale:
		f.Add(OverlayStale, s, "", "about %s: %s", s.About, orElse(s.Detail, "the text has changed"))
	default:
		if s.Reason == "unsure" {
			f.Add(OverlayUnsure, s, "", "about %s: %s", s.About, s.Detail)
		}
		about, err := knowledge.ParseAddress(s.About)
		if err != nil {
			f.Add(OverlayCited, s, "", "it does not say what it is about: %v", err)
		}
		return about, err == nil
	}
	return about, false
}

// About checks that what a fresh entry was written about is there. d is the evidence of
// the document, nil where there is none.
func (f *Findings) About(s *knowledge.Source, about knowledge.Address, d *knowledge.Document) {
	if d == nil {
		f.Add(OverlayCited, s, "", "it counts as fresh, and %s has no evidence", about.Source)
		return
	}
	if about.Unit == "" {
		return
	}
	u := d.Unit(about.Unit)
	if u == nil || about.Check != "" && u.Digest.Short(knowledge.CheckDigits) != about.Check {
		f.Add(OverlayCited, s, "", "it counts as fresh, and no unit %s with that text is there", about.Unit)
	}
}

func sortedKeys(m map[string]any) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
