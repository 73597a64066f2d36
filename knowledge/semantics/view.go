package semantics

import (
	"strings"
	"unicode"

	"quire/knowledge"
)

// view is a document as its reader sees it: the blocks in reading order without
// furniture and hidden text, each with what stands around it.
type view struct {
	doc    *knowledge.Document
	blocks []block
}

// block is a block of the body with its unit and its section.
type block struct {
	*knowledge.Block
	unit    *knowledge.Unit
	text    string // of the unit
	section int    // number of the heading it stands under, 0 before the first
	first   bool   // the first block of its section that is no heading
	prose   bool   // may be quoted in summary and key points
}

// whole is the span of the block's text without the marker before it.
func (b *block) whole() knowledge.Span { return knowledge.Span{b.Span[0] + b.Lead, b.Span[1]} }

// body is the block's Markdown behind its marker.
func (b *block) body() string { return b.text[b.Span[0]+b.Lead : b.Span[1]] }

// plain is the text of a span inside the block.
func (b *block) plain(s knowledge.Span) string {
	return knowledge.Plain(b.Block, b.text[s[0]:s[1]], s[0]-b.Span[0])
}

// quote cites a span inside the block.
func (b *block) quote(s knowledge.Span) Quote {
	return Quote{Text: b.plain(s), Unit: b.unit.Name, Span: s, Digest: check(b.text, s)}
}

func newView(d *knowledge.Document) *view {
	v := &view{doc: d}
	total := 0
	for i := range d.Units {
		total += len(d.Units[i].Blocks)
	}
	v.blocks = make([]block, 0, total)
	section := 0
	for i := range d.Units {
		u := &d.Units[i]
		if leftOut(u.Flags) { // a unit that addresses a model is read but for the blocks that do
			continue
		}
		text := d.UnitText(u)
		for j := range u.Blocks {
			kb := &u.Blocks[j]
			if leftOut(kb.Flags) || knowledge.HasFlag(kb.Flags, knowledge.Instruction) || !inBody(kb.Kind) || kb.Span[0]+kb.Lead >= kb.Span[1] {
				continue
			}
			if kb.Kind == knowledge.Heading {
				section = len(v.blocks) + 1
			}
			first := len(v.blocks) == 0 || v.blocks[len(v.blocks)-1].Kind == knowledge.Heading
			v.blocks = append(v.blocks, block{Block: kb, unit: u, text: text, section: section, first: first && kb.Kind != knowledge.Heading})
		}
	}
	v.markProse()
	return v
}

// leftOut reports flags that keep a unit or block out of what is said of the
// document.
func leftOut(flags []knowledge.Flag) bool {
	return len(flags) > 0 && (knowledge.HasFlag(flags, knowledge.Hidden) || knowledge.HasFlag(flags, knowledge.Furniture) ||
		knowledge.HasFlag(flags, knowledge.Garbled))
}

func inBody(k knowledge.BlockKind) bool {
	return k != knowledge.Header && k != knowledge.Footer && k != knowledge.Deletion
}

// lines calls f with each line of the block behind its marker, as spans without
// white space around them, until f returns false.
func (b *block) lines(f func(s knowledge.Span) bool) {
	at := b.Span[0] + b.Lead
	for line := range strings.SplitSeq(b.body(), "\n") {
		left := len(line) - len(strings.TrimLeftFunc(line, unicode.IsSpace))
		trimmed := strings.TrimSpace(line)
		if trimmed != "" && !f(knowledge.Span{at + left, at + left + len(trimmed)}) {
			return
		}
		at += len(line) + 1
	}
}
