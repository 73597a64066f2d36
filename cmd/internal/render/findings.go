package render

import (
	"fmt"
	"strings"

	"quire/knowledge"
	"quire/knowledge/validate"
)

// Validation is what validate found, for every form that it is printed in.
type Validation struct {
	Snapshot string `json:"-"`
	Checked  int    `json:"-"` // sources
	// Findings are those that count: not waived, and with a baseline not known.
	Findings    []validate.Finding         `json:"findings"`
	Counts      map[knowledge.Severity]int `json:"counts"` // of Findings
	Waived      []validate.Waived          `json:"waived"`
	Known       int                        `json:"known"` // findings that the baseline has
	Gone        int                        `json:"gone"`  // entries of the baseline that nothing matches
	Baseline    bool                       `json:"baseline"`
	Written     string                     `json:"written,omitempty"` // the baseline that was written
	AsOf        string                     `json:"as_of"`             // the day that ages and waivers are told on
	Unaccounted int                        `json:"unaccounted"`
	OK          bool                       `json:"-"`
}

// Findings writes what validate found as text.
func Findings(p Printer, v *Validation) error {
	for _, f := range v.Findings {
		at := p.Line(f.Path)
		if f.Address != "" {
			at = strings.TrimLeft(at+"  "+f.Address, " ")
		}
		p.Printf("%-8s %s  %s\n          %s\n", f.Severity, f.Rule, at, p.Line(f.Message))
	}
	for _, x := range v.Waived {
		p.Printf("waived   %s  %s  until %s: %s\n", x.Rule, p.Line(orNone(x.Path, x.Address)), x.Expires, p.Line(x.Reason))
	}
	if v.Written != "" {
		p.Printf("baseline written to %s: these findings are known from now on\n", p.Line(v.Written))
	}
	beside := ""
	for _, part := range []string{count(len(v.Waived), "waived"), count(v.Known, "known"), count(v.Gone, "in the baseline gone")} {
		if part != "" {
			beside += ", " + part
		}
	}
	kind := "finding"
	if v.Baseline {
		kind = "new finding"
	}
	p.Printf("snapshot %s · %s checked · %s%s\n", Short(v.Snapshot), plural(v.Checked, "source"),
		fmt.Sprintf("%s (%d blocking)", plural(len(v.Findings), kind), v.Counts[knowledge.Blocking]), beside)
	return p.Err()
}

func orNone(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// Rules writes what every rule finds and what to do about it.
func Rules(p Printer) error {
	for _, r := range validate.Rules {
		p.Printf("%s  %-8s  %-10s  %s\n%33s%s\n", r.ID, r.Severity, r.Family, r.About, "do: ", r.Do)
	}
	return p.Err()
}

// RulesPage is docs/rules.md, made from the table of rules.
func RulesPage() string {
	var b strings.Builder
	b.WriteString(rulesHead)
	for _, family := range validate.Families {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| rule | severity | what it finds | what to do |\n|---|---|---|---|\n", family, familyAbout[family])
		for _, r := range validate.Rules {
			if r.Family == family {
				fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.ID, r.Severity, r.About, r.Do)
			}
		}
	}
	return b.String()
}

const rulesHead = `# Rules of validation

This page is printed by ` + "`quire validate --rules --format markdown`" + `; a test holds it
against the table in knowledge/validate. An id is never used again for another rule.

A *blocking* finding that a sync makes withholds the document from search; ` + "`quire validate`" + `
exits 12 for one, 3 for an error, 0 where there are only warnings and notes. Severities,
waivers and policies stand in quire.yaml: see [what CI does](ci.md).
`

var familyAbout = map[string]string{
	validate.Structure:  "Rows and units have the form that readers rely on.",
	validate.IdentityOf: "Ids follow from paths, places and bytes, so that addresses keep their meaning.",
	validate.Provenance: "Everything that is quoted is held, byte for byte, against the text that it cites.",
	validate.Freshness:  "What is published is what lies on disk.",
	validate.CoverageOf: "Every part of every original is answered for, and all sums close.",
	validate.Quality:    "How much of a document is text that can be used. Limits stand in validate.policy: max_garbled, max_low_text.",
	validate.Overlays:   "What people and agents wrote about documents still fits them.",
	validate.Relations:  "Relations between documents lead somewhere and rest on what is there.",
	validate.Semantics:  "Nothing is said of a document that it does not say.",
	validate.Secrets:    "Documents that hold what should not be passed on. A finding says the kind and the place, and never repeats the secret: not in output, log, baseline or fingerprint. What has the documented form of a key counts, and what is assigned to a name of one and looks generated; card numbers need the issuer's range, its length and the check digit, account numbers the country's length and the remainder.",
	validate.PolicyOf:   "What quire.yaml asks of documents at some paths: validate.policy.",
	validate.Tree:       "The published files are those that were written.",
	validate.Waivers:    "Waivers of quire.yaml that no longer do what they were written for.",
}
