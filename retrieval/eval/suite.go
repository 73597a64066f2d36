package eval

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Asked is one question of a corpus owner and what its answer must be like.
type Asked struct {
	Line     int      // of the file, from 1
	Question string   // as it is asked, operators and all
	Sources  []string // documents that must be among the results: ids or paths
	Units    []string // DOCUMENT#UNIT that must be among them
	Not      []string // documents that must not be
	MinGrade string   // "" for any
	MaxGrade string   // "" for any
	Limit    int      // results looked at; 0 means as many as retrieve prints
}

// The grades of an answer, the worst first.
var grades = []string{"none", "weak", "strong"}

// MaxSuiteBytes bounds a suite file: some ten thousand questions.
const MaxSuiteBytes = 4 << 20

// suiteKeys are the keys of a question.
var suiteKeys = []string{"question", "sources", "units", "not_sources", "min_grade", "max_grade", "limit"}

// ReadSuite reads the questions of a suite file. An error names the line and what to
// write there.
func ReadSuite(r io.Reader) ([]Asked, error) {
	b, err := io.ReadAll(io.LimitReader(r, MaxSuiteBytes+1))
	if err != nil {
		return nil, err
	}
	if len(b) > MaxSuiteBytes {
		return nil, fmt.Errorf("is larger than %d bytes: split it", MaxSuiteBytes)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(b, &doc); err != nil {
		return nil, fmt.Errorf("is not YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	none := errors.New("holds no questions: below questions: write a list of question: and sources: entries")
	if len(doc.Content) == 0 {
		return nil, none
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode || len(top.Content) != 2 || top.Content[0].Value != "questions" {
		return nil, fmt.Errorf("line %d: want one key, questions:, with a list below it", top.Line)
	}
	list := top.Content[1]
	if list.Kind != yaml.SequenceNode || len(list.Content) == 0 {
		return nil, none
	}
	var out []Asked
	for _, n := range list.Content {
		a, err := readAsked(n)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

func readAsked(n *yaml.Node) (Asked, error) {
	a := Asked{Line: n.Line}
	if n.Kind != yaml.MappingNode {
		return a, fmt.Errorf("line %d: want question: and what its answer must hold", n.Line)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if seen[key.Value] {
			return a, fmt.Errorf("line %d: %s is there twice: delete one of them", key.Line, key.Value)
		}
		seen[key.Value] = true
		if err := a.set(key.Value, value); err != nil {
			return a, fmt.Errorf("line %d: %w", key.Line, err)
		}
	}
	switch {
	case strings.TrimSpace(a.Question) == "":
		return a, fmt.Errorf("line %d: question: is missing or empty", n.Line)
	case len(a.Sources)+len(a.Units)+len(a.Not) == 0 && a.MinGrade == "" && a.MaxGrade == "":
		return a, fmt.Errorf("line %d: expects nothing, so it cannot fail: add sources, units, not_sources, min_grade or max_grade", n.Line)
	case a.MinGrade != "" && a.MaxGrade != "" && gradeRank(a.MinGrade) > gradeRank(a.MaxGrade):
		return a, fmt.Errorf("line %d: min_grade %s is above max_grade %s", n.Line, a.MinGrade, a.MaxGrade)
	}
	return a, nil
}

func (a *Asked) set(key string, value *yaml.Node) (err error) {
	switch key {
	case "question":
		a.Question, err = oneText(key, value)
	case "sources":
		a.Sources, err = texts(key, value)
	case "units":
		a.Units, err = texts(key, value)
		for _, u := range a.Units {
			if i := strings.LastIndexByte(u, '#'); i <= 0 || i == len(u)-1 {
				return fmt.Errorf("units: %s is not DOCUMENT#UNIT, such as plans/deck.pptx#slide3", u)
			}
		}
	case "not_sources":
		a.Not, err = texts(key, value)
	case "min_grade":
		a.MinGrade, err = oneGrade(key, value)
	case "max_grade":
		a.MaxGrade, err = oneGrade(key, value)
	case "limit":
		if a.Limit, err = strconv.Atoi(value.Value); err != nil || a.Limit < 1 || a.Limit > 1000 {
			err = errors.New("limit takes 1 to 1000")
		}
	default:
		err = fmt.Errorf("%q is not a key of a question: they are %s", key, strings.Join(suiteKeys, ", "))
	}
	return err
}

func oneText(key string, n *yaml.Node) (string, error) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" || n.Anchor != "" || strings.TrimSpace(n.Value) == "" {
		return "", fmt.Errorf("%s takes a text that is not empty; put quotation marks around one that holds a colon, { or [", key)
	}
	return n.Value, nil
}

// texts takes a list of texts, or one.
func texts(key string, n *yaml.Node) ([]string, error) {
	list := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		list = n.Content
	}
	var out []string
	for _, item := range list {
		s, err := oneText(key, item)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s is empty: name something or delete it", key)
	}
	return out, nil
}

func oneGrade(key string, n *yaml.Node) (string, error) {
	if !slices.Contains(grades, n.Value) {
		return "", fmt.Errorf("%s takes none, weak or strong, not %q", key, n.Value)
	}
	return n.Value, nil
}

func gradeRank(g string) int { return slices.Index(grades, g) }

// GradeFault says how a grade misses what is asked for, "" where it does not.
func (a Asked) GradeFault(grade string) string {
	switch {
	case a.MinGrade != "" && gradeRank(grade) < gradeRank(a.MinGrade):
		return fmt.Sprintf("its grade is %s, at least %s is wanted", grade, a.MinGrade)
	case a.MaxGrade != "" && gradeRank(grade) > gradeRank(a.MaxGrade):
		return fmt.Sprintf("its grade is %s, at most %s is wanted", grade, a.MaxGrade)
	}
	return ""
}
