package render

import (
	"fmt"
	"strings"

	"quire/knowledge"
)

// Corrections writes what people said of documents against what was read.
func Corrections(p Printer, list []knowledge.Correction) error {
	if len(list) == 0 {
		p.Printf("no corrections in this snapshot\n")
	}
	for i := range list {
		state := "applied"
		if !list[i].Applied {
			state = "not applied"
		}
		p.Printf("%-12s %s\n", state, p.Line(strings.Join(list[i].Named, " · ")))
		p.Printf("   %s\n", p.Line(correctionLine(&list[i])))
	}
	return p.Err()
}

// correctionLine is a correction and what came of it.
func correctionLine(c *knowledge.Correction) string {
	what := string(c.Kind)
	switch c.Kind {
	case knowledge.CorrectRange:
		what = "excluded " + c.Value
		if c.Applied {
			what += ", " + plural(c.Passages, "passage")
		}
	case knowledge.CorrectSupersedes:
		what = fmt.Sprintf("%s counts instead of %s", c.Named[0], c.Named[1])
	case knowledge.CorrectNotDuplicate:
		what = fmt.Sprintf("%s is no duplicate of %s", c.Named[0], c.Named[1])
	default:
		what += " " + c.Value
		if c.Was != "" {
			what += " instead of " + c.Was
		}
	}
	if !c.Applied {
		what += ": NOT APPLIED, " + c.Why
	}
	return joinCounts(what, "by "+c.Author+": "+c.Reason)
}
