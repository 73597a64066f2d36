package render

import (
	"fmt"
	"io"
	"strings"

	"quire/knowledge"
)

// Printer writes text. The first error of the writer is kept; later writes do
// nothing.
type Printer struct {
	W     io.Writer
	Color bool
	err   *error
}

// Printf writes formatted text. Arguments that come from a corpus must have gone
// through Line.
func (p *Printer) Printf(format string, args ...any) {
	if p.Err() != nil {
		return
	}
	if _, err := fmt.Fprintf(p.W, format, args...); err != nil {
		p.err = &err
	}
}

// Err returns the first error of writing.
func (p *Printer) Err() error {
	if p.err == nil {
		return nil
	}
	return *p.err
}

// maxLine bounds a corpus-derived string in a line of output, in characters.
const maxLine = 240

// Line makes any string safe and bounded inside a line.
func (p *Printer) Line(s string) string { return knowledge.Visible(knowledge.Line(s, maxLine)) }

// Dim returns s in a fainter colour where colour is on.
func (p *Printer) Dim(s string) string {
	if !p.Color {
		return s
	}
	return "\x1b[2m" + s + "\x1b[0m"
}

// Bold returns s in bold where colour is on.
func (p *Printer) Bold(s string) string {
	if !p.Color {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

// Fence writes document text, every line behind the fence mark.
func (p *Printer) Fence(text string) { p.Printf("%s", knowledge.Fenced(text)) }

// pad fills s with spaces to a width in characters.
func pad(s string, width int) string {
	if n := width - len([]rune(s)); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// Error is an error as users and machines see it.
type Error struct {
	Code      string   `json:"code"`
	Message   string   `json:"message"`
	Hint      string   `json:"hint,omitempty"`
	RetryArgv []string `json:"retry_argv"`
}

// TextError writes an error in one line and, where there is one, the cure in a
// second.
func TextError(w io.Writer, e Error) {
	fmt.Fprintf(w, "quire: %s\n", knowledge.Visible(e.Message))
	if e.Hint != "" {
		fmt.Fprintf(w, "  %s\n", knowledge.Visible(e.Hint))
	}
}

// ExitCode is one line of the table of exit codes.
type ExitCode struct {
	Code  int    `json:"code"`
	Name  string `json:"name"`
	About string `json:"about"`
}

func joinWords(words []string) string { return strings.Join(words, ", ") }

// wrap writes text behind lead in lines of at most 100 characters, further lines
// below the first.
func wrap(p Printer, lead, text string) {
	const width = 100
	line := lead
	for word := range strings.FieldsSeq(text) {
		if len([]rune(line))+1+len([]rune(word)) > width && strings.TrimSpace(line) != "" {
			p.Printf("%s\n", line)
			line = strings.Repeat(" ", len(lead)-1)
		}
		if line == lead {
			line += word
			continue
		}
		line += " " + word
	}
	p.Printf("%s\n", line)
}
