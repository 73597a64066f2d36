package overlay

import (
	"cmp"
	"fmt"
	"slices"

	"quire/knowledge"
)

// State says whether an entry still holds.
type State string

// The states of an entry.
const (
	Fresh  State = "fresh"  // a unit of the source has the digest
	Stale  State = "stale"  // the source is there, and no unit has the digest
	Orphan State = "orphan" // the source is gone
)

// UnitRef is a unit as Match needs it.
type UnitRef struct {
	Name   string
	Digest knowledge.Digest
}

// Verdict is what Match says of an entry.
type Verdict struct {
	State State
	// Unit and Digest are of the unit that the entry is about: of a fresh one the
	// unit with its digest, of a stale one what the unit of that name has become.
	// They are empty where there is no such unit.
	Unit   string
	Digest knowledge.Digest
	Moved  string // of a fresh entry that names another unit: the name to write instead
}

// Match says whether an entry still holds. units returns the units of a source in
// their order, and whether the source exists. Of several units with the digest the
// named one counts, else the first.
func Match(e Entry, units func(source string) ([]UnitRef, bool)) Verdict {
	list, ok := units(e.Source)
	if !ok {
		return Verdict{State: Orphan}
	}
	v := Verdict{State: Stale}
	for _, u := range list {
		bound := e.binds(u.Digest)
		switch {
		case u.Name == e.Unit && bound:
			return Verdict{State: Fresh, Unit: u.Name, Digest: u.Digest}
		case bound && v.State != Fresh:
			v = Verdict{State: Fresh, Unit: u.Name, Digest: u.Digest}
			if e.Unit != "" {
				v.Moved = u.Name
			}
		case u.Name == e.Unit && v.State == Stale:
			v.Unit, v.Digest = u.Name, u.Digest
		}
	}
	return v
}

// Unique returns the entries sorted by what they are about, each once. One that
// stands in two places is a problem of the later of them and counts once.
func Unique(entries []Entry) ([]Entry, []Problem) {
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b Entry) int {
		return cmp.Or(compare(&a, &b), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	var problems []Problem
	kept := sorted[:0]
	for _, e := range sorted {
		if n := len(kept); n > 0 && compare(&kept[n-1], &e) == 0 {
			first := &kept[n-1]
			problems = append(problems, Problem{
				File: e.File, Line: e.Line, Source: e.Source,
				What: fmt.Sprintf("repeats the entry at %s line %d", first.File, first.Line), Cure: "delete one of them",
			})
			continue
		}
		kept = append(kept, e)
	}
	return kept, problems
}
