package render

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
	"quire/knowledge/validate"
)

var update = flag.Bool("update", false, "rewrite docs/rules.md")

func TestThePageOfRulesIsCurrent(t *testing.T) {
	const name = "../../../docs/rules.md"
	if *update {
		if err := os.WriteFile(name, []byte(RulesPage()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != RulesPage() {
		t.Error("docs/rules.md is not what quire validate --rules --format markdown prints: go test ./cmd/internal/render -run Rules -update")
	}
	for _, f := range validate.Families {
		if familyAbout[f] == "" {
			t.Errorf("the family %s has no sentence", f)
		}
	}
}

// found is a validation with one of everything.
func found() *Validation {
	of := func(rule string, s knowledge.Severity, path, address, message string, at knowledge.Locator) validate.Finding {
		return validate.Finding{Rule: rule, Severity: s, Source: address, Path: path, Address: address, Message: message, Locator: at}
	}
	list := []validate.Finding{
		of("QV801", knowledge.Warning, "docs/käse & wein #1.md", "qaaaaaaaaaaaa#sec1@0-9", "a password stands at lines=10-12", knowledge.Loc("lines", "10-12")),
		of("QV205", knowledge.Error, "mail/x.eml!/a:b.md", "qbbbbbbbbbbbb", "summary 1 \x1b[2J\u202e <b>&amp;", knowledge.Loc("lines", "3-3")),
		of("QV901", knowledge.Blocking, "", "", "tables/x is missing", knowledge.Locator{}),
		of("QV401", knowledge.Note, "docs/scan.pdf", "qcccccccccccc", "needs-ocr", knowledge.Loc("page", "1")),
	}
	validate.Fingerprint(list)
	waived := validate.Waived{Finding: of("QV854", knowledge.Error, "docs/old.md", "qdddddddddddd", "old", knowledge.Locator{}), Reason: "under review", Expires: "2027-03-31"}
	one := []validate.Finding{waived.Finding}
	validate.Fingerprint(one)
	waived.Finding = one[0]
	return &Validation{Snapshot: strings.Repeat("a", 64), Findings: list, Waived: []validate.Waived{waived}, Baseline: true}
}

// names stands in for a workspace.
func names(path string) string {
	path, _, _ = strings.Cut(path, "!/")
	if path == "" {
		return "quire.yaml"
	}
	return path
}

// What code scanning asks of SARIF 2.1.0, held against what is written: required
// properties, words that an enumeration allows, no empty string, references in range.
func TestSARIFHasWhatCodeScanningReads(t *testing.T) {
	var b bytes.Buffer
	if err := SARIF(&b, found(), "v1.2.3-4", names); err != nil {
		t.Fatal(err)
	}
	var log map[string]any
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	noEmptyStrings(t, "", log)
	if log["version"] != "2.1.0" || log["$schema"] != "https://json.schemastore.org/sarif-2.1.0.json" {
		t.Errorf("%v %v", log["version"], log["$schema"])
	}
	run := log["runs"].([]any)[0].(map[string]any)
	driver := run["tool"].(map[string]any)["driver"].(map[string]any)
	if driver["name"] != "quire" || driver["semanticVersion"] != "1.2.3" || run["automationDetails"].(map[string]any)["id"] != "quire/validate/" {
		t.Errorf("%v", driver["semanticVersion"])
	}
	rules := driver["rules"].([]any)
	var ids []string
	for _, r := range rules {
		r := r.(map[string]any)
		ids = append(ids, r["id"].(string))
		for _, part := range []string{"shortDescription", "fullDescription", "help"} {
			if n := len(r[part].(map[string]any)["text"].(string)); n == 0 || n > 1024 {
				t.Errorf("%s: %s has %d characters", r["id"], part, n)
			}
		}
		if l := r["defaultConfiguration"].(map[string]any)["level"].(string); !slices.Contains([]string{"none", "note", "warning", "error"}, l) {
			t.Errorf("%s: level %s", r["id"], l)
		}
	}
	if sorted := slices.Compact(slices.Sorted(slices.Values(ids))); len(sorted) != len(ids) || len(ids) != len(validate.Rules) {
		t.Errorf("rules %v", ids)
	}
	results := run["results"].([]any)
	if len(results) != 5 {
		t.Fatalf("%d results", len(results))
	}
	for i, r := range results {
		r := r.(map[string]any)
		if n := int(r["ruleIndex"].(float64)); ids[n] != r["ruleId"] {
			t.Errorf("%v has the index of %s", r["ruleId"], ids[n])
		}
		at := r["locations"].([]any)[0].(map[string]any)["physicalLocation"].(map[string]any)
		uri := at["artifactLocation"].(map[string]any)["uri"].(string)
		back, err := url.Parse(uri)
		if err != nil || back.IsAbs() || strings.ContainsAny(uri, " #?\\") || strings.HasPrefix(uri, "/") {
			t.Errorf("uri %q: %v", uri, err)
		}
		if start := at["region"].(map[string]any)["startLine"].(float64); start < 1 {
			t.Errorf("line %v", start)
		}
		if suppressed := r["suppressions"] != nil; suppressed != (i == 4) || (r["baselineState"] == "new") == suppressed {
			t.Errorf("result %d: suppressed %v, %v", i, suppressed, r["baselineState"])
		}
		if i < 4 && (r["partialFingerprints"].(map[string]any)["primaryLocationLineHash"] == nil || strings.Contains(r["message"].(map[string]any)["text"].(string), "\u202e")) {
			t.Errorf("%v", r)
		}
	}
	first := results[0].(map[string]any)
	region := first["locations"].([]any)[0].(map[string]any)["physicalLocation"].(map[string]any)["region"].(map[string]any)
	if first["level"] != "warning" || region["startLine"] != 10.0 || region["endLine"] != 12.0 {
		t.Errorf("%v", first)
	}
	if got := results[1].(map[string]any)["locations"].([]any)[0].(map[string]any)["physicalLocation"].(map[string]any)["artifactLocation"].(map[string]any)["uri"]; got != "mail/x.eml" {
		t.Errorf("a child is placed at %v", got)
	}
}

func noEmptyStrings(t *testing.T, at string, v any) {
	switch v := v.(type) {
	case string:
		if v == "" {
			t.Errorf("%s is empty", at)
		}
	case []any:
		for _, x := range v {
			noEmptyStrings(t, at+"[]", x)
		}
	case map[string]any:
		for k, x := range v {
			noEmptyStrings(t, at+"."+k, x)
		}
	case nil:
		t.Errorf("%s is null", at)
	}
}

func TestJUnitCountsWhatFails(t *testing.T) {
	var b bytes.Buffer
	if err := JUnit(&b, found(), names); err != nil {
		t.Fatal(err)
	}
	var back junitSuites
	if err := xml.Unmarshal(b.Bytes(), &back); err != nil {
		t.Fatalf("%v in %s", err, b.String())
	}
	tests, failures, skipped, cases, speaking := 0, 0, 0, 0, 0
	for _, s := range back.Suites {
		tests, failures, skipped, cases = tests+s.Tests, failures+s.Failures, skipped+s.Skipped, cases+len(s.Cases)
		for _, c := range s.Cases {
			if c.Class == "" || c.Name == "" || c.Time == "" {
				t.Errorf("%+v", c)
			}
			if c.Out != "" {
				speaking++
			}
		}
	}
	if tests != cases || tests != len(validate.Rules) || failures != 2 || skipped != 1 || speaking != 2 {
		t.Errorf("%d tests in %d cases, %d failed, %d skipped, %d speak", tests, cases, failures, skipped, speaking)
	}
	if strings.ContainsAny(b.String(), "\x1b\u202e") {
		t.Error("what XML cannot hold, or steers a terminal, is in it")
	}
}
