package pdf

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// pageWriter turns one page into a unit.
type pageWriter struct {
	doc    *document
	page   *page
	unit   *extract.Unit
	marks  map[string]int
	issues []knowledge.Issue
	aside  bool // what is written runs in another direction than the text
	chars  int  // of visible text
	bad    int  // of those without a known meaning
	dead   int  // of those certainly none
}

// write fills the unit: running header, text, fields and annotations, text in
// other directions, running footer.
func (w *pageWriter) write(flows []flow) {
	w.unit.Images = w.page.pictures
	var footers []extract.Block
	for i, f := range flows {
		header, body, footer := w.doc.tally.furniture(f, i, w.doc.look.body, w.marks)
		w.unit.Blocks = append(w.unit.Blocks, w.running(knowledge.Header, header, f.frame)...)
		footers = append(footers, w.running(knowledge.Footer, footer, f.frame)...)
		w.aside = i > 0
		w.body(body, f)
	}
	w.figures()
	w.notes()
	w.unit.Blocks = append(w.unit.Blocks, footers...)
	w.links(flows)
	w.judge()
}

// running makes furniture blocks, one a line.
func (w *pageWriter) running(kind knowledge.BlockKind, segs []*segment, f frame) []extract.Block {
	var out []extract.Block
	for _, l := range lines(segs) {
		out = append(out, extract.Block{
			Kind: kind, Text: settleHyphens(l.text()), Locator: w.at(f.out(l.ink)),
			Flags: flags(l.hidden, knowledge.Furniture),
		})
	}
	return out
}

// body writes the text of one direction.
func (w *pageWriter) body(segs []*segment, f flow) {
	if len(segs) == 0 {
		return
	}
	for _, s := range segs {
		w.chars += s.chars
		w.bad += s.bad
		w.dead += s.dead
	}
	segs = joinDropCaps(ruledTables(segs, f.grids))
	var ps []*paragraph
	for _, region := range order(segs, f.boxes, 0) {
		ls := lines(region)
		w.doc.census.keepHyphens(ls)
		more := paragraphs(findTables(ls))
		if n := len(ps); n > 0 && len(more) > 0 && w.doc.look.carriesOver(ps[n-1], more[0]) {
			ps[n-1] = joinColumns(ps[n-1], more[0])
			more = more[1:]
		}
		ps = append(ps, more...)
	}
	ps = w.doc.look.joinHeadings(ps, w.marks)
	var list nesting
	for i, p := range ps {
		b := w.block(ps, i, &list)
		b.Locator = w.at(f.frame.out(p.ink))
		b.Flags = flags(p.hidden)
		if b.Kind == knowledge.Heading && w.unit.Title == "" {
			w.unit.Title = b.Text
		}
		w.unit.Blocks = append(w.unit.Blocks, b)
	}
}

// block decides what kind of block a paragraph is.
func (w *pageWriter) block(ps []*paragraph, i int, list *nesting) extract.Block {
	p := ps[i]
	if p.table != nil {
		list.end()
		return extract.Block{Kind: knowledge.Table, Rows: p.table.rows, HeaderRows: p.table.header}
	}
	var after *paragraph
	if i+1 < len(ps) {
		after = ps[i+1]
	}
	if level := w.doc.look.level(p, after, w.marks); level > 0 && !w.aside {
		list.end()
		return extract.Head(level, p.text)
	}
	if p.code != "" && (!w.doc.look.monoBody || strings.Contains(p.code, "   ")) {
		list.end()
		return extract.Block{Kind: knowledge.Code, Text: p.code}
	}
	if isItem(ps, i) {
		return itemBlock(p, list.level(p.indent, p.size))
	}
	list.end()
	return extract.Text(p.text)
}

// figures writes what a tagged document says that its pictures show.
func (w *pageWriter) figures() {
	for _, f := range w.page.figures {
		w.unit.Blocks = append(w.unit.Blocks, extract.Block{Kind: knowledge.Image, Text: f.text, Locator: w.at(f.box)})
		if w.unit.Images > 0 {
			w.unit.Images-- // it has a block
		}
	}
}

