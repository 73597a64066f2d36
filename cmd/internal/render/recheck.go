package render

import (
	"fmt"

	"quire/retrieval"
)

// Rechecked are saved answers and what became of them.
type Rechecked struct {
	Answers []retrieval.Recheck `json:"answers"`
}

// Rechecks writes a line for each saved answer, and its statements that no longer
// rest on what they did.
func Rechecks(p Printer, found []retrieval.Recheck, code int) error {
	unchanged := 0
	for _, r := range found {
		p.Printf("%-10s %s  %s\n", r.State, p.Line(r.Name), p.Line(r.Detail))
		if r.State == "unchanged" {
			unchanged++
		}
		for _, s := range r.Statements {
			p.Printf("           %q\n             %s\n", p.Line(s.Text), p.Line(s.Detail))
		}
	}
	exit := ""
	if code != 0 {
		exit = fmt.Sprintf(" · exit %d", code)
	}
	p.Printf("\n%d of %s unchanged%s\n", unchanged, plural(len(found), "saved answer"), exit)
	return p.Err()
}
