package eval

import (
	"strings"
	"testing"
)

func TestReadSuite(t *testing.T) {
	got, err := ReadSuite(strings.NewReader(`questions:
  - question: "what is due: when?"
    sources: a.md
    units: [a.md#sec1]
    not_sources: [b.md, c.md]
    min_grade: weak
    limit: 3
  - question: 2025
    max_grade: none
`))
	if err != nil {
		t.Fatal(err)
	}
	a := got[0]
	if len(got) != 2 || a.Line != 2 || a.Question != "what is due: when?" || len(a.Sources) != 1 || len(a.Units) != 1 || len(a.Not) != 2 || a.Limit != 3 {
		t.Fatalf("%+v", got)
	}
	if a.GradeFault("strong") != "" || a.GradeFault("weak") != "" || a.GradeFault("none") == "" || got[1].GradeFault("weak") == "" {
		t.Error("grades are not compared by their order")
	}
}

func TestReadSuiteNamesLineAndCure(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty":         {"", "holds no questions"},
		"another top":   {"tests: []", "line 1: want one key, questions:"},
		"empty list":    {"questions: []", "holds no questions"},
		"no YAML":       {"questions: [", "is not YAML"},
		"not a mapping": {"questions:\n  - what", "line 2: want question:"},
		"unknown key":   {"questions:\n  - question: x\n    source: a", `line 3: "source" is not a key`},
		"key twice":     {"questions:\n  - question: x\n    question: y", "line 3: question is there twice"},
		"no question":   {"questions:\n  - sources: a", "line 2: question: is missing"},
		"no effect":     {"questions:\n  - question: x", "cannot fail"},
		"grade":         {"questions:\n  - question: x\n    min_grade: good", "line 3: min_grade takes none, weak or strong"},
		"grades":        {"questions:\n  - question: x\n    min_grade: strong\n    max_grade: weak", "is above max_grade"},
		"limit":         {"questions:\n  - question: x\n    limit: 0\n    sources: a", "line 3: limit takes 1 to 1000"},
		"unit":          {"questions:\n  - question: x\n    units: a.md", "line 3: units: a.md is not DOCUMENT#UNIT"},
		"empty sources": {"questions:\n  - question: x\n    sources: []", "line 3: sources is empty"},
		"null":          {"questions:\n  - question:\n    sources: a", "line 2: question takes a text"},
	} {
		if _, err := ReadSuite(strings.NewReader(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}
