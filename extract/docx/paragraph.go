package docx

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// paragraphProps is what the properties of a paragraph decide.
type paragraphProps struct {
	style    *style
	outline  int // heading level the paragraph itself says, -1 none
	listed   bool
	marker   string
	level    int
	markGone bool // the paragraph mark is deleted: the next paragraph goes on
	joins    bool // a drop capital: likewise
	code     bool // program code
	size     int  // of the smallest type in it, in half points; 0 where that does not matter
}

func (st *story) paragraph(p *ooxml.Node, res *result) {
	pr := p.Kid("w:pPr")
	styleID := pr.Kid("w:pStyle").Attr("w:val")
	props := paragraphProps{style: st.doc.styles.get(styleID), outline: pr.Kid("w:outlineLvl").Int("w:val", -1)}
	mark := pr.Kid("w:rPr")
	props.markGone = mark.Kid("w:del") != nil || mark.Kid("w:moveFrom") != nil
	switch pr.Kid("w:framePr").Attr("w:dropCap") {
	case "drop", "margin":
		props.joins = true
	}
	in := st.pending
	if in == nil {
		in = &inline{st: st}
	}
	st.pending = nil
	st.fields.paragraph()
	in.color = props.style.color
	in.paper = st.isPaper(p, props.style)
	in.nodes(p.Kids, run{hidden: props.style.vanish == on})
	props.code = st.code(p, props.style, in.text.String())
	st.coded = props.code
	switch {
	case (props.markGone || props.joins) && strings.TrimSpace(in.text.String()) != "":
		st.pending = in
		st.alone = func(in *inline, res *result) { st.complete(in, p, props, res) }
	case props.markGone: // a deleted paragraph has no number
		st.deliver(in, props, res)
	default:
		st.complete(in, p, props, res)
	}
}

// complete delivers a paragraph that ends with the mark of p.
func (st *story) complete(in *inline, p *ooxml.Node, props paragraphProps, res *result) {
	pr := p.Kid("w:pPr")
	props.listed, props.marker, props.level = st.number(pr, pr.Kid("w:pStyle").Attr("w:val"), props.style)
	if st.body && st.cells == 0 {
		props.size = st.doc.smallestType(p)
	}
	st.deliver(in, props, res)
}

// number counts the paragraph in its list. ok is false where it is in none.
func (st *story) number(pr *ooxml.Node, styleID string, s *style) (ok bool, marker string, level int) {
	num := st.doc.numbering
	numPr := pr.Kid("w:numPr")
	id, own := numPr.Kid("w:numId").Lookup("w:val")
	level = numPr.Kid("w:ilvl").Int("w:val", -1)
	if !own {
		id = s.numID
		if styleID == "" {
			styleID = st.doc.styles.paragraph
		}
		if tied := num.levelOfStyle(id, styleID); tied >= 0 && level < 0 {
			level = tied
		}
		if level < 0 {
			level = s.level
		}
	}
	level = max(level, 0)
	if id == "" || id == "0" {
		return false, "", 0
	}
	marker, ok = num.next(id, level)
	if level == 0 {
		level = levelByName(s.name)
	}
	return ok, marker, level
}

// levelByName returns the nesting that the built-in styles "List Bullet 2" and
// "List Number 3" show by their indent alone.
func levelByName(name string) int {
	for _, prefix := range []string{"list bullet ", "list number "} {
		if n, ok := strings.CutPrefix(name, prefix); ok {
			if v, err := strconv.Atoi(n); err == nil && v >= 2 && v <= 5 {
				return v - 1
			}
		}
	}
	return 0
}

