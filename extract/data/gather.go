package data

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"quire/extract"
	"quire/knowledge"
)

// Sizes in bytes of text: a unit of unitSize ends at the next heading, one of
// maxUnit at the next block, and no block is longer than maxBlock.
const (
	unitSize = 4 << 10
	maxUnit  = 32 << 10
	maxBlock = 32 << 10
)

// gather makes sections of blocks and delivers them. A heading of the first two
// levels begins one.
func gather(ctx context.Context, pieces []piece, sink extract.Sink) error {
	g := gatherer{ctx: ctx, sink: sink}
	for _, p := range pieces {
		if heading := p.block.Kind == knowledge.Heading; heading && (p.block.Level <= 2 || g.size >= unitSize) || g.size >= maxUnit {
			if err := g.flush(); err != nil {
				return err
			}
			if heading {
				g.title = p.block.Text
			}
		}
		for _, part := range split(p) {
			if g.size > 0 && g.size+size(part) > maxUnit {
				if err := g.flush(); err != nil {
					return err
				}
			}
			g.pieces = append(g.pieces, part)
			g.size += size(part)
		}
	}
	return g.flush()
}

type gatherer struct {
	ctx     context.Context
	sink    extract.Sink
	title   string
	pieces  []piece
	size    int
	ordinal int
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
	u := extract.Unit{Name: knowledge.UnitName(knowledge.Section, g.ordinal), Kind: knowledge.Section, Ordinal: g.ordinal, Title: g.title}
	if title := knowledge.Line(g.title, knowledge.MaxTitle); title != "" {
		u.Locator = u.Locator.With("heading", title)
	}
	first, last := g.pieces[0].first, 0
	for _, p := range g.pieces {
		first, last = min(first, p.first), max(last, p.last)
		p.block.Locator = lineRange(p.first, p.last)
		u.Blocks = append(u.Blocks, p.block)
		u.Links = append(u.Links, p.links...)
	}
	u.Locator = u.Locator.Join(lineRange(first, last))
	g.pieces, g.size = nil, 0
	return g.sink.Unit(u)
}

// lineRange is the locator of lines first to last of the original.
func lineRange(first, last int) knowledge.Locator {
	return knowledge.Loc("lines", strconv.Itoa(first)+"-"+strconv.Itoa(last))
}

func size(p piece) int {
	n := len(p.block.Text)
	for _, r := range p.block.Rows {
		for _, c := range r {
			n += len(c.Text) + 3
		}
	}
	return n
}

// split cuts a text that is too long for a block at line breaks or spaces.
func split(p piece) []piece {
	if len(p.block.Text) <= maxBlock {
		return []piece{p}
	}
	var out []piece
	for rest := p.block.Text; rest != ""; {
		at := len(rest)
		if at > maxBlock {
			at = maxBlock
			if i := strings.LastIndexAny(rest[:at], "\n "); i > at/2 {
				at = i + 1
			}
			for at > 1 && !utf8.RuneStart(rest[at]) {
				at--
			}
		}
		part := p
		part.block.Text, rest = rest[:at], rest[at:]
		if len(out) > 0 {
			part.links = nil
			if part.block.Kind != knowledge.Code {
				part.block.Kind, part.block.Level = knowledge.Paragraph, 0
			}
		}
		out = append(out, part)
	}
	return out
}
