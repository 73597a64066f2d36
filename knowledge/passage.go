package knowledge

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"
)

// PassageBytes is the size a passage aims at: about 400 o200k tokens, at the
// measured 4.1 to 4.7 bytes a token of English, German and Japanese.
const PassageBytes = 1700

// Cut groups the blocks of a unit into passages: consecutive blocks of one
// channel, with the same flags, under one heading path, at most PassageBytes
// long; a longer block is cut at rows, lines or sentences. u needs its blocks and
// context; text is the unit's text, levels the heading levels of the context, so
// that a heading ends those of its level that an earlier unit began. Tokens and
// digests are left to Measure.
func Cut(u *Unit, text string, levels ...int) []Passage {
	c := cutter{unit: u, text: text, path: slices.Clone(u.Context), levels: slices.Clone(levels)}
	for len(c.levels) < len(c.path) {
		c.levels = append(c.levels, 0) // unknown: it stays
	}
	for i := range u.Blocks {
		c.add(&u.Blocks[i])
	}
	c.flush()
	if len(c.out) == 0 {
		c.headingsOnly()
	}
	return c.out
}

type cutter struct {
	unit   *Unit
	text   string
	path   []Ref // headings above the next block
	levels []int // of the path
	open   *Passage
	own    bool // path differs from the unit's context
	out    []Passage
}

func (c *cutter) add(b *Block) {
	if b.Kind == Heading {
		c.flush()
		c.enter(b)
		return
	}
	if b.Span.Len() == 0 {
		return
	}
	channel := b.Kind.Channel()
	flags := mergeFlags(c.unit.Flags, b.Flags)
	if c.open != nil && (c.open.Channel != channel || channel == "table" || !slices.Equal(c.open.Flags, flags) ||
		b.Span[1]-c.open.Span[0] > PassageBytes) {
		c.flush()
	}
	if b.Span.Len() <= PassageBytes {
		if c.open == nil {
			c.open = c.start(channel, flags, b.Span)
		}
		c.open.Span[1] = b.Span[1]
		return
	}
	c.flush()
	header := c.headerRef(b)
	for i, s := range split(b, c.text) {
		p := c.start(channel, flags, s)
		if i > 0 {
			p.Header = header
		}
		c.out = append(c.out, *p)
	}
}

func (c *cutter) start(channel string, flags []Flag, s Span) *Passage {
	p := &Passage{Span: s, Channel: channel, Flags: flags}
	if c.own {
		p.Context = slices.Clone(c.path)
		if p.Context == nil {
			p.Context = []Ref{}
		}
	}
	return p
}

func (c *cutter) flush() {
	if c.open != nil {
		c.out = append(c.out, *c.open)
		c.open = nil
	}
}

// enter pushes a heading, dropping those of its level and below.
func (c *cutter) enter(b *Block) {
	ref := Ref{Text: Line(Plain(b, c.text[b.Span[0]:b.Span[1]], 0), MaxTitle), Unit: c.unit.Name, Span: b.Span}
	for i, r := range c.unit.Context {
		if r.Unit == ref.Unit && r.Span == ref.Span {
			c.levels[i] = b.Level
			return // the unit's own heading is on its context already
		}
	}
	keep := 0
	for keep < len(c.path) && c.levels[keep] < b.Level {
		keep++
	}
	c.path = append(c.path[:keep:keep], ref)
	c.levels = append(c.levels[:keep:keep], b.Level)
	c.own = true
}

// headingsOnly gives a unit that has nothing but headings (a title slide) one
// passage, so that its words are found.
func (c *cutter) headingsOnly() {
	for i := range c.unit.Blocks {
		b := &c.unit.Blocks[i]
		if b.Kind != Heading || b.Span.Len() == 0 {
			continue
		}
		if c.open == nil {
			c.open = &Passage{Channel: "text", Flags: mergeFlags(c.unit.Flags, b.Flags), Span: b.Span}
		}
		c.open.Span[1] = b.Span[1]
	}
	c.flush()
}

func (c *cutter) headerRef(b *Block) *Ref {
	if b.Kind != Table || b.HeaderRows == 0 {
		return nil
	}
	end := b.Span[0]
	for n := 0; n < b.HeaderRows+1 && end < b.Span[1]; {
		line := lineEnd(c.text, end, b.Span[1])
		if !IsTableRule(strings.TrimSuffix(c.text[end:line], "\n")) {
			if n++; n > b.HeaderRows {
				break
			}
		}
		end = line
	}
	s := Span{b.Span[0], end}
	return HeaderRef(c.unit.Name, c.text, s)
}

