package render

import (
	"fmt"
	"strings"

	"quire/retrieval/proof"
)

// Annotated writes the answer itself with a footnote on each statement: its verdict,
// why, and where the evidence is.
func Annotated(p Printer, answer string, f Proof) error {
	var out, notes strings.Builder
	at := 0
	for i := range f.Statements {
		s := &f.Statements[i]
		end := min(max(s.End, at), len(answer))
		if s.Kind == "cell" { // inside the row, or the note would end the table
			end = at + strings.LastIndexByte(answer[at:end], '|')
		}
		end = max(end, at)
		out.WriteString(answer[at:end])
		fmt.Fprintf(&out, "[^q%d]", i+1)
		at = end
		sign, word := mark(s)
		fmt.Fprintf(&notes, "[^q%d]: %s **%s**", i+1, sign, word)
		for k, r := range s.Reasons {
			notes.WriteString(map[bool]string{true: ": ", false: "; "}[k == 0] + escapeNote(p.Line(r)))
		}
		if s.Verdict != proof.NotCheckable {
			for k, e := range s.Evidence {
				if k == 3 {
					break
				}
				fmt.Fprintf(&notes, " · %s `%s` %s", e.Stance, e.Address, escapeNote(p.Line(e.Path+" "+e.Locator)))
			}
			for _, e := range s.Conflicts {
				fmt.Fprintf(&notes, " · conflict `%s` %s", e.Address, escapeNote(p.Line(e.Path+" "+e.Locator)))
			}
		}
		notes.WriteString("\n")
	}
	out.WriteString(answer[at:])
	text := strings.TrimRight(out.String(), "\n")
	p.Printf("%s\n\n%s", text, notes.String())
	return p.Err()
}

// escapeNote keeps document text from being read as Markdown.
func escapeNote(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`, "]", `\]`, "<", `\<`, "|", `\|`).Replace(s)
}
