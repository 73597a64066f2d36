package retrieval

import (
	"encoding/json"
	"slices"
	"strings"

	"quire/knowledge"
)

// compare lists the lines of text and the statements that differ.
func (s *SourceDiff) compare(a, b *View, old, now *knowledge.Source) error {
	before, err := linesIn(a, old)
	if err != nil {
		return err
	}
	after, err := linesIn(b, now)
	if err != nil {
		return err
	}
	all := lineDiff(before, after)
	s.Lines = all[:min(len(all), maxDiffLines)]
	s.More = len(all) - len(s.Lines)
	said, err := statementsIn(a, old)
	if err != nil {
		return err
	}
	says, err := statementsIn(b, now)
	if err != nil {
		return err
	}
	for _, x := range said {
		if !slices.Contains(says, x) {
			s.Statements = append(s.Statements, StatementDiff{"-", x.kind, x.text})
		}
	}
	for _, x := range says {
		if !slices.Contains(said, x) {
			s.Statements = append(s.Statements, StatementDiff{"+", x.kind, x.text})
		}
	}
	return nil
}

// textLine is a line of a document with the unit that it stands in.
type textLine struct{ text, unit, address string }

// linesIn returns the lines of a document; none where it has no evidence.
func linesIn(v *View, s *knowledge.Source) ([]textLine, error) {
	if s.Recipe == "" {
		return nil, nil
	}
	doc, err := v.Document(s)
	if err != nil {
		return nil, err
	}
	var out []textLine
	for i := range doc.Units {
		u := &doc.Units[i]
		at := knowledge.Address{Source: s.ID, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}.String()
		for line := range strings.Lines(doc.UnitText(u)) {
			if line = strings.TrimRight(line, "\n"); line != "" {
				out = append(out, textLine{line, u.Name, at})
			}
		}
	}
	return out, nil
}

// maxDiffWork bounds the table of a comparison; beyond it lines are compared as a
// set, which cannot tell where a repeated line went.
const maxDiffWork = 4_000_000

// lineDiff lists the lines that went and came, in reading order, by a longest common
// subsequence of what is left between the common beginning and end.
func lineDiff(a, b []textLine) []LineDiff {
	for len(a) > 0 && len(b) > 0 && a[0].text == b[0].text {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1].text == b[len(b)-1].text {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	var out []LineDiff
	minus := func(l textLine) { out = append(out, LineDiff{"-", l.unit, l.address, l.text}) }
	plus := func(l textLine) { out = append(out, LineDiff{"+", l.unit, l.address, l.text}) }
	if len(a)*len(b) > maxDiffWork {
		setDiff(a, b, minus)
		setDiff(b, a, plus)
		return out
	}
	// length[i][j] is that of the longest common subsequence of a[i:] and b[j:].
	length := make([][]int32, len(a)+1)
	for i := range length {
		length[i] = make([]int32, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i].text == b[j].text {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i].text == b[j].text:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && length[i+1][j] >= length[i][j+1]:
			minus(a[i])
			i++
		default:
			plus(b[j])
			j++
		}
	}
	return out
}

// setDiff calls f with the lines of a that b has not, each as often as it has more.
func setDiff(a, b []textLine, f func(textLine)) {
	have := map[string]int{}
	for _, l := range b {
		have[l.text]++
	}
	for _, l := range a {
		if have[l.text] > 0 {
			have[l.text]--
			continue
		}
		f(l)
	}
}

type statement struct{ kind, text string }

// statementsIn returns what quire says of a document in its own description.
func statementsIn(v *View, s *knowledge.Source) ([]statement, error) {
	b, err := v.Derived(s)
	if err != nil || b == nil {
		return nil, err
	}
	var k struct {
		Title     struct{ Text string } `json:"title"`
		Summary   []struct{ Text string }
		KeyPoints []struct{ Text string } `json:"key_points"`
	}
	if err := json.Unmarshal(b, &k); err != nil {
		return nil, err
	}
	out := []statement{{"title", k.Title.Text}}
	for _, x := range k.Summary {
		out = append(out, statement{"summary", x.Text})
	}
	for _, x := range k.KeyPoints {
		out = append(out, statement{"key-point", x.Text})
	}
	return out, nil
}