// HeaderRef quotes the header rows that stand at s in a unit's text.
func HeaderRef(unit, text string, s Span) *Ref {
	var rows []string
	for line := range strings.SplitSeq(strings.TrimRight(text[s[0]:s[1]], "\n"), "\n") {
		if line != "" && !IsTableRule(line) {
			rows = append(rows, strings.Join(SplitRow(line), " | "))
		}
	}
	s[1] = s[0] + len(strings.TrimRight(text[s[0]:s[1]], "\n"))
	return &Ref{Text: Line(strings.Join(rows, " / "), 400), Unit: unit, Span: s}
}

// split cuts a long block at rows, lines or sentences into spans of at most
// PassageBytes; only a sentence or row longer than that is cut inside, at white
// space where there is any.
func split(b *Block, text string) []Span {
	var out []Span
	start, end := b.Span[0], b.Span[0]
	for _, stop := range stops(b, text) {
		if stop-start > PassageBytes && end > start {
			out = append(out, Span{start, end})
			start = end
		}
		for stop-start > PassageBytes {
			at := start + hardCut(text[start:stop])
			out = append(out, Span{start, at})
			start = at
		}
		end = stop
	}
	if end > start {
		out = append(out, Span{start, end})
	}
	for i := range out {
		trimmed := strings.TrimRight(text[out[i][0]:out[i][1]], " \n")
		out[i][1] = out[i][0] + len(trimmed)
		out[i][0] = out[i][1] - len(strings.TrimLeft(trimmed, "\n"))
	}
	return slices.DeleteFunc(out, func(s Span) bool { return s.Len() == 0 })
}

// stops returns the offsets in the unit's text where the block may be cut.
func stops(b *Block, text string) []int {
	var out []int
	body := text[b.Span[0]:b.Span[1]]
	if b.Kind == Table {
		return rowStops(b, body)
	}
	if b.Kind == Code {
		for at := 0; at < len(body); {
			at = lineEnd(body, at, len(body))
			out = append(out, b.Span[0]+at)
		}
		return out
	}
	it := sentences.FromString(body)
	for it.Next() {
		out = append(out, b.Span[0]+it.End())
	}
	return out
}

// rowStops returns the ends of rows at which a table may be cut. Rows that a cell
// spans are one record and stay together while they fit a passage.
func rowStops(b *Block, body string) []int {
	var ends []int // of rows, the rule under the first one included in it
	for at := 0; at < len(body); {
		end := lineEnd(body, at, len(body))
		if IsTableRule(strings.TrimSuffix(body[at:end], "\n")) && len(ends) > 0 {
			ends[len(ends)-1] = end
		} else {
			ends = append(ends, end)
		}
		at = end
	}
	held := make([]bool, len(ends)) // a span goes on below this row
	for _, m := range b.Merges {
		for r := m[0]; r < m[0]+m[2]-1 && r < len(held); r++ {
			if r >= 0 && m[0] >= b.HeaderRows {
				held[r] = true
			}
		}
	}
	var out []int
	for i := 0; i < len(ends); {
		last := i
		for last < len(ends)-1 && held[last] {
			last++
		}
		start := 0
		if i > 0 {
			start = ends[i-1]
		}
		if ends[last]-start > PassageBytes {
			last = i
		}
		out = append(out, b.Span[0]+ends[last])
		i = last + 1
	}
	return out
}

// hardCut returns where to cut s so that the first part is at most PassageBytes.
func hardCut(s string) int {
	at := PassageBytes
	for at > 0 && !utf8.RuneStart(s[at]) {
		at--
	}
	if i := strings.LastIndexAny(s[:at], " \t\n"); i > PassageBytes/2 {
		return i + 1
	}
	return max(at, 1)
}

func lineEnd(s string, from, limit int) int {
	if i := strings.IndexByte(s[from:limit], '\n'); i >= 0 {
		return from + i + 1
	}
	return limit
}

func mergeFlags(a, b []Flag) []Flag {
	if len(a)+len(b) == 0 {
		return nil
	}
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// Measure fills in digest and token counts of a passage of the unit's text.
// count returns o200k tokens of a string.
func (p *Passage) Measure(text string, count func(string) int) {
	body := text[p.Span[0]:p.Span[1]]
	p.Digest = DigestOf([]byte(body))
	p.Tokens = count(FencedTight(body))
	p.Quoted = count(QuoteJSON(body))
}
