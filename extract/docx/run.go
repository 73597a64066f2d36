package docx

import (
	"strconv"
	"strings"

	"quire/extract/ooxml"
)

// unread is the size, in half points, of letters that nobody reads.
const unread = 2

// run reads one w:r. Letters of at most one point are hidden like those that are marked so.
func (in *inline) run(n *ooxml.Node, r run) {
	pr := n.Kid("w:rPr")
	style := in.st.doc.styles.byID[pr.Kid("w:rStyle").Attr("w:val")]
	hidden := readToggle(pr.Kid("w:vanish"))
	if hidden == unsaid && style != nil {
		hidden = style.vanish
	}
	if hidden != unsaid {
		r.hidden = hidden == on
	}
	if size := pr.Kid("w:sz").Int("w:val", 0); 0 < size && size <= unread {
		r.hidden = true
	}
	script := pr.Kid("w:vertAlign").Attr("w:val")
	if script == "" && style != nil {
		script = style.script
	}
	r.script = ooxml.ScriptNamed(script)
	r.white = in.white(pr, style)
	font := pr.Kid("w:rFonts").Attr("w:ascii")
	for _, k := range n.Kids {
		in.piece(k, r, font)
	}
}

// piece reads one thing in a run.
func (in *inline) piece(k *ooxml.Node, r run, font string) {
	switch k.Name {
	case "w:t":
		in.typed(symbols(k.Text, font), r)
	case "w:delText":
		if r.gone == nil {
			r.gone = &change{}
		}
		in.write(symbols(k.Text, font), r)
	case "w:tab", "w:ptab":
		in.write("\t", r)
	case "w:br", "w:cr":
		in.write("\n", r)
	case "w:noBreakHyphen":
		in.write("\u2011", r)
	case "w:sym":
		in.write(symbol(k.Attr("w:font"), k.Attr("w:char")), r)
	case "w:fldChar":
		in.fieldChar(k, r)
	case "w:instrText":
		in.st.fields.add(k.Text)
	case "w:footnoteReference", "w:endnoteReference":
		in.noteReference(k, r)
	case "w:commentReference":
		in.cite(k.Attr("w:id"))
	case "w:drawing", "w:pict", "w:object":
		in.drawing(k, r)
	case "w:ruby":
		in.ruby(k, r)
	case "m:oMath", "m:oMathPara":
		in.equation(k, r)
	case "w:rPr":
	default:
		// Content that an alternative or an extension put here: a nested run, a
		// drawing. Positions, page numbers and marks have no children.
		in.nodes(k.Kids, r)
	}
}

// ruby writes the base text and its reading in parentheses behind it.
func (in *inline) ruby(k *ooxml.Node, r run) {
	if base := k.Kid("w:rubyBase"); base != nil {
		in.nodes(base.Kids, r)
	}
	if reading := k.Kid("w:rt"); reading != nil {
		in.write("(", r)
		in.nodes(reading.Kids, r)
		in.write(")", r)
	}
}

// symbol returns the character of a w:sym.
func symbol(font, hex string) string {
	v, err := strconv.ParseUint(hex, 16, 16)
	if err != nil || v < ' ' || v >= 0xD800 && v < 0xE000 {
		return ""
	}
	r := rune(v)
	if r < 0x100 {
		r += privateUse // some writers leave out the F0
	}
	if m := symbols(string(r), font); m != string(r) {
		return m
	}
	return string(rune(v))
}

// privateUse is where symbol fonts keep their 8-bit characters.
const privateUse = 0xF000

// symbols maps the characters of the usual symbol fonts to Unicode: those that
// writers put into the private area, and those that they left as 8-bit codes.
func symbols(s, font string) string {
	table := symbolFont(font)
	if table == nil {
		return s
	}
	return strings.Map(func(r rune) rune {
		code := r
		if r >= privateUse && r < privateUse+0x100 {
			code = r - privateUse
		}
		if m := table[byte(code)]; m != 0 && code > ' ' && code < 0x100 {
			return m
		}
		return r
	}, s)
}