// deliver makes blocks of a paragraph that is complete.
func (st *story) deliver(in *inline, props paragraphProps, res *result) {
	text := in.text.String()
	whole := false // the block itself is the insertion
	heads := false // it is a heading
	if strings.TrimSpace(text) != "" {
		b := in.block(text, props)
		whole = b.Kind == knowledge.Insertion && st.cells == 0
		res.blocks = append(res.blocks, b)
		if props.size > 0 {
			st.doc.types.add(props.size, len(text))
		}
		heads = b.Kind == knowledge.Heading
	} else if props.code && st.body && st.cells == 0 {
		res.blocks = append(res.blocks, extract.Block{Kind: knowledge.Code}) // an empty line
	}
	for _, b := range in.before {
		if heads && b.Kind != knowledge.Heading { // it belongs to what the heading opens
			res.after = append(res.after, b)
			continue
		}
		res.before = append(res.before, b)
	}
	res.after = append(res.after, in.after...)
	for _, h := range in.hidden {
		flag := knowledge.Hidden + ":run"
		if h.white {
			flag = knowledge.Hidden + ":white"
		}
		res.after = append(res.after, extract.Block{Kind: knowledge.Paragraph, Text: h.text, Flags: []knowledge.Flag{flag}})
	}
	res.after = append(res.after, in.changes(whole)...)
	if st.body {
		for _, r := range in.notes {
			res.after = append(res.after, st.doc.note(r, res)...)
		}
		for _, id := range in.comments {
			res.after = append(res.after, st.doc.comment(id, res)...)
		}
	}
	res.links = append(res.links, in.links...)
	res.images += in.images
}

// block chooses the kind of a paragraph.
func (in *inline) block(text string, props paragraphProps) extract.Block {
	level := props.style.headingLevel(props.outline)
	if level > 0 && utf8.RuneCountInString(text) > knowledge.MaxTitle {
		level = 0
	} else if level == 0 && !props.code && in.byHand(props) {
		level = in.st.doc.display(props.size, text)
	}
	if level > 0 {
		return extract.Head(level, strings.TrimSpace(props.marker+" "+strings.Join(strings.Fields(text), " ")))
	}
	b := extract.Text(text)
	switch role := props.style.role; {
	case props.listed:
		b.Kind, b.Level, b.Marker = knowledge.ListItem, props.level, props.marker
	case in.math != "" && strings.TrimSpace(text) == strings.TrimSpace(in.math):
		b.Kind = knowledge.Formula
	case props.code:
		b.Kind = knowledge.Code
	case role == knowledge.Caption || role == knowledge.Quote:
		b.Kind = role
	case len(in.added) > 0 && !in.plain:
		b.Kind, b.Author, b.Date = knowledge.Insertion, in.added[0].change.author, in.added[0].change.date
	}
	return b
}

// byHand reports whether nothing but its type can say that a paragraph of the body
// is a heading.
func (in *inline) byHand(props paragraphProps) bool {
	said := props.outline >= 0 || props.style.outline >= 0 || strings.HasPrefix(props.style.name, "toc")
	bullet := props.listed && props.marker == ""
	return props.size > 0 && !said && !bullet && in.math == ""
}

// changes records what was deleted from the paragraph and inserted into it, in
// its order. The text of an insertion stands in the paragraph already, so that the
// record of it is hidden.
func (in *inline) changes(whole bool) []extract.Block {
	added := in.added
	if whole {
		added = nil
	}
	var out []extract.Block
	for gone := in.gone; len(gone) > 0 || len(added) > 0; {
		if len(added) == 0 || len(gone) > 0 && gone[0].at <= added[0].at {
			out = append(out, deletion(gone[0].text, gone[0].change))
			gone = gone[1:]
			continue
		}
		if strings.TrimSpace(added[0].text) != "" {
			out = append(out, extract.Block{Kind: knowledge.Insertion, Text: added[0].text, Author: added[0].change.author, Date: added[0].change.date,
				Flags: []knowledge.Flag{knowledge.Hidden + ":inserted"}})
		}
		added = added[1:]
	}
	return out
}

// change is who changed something and when.
type change struct {
	author, date string
	moved        bool
}

func changeOf(n *ooxml.Node) *change {
	return &change{author: n.Attr("w:author"), date: ooxml.Date(n.Attr("w:date")), moved: n.Name == "w:moveFrom"}
}

func deletion(text string, c *change) extract.Block {
	flag := knowledge.Hidden + ":deleted"
	if c.moved {
		flag = knowledge.Hidden + ":moved"
	}
	return extract.Block{Kind: knowledge.Deletion, Text: text, Author: c.author, Date: c.date, Flags: []knowledge.Flag{flag}}
}
