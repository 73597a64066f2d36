package docx

import (
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// inline collects what stands in one paragraph.
type inline struct {
	st        *story
	text      strings.Builder
	before    []extract.Block // text boxes, pictures and charts anchored at its start
	after     []extract.Block // those anchored further on
	hidden    []segment
	gone      []segment // deleted and moved away
	notes     []noteRef
	comments  []string
	links     []knowledge.Link
	images    int
	math      string       // equations, as they stand in text
	added     []segment    // inserted and moved here; at is where it begins
	paper     bool         // it stands on white
	color     string       // of its style
	plain     bool         // some text was not inserted
	script    ooxml.Script // of the last run
	scriptEnd int          // length of the text where that stretch ends
}

// segment is a stretch of text beside the visible one. at is how much visible
// text came before it: neighbours are joined.
type segment struct {
	text   string
	change *change
	at     int
	white  bool
}

// run is what applies to a run from the elements around it.
type run struct {
	hidden   bool
	white    bool // on white
	gone     *change
	inserted *change
	script   ooxml.Script
}

// nodes reads the content of a paragraph or of an element that wraps runs.
func (in *inline) nodes(kids []*ooxml.Node, r run) {
	for _, k := range kids {
		switch k.Name {
		case "w:r":
			in.run(k, r)
		case "w:hyperlink":
			in.hyperlink(k, r)
		case "w:ins", "w:moveTo":
			inner := r
			inner.inserted = changeOf(k)
			in.nodes(k.Kids, inner)
		case "w:del", "w:moveFrom":
			inner := r
			inner.gone = changeOf(k)
			in.nodes(k.Kids, inner)
		case "w:fldSimple":
			f := field{instr: k.Attr("w:instr")}
			f.separate(in)
			in.form(k.Kid("w:ffData"), r)
			in.nodes(k.Kids, r)
			f.end(in)
		case "w:sdt":
			in.control(k, r)
		case "m:oMath", "m:oMathPara":
			in.equation(k, r)
		case "w:commentRangeEnd":
			in.cite(k.Attr("w:id"))
		case "w:subDoc":
			if rel, ok := in.st.rels.ByID(k.Attr("r:id")); ok {
				in.outside(rel.Type, rel.Type+" "+rel.Target, rel.Target)
			}
		case "w:pPr", "w:sdtPr", "w:fldData", "w:ffData":
		default: // a wrapper: smart tags, text direction, whatever an extension adds
			in.nodes(k.Kids, r)
		}
	}
}

// control reads a content control. A check box that shows no mark of its own gets
// the one of its state.
func (in *inline) control(k *ooxml.Node, r run) {
	content := k.Kid("w:sdtContent")
	if box := k.Kid("w:sdtPr", "w14:checkbox"); box != nil && !showsText(content) {
		in.write(checkMark(box.Kid("w14:checked").On("w14:val")), r)
	}
	if content != nil {
		in.nodes(content.Kids, r)
	}
}

func showsText(n *ooxml.Node) bool {
	for _, t := range n.All("w:t", "w:sym") {
		if t.Name == "w:sym" || strings.TrimSpace(t.Text) != "" {
			return true
		}
	}
	return false
}

func checkMark(checked bool) string {
	if checked {
		return "☒"
	}
	return "☐"
}

func (in *inline) hyperlink(k *ooxml.Node, r run) {
	target := ""
	if rel, ok := in.st.rels.ByID(k.Attr("r:id")); ok {
		target = rel.Target
	}
	if a := k.Attr("w:anchor"); a != "" {
		target += "#" + a
	}
	from := in.text.Len()
	in.nodes(k.Kids, r)
	in.link(from, target)
}

// link records that the text since from points at target. The entries of a table
// of contents and cross references point at bookmarks that only the word
// processor made: they are no links of the author.
func (in *inline) link(from int, target string) {
	if target == "" || strings.HasPrefix(target, "#_Toc") || strings.HasPrefix(target, "#_Ref") {
		return
	}
	text := in.text.String()
	in.links = append(in.links, knowledge.Link{Text: strings.TrimSpace(text[min(from, len(text)):]), Target: target})
}

func (in *inline) equation(k *ooxml.Node, r run) {
	for _, eq := range k.All("m:oMath") {
		in.formula(ooxml.Math(eq), r)
	}
	if k.Name == "m:oMath" {
		in.formula(ooxml.Math(k), r)
	}
}

func (in *inline) formula(t string, r run) {
	if t == "" {
		return
	}
	if in.math != "" {
		in.math += "\n"
		if strings.TrimSpace(in.text.String()) == strings.TrimSuffix(in.math, "\n") {
			t = "\n" + t
			in.math = strings.TrimSuffix(in.math, "\n")
		}
	}
	in.math += t
	in.write(t, r)
}

// write adds text where it belongs: visible, hidden or deleted.
func (in *inline) write(s string, r run) {
	if s == "" || in.st.fields.instruction() {
		return
	}
	switch {
	case r.gone != nil:
		in.gone = appendSegment(in.gone, segment{text: s, change: r.gone, at: in.text.Len()})
	case r.hidden:
		in.hidden = appendSegment(in.hidden, segment{text: s, at: in.text.Len()})
	case r.white:
		in.hidden = appendSegment(in.hidden, segment{text: s, at: in.text.Len(), white: true})
	default:
		if r.inserted == nil {
			in.plain = in.plain || strings.TrimSpace(s) != ""
		} else {
			in.addInserted(segment{text: s, change: r.inserted, at: in.text.Len()})
		}
		in.text.WriteString(s)
	}
}

// typed writes the characters of a run: raised and lowered ones that could be
// misread get a mark in front, once for runs that follow each other.
func (in *inline) typed(s string, r run) {
	if s != "" && r.script != ooxml.OnLine && (in.script != r.script || in.scriptEnd != in.text.Len()) {
		s = r.script.Mark(in.text.String(), s) + s
	}
	in.write(s, r)
	in.script, in.scriptEnd = r.script, in.text.Len()
}

// addInserted records visible text that a change put in: runs that follow each
// other are one insertion.
func (in *inline) addInserted(s segment) {
	if n := len(in.added); n > 0 {
		if last := &in.added[n-1]; last.at+len(last.text) == s.at && *last.change == *s.change {
			last.text += s.text
			return
		}
	}
	in.added = append(in.added, s)
}

func appendSegment(all []segment, s segment) []segment {
	if n := len(all); n > 0 && all[n-1].at == s.at && all[n-1].white == s.white {
		last := all[n-1]
		if last.change == s.change || last.change != nil && s.change != nil && *last.change == *s.change {
			all[n-1].text += s.text
			return all
		}
	}
	return append(all, s)
}

// anchor keeps blocks that float or stand beside the text: what is anchored
// before the first word is, as a rule, above it on the page.
func (in *inline) anchor(blocks ...extract.Block) {
	if strings.TrimSpace(in.text.String()) == "" {
		in.before = append(in.before, blocks...)
		return
	}
	in.after = append(in.after, blocks...)
}

// cite records a comment; its anchor may name it twice.
func (in *inline) cite(id string) {
	if id != "" && in.st.body && !in.st.doc.cited[id] {
		in.st.doc.cited[id] = true
		in.comments = append(in.comments, id)
	}
}
