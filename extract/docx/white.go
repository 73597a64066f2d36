package docx

import (
	"strings"

	"quire/extract/ooxml"
)

// isPaper reports whether a paragraph stands on the white of the page as far as
// the file tells: in the body, outside of tables and boxes, without shading, and
// with no drawing about that text could lie upon.
func (st *story) isPaper(p *ooxml.Node, s *style) bool {
	if !st.body || st.cells > 0 || st.framed || s.shaded || isShaded(p.Kid("w:pPr", "w:shd")) {
		return false
	}
	st.doc.backdrop = st.doc.backdrop || hasBackdrop(p)
	return !st.doc.backdrop
}

// hasBackdrop reports whether n holds a drawing that floats.
func hasBackdrop(n *ooxml.Node) bool { return len(n.All("wp:anchor", "w:pict")) > 0 }

// isShaded reports whether a w:shd or a w:background shows a colour.
func isShaded(n *ooxml.Node) bool {
	if n == nil {
		return false
	}
	fill := n.Attr("w:fill")
	if n.Name == "w:background" {
		fill = n.Attr("w:color")
	}
	plain := fill == "" || fill == "auto" || isWhite(fill)
	return !plain || n.Attr("w:themeFill") != "" || strings.HasPrefix(n.Attr("w:val"), "pct") || n.Attr("w:val") == "solid"
}

func isWhite(color string) bool { return strings.EqualFold(color, "FFFFFF") }

// white reports whether a run is white on the white of the page. of is the style
// of the run, nil where it has none.
func (in *inline) white(pr *ooxml.Node, of *style) bool {
	if !in.paper || isShaded(pr.Kid("w:shd")) {
		return false
	}
	if h := pr.Kid("w:highlight"); h != nil && h.Attr("w:val") != "none" && h.Attr("w:val") != "white" {
		return false
	}
	color := pr.Kid("w:color").Attr("w:val")
	if color == "" && of != nil {
		color = of.color
		if of.shaded {
			return false
		}
	}
	if color == "" {
		color = in.color
	}
	return isWhite(color)
}
