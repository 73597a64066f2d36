package docx

import (
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// roles are the kinds of block that the names of styles stand for, lower case
// and without spaces: those that word processors and converters bring along.
var roles = map[string]knowledge.BlockKind{
	"caption": knowledge.Caption,

	"quote": knowledge.Quote, "intensequote": knowledge.Quote, "blocktext": knowledge.Quote, "quotations": knowledge.Quote,

	"sourcecode": knowledge.Code, "htmlpreformatted": knowledge.Code, "preformattedtext": knowledge.Code, "code": knowledge.Code,
	"codeblock": knowledge.Code, "macro": knowledge.Code, "macrotext": knowledge.Code, "preformatted": knowledge.Code, "verbatim": knowledge.Code,
}

func roleOf(name string) knowledge.BlockKind { return roles[strings.ReplaceAll(name, " ", "")] }

// fixedPitch are words in the names of typefaces whose letters all have one width.
var fixedPitch = []string{"courier", "consolas", "mono", "menlo", "monaco", "lucida console", "source code", "fira code", "cascadia code", "inconsolata", "typewriter"}

func isFixedPitch(font string) bool {
	font = strings.ToLower(font)
	for _, word := range fixedPitch {
		if strings.Contains(font, word) {
			return !strings.Contains(font, "monotype")
		}
	}
	return false
}

// code tells whether a paragraph is program code: its style says so, or it is
// set in type of fixed pitch, where the text around is not, and has the look of
// code or goes on with some.
func (st *story) code(p *ooxml.Node, s *style, text string) bool {
	if s.role != "" {
		return s.role == knowledge.Code
	}
	return !isFixedPitch(st.doc.styles.font) && st.fixedPitch(p, s) && (st.coded || looksLikeCode(text))
}

// fixedPitch reports whether all type in a paragraph, or the mark of an empty
// one, has fixed pitch.
func (st *story) fixedPitch(p *ooxml.Node, s *style) bool {
	some := false
	for _, r := range p.All("w:r") {
		if strings.TrimSpace(r.Kid("w:t").TextOf()) == "" {
			continue
		}
		if !isFixedPitch(st.doc.fontOf(r.Kid("w:rPr"), s)) {
			return false
		}
		some = true
	}
	return some || isFixedPitch(st.doc.fontOf(p.Kid("w:pPr", "w:rPr"), s))
}

// fontOf returns the typeface of a run in a paragraph of style s.
func (d *document) fontOf(pr *ooxml.Node, s *style) string {
	if font := pr.Kid("w:rFonts").Attr("w:ascii"); font != "" {
		return font
	}
	if st := d.styles.byID[pr.Kid("w:rStyle").Attr("w:val")]; st != nil && st.font != "" {
		return st.font
	}
	return s.font
}

// looksLikeCode tells code from prose that is typed on a typewriter: indentation
// by spaces, or signs that prose does not use.
func looksLikeCode(s string) bool {
	return strings.HasPrefix(s, "  ") || strings.HasPrefix(s, "\t") || strings.Contains(s, "\n  ") ||
		strings.ContainsAny(s, `{}=<>\|_#$`) || strings.Contains(s, "()") || strings.HasSuffix(strings.TrimSpace(s), ";")
}

// joinCode adds a paragraph of code to the code before it, in place; ok is false
// where it stands alone.
func joinCode(last *extract.Block, b extract.Block) (ok bool) {
	if last.Kind != knowledge.Code || b.Kind != knowledge.Code || len(last.Text)+len(b.Text) > plainSection {
		return false
	}
	last.Text += "\n" + b.Text
	return true
}
