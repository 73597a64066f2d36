package validate

import (
	"strings"

	"quire/knowledge"
)

// cited is a quoted piece of context that was checked before.
type cited struct {
	unit string
	span knowledge.Span
	text string
}

// citations checks that every heading, header row and record that is cited stands, byte
// for byte, where the citation says. What is cited from a unit whose text is lost is
// reported with that.
func (f *Findings) citations(s *knowledge.Source, d *knowledge.Document, lost map[string]bool) {
	units := make(map[string]*knowledge.Unit, len(d.Units))
	for i := range d.Units {
		units[d.Units[i].Name] = &d.Units[i]
	}
	holds := map[cited]string{} // what is wrong, "" where nothing is
	check := func(u *knowledge.Unit, ref *knowledge.Ref) {
		if lost[ref.Unit] {
			return
		}
		key := cited{ref.Unit, ref.Span, ref.Text}
		why, known := holds[key]
		if !known {
			why = misquoted(d, units[ref.Unit], ref)
			holds[key] = why
		}
		if why != "" {
			f.Add(ContextCitation, s, "#"+u.Name, "a heading or row is cited from %s@%d-%d, %s", ref.Unit, ref.Span[0], ref.Span[1], why)
		}
	}
	for i := range d.Units {
		u := &d.Units[i]
		each(u.Context, u.Header, u.Record, func(r *knowledge.Ref) { check(u, r) })
		for j := range u.Passages {
			p := &u.Passages[j]
			each(p.Context, p.Header, p.Record, func(r *knowledge.Ref) { check(u, r) })
		}
	}
}

func each(context []knowledge.Ref, header *knowledge.Ref, record []knowledge.Ref, use func(*knowledge.Ref)) {
	for i := range context {
		use(&context[i])
	}
	if header != nil {
		use(header)
	}
	for i := range record {
		use(&record[i])
	}
}

// misquoted says what is wrong with a quoted piece of context.
func misquoted(d *knowledge.Document, at *knowledge.Unit, ref *knowledge.Ref) string {
	if at == nil || !at.Span.Within(len(d.Text)) || !ref.Span.Within(at.Span.Len()) {
		return "which is not there"
	}
	text := d.UnitText(at)
	if ref.Text == knowledge.Line(at.PlainText(text, ref.Span), knowledge.MaxTitle) || quotesRows(ref.Text, text[ref.Span[0]:ref.Span[1]]) {
		return ""
	}
	return "where other words stand"
}

// quotesRows reports whether said is what rows of a table have in consecutive cells, as
// far as it is quoted: what was cut off ends with "…".
func quotesRows(said, rows string) bool {
	var lines []string
	for line := range strings.SplitSeq(rows, "\n") {
		if line != "" && !knowledge.IsTableRule(line) {
			lines = append(lines, strings.Join(knowledge.SplitRow(line), " | "))
		}
	}
	head := strings.TrimSuffix(said, "…")
	if strings.HasPrefix(oneLine(strings.Join(lines, " / ")), head) {
		return true
	}
	for _, line := range lines { // a record leaves empty cells out
		cells := strings.Split(line, " | ")
		filled := cells[:0]
		for _, c := range cells {
			if c = strings.TrimSpace(c); c != "" {
				filled = append(filled, c)
			}
		}
		if head != "" && strings.Contains(oneLine(strings.Join(filled, " | ")), head) {
			return true
		}
	}
	return said == ""
}

// oneLine is text as quotations have it, without their bound.
func oneLine(s string) string { return knowledge.Line(s, len(s)+2) }
