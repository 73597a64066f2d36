package pipeline

import (
	"cmp"
	"quire/knowledge"
	"slices"
	"strings"
)

// Holder is something that stays and holds what was withdrawn, or speaks of it.
type Holder struct {
	Kind     string `json:"kind"`              // source, overlay, interaction
	Address  string `json:"address,omitempty"` // of a source or an entry
	Path     string `json:"path"`
	Why      string `json:"why"`                // equal-bytes, same-passages, mentions
	Passages int    `json:"passages,omitempty"` // of the withdrawn that it holds whole
}

// conclude names holders and failures.
func (s *search) conclude() {
	p := &s.w.Proof
	for recipe, found := range s.found {
		n := s.passages(found)
		for id := range s.owners[recipe] {
			h := Holder{Kind: holderKind(id), Address: id, Path: s.paths[id], Why: "same-passages", Passages: n}
			switch {
			case s.equal[id]:
				continue // named below
			case n == 0 && !s.speaks(found):
				continue // a line in common
			case n == 0:
				h.Why = "mentions"
			}
			s.w.HeldBy = append(s.w.HeldBy, h)
		}
	}
	for id := range s.equal {
		s.w.HeldBy = append(s.w.HeldBy, Holder{Kind: holderKind(id), Address: id, Path: s.paths[id], Why: "equal-bytes"})
	}
	for h, found := range s.inputs {
		h.Passages, h.Why = s.passages(found), "same-passages"
		if h.Passages == 0 {
			if h.Why = "mentions"; !s.speaks(found) {
				continue
			}
		}
		s.w.HeldBy = append(s.w.HeldBy, h)
	}
	slices.SortFunc(s.w.HeldBy, func(a, b Holder) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Address, b.Address), strings.Compare(a.Why, b.Why))
	})
	s.w.HeldBy = slices.Compact(s.w.HeldBy)
	p.Shared = len(s.shared)
	for _, h := range s.others {
		if !s.shared[h.trace] {
			p.fail(h.where, "holds a "+s.t.needles[h.trace].kind+" of the withdrawn: "+strings.TrimSpace(s.t.needles[h.trace].text))
		}
	}
	slices.SortFunc(p.Failures, func(a, b Failure) int {
		return cmp.Or(strings.Compare(a.Where, b.Where), strings.Compare(a.What, b.What))
	})
}

// passages counts the withdrawn passages of which every line was found.
func (s *search) passages(found map[int]bool) int {
	n := 0
	for _, lines := range s.t.passages {
		if !slices.ContainsFunc(lines, func(i int) bool { return !found[i] }) {
			n++
		}
	}
	return n
}

// speaks reports whether one of the traces names a withdrawn source.
func (s *search) speaks(found map[int]bool) bool {
	for i := range found {
		if k := s.t.needles[i].kind; k == idTrace || k == digestTrace || k == pathTrace {
			return true
		}
	}
	return false
}

func holderKind(id string) string {
	switch knowledge.TableOf(id) {
	case knowledge.OverlaysTable:
		return "overlay"
	case knowledge.InteractionsTable:
		return "interaction"
	}
	return "source"
}
