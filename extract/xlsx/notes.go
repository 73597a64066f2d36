package xlsx

import (
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// note is what a data validation says in words.
type note struct {
	at   area // the first of its ranges
	text string
	refs string // all of them
}

// validations keeps the words of data validations: prompts, error messages and
// choices that are typed into the rule. Choices that stand in cells are read
// there.
func (f *frame) validations(n *ooxml.Node) {
	for _, v := range all(n, "dataValidation") {
		if len(f.notes) == maxNotes {
			return
		}
		var lines []string
		for _, key := range []string{"promptTitle", "prompt", "errorTitle", "error"} {
			if t := strings.TrimSpace(unescape(v.Attr(key))); t != "" {
				lines = append(lines, t)
			}
		}
		if choice := kid(v, "formula1"); v.Attr("type") == "list" && choice != nil {
			text := choice.Text
			if inner := kid(choice, "f"); inner != nil {
				text = inner.Text
			}
			if text = strings.TrimSpace(text); len(text) > 2 && text[0] == '"' && text[len(text)-1] == '"' {
				text = strings.ReplaceAll(text[1:len(text)-1], `""`, `"`)
				lines = append(lines, strings.Join(strings.Split(text, ","), ", "))
			}
		}
		at := v.Attr("sqref")
		if ref := kid(v, "sqref"); ref != nil {
			at = ref.Text
		}
		if len(lines) > 0 {
			from, _, _ := strings.Cut(strings.TrimSpace(at), " ")
			a, _ := parseArea(from)
			f.notes = append(f.notes, note{a, strings.Join(lines, "\n"), strings.ReplaceAll(strings.TrimSpace(at), " ", ",")})
		}
	}
}

// noteBlocks delivers the notes in the order of their cells.
func (f *frame) noteBlocks(sheet knowledge.Locator) []extract.Block {
	var out []extract.Block
	for _, n := range f.notes {
		b := extract.Block{Kind: knowledge.NoteText, Text: n.text}
		if n.refs != "" {
			b.Locator = sheet.With("range", knowledge.Line(n.refs, 200))
		}
		out = append(out, b)
	}
	return out
}