// notes writes form fields, then annotations, both from top to bottom.
func (w *pageWriter) notes() {
	list := slices.Clone(w.page.notes)
	slices.SortStableFunc(list, func(a, b note) int {
		field := func(n note) int {
			if n.kind == knowledge.Field {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(field(a), field(b)), cmp.Compare(a.box.t/4000, b.box.t/4000), cmp.Compare(a.box.l, b.box.l))
	})
	for _, n := range list {
		b := extract.Block{Kind: n.kind, Text: n.text, Author: n.author, Date: n.date, Locator: w.at(n.box)}
		if n.hidden {
			b.Flags = flags("annotation")
		}
		w.unit.Blocks = append(w.unit.Blocks, b)
	}
}

// links writes web links with the text they lie on.
func (w *pageWriter) links(flows []flow) {
	seen := map[knowledge.Link]bool{}
	for _, l := range w.page.links {
		k := knowledge.Link{Text: linkText(l.box, flows), Target: strings.TrimSpace(l.target)}
		if k.Target != "" && !seen[k] {
			seen[k] = true
			w.unit.Links = append(w.unit.Links, k)
		}
	}
}

// linkText returns the text of the segments that a link covers mostly.
func linkText(area box, flows []flow) string {
	var parts []string
	for i := range flows {
		at := flows[i].frame.in(area)
		for _, s := range flows[i].segments {
			if overlapY(at, s.ink)*2 > s.ink.height() && overlapX(at, s.ink)*10 > s.ink.width()*8 {
				parts = append(parts, settleHyphens(s.text))
			}
		}
	}
	return strings.Join(parts, " ")
}

// at returns the locator of an area of the page.
func (w *pageWriter) at(area box) knowledge.Locator {
	area = area.intersect(box{0, 0, w.page.width, w.page.height})
	if area.isZero() {
		return w.unit.Locator
	}
	return knowledge.Loc("page", strconv.Itoa(w.unit.Ordinal), "bbox", area.String())
}

func flags(hidden string, more ...knowledge.Flag) []knowledge.Flag {
	if hidden != "" {
		return append(more, knowledge.Hidden+knowledge.Flag(":"+hidden))
	}
	return more
}

const (
	// fewChars is below which a page has almost no text: a page number, a stamp.
	fewChars = 25
	// scanShare is the percentage of the page that a picture covers in a scan.
	scanShare = 30
	// fewUnmapped is the share of characters without a meaning, per mille, from which
	// on a page says so.
	fewUnmapped = 5
	// drawnShapes is how many shapes a page without any text must have to be one
	// whose letters are drawn.
	drawnShapes = 150
)

// judge flags pages that hold more than was read.
func (w *pageWriter) judge() {
	p := w.page
	report := func(code string, s knowledge.Severity, detail string) {
		w.issues = append(w.issues, knowledge.Issue{Code: code, Severity: s, Locator: w.unit.Locator, Detail: detail})
	}
	covered := 0
	w.chars, w.bad, w.dead = w.chars+p.lost, w.bad+p.lost, w.dead+p.lost
	for _, b := range p.images {
		covered = max(covered, b.area())
	}
	whole := box{0, 0, p.width, p.height}.area()
	scan := whole > 0 && covered*100 >= whole*scanShare || len(p.images) > 0 && w.chars == 0
	switch {
	case w.chars < fewChars && scan:
		w.unit.Flags = append(w.unit.Flags, knowledge.NeedsOCR)
		report("needs-ocr", knowledge.Warning, fmt.Sprintf("the page is a picture with %d characters of text", w.chars))
	case w.chars == 0 && p.paths >= drawnShapes:
		w.unit.Flags = append(w.unit.Flags, knowledge.NeedsOCR)
		report("needs-ocr", knowledge.Warning, "the page is drawn and has no text")
	case w.chars > 0 && w.bad*10 > w.chars*3 && w.dead*50 >= w.bad:
		// Numbers of glyphs that are read as characters give control characters for
		// spaces. Where there are none, the numbers happen to be the characters.
		w.unit.Flags = append(w.unit.Flags, knowledge.Garbled)
		report("garbled", knowledge.Warning, fmt.Sprintf("%d of %d characters have no known meaning", w.bad, w.chars))
	case w.bad > 0 && w.bad*1000 >= w.chars*fewUnmapped:
		report("unmapped-glyphs", knowledge.Note, fmt.Sprintf("%d of %d characters have no known meaning (%d per mille)", w.bad, w.chars, w.bad*1000/w.chars))
	}
	if p.crowded {
		report("limit:objects", knowledge.Note, "the page has more pictures and paths than were looked at; tables may be without their rules")
	}
	if p.outside > 0 {
		report("text-outside-page", knowledge.Note, fmt.Sprintf("%d characters lie outside the visible page and were left out", p.outside))
	}
	if p.trouble != "" {
		report("page-incomplete", knowledge.Warning, p.trouble)
	}
}
