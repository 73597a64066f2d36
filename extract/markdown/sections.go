package markdown

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"quire/extract"
	"quire/knowledge"
)

// maxSection is how many bytes of text a section holds before it goes on in
// another unit: a unit is what a reader asks for by name.
const maxSection = 64 << 10

// gatherer makes sections of pieces and delivers them.
type gatherer struct {
	ctx     context.Context
	sink    extract.Sink
	title   string
	pieces  []piece
	size    int
	ordinal int
}

// take adds pieces; each heading begins a section.
func (g *gatherer) take(pieces []piece) error {
	for _, p := range pieces {
		if p.heading {
			if err := g.flush(); err != nil {
				return err
			}
			g.title = p.block.Text
		}
		for _, part := range split(p) {
			if g.size > 0 && (part.continues || g.size+size(&part.block) > maxSection) {
				if err := g.flush(); err != nil {
					return err
				}
			}
			g.add(part)
		}
	}
	return nil
}

func (g *gatherer) add(p piece) {
	g.pieces = append(g.pieces, p)
	g.size += size(&p.block)
}

// flush delivers the section that is open, if any.
func (g *gatherer) flush() error {
	if len(g.pieces) == 0 {
		return nil
	}
	if err := g.ctx.Err(); err != nil {
		return err
	}
	g.ordinal++
	u := extract.Unit{
		Name: knowledge.UnitName(knowledge.Section, g.ordinal), Kind: knowledge.Section, Ordinal: g.ordinal,
		Title: g.title, Continues: g.pieces[0].continues,
	}
	if title := knowledge.Line(g.title, knowledge.MaxTitle); title != "" {
		u.Locator = u.Locator.With("heading", title)
	}
	first, last := g.pieces[0].first, 0
	for _, p := range g.pieces {
		last = max(last, p.last)
		p.block.Locator = lineRange(p.first, p.last)
		u.Blocks = append(u.Blocks, p.block)
		u.Links = append(u.Links, p.links...)
		u.Images += p.images
	}
	u.Locator = u.Locator.Join(lineRange(first, last))
	g.pieces, g.size = nil, 0
	return g.sink.Unit(u)
}

func lineRange(first, last int) knowledge.Locator {
	return knowledge.Loc("lines", strconv.Itoa(first)+"-"+strconv.Itoa(last))
}

func size(b *extract.Block) int {
	n := len(b.Text)
	for _, r := range b.Rows {
		n += rowSize(r)
	}
	return n
}

func rowSize(r []extract.Cell) int {
	n := 3
	for _, c := range r {
		n += len(c.Text) + 3
	}
	return n
}

// split cuts a piece that alone is longer than a section: tables between rows,
// text at line breaks or spaces.
func split(p piece) []piece {
	if size(&p.block) <= maxSection || p.heading {
		return []piece{p}
	}
	if p.block.Kind == knowledge.Table {
		return splitTable(p)
	}
	var out []piece
	for rest := p.block.Text; rest != ""; {
		at := len(rest)
		if at > maxSection/2 {
			at = maxSection / 2
			if i := strings.LastIndexAny(rest[:at], "\n "); i > at/2 {
				at = i + 1
			}
			for at > 1 && at < len(rest) && !utf8.RuneStart(rest[at]) {
				at--
			}
		}
		part := p
		part.block.Text, rest = rest[:at], rest[at:]
		if len(out) > 0 {
			part.links, part.images, part.block.Marker = nil, 0, ""
			if part.block.Kind == knowledge.ListItem {
				part.block.Kind = knowledge.Paragraph
			}
		}
		out = append(out, part)
	}
	return out
}

func splitTable(p piece) []piece {
	var out []piece
	from, bytes := 0, 0
	for i, r := range p.block.Rows {
		bytes += rowSize(r)
		if bytes < maxSection*3/4 && i+1 < len(p.block.Rows) {
			continue
		}
		part := p
		part.block.Rows = p.block.Rows[from : i+1]
		if from > 0 {
			part.continues, part.block.HeaderRows, part.links, part.images = true, 0, nil, 0
		}
		out = append(out, part)
		from, bytes = i+1, 0
	}
	return out
}
