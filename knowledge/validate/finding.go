package validate

import (
	"cmp"
	"fmt"
	"slices"

	"quire/knowledge"
)

// Finding is one breach of a rule.
type Finding struct {
	Rule     string             `json:"rule"`
	Severity knowledge.Severity `json:"severity"`
	Source   string             `json:"-"`    // id; "" for the tree
	Path     string             `json:"path"` // printed
	Address  string             `json:"address"`
	Message  string             `json:"message"`
}

// Findings collects findings under a user's severities.
type Findings struct {
	Severity map[string]knowledge.Severity // rule id → severity or Off
	List     []Finding
	// Unaccounted is how many parts of originals nothing accounts for.
	Unaccounted int
}

// Add records a finding about a part of a source. place is what follows the
// source in an address ("#p3"), or "".
func (f *Findings) Add(r Rule, s *knowledge.Source, place, format string, args ...any) {
	severity := r.Severity
	if own, ok := f.Severity[r.ID]; ok {
		severity = own
	}
	if severity == Off {
		return
	}
	found := Finding{Rule: r.ID, Severity: severity, Message: knowledge.Line(fmt.Sprintf(format, args...), 400)}
	if s != nil {
		found.Source, found.Path, found.Address = s.ID, s.Path, s.ID+place
	}
	f.List = append(f.List, found)
}

// Sort orders findings by path, address, rule and message.
func Sort(list []Finding) {
	slices.SortFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Address, b.Address), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
}
