package semantics

import (
	"strconv"
	"strings"

	"quire/knowledge"
)

// maxQuoted bounds the line of a statement in summary.md, in characters. It is
// above the longest statement.
const maxQuoted = maxChars + 100

// maxNamed bounds the names of one line of summary.md.
const maxNamed = 12

// MarkdownSummary prints summary.md: what the document is, summary, key points and what
// else it says, each quote with its place. A place lacks only the source id to be an
// address, because a summary is shared by all sources of the same bytes.
func MarkdownSummary(k Knowledge) string {
	var b strings.Builder
	title := k.Title.Text
	if title == "" {
		title = "Untitled"
	}
	b.WriteString("# " + knowledge.Escape(title) + "\n")
	var facts []string
	if k.Title.By != "" {
		facts = append(facts, "title from "+k.Title.By)
	}
	if k.Kind != nil {
		facts = append(facts, "kind "+k.Kind.Code)
	}
	if k.Language.Code != undetermined {
		facts = append(facts, "language "+k.Language.Code)
	}
	if k.Date != nil {
		facts = append(facts, "date "+k.Date.Value+" ("+k.Date.By+")")
	}
	if len(facts) > 0 {
		b.WriteString("\n" + strings.Join(facts, " · ") + "\n")
	}
	if k.Kind != nil {
		b.WriteString("\n## Why " + k.Kind.Code + "\n\n")
		for _, s := range k.Kind.Signs {
			writeItem(&b, s.By+": ", s.Quote)
		}
	}
	writeStatements(&b, "Summary", k.Summary)
	writeStatements(&b, "Key points", k.KeyPoints)
	writeSayings(&b, "Decisions", k.Decisions, k.Omitted.Decisions)
	writeSayings(&b, "Obligations", k.Obligations, k.Omitted.Obligations)
	writeSayings(&b, "Open points", k.Open, k.Omitted.Open)
	k.writeTerms(&b)
	k.writeNames(&b)
	k.writeTotals(&b)
	k.writeGaps(&b)
	return b.String()
}

func writeItem(b *strings.Builder, lead string, q Quote) {
	b.WriteString("- " + lead + knowledge.Escape(knowledge.Line(q.Text, maxQuoted)) + " [#" + q.Place() + "]\n")
}

func writeStatements(b *strings.Builder, heading string, list []Statement) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\n## " + heading + "\n\n")
	for _, s := range list {
		writeItem(b, "", s.Quote)
	}
}

func writeSayings(b *strings.Builder, heading string, list []Saying, more int) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\n## " + heading + "\n\n")
	for _, s := range list {
		writeItem(b, "", s.Quote)
	}
	writeMore(b, more)
}

func writeMore(b *strings.Builder, more int) {
	if more > 0 {
		b.WriteString("- … " + strconv.Itoa(more) + " more\n")
	}
}

func (k *Knowledge) writeTerms(b *strings.Builder) {
	if len(k.Terms) == 0 {
		return
	}
	b.WriteString("\n## Defined terms\n\n")
	for _, t := range k.Terms {
		if t.Definition == nil {
			writeItem(b, "", t.Quote)
			continue
		}
		writeItem(b, knowledge.Escape(knowledge.Line(t.Text, maxQuoted))+": ", *t.Definition)
	}
	writeMore(b, k.Omitted.Terms)
}

// writeNames lists identifiers and names, those of one kind or role on a line.
func (k *Knowledge) writeNames(b *strings.Builder) {
	type group struct {
		name  string
		items []string
	}
	var groups []group
	add := func(name, item string) {
		for i := range groups {
			if groups[i].name == name {
				groups[i].items = append(groups[i].items, item)
				return
			}
		}
		groups = append(groups, group{name, []string{item}})
	}
	printed := func(q Quote) string {
		return knowledge.Escape(knowledge.Line(q.Text, maxQuoted)) + " [#" + q.Place() + "]"
	}
	for _, d := range k.Identifiers {
		add(d.Kind, printed(d.Quote))
	}
	for _, e := range k.Entities {
		name := e.Kind
		if e.Role != "" {
			name += ", " + e.Role
		}
		add(name, printed(e.Quote))
	}
	if len(groups) == 0 {
		return
	}
	b.WriteString("\n## Names and numbers\n\n")
	for _, g := range groups {
		line := strings.Join(g.items[:min(len(g.items), maxNamed)], ", ")
		if n := len(g.items) - maxNamed; n > 0 {
			line += " … " + strconv.Itoa(n) + " more"
		}
		b.WriteString("- " + g.name + ": " + line + "\n")
	}
}

// writeTotals tells which totals add up.
func (k *Knowledge) writeTotals(b *strings.Builder) {
	head := false
	for _, t := range k.Tables {
		for _, c := range t.Columns {
			if c.Total == nil {
				continue
			}
			if !head {
				b.WriteString("\n## Totals\n\n")
				head = true
			}
			name := "a column"
			if c.Header != nil {
				name = knowledge.Escape(knowledge.Line(c.Header.Text, maxQuoted))
			}
			if c.Total.Adds {
				writeItem(b, name+" adds up: ", c.Total.Quote)
			} else {
				writeItem(b, name+" does not add up, the rows above make "+c.Total.Sum+": ", c.Total.Quote)
			}
		}
	}
}

func (k *Knowledge) writeGaps(b *strings.Builder) {
	if len(k.Gaps) == 0 {
		return
	}
	b.WriteString("\n## Gaps\n\n")
	for _, g := range k.Gaps {
		line := "- " + g.Code + ": " + strconv.Itoa(g.Count)
		if len(g.Units) > 0 {
			line += " (" + strings.Join(g.Units[:min(len(g.Units), maxNamed)], ", ") + ")"
		}
		b.WriteString(line + "\n")
	}
}
