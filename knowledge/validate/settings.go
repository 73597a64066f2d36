package validate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"quire/knowledge"
)

// Settings are what a workspace says about rules.
type Settings struct {
	Severity map[string]knowledge.Severity `yaml:"severity"` // rule id or family → off, note, warning, error, blocking
	Paths    []PathSeverity                `yaml:"paths"`    // of several that match, the last one with the rule decides
	Policy   []Policy                      `yaml:"policy"`   // all that match hold
	Waivers  []Waiver                      `yaml:"waivers"`  // asked when findings are printed; they change no snapshot
}

// PathSeverity are severities below some paths.
type PathSeverity struct {
	Path     string                        `yaml:"path"` // pattern over printed paths, as MatchPath reads it
	Severity map[string]knowledge.Severity `yaml:"severity"`
}

// Policy is what is asked of the documents at some paths. Zero means that nothing is
// asked.
type Policy struct {
	Path       string   `yaml:"path"`         // pattern over printed paths; "" is every path
	Require    []string `yaml:"require"`      // title, author, date, language, subject, keywords, or the name of any other property
	Types      []string `yaml:"types"`        // formats that may lie there, as quire formats names them
	MaxBytes   int64    `yaml:"max_bytes"`    // of a file
	MaxAge     int      `yaml:"max_age_days"` // by the document's own date; one without is not too old
	MaxGarbled int      `yaml:"max_garbled"`  // percent of the units that may be garbled
	MaxLowText int      `yaml:"max_low_text"` // percent of the units that may have little text
}

// Waiver is a person's word that findings of a rule may stand for a time.
type Waiver struct {
	Rule    string `yaml:"rule"`
	Path    string `yaml:"path"`    // pattern over printed paths; path or address is needed
	Address string `yaml:"address"` // of a source, or of a unit or span of one as a finding prints it
	Reason  string `yaml:"reason"`
	Expires string `yaml:"expires"` // the last day it holds, YYYY-MM-DD
}

// Of returns the severity of a rule at a path. "" as the path is the tree as a whole.
func (s *Settings) Of(r Rule, path string) knowledge.Severity {
	if s == nil {
		return r.Severity
	}
	if path != "" {
		for i := len(s.Paths) - 1; i >= 0; i-- {
			if own, ok := chosen(s.Paths[i].Severity, r); ok && knowledge.MatchPath(s.Paths[i].Path, path) {
				return own
			}
		}
	}
	if own, ok := chosen(s.Severity, r); ok {
		return own
	}
	return r.Severity
}

func chosen(m map[string]knowledge.Severity, r Rule) (knowledge.Severity, bool) {
	own, ok := m[r.ID]
	if !ok {
		own, ok = m[r.Family]
	}
	return own, ok
}

// Blocks reports whether a rule quarantines anywhere: then a sync must ask it too.
func (s *Settings) Blocks(r Rule) bool {
	if s.Of(r, "") == knowledge.Blocking {
		return true
	}
	return s != nil && slices.ContainsFunc(s.Paths, func(p PathSeverity) bool {
		own, ok := chosen(p.Severity, r)
		return ok && own == knowledge.Blocking
	})
}

// Recipe prints what of s decides a snapshot, beyond Severity: a rule that blocks keeps
// a document out. It is "" where nothing does.
func (s *Settings) Recipe() string {
	var b strings.Builder
	for _, p := range s.Paths {
		fmt.Fprintf(&b, " %q %v", p.Path, p.Severity)
	}
	if slices.ContainsFunc(Rules, func(r Rule) bool { return (r.Family == PolicyOf || r.Family == Quality) && s.Blocks(r) }) {
		fmt.Fprintf(&b, " policy %+v", s.Policy)
	}
	return b.String()
}

// Check returns what is wrong with s, by the place in quire.yaml.
func (s *Settings) Check() error {
	if err := checkSeverities("validate.severity", s.Severity); err != nil {
		return err
	}
	for i, p := range s.Paths {
		at := fmt.Sprintf("validate.paths: number %d", i+1)
		if !knowledge.ValidPattern(p.Path) {
			return fmt.Errorf("%s: %q is no pattern of paths; write path: root/folder/**", at, p.Path)
		}
		if err := checkSeverities(at+": severity", p.Severity); err != nil {
			return err
		}
	}
	for i, p := range s.Policy {
		if err := p.check(); err != nil {
			return fmt.Errorf("validate.policy: number %d: %w", i+1, err)
		}
	}
	for i, w := range s.Waivers {
		if err := w.check(); err != nil {
			return fmt.Errorf("validate.waivers: number %d: %w", i+1, err)
		}
	}
	return nil
}

func checkSeverities(at string, m map[string]knowledge.Severity) error {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if !Known(key) && !slices.Contains(Families, key) {
			return fmt.Errorf("%s.%s: there is no such rule; quire validate --rules lists rules and families", at, key)
		}
		switch s := m[key]; s {
		case Off, knowledge.Note, knowledge.Warning, knowledge.Error, knowledge.Blocking:
		default:
			return fmt.Errorf("%s.%s: %q is not off, note, warning, error or blocking", at, key, s)
		}
	}
	return nil
}

func (p *Policy) check() error {
	switch {
	case p.Path != "" && !knowledge.ValidPattern(p.Path):
		return fmt.Errorf("%q is no pattern of paths", p.Path)
	case p.MaxBytes < 0 || p.MaxAge < 0 || p.MaxGarbled < 0 || p.MaxLowText < 0:
		return errors.New("a limit is less than nothing; leave it out for none")
	case p.MaxGarbled > 100 || p.MaxLowText > 100:
		return errors.New("max_garbled and max_low_text are percent of the units: 0 to 100")
	case len(p.Require) == 0 && len(p.Types) == 0 && p.MaxBytes == 0 && p.MaxAge == 0 && p.MaxGarbled == 0 && p.MaxLowText == 0:
		return errors.New("asks for nothing; add require, types, max_bytes, max_age_days, max_garbled or max_low_text")
	case slices.Contains(p.Require, "") || slices.Contains(p.Types, ""):
		return errors.New("require and types hold an empty word")
	}
	return nil
}

// validAddress reports an address with a whole id.
func validAddress(s string) bool {
	a, err := knowledge.ParseAddress(s)
	return err == nil && knowledge.ValidID(a.Source)
}

func (w *Waiver) check() error {
	switch {
	case !Known(w.Rule):
		return fmt.Errorf("rule: there is no rule %q; quire validate --rules lists them", w.Rule)
	case w.Path == "" && w.Address == "":
		return errors.New("names no path and no address: what it waives must be said")
	case w.Path != "" && !knowledge.ValidPattern(w.Path):
		return fmt.Errorf("path: %q is no pattern of paths", w.Path)
	case w.Address != "" && !validAddress(w.Address):
		return fmt.Errorf("address: %q is none; copy it whole from a finding, or the id of its source", w.Address)
	case strings.TrimSpace(w.Reason) == "":
		return errors.New("has no reason; say why the findings may stand")
	}
	if _, err := time.Parse(time.DateOnly, w.Expires); err != nil {
		return fmt.Errorf("expires: %q is no date; write the last day that it holds: 2027-03-31", w.Expires)
	}
	return nil
}
