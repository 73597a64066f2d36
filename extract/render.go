package extract

import (
	"strings"
	"unicode"

	"quire/knowledge"
)

// unitWriter renders blocks into the text of one unit.
type unitWriter struct {
	unit *knowledge.Unit
	most int // bytes of text
	text strings.Builder
	err  error
	last knowledge.BlockKind
}

func (w *unitWriter) block(in *Block, continues bool) {
	b := knowledge.Block{
		Kind: in.Kind, Level: in.Level, Locator: in.Locator, Flags: in.Flags, Author: in.Author, Date: in.Date,
		Language: in.Language, HeaderRows: in.HeaderRows, FirstRow: in.FirstRow, FirstCol: in.FirstCol,
		RowGaps: in.RowGaps, ColGaps: in.ColGaps,
	}
	var lead, body string
	switch in.Kind {
	case knowledge.Table:
		if body, b.Merges, w.err = renderTable(in.Rows, continues, w.most); w.err != nil {
			return
		}
		b.Formulas = formulas(in.Formulas)
		b.Stored = storedValues(in.Stored)
		if body != "" {
			w.unit.Counts.Tables++
		}
	case knowledge.Code, knowledge.Formula:
		if text := clean(in.Text); strings.TrimSpace(text) != "" {
			fence := knowledge.Fence(text)
			if in.Kind == knowledge.Formula {
				fence = "$$"
			}
			lead, body = "", fence+in.Language+"\n"+strings.Trim(text, "\n")+"\n"+fence
		}
	case knowledge.Heading:
		lead = strings.Repeat("#", in.Level) + " "
		body = strings.Join(strings.Fields(clean(in.Text)), " ")
	case knowledge.Quote:
		if text := knowledge.Escape(tidy(in.Text)); text != "" {
			body = "> " + strings.ReplaceAll(text, "\n", "\n> ")
		}
	case knowledge.ListItem:
		lead, body = listItem(in)
	default:
		body = knowledge.Escape(tidy(in.Text))
	}
	if in.Kind == knowledge.Image {
		w.unit.Counts.Images++
	}
	if body == "" {
		return
	}
	w.separate(in)
	b.Lead = len(lead)
	b.Span[0] = w.text.Len()
	w.text.WriteString(lead)
	w.text.WriteString(body)
	b.Span[1] = w.text.Len()
	w.last = in.Kind
	w.unit.Blocks = append(w.unit.Blocks, b)
}

// separate writes what stands between two blocks. Blocks that are not body text
// are announced by a comment, so that a reader of text.md does not take a
// speaker note for a statement of the slide.
func (w *unitWriter) separate(in *Block) {
	if w.text.Len() > 0 {
		if in.Kind == knowledge.ListItem && w.last == knowledge.ListItem {
			w.text.WriteByte('\n')
		} else {
			w.text.WriteString("\n\n")
		}
	}
	if label := announce(in); label != "" {
		w.text.WriteString("<!-- " + strings.ReplaceAll(label, "--", "—") + " -->\n")
	}
}

// formulas makes each a line that can be shown; a table of hostile length ends.
func formulas(in []knowledge.CellFormula) []knowledge.CellFormula {
	const most, longest = 10_000, 8192 // a spreadsheet takes no longer formula
	var out []knowledge.CellFormula
	for _, f := range in[:min(len(in), most)] {
		out = append(out, knowledge.CellFormula{Range: knowledge.Line(f.Range, 40), Text: knowledge.Line(f.Text, longest)})
	}
	return out
}

// storedValues makes each a line that can be shown, and bounds their number.
func storedValues(in []knowledge.CellValues) []knowledge.CellValues {
	const most, longest = 10_000, 255 // a spreadsheet takes no longer format
	var out []knowledge.CellValues
	n := 0
	for _, r := range in {
		if n += len(r.Values); n > most {
			break
		}
		v := knowledge.CellValues{Range: knowledge.Line(r.Range, 40), Format: knowledge.Line(r.Format, longest)}
		for _, s := range r.Values {
			v.Values = append(v.Values, knowledge.Line(s, 40))
		}
		out = append(out, v)
	}
	return out
}

func announce(in *Block) string {
	var parts []string
	switch in.Kind {
	case knowledge.NoteText, knowledge.Comment, knowledge.Insertion, knowledge.Deletion, knowledge.Field,
		knowledge.Annotation, knowledge.Header, knowledge.Footer, knowledge.TextBox, knowledge.Image, knowledge.Caption:
		parts = append(parts, string(in.Kind))
	}
	for _, f := range in.Flags {
		parts = append(parts, string(f))
	}
	if in.Author != "" {
		parts = append(parts, in.Author)
	}
	if in.Date != "" {
		parts = append(parts, in.Date)
	}
	return strings.Join(parts, " · ")
}

func listItem(in *Block) (lead, body string) {
	text := tidy(in.Text)
	if text == "" {
		return "", ""
	}
	indent := strings.Repeat("  ", in.Level)
	lead = indent + "- "
	if m := in.Marker; markdownNumber(m) {
		lead = indent + m + " "
	} else if m = knowledge.Line(m, 40); m != "" {
		text = m + " " + text
	}
	text = knowledge.Escape(text)
	return lead, strings.ReplaceAll(text, "\n", "\n"+strings.Repeat(" ", len(lead)))
}

// markdownNumber reports whether m is an ordered list marker of Markdown.
func markdownNumber(m string) bool {
	n := len(m) - 1
	if n < 1 || n > 9 || m[n] != '.' && m[n] != ')' {
		return false
	}
	for i := range n {
		if m[i] < '0' || m[i] > '9' {
			return false
		}
	}
	return true
}

// renderTable makes a Markdown table of at most about most bytes: short rows are
// filled up, so that a few long ones could make much of nothing.
func renderTable(rows [][]Cell, continues bool, most int) (string, [][4]int, error) {
	columns, filled := 0, false
	for _, r := range rows {
		columns = max(columns, len(r))
		for _, c := range r {
			filled = filled || strings.TrimSpace(tidy(c.Text)) != ""
		}
	}
	if !filled {
		return "", nil, nil
	}
	const least = len("  |") // bytes of a cell
	if columns > most/least/len(rows) {
		return "", nil, &LimitError{Limit: "unit_bytes", Max: int64(most)}
	}
	var b strings.Builder
	var merges [][4]int
	for i, r := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteByte('|')
		for c := range columns {
			b.WriteByte(' ')
			if c < len(r) {
				b.WriteString(knowledge.EscapeCell(tidy(r[c].Text)))
				if r[c].RowSpan > 1 || r[c].ColSpan > 1 {
					merges = append(merges, [4]int{i, c, max(r[c].RowSpan, 1), max(r[c].ColSpan, 1)})
				}
			}
			b.WriteString(" |")
		}
		if i == 0 && !continues {
			b.WriteByte('\n')
			b.WriteString(knowledge.TableRule(columns))
		}
	}
	return b.String(), merges, nil
}

// clean makes text valid UTF-8 with LF line ends and without NUL and other
// control characters that no reader can show; tabs and line breaks stay.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r' || r == '\v' || r == '\f' || r == '\u2028' || r == '\u2029' || r == '\u0085':
			return '\n'
		case unicode.IsControl(r) || r == '\uFEFF':
			return -1
		}
		return r
	}, s)
}

// tidy is clean without white space at line ends and without empty lines.
func tidy(s string) string {
	lines := strings.Split(clean(s), "\n")
	out := lines[:0]
	for _, l := range lines {
		if l = strings.Trim(l, " \t"); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}
