package semantics

import (
	"strings"

	"quire/knowledge"
)

// maxQuoted bounds the line of a statement in summary.md, in characters. It is
// above the longest statement.
const maxQuoted = maxChars + 100

// MarkdownSummary prints summary.md: title, summary and key points, each with its
// place. A place lacks only the source id to be an address, because a summary is
// shared by all sources of the same bytes.
func MarkdownSummary(k Knowledge) string {
	var b strings.Builder
	title := k.Title.Text
	if title == "" {
		title = "Untitled"
	}
	b.WriteString("# " + title + "\n")
	var facts []string
	if k.Language.Code != undetermined {
		facts = append(facts, "language "+k.Language.Code)
	}
	if k.Date != nil {
		facts = append(facts, "date "+k.Date.Value+" ("+k.Date.By+")")
	}
	if len(facts) > 0 {
		b.WriteString("\n" + strings.Join(facts, " · ") + "\n")
	}
	writeStatements(&b, "Summary", k.Summary)
	writeStatements(&b, "Key points", k.KeyPoints)
	return b.String()
}

func writeStatements(b *strings.Builder, heading string, list []Statement) {
	if len(list) == 0 {
		return
	}
	b.WriteString("\n## " + heading + "\n\n")
	for _, s := range list {
		b.WriteString("- " + knowledge.Escape(knowledge.Line(s.Text, maxQuoted)) + " [#" + s.Place() + "]\n")
	}
}
