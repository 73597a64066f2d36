package render

import (
	"io"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"quire/knowledge"
	"quire/knowledge/validate"
)

// The parts of SARIF 2.1.0 that code scanning reads. Required ones have no omitempty.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool       `json:"tool"`
		Automation sarifAutomation `json:"automationDetails"`
		Results    []sarifResult   `json:"results"`
	}
	sarifAutomation struct {
		ID string `json:"id"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name     string      `json:"name"`
		Version  string      `json:"version,omitempty"`
		Semantic string      `json:"semanticVersion,omitempty"`
		Rules    []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID         string          `json:"id"`
		Short      sarifText       `json:"shortDescription"`
		Full       sarifText       `json:"fullDescription"`
		Help       sarifText       `json:"help"`
		Default    sarifLevel      `json:"defaultConfiguration"`
		Properties sarifProperties `json:"properties"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifProperties struct {
		Tags      []string `json:"tags"`
		Precision string   `json:"precision"`
		Severity  string   `json:"problem.severity"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Prints       map[string]string  `json:"partialFingerprints"`
		State        string             `json:"baselineState,omitempty"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
		EndLine   int `json:"endLine,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
)

// sarifSchema is where the schema of SARIF 2.1.0 lies, as code scanning wants it named.
const sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"

// maxResults is how many results of one run code scanning takes.
const maxResults = 25_000

// SARIF writes findings as SARIF 2.1.0. file turns a printed path into one that is
// relative to the repository.
func SARIF(w io.Writer, v *Validation, version string, file func(path string) string) error {
	run := sarifRun{Automation: sarifAutomation{"quire/validate/"}, Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "quire", Version: version, Semantic: semantic.FindString(strings.TrimPrefix(version, "v"))}
	index := map[string]int{}
	for i, r := range validate.Rules {
		index[r.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			r.ID, sarifText{sentence(r.About)}, sarifText{sentence(r.About)}, sarifText{sentence(r.Do)}, sarifLevel{level(r.Severity)},
			sarifProperties{[]string{r.Family}, "very-high", problem(r.Severity)},
		})
	}
	result := func(f *validate.Finding) sarifResult {
		out := sarifResult{
			RuleID: f.Rule, RuleIndex: index[f.Rule], Level: level(f.Severity), Message: sarifText{orNone(knowledge.Line(f.Message, 1000), "No more is known.")},
			Prints: map[string]string{"quireFinding/v1": f.Print, "primaryLocationLineHash": f.Print + ":1"},
		}
		at := sarifLocation{Physical: sarifPhysical{sarifArtifact{percentPath(file(f.Path))}, region(f)}}
		if name := joinPlace(f.Path, f.Address); name != "" {
			at.Logical = []sarifLogical{{name, "resource"}}
		}
		out.Locations = []sarifLocation{at}
		return out
	}
	for i := range v.Findings {
		r := result(&v.Findings[i])
		if v.Baseline {
			r.State = "new"
		}
		run.Results = append(run.Results, r)
	}
	for i := range v.Waived {
		x := &v.Waived[i]
		r := result(&x.Finding)
		r.Suppressions = []sarifSuppression{{"external", sentence(x.Reason + " (until " + x.Expires + ")")}}
		run.Results = append(run.Results, r)
	}
	run.Results = run.Results[:min(len(run.Results), maxResults)]
	b, err := marshal(sarifLog{sarifSchema, "2.1.0", []sarifRun{run}})
	if err != nil {
		return err
	}
	return write(w, b)
}

var semantic = regexp.MustCompile(`^[0-9]+\.[0-9]+\.[0-9]+`)

// level is a severity in the words of SARIF.
func level(s knowledge.Severity) string {
	switch s {
	case knowledge.Blocking, knowledge.Error:
		return "error"
	case knowledge.Warning:
		return "warning"
	}
	return "note"
}

// problem is a severity in the words of code scanning.
func problem(s knowledge.Severity) string {
	if l := level(s); l != "note" {
		return l
	}
	return "recommendation"
}

// sentence begins a text with a capital and ends it with a full stop.
func sentence(s string) string {
	s = knowledge.Line(s, 1000)
	if s == "" {
		return "No more is known."
	}
	if c := s[0]; c >= 'a' && c <= 'z' {
		s = string(c-'a'+'A') + s[1:]
	}
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

// region is the lines of the original that a finding is about. Where the original has no
// lines, or they are not known, it is the first one: code scanning shows nothing without
// a line, and the message has the place.
func region(f *validate.Finding) sarifRegion {
	if f.Locator.Get("member") != "" || strings.Contains(f.Path, "!/") {
		return sarifRegion{StartLine: 1}
	}
	first, last, _ := strings.Cut(f.Locator.Get("lines"), "-")
	a, err := strconv.Atoi(first)
	if err != nil || a < 1 {
		return sarifRegion{StartLine: 1}
	}
	b, err := strconv.Atoi(last)
	if err != nil || b < a {
		b = 0
	}
	return sarifRegion{a, b}
}

// percentPath writes a path as the reference of a URI: each part percent-encoded.
func percentPath(path string) string {
	parts := strings.Split(path, "/")
	for i, p := range parts {
		parts[i] = url.PathEscape(p)
	}
	// A colon in the first part would make it a scheme.
	parts[0] = strings.ReplaceAll(parts[0], ":", "%3A")
	return strings.Join(parts, "/")
}

func joinPlace(path, address string) string {
	return strings.TrimSpace(knowledge.Line(path, maxLine) + " " + address)
}
