package html

import (
	"strings"
	"unicode/utf8"

	"quire/extract"
	"quire/knowledge"
)

// Sections divides the page into section units, a new one at each heading. base
// is the locator of the piece in its file, first the number of the first unit,
// unitBytes the limit on the text of one unit: what is longer goes on in further
// units of the same title.
func (p *Page) Sections(base knowledge.Locator, first, unitBytes int) []extract.Unit {
	s := sectioner{base: base, next: first, room: max(unitBytes/2, 1), seen: map[string]int{}}
	for _, b := range Fit(p.Blocks, s.room) {
		s.add(b)
	}
	s.close()
	if len(s.out) == 0 && p.Images+len(p.Links) > 0 {
		s.open("", Block{})
		s.unit.Images, s.unit.Links = p.Images, p.Links
		s.close()
	}
	return s.out
}

type sectioner struct {
	base knowledge.Locator
	next int
	room int // bytes of text a unit may hold; half the limit, because markers and escapes come on top
	seen map[string]int
	unit *extract.Unit
	used int
	out  []extract.Unit
}

func (s *sectioner) add(b Block) {
	if b.Kind == knowledge.Heading {
		s.close()
		s.open(knowledge.Line(b.Text, knowledge.MaxTitle), b)
	}
	size := Size(b)
	if s.unit == nil || s.used > 0 && s.used+size > s.room {
		title := ""
		if s.unit != nil {
			title = s.unit.Title
		}
		s.close()
		s.open(title, b)
		s.unit.Continues = b.Continues
	}
	s.used += size
	s.unit.Blocks = append(s.unit.Blocks, b.Block)
	s.unit.Links = append(s.unit.Links, b.Links...)
	s.unit.Images += b.Images
}

// open begins a unit. Its locator is the heading; the element is added where the
// heading is missing or was there before.
func (s *sectioner) open(title string, b Block) {
	loc := s.base
	if title != "" {
		loc = loc.With("heading", title)
	}
	if s.seen[title]++; title == "" || s.seen[title] > 1 {
		if e := b.Locator.Get("element"); e != "" {
			loc = loc.With("element", e)
		}
	}
	s.unit = &extract.Unit{
		Name: knowledge.UnitName(knowledge.Section, s.next), Kind: knowledge.Section, Ordinal: s.next, Title: title, Locator: loc,
	}
	s.used = 0
	s.next++
}

func (s *sectioner) close() {
	if s.unit != nil {
		s.out = append(s.out, *s.unit)
		s.unit = nil
	}
}

// Size estimates the bytes of a block in text.md.
func Size(b Block) int {
	n := len(b.Text) + strings.Count(b.Text, "\n")*4 + 16
	columns := 0
	for _, row := range b.Rows {
		columns = max(columns, len(row))
		for _, c := range row {
			n += len(c.Text)
		}
	}
	return n + len(b.Rows)*(3*columns+2)
}

// Fit divides the blocks that are longer than room bytes: a table between rows,
// text between lines or words.
func Fit(blocks []Block, room int) []Block {
	fits := true
	for _, b := range blocks {
		fits = fits && Size(b) <= room
	}
	if fits {
		return blocks
	}
	var out []Block
	for _, b := range blocks {
		switch {
		case Size(b) <= room:
			out = append(out, b)
		case b.Kind == knowledge.Table:
			out = append(out, fitTable(b, room)...)
		default:
			out = append(out, fitText(b, max(room/2, 4))...)
		}
	}
	return out
}

func fitText(b Block, room int) []Block {
	var out []Block
	for text := b.Text; text != ""; {
		piece := b
		n := len(text)
		if n > room {
			n = breakBefore(text, room)
		}
		piece.Text, text = text[:n], text[n:]
		out = append(out, piece)
		b.Links, b.Images = nil, 0
		if b.Kind == knowledge.Heading {
			b.Kind, b.Level = knowledge.Paragraph, 0
		}
	}
	return out
}

// breakBefore returns the last good place to cut text in its first n bytes.
func breakBefore(text string, n int) int {
	for _, sep := range []string{"\n", " "} {
		if i := strings.LastIndex(text[:n], sep); i > n/2 {
			return i + 1
		}
	}
	for n > 1 && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}

func fitTable(b Block, room int) []Block {
	columns := 0
	for _, row := range b.Rows {
		columns = max(columns, len(row))
	}
	var out []Block
	piece, size := b, 0
	piece.Rows = nil
	for _, row := range b.Rows {
		n := 3*columns + 2
		for _, c := range row {
			n += len(c.Text)
		}
		if size > 0 && size+n > room {
			piece.HeaderRows = min(piece.HeaderRows, len(piece.Rows))
			out = append(out, piece)
			piece, size = b, 0
			piece.Rows, piece.HeaderRows, piece.Links, piece.Images, piece.Continues = nil, 0, nil, 0, true
		}
		piece.Rows = append(piece.Rows, row)
		size += n
	}
	piece.HeaderRows = min(piece.HeaderRows, len(piece.Rows))
	return append(out, piece)
}
