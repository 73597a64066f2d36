package pptx

import (
	"quire/extract/ooxml"
	"quire/knowledge"
)

// box is a place on the slide in EMU, right and below of the top left corner.
type box struct {
	left, top, right, bottom int
}

func (b box) zero() bool { return b == box{} }

// shape is one shape of a slide, or a group with its members.
type shape struct {
	node    *ooxml.Node
	props   *ooxml.Node // p:cNvPr
	id      string
	holder  *placeholder // nil where it is none
	place   box
	placed  bool
	content bool // there is something to read in it
	flags   []knowledge.Flag
	members []*shape
	titled  int // paragraphs at its start that are the title of the slide
}

// alt returns the alternative text; decoration has none.
func (sh *shape) alt() string {
	if sh.props == nil {
		return ""
	}
	if d := sh.props.Find("adec:decorative"); d != nil && d.On("val") {
		return ""
	}
	return ooxml.AltText(sh.props)
}

// maxGroups bounds how deep groups nest.
const maxGroups = 100

// collect reads the shapes of a tree or group; t takes its coordinates to the
// slide's.
func (s *slide) collect(tree *ooxml.Node, t transform, depth int) []*shape {
	if tree == nil || depth > maxGroups {
		return nil
	}
	var out []*shape
	for _, n := range tree.Kids {
		var prefix string
		switch n.Name {
		case "p:sp":
			prefix = "p:nvSpPr"
		case "p:grpSp":
			prefix = "p:nvGrpSpPr"
		case "p:graphicFrame":
			prefix = "p:nvGraphicFramePr"
		case "p:pic":
			prefix = "p:nvPicPr"
		case "p:cxnSp":
			prefix = "p:nvCxnSpPr"
		default:
			continue
		}
		sh := &shape{node: n, props: n.Kid(prefix, "p:cNvPr")}
		sh.id = sh.props.Attr("id")
		sh.holder = placeholderOf(n.Kid(prefix, "p:nvPr", "p:ph"))
		if v := sh.props.Attr("hidden"); v == "1" || v == "true" {
			sh.flags = append(sh.flags, knowledge.Hidden+":shape")
		}
		s.locate(sh, t)
		if n.Name == "p:grpSp" {
			inner := t.group(n.Kid("p:grpSpPr", "a:xfrm"))
			sh.members = s.collect(n, inner, depth+1)
			for _, m := range sh.members {
				m.flags = append(m.flags, sh.flags...)
			}
		}
		sh.content = sh.node.Name == "p:graphicFrame" || sh.alt() != "" || n.Find("a:t") != nil || n.Find("m:t") != nil
		out = append(out, sh)
	}
	return out
}

// locate finds the place of a shape: its own, else that of its placeholder in
// the layout or the master.
func (s *slide) locate(sh *shape, t transform) {
	frame := xfrmOf(sh.node)
	if frame == nil && sh.holder != nil {
		frame, t = s.layout.frame(sh.holder), identity
	}
	if frame == nil {
		return
	}
	w, h := tableSize(sh.node)
	sh.place, sh.placed = t.place(frame, w, h), true
	size := s.show.size
	if p := sh.place; !size.zero() && (p.right < 0 || p.bottom < 0 || p.left > size.right || p.top > size.bottom) {
		sh.flags = append(sh.flags, knowledge.Hidden+":off-slide")
	}
}

// xfrmOf returns the place a shape says it has, nil where it says none.
func xfrmOf(n *ooxml.Node) *ooxml.Node {
	for _, path := range [][]string{{"p:spPr", "a:xfrm"}, {"p:grpSpPr", "a:xfrm"}, {"p:xfrm"}} {
		if x := n.Kid(path...); x.Kid("a:off") != nil {
			return x
		}
	}
	return nil
}

// transform takes a coordinate c of a group to c*num/den+add, on either axis.
type transform struct{ x, y axis }

type axis struct{ num, den, add int }

var identity = transform{axis{1, 1, 0}, axis{1, 1, 0}}

func (a axis) at(c int) int {
	return int(int64(clamp(c))*int64(a.num)/int64(a.den)) + a.add
}

// farAway bounds coordinates, so that products of two of them fit 64 bits.
const farAway = 1 << 30

func clamp(c int) int { return min(max(c, -farAway), farAway) }

// tableSize returns the size of a table by its columns and rows, 0 for anything
// else: the frame around a table may say any size.
func tableSize(n *ooxml.Node) (w, h int) {
	tbl := n.Kid("a:graphic", "a:graphicData", "a:tbl")
	for _, c := range tbl.Kid("a:tblGrid").All("a:gridCol") {
		w = clamp(w + clamp(c.Int("w", 0)))
	}
	if tbl != nil {
		for _, r := range tbl.Kids {
			h = clamp(h + clamp(r.Int("h", 0)))
		}
	}
	return w, h
}

// place returns where a frame lies on the slide; width and height, where they are
// set, replace its own. A frame turned by a quarter stands upright around its
// centre.
func (t transform) place(x *ooxml.Node, width, height int) box {
	off, ext := x.Kid("a:off"), x.Kid("a:ext")
	left, top := clamp(off.Int("x", 0)), clamp(off.Int("y", 0))
	w, h := clamp(ext.Int("cx", 0)), clamp(ext.Int("cy", 0))
	if width > 0 && height > 0 {
		w, h = width, height
	}
	if quarterTurn(x) {
		left, top, w, h = left+w/2-h/2, top+h/2-w/2, h, w
	}
	return box{t.x.at(left), t.y.at(top), t.x.at(left + w), t.y.at(top + h)}
}

// quarterTurn reports whether a frame is turned so that it stands on its side.
func quarterTurn(x *ooxml.Node) bool {
	const degree = 60_000
	turn := ((x.Int("rot", 0)/degree)%180 + 180) % 180
	return turn > 45 && turn < 135
}

// group returns the transform of what is inside a group with frame x.
func (t transform) group(x *ooxml.Node) transform {
	off, ext, inOff, inExt := x.Kid("a:off"), x.Kid("a:ext"), x.Kid("a:chOff"), x.Kid("a:chExt")
	if off == nil || inOff == nil {
		return t
	}
	one := func(outer axis, off, ext, inOff, inExt int) axis {
		off, ext, inOff, inExt = clamp(off), clamp(ext), clamp(inOff), clamp(inExt)
		if inExt <= 0 || ext <= 0 {
			ext, inExt = 1, 1
		}
		from, to := outer.at(off), outer.at(off+ext)
		a := axis{num: clamp(to - from), den: max(inExt, 1)}
		if to == from {
			a.num, a.den = 1, 1
		}
		a.add = clamp(from - int(int64(inOff)*int64(a.num)/int64(a.den)))
		return a
	}
	return transform{
		one(t.x, off.Int("x", 0), ext.Int("cx", 0), inOff.Int("x", 0), inExt.Int("cx", 0)),
		one(t.y, off.Int("y", 0), ext.Int("cy", 0), inOff.Int("y", 0), inExt.Int("cy", 0)),
	}
}
