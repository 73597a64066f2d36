package render

import (
	"fmt"
	"strings"

	"quire/retrieval"
	"quire/retrieval/proof"
)

// Proof is an answer with a verdict on each statement.
type Proof struct {
	*retrieval.Proof
	Name  string `json:"name"`
	Saved string `json:"saved,omitempty"` // file that the proof was kept in
}

// Proved writes a line for each statement of an answer, and below it why it fails.
func Proved(p Printer, f Proof, snapshot string, code int) error {
	name := p.Line(f.Name)
	if f.Name == "-" {
		name = "answer"
	}
	p.Printf("%s · %s · snapshot %s\n\n", name, plural(len(f.Statements), "statement"), Short(snapshot))
	if len(f.Statements) == 0 {
		p.Printf("it says nothing that could be checked%s\n", exits(code))
		return p.Err()
	}
	holding, checkable := 0, 0
	for i := range f.Statements {
		s := &f.Statements[i]
		if s.Verdict != proof.NotCheckable {
			checkable++
		}
		if s.Verdict == proof.Supported {
			holding++
		}
		proved(p, s)
	}
	p.Printf("\n%d of %s\n", holding, plural(checkable, "checkable statement")+holds(holding, code))
	if f.Saved != "" {
		p.Printf("saved in %s · quire trace --recheck says later whether it still rests on the same text\n", p.Line(f.Saved))
	}
	return p.Err()
}

func holds(n, code int) string {
	out := " hold"
	if n == 1 {
		out = " holds"
	}
	return out + exits(code)
}

func exits(code int) string {
	if code == 0 {
		return ""
	}
	return fmt.Sprintf(" · exit %d", code)
}

// mark is the sign and the word of a verdict.
func mark(s *retrieval.ProvedStatement) (sign, word string) {
	word = strings.ReplaceAll(string(s.Verdict), "-", " ")
	switch s.Verdict {
	case proof.Supported:
		if s.Derived != "" {
			word = "derived"
		}
		return "✓", word
	case proof.Partial:
		return "~", word
	case proof.NotCheckable:
		return "–", word
	}
	return "✗", word
}

func proved(p Printer, s *retrieval.ProvedStatement) {
	sign, word := mark(s)
	text := fmt.Sprintf("%s %-13s  %q", sign, word, p.Line(s.Text))
	if s.Verdict == proof.Contradicted || s.Verdict == proof.Unsupported {
		text = p.Bold(text)
	}
	p.Printf("%s\n", text)
	const indent = "                 "
	for _, r := range s.Reasons {
		p.Printf("%s%s\n", indent, p.Line(r))
	}
	if s.Judge != nil {
		p.Printf("%sthe judge says %s: %s\n", indent, p.Line(strings.ReplaceAll(string(s.Judge.Verdict), "-", " ")), p.Line(s.Judge.Reason))
	}
	if s.Verdict == proof.NotCheckable {
		return
	}
	for i, e := range s.Evidence {
		if i == 2 && s.Verdict == proof.Supported && s.Derived == "" {
			break
		}
		p.Printf("%s%-11s %s  %s\n", indent, e.Stance, e.Address, p.Line(e.Path+" "+e.Locator))
		if s.Verdict != proof.Supported {
			p.Printf("%s            %s\n", indent, p.Line("| "+short(e.Text, 160)))
		}
	}
	for _, e := range s.Conflicts {
		p.Printf("%s%-11s %s  %s\n", indent, "conflict", e.Address, p.Line(e.Path+" "+e.Locator))
		p.Printf("%s            %s\n", indent, p.Line("| "+short(e.Text, 160)))
	}
	if s.Verdict == proof.Partial && len(s.Uncovered) > 0 {
		p.Printf("%snot covered: %s\n", indent, p.Line(strings.Join(s.Uncovered, " … ")))
	}
	for _, c := range s.Citations {
		if !c.Carries {
			p.Printf("%scites %s: %s\n", indent, p.Line(c.Written), p.Line(c.Detail))
		}
	}
	if !s.Rules {
		p.Printf("%sno rules for this language (%s): words and numbers only\n", indent, p.Line(s.Language))
	}
}

// short cuts a quoted text for one line.
func short(s string, n int) string {
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) <= n {
		return string(r)
	}
	return string(r[:n]) + "…"
}
