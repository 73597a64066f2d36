package xlsx

import (
	"strings"
	"unicode"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// running reads the headers and footers of the printed sheet: furniture.
func running(n *ooxml.Node, sheet string) []extract.Block {
	var out []extract.Block
	seen := map[string]bool{}
	for _, k := range n.Kids {
		kind := knowledge.Header
		switch local(k.Name) {
		case "oddHeader", "evenHeader", "firstHeader":
		case "oddFooter", "evenFooter", "firstFooter":
			kind = knowledge.Footer
		default:
			continue
		}
		text := runningText(unescape(k.Text), sheet)
		if text == "" || seen[string(kind)+text] {
			continue
		}
		seen[string(kind)+text] = true
		out = append(out, extract.Block{Kind: kind, Text: text, Flags: []knowledge.Flag{knowledge.Furniture}})
	}
	return out
}

// runningText drops the codes of a header or footer: its left, middle and right
// part are lines. Page numbers, dates and file names have no value here, and a
// part that says no more than their names ("Page", "Seite von") or the name of the
// sheet is left out.
func runningText(s, sheet string) string {
	var parts [3]strings.Builder
	var counts [3]bool // pages
	at := 1
	for i := 0; i < len(s); i++ {
		if s[i] != '&' || i+1 == len(s) {
			parts[at].WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; {
		case c == '&':
			parts[at].WriteByte('&')
		case c == 'L' || c == 'l':
			at = 0
		case c == 'C' || c == 'c':
			at = 1
		case c == 'R' || c == 'r':
			at = 2
		case c == 'A' || c == 'a':
			parts[at].WriteString(sheet)
		case c == 'P' || c == 'p' || c == 'N' || c == 'n':
			counts[at] = true
		case c == '"': // a font
			if j := strings.IndexByte(s[i+1:], '"'); j >= 0 {
				i += j + 1
			}
		case c == 'K': // a colour: RRGGBB, or theme and tint
			i += min(6, len(s)-1-i)
		case c >= '0' && c <= '9': // a size
			for i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
				i++
			}
		}
	}
	var lines []string
	for i := range parts {
		t := strings.TrimSpace(parts[i].String())
		if counts[i] && len(strings.FieldsFunc(t, notLetter)) <= 2 && !strings.ContainsAny(t, "0123456789") {
			continue
		}
		if t != "" && t != sheet {
			lines = append(lines, t)
		}
	}
	return strings.Join(lines, "\n")
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }
