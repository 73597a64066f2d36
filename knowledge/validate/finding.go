package validate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"quire/knowledge"
	"quire/knowledge/secrets"
)

// Finding is one breach of a rule.
type Finding struct {
	Rule     string             `json:"rule"`
	Severity knowledge.Severity `json:"severity"`
	Source   string             `json:"-"`    // id; "" for the tree
	Path     string             `json:"path"` // printed
	Address  string             `json:"address"`
	Message  string             `json:"message"`
	Locator  knowledge.Locator  `json:"locator,omitzero"` // in the original, where it is known
	// Print names the finding among those of other runs: Fingerprint fills it in.
	Print string `json:"fingerprint,omitempty"`

	key string // what tells it from others of its rule and source, and survives moved lines
}

// Findings collects findings under a user's settings.
type Findings struct {
	Settings *Settings // nil: the defaults of the rules
	AsOf     string    // the day that ages are told on, YYYY-MM-DD; "" tells none
	List     []Finding
	// Unaccounted is how many parts of originals nothing accounts for.
	Unaccounted int
	// Secrets is how many finds of secrets there are, by kind.
	Secrets map[string]int
}

// spot is where in a source a finding is.
type spot struct {
	address string            // what follows the id of the source: "#p3", or ""
	locator knowledge.Locator // in the original
	key     string            // see Finding
}

// Add records a finding about a part of a source. at is what follows the
// source in an address ("#p3"), or "".
func (f *Findings) Add(r Rule, s *knowledge.Source, at, format string, args ...any) {
	f.add(r, s, spot{address: at, key: unitOf(at)}, format, args...)
}

func (f *Findings) add(r Rule, s *knowledge.Source, at spot, format string, args ...any) {
	path := ""
	if s != nil {
		path = s.Path
	}
	severity := f.Settings.Of(r, path)
	if severity == Off {
		return
	}
	// A message may quote what a record says. No rule may print a secret with it.
	message := knowledge.Line(secrets.Mask(fmt.Sprintf(format, args...)), 400)
	found := Finding{Rule: r.ID, Severity: severity, Path: path, Message: message, Locator: at.locator, key: at.key}
	if s != nil {
		found.Source = s.ID
		found.Address = s.ID + at.address
	}
	f.List = append(f.List, found)
}

// unitOf returns the unit of what follows a source in an address: spans move.
func unitOf(at string) string {
	for i := range len(at) {
		if at[i] == '@' {
			return at[:i]
		}
	}
	return at
}

// Sort orders findings by path, address, rule and message.
func Sort(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Address, b.Address), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
}

// Fingerprint names each finding of a sorted list by its rule, its source, what tells
// it apart and its number among those alike: 16 hex digits, 64 bits. Spans, line numbers,
// messages and severities do not count, nor does the path of a source, so that a moved
// or renamed document keeps its findings. Nothing of a secret counts either.
func Fingerprint(list []Finding) {
	seen := map[string]int{}
	for i := range list {
		x := &list[i]
		if x.Print != "" {
			continue
		}
		whose := x.Source
		if whose == "" {
			whose = x.Path
		}
		name := fmt.Sprintf("%s %q %q", x.Rule, whose, x.key)
		seen[name]++
		sum := sha256.Sum256(fmt.Appendf(nil, "quire finding/1 %s %d", name, seen[name]))
		x.Print = hex.EncodeToString(sum[:8])
	}
}
