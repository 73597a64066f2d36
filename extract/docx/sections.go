package docx

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"quire/extract"
	"quire/knowledge"
)

// Sizes of units in bytes of text. A section without a heading is cut early,
// because nothing but its number tells where it is; any other only where it
// comes near the limit of a unit.
const (
	plainSection  = 16 << 10
	headedSection = 256 << 10
)

// sections groups blocks into units and delivers them.
type sections struct {
	sink      extract.Sink
	furniture []extract.Block // delivered with the first unit
	unit      extract.Unit
	headed    bool
	size      int
	count     int
	err       error
}

// story takes what one element of the body gave.
func (s *sections) story(r result) {
	s.blocks(r.blocks...)
	s.open()
	s.unit.Links = append(s.unit.Links, r.links...)
	s.unit.Images += r.images
}

func (s *sections) open() {
	if s.unit.Kind == "" {
		s.unit = extract.Unit{Kind: knowledge.Section, Locator: s.unit.Locator}
	}
}

func (s *sections) blocks(all ...extract.Block) {
	for _, b := range all {
		if b.Kind == knowledge.Heading {
			s.flush()
			s.unit = extract.Unit{Kind: knowledge.Section, Title: b.Text, Locator: knowledge.Loc("heading", strings.Join(strings.Fields(b.Text), " "))}
			s.headed = true
		}
		s.open()
		if n := len(s.unit.Blocks); n > 0 && joinCode(&s.unit.Blocks[n-1], b) {
			s.size += len(b.Text) + 1
			continue
		}
		if b.Kind == knowledge.Code && b.Text == "" {
			continue // an empty line that follows no code
		}
		for _, piece := range cutTable(b) {
			s.add(piece)
		}
	}
}

func (s *sections) add(b extract.Block) {
	n := size(&b)
	limit := headedSection
	if !s.headed {
		limit = plainSection
	}
	if s.size > 0 && s.size+n > limit {
		title, loc := s.unit.Title, s.unit.Locator
		s.flush()
		s.unit = extract.Unit{Kind: knowledge.Section, Title: title}
		if s.headed {
			s.unit.Locator = loc
		}
	}
	if s.unit.Locator.IsZero() && !b.Locator.IsZero() {
		s.unit.Locator = b.Locator
	}
	s.size += n
	s.unit.Blocks = append(s.unit.Blocks, b)
}

func (s *sections) flush() {
	if s.unit.Kind == "" || s.err != nil {
		return
	}
	u := s.unit
	images, links := u.Images, u.Links
	s.unit, s.size = extract.Unit{}, 0
	if len(u.Blocks) == 0 && images == 0 && len(links) == 0 {
		return
	}
	s.count++
	if s.count == 1 {
		u.Blocks = append(u.Blocks, s.furniture...)
	}
	u.Name, u.Ordinal = knowledge.UnitName(knowledge.Section, s.count), s.count
	s.err = s.sink.Unit(u)
}

func (s *sections) close() error {
	if s.count == 0 && len(s.furniture) > 0 && s.unit.Kind == "" {
		s.unit.Kind = knowledge.Section
		s.unit.Blocks, s.furniture = s.furniture, nil
	}
	s.flush()
	return s.err
}

func size(b *extract.Block) int {
	n := len(b.Text)
	for _, r := range b.Rows {
		n += rowSize(r)
	}
	return n
}

func rowSize(row []extract.Cell) int {
	n := 0
	for _, c := range row {
		n += len(c.Text) + len(" |")
	}
	return n
}

// cutTable cuts a table that no unit could hold into tables of some rows each.
// The header rows stand before the first part only.
func cutTable(b extract.Block) []extract.Block {
	if b.Kind != knowledge.Table || size(&b) <= headedSection {
		return cutText(b)
	}
	var out []extract.Block
	part, n := b, 0
	part.Rows = nil
	for i, r := range b.Rows {
		if n > 0 && n+rowSize(r) > headedSection {
			out = append(out, part)
			part.Rows, part.HeaderRows, n = nil, 0, 0
			part.FirstRow = i + 1
		}
		part.Rows = append(part.Rows, r)
		n += rowSize(r)
	}
	part.HeaderRows = min(part.HeaderRows, len(part.Rows))
	if len(out) > 0 {
		out[0].HeaderRows = min(b.HeaderRows, len(out[0].Rows))
	}
	return append(out, part)
}

// cutText does the same to a paragraph of that size.
func cutText(b extract.Block) []extract.Block {
	if len(b.Text) <= headedSection {
		return []extract.Block{b}
	}
	var out []extract.Block
	for rest := b.Text; rest != ""; {
		at := min(headedSection, len(rest))
		for at < len(rest) && !utf8.RuneStart(rest[at]) {
			at--
		}
		if i := strings.LastIndexAny(rest[:at], " \n"); at < len(rest) && i > at/2 {
			at = i + 1
		}
		part := b
		part.Text, rest = rest[:at], rest[at:]
		out = append(out, part)
	}
	return out
}

// elementLocator names the n-th paragraph or table of the body, from 1.
func elementLocator(n int) knowledge.Locator { return knowledge.Loc("element", strconv.Itoa(n)) }
