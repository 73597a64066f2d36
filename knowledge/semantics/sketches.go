package semantics

import (
	"encoding/base64"
	"encoding/binary"

	"quire/knowledge"
)

// sketches fills in what a document is compared by as a whole.
func sketches(v *view, lang string, f *knowledge.Facts) {
	text, numbers := knowledge.NewSketcher(knowledge.TextBins), knowledge.NewSketcher(knowledge.SmallBins)
	names, outline := knowledge.NewSketcher(knowledge.SmallBins), knowledge.NewSketcher(knowledge.SmallBins)
	var before, last uint64
	for i := range v.blocks {
		b := &v.blocks[i]
		body := b.body()
		eachToken(body, func(t token) {
			if before != 0 {
				text.Add(pairKey(pairKey(before, last), t.key))
			}
			before, last = last, t.key
			switch {
			case t.digits && t.letters == 0:
				numbers.Add(t.key)
			case t.identifier(), t.capital && t.joined && t.letters > 2:
				names.Add(t.key)
			}
		})
		switch b.Kind {
		case knowledge.Heading:
			addOutline(outline, body, lang)
		case knowledge.Table:
			for _, h := range b.headerRow() {
				addOutline(outline, h, lang)
			}
		}
	}
	f.Text, f.Numbers, f.Names, f.Outline = text.Sketch(), numbers.Sketch(), names.Sketch(), outline.Sketch()
	f.Shape = shapeOf(v)
}

// addOutline adds a heading without its numbers and months: the minutes of March have
// the headings of those of April.
func addOutline(s *knowledge.Sketcher, heading, lang string) {
	key := uint64(0)
	eachToken(heading, func(t token) {
		if t.letters > 1 && !t.digits && month(heading[t.start:t.end], lang) == 0 {
			key = pairKey(key, t.key)
		}
	})
	if key != 0 {
		s.Add(key)
	}
}

// headerRow returns the cells of the last header row of a table, nil where it has none.
func (b *block) headerRow() []string {
	var cells []string
	row := 0
	b.lines(func(s knowledge.Span) bool {
		if line := b.text[s[0]:s[1]]; row < b.HeaderRows && !knowledge.IsTableRule(line) {
			cells = knowledge.SplitRow(line)
			row++
		}
		return row < b.HeaderRows
	})
	return cells
}

// minShape is how many headings, lists and tables a document must have for their
// sequence to say anything of it.
const minShape = 4

// shapeOf is a hash of the levels of headings, the lengths of lists and the columns
// and rows of tables in their order: what a translation leaves as it is.
func shapeOf(v *view) string {
	key, n, items := uint64(keySeed), 0, 0
	add := func(x uint64) { key = pairKey(key, x); n++ }
	flush := func() {
		if items > 0 {
			add(uint64(1000 + items))
		}
		items = 0
	}
	for i := range v.blocks {
		b := &v.blocks[i]
		if b.Kind == knowledge.ListItem {
			items++
			continue
		}
		flush()
		switch b.Kind {
		case knowledge.Heading:
			add(uint64(b.Level))
		case knowledge.Table:
			rows, columns := 0, 0
			b.lines(func(s knowledge.Span) bool {
				if rows == 0 {
					columns = len(knowledge.SplitRow(b.text[s[0]:s[1]]))
				}
				rows++
				return true
			})
			add(uint64(1000000 + columns*10000 + rows))
		}
	}
	flush()
	if n < minShape {
		return ""
	}
	return hashText(key)
}

// hashText prints 48 bits of a hash.
func hashText(h uint64) string {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], knowledge.Mix(h))
	return base64.RawURLEncoding.EncodeToString(b[:6])
}
