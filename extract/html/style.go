package html

import (
	"strconv"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/knowledge"
)

// Why a reader of the page does not see a text: its element has the attribute
// hidden, a style hides it, or it has the colour of the paper.
const (
	byAttribute = "attribute"
	byStyle     = "css"
	byColour    = "colour"
)

// hiddenFlag labels text that is out of sight for that reason.
func hiddenFlag(why string) knowledge.Flag { return knowledge.Hidden + ":" + knowledge.Flag(why) }

func isHiddenFlag(f knowledge.Flag) bool {
	return strings.HasPrefix(string(f), string(knowledge.Hidden))
}

// offscreen are class names by which style sheets usually move text out of sight
// for screen readers.
var offscreen = map[string]bool{
	"sr-only": true, "visually-hidden": true, "visuallyhidden": true, "screen-reader-text": true, "screenreader": true,
	"screen-reader-only": true, "offscreen": true, "off-screen": true, "u-visually-hidden": true, "is-visually-hidden": true,
}

// sight says whether text is seen, by all that stands around it.
type sight struct {
	gone   string // why nothing in the element is seen, whatever stands there
	unseen bool   // visibility: what is in the element may be visible again
	shrunk bool   // a size of nothing, which what is in it may change
	faint  bool   // the colour of the paper, likewise
	ink    string
	paper  string
}

// why returns why text is out of sight, "" where it is not.
func (s sight) why() string {
	switch {
	case s.gone != "":
		return s.gone
	case s.unseen || s.shrunk:
		return byStyle
	case s.faint:
		return byColour
	}
	return ""
}

// sight returns whether the text of n is seen. What only a wide or only a narrow
// screen shows is seen.
func (s *sheet) sight(n *nethtml.Node, above sight) sight {
	if n.DataAtom == atom.Html || n.DataAtom == atom.Body { // a page that waits for a script to show it
		if own := background(n); own != "" {
			above.paper = own
		}
		return above
	}
	out := s.sightOn(wide, n, above)
	if s.differs && out.why() != "" && above.why() == "" {
		if other := s.sightOn(narrow, n, above); other.why() == "" {
			return other
		}
	}
	return out
}

func (s *sheet) sightOn(on screens, n *nethtml.Node, above sight) sight {
	d := s.computed(n, on)
	if above.gone == "" {
		above.gone = gone(n, d)
	}
	switch d["visibility"] {
	case "hidden", "collapse":
		above.unseen = true
	case "visible", "initial":
		above.unseen = false
	}
	if size := d["font-size"]; minute(size) {
		above.shrunk = true
	} else if absolute(size) {
		above.shrunk = false
	}
	s.inks(n, d, &above)
	return above
}

// inks compares the colour of the text of n with that of its paper. What the style elements of
// the page say of them counts where no linked sheet could say something else.
func (s *sheet) inks(n *nethtml.Node, d map[string]string, at *sight) {
	own := background(n)
	if own == "" && !s.linked {
		own = paper(d)
	}
	if own != "" {
		at.paper = own
	}
	switch c := textColour(n, attr(n, "style")); {
	case seeThrough(d["color"]):
		// Letters that cut a background out, or that throw a shadow, are seen all the same.
		at.ink, at.faint = "", d["background-clip"] != "text" && d["-webkit-background-clip"] != "text" && !clipsToText(d["background"]) && d["text-shadow"] == ""
	case c == "" && !s.linked && own != "" && colour(d["color"]) == own:
		at.ink, at.faint = own, true
	case c != "":
		at.ink = c
		at.faint = c == at.paper || at.paper == "" && !s.styled && c == "#ffffff"
	case d["color"] != "" && d["color"] != "inherit" || n.DataAtom == atom.A && hasAttr(n, "href"):
		at.ink, at.faint = "", false // whatever it is, it is not what stands around
	case own != "" && at.faint:
		at.faint = at.ink == own
	}
}

// gone returns why nothing in n is seen, "" where something may be.
func gone(n *nethtml.Node, d map[string]string) string {
	if hasAttr(n, "hidden") && attr(n, "hidden") != "until-found" {
		switch d["display"] {
		case "", "none", "revert":
			return byAttribute
		}
	}
	for class := range strings.FieldsSeq(attr(n, "class")) {
		if offscreen[class] {
			return byStyle
		}
	}
	if hidingStyle(d) {
		return byStyle
	}
	return ""
}

func hidingStyle(d map[string]string) bool {
	switch {
	case d["display"] == "none", d["mso-hide"] == "all":
		return true
	case zero(d["opacity"]):
		return d["animation"] == "" && d["animation-name"] == "" // it may fade in
	case clips(d["overflow"]) && (flat(d) || tiny(d["width"]) || tiny(d["max-width"])):
		return true
	case strings.HasPrefix(strings.ReplaceAll(d["clip"], " ", ""), "rect(0"), strings.HasPrefix(d["clip-path"], "inset(50%"), strings.HasPrefix(d["clip-path"], "inset(100%"):
		return d["position"] == "absolute" || d["position"] == "fixed" || d["clip-path"] != ""
	case length(d["text-indent"]) <= -900, length(d["margin-left"]) <= -900, d["content-visibility"] == "hidden":
		return true
	case nothing(d["transform"], "scale"), nothing(d["filter"], "opacity"):
		return d["animation"] == "" && d["animation-name"] == ""
	case d["position"] == "absolute" || d["position"] == "fixed":
		return length(d["left"]) <= -900 || length(d["top"]) <= -900 || length(d["right"]) <= -900
	}
	return false
}

// flat reports whether a box has no height. One whose padding makes its height,
// as around films, has one.
func flat(d map[string]string) bool {
	for _, side := range []string{"padding", "padding-top", "padding-bottom"} {
		if length(d[side]) > 0 {
			return false
		}
	}
	return tiny(d["height"]) || tiny(d["max-height"])
}

// absolute reports whether a font size does not depend on the one around it.
func absolute(size string) bool {
	if n, ok := number(size); ok {
		return n > 0 && !strings.HasSuffix(size, "%") && (!strings.HasSuffix(size, "em") || strings.HasSuffix(size, "rem"))
	}
	return strings.HasSuffix(size, "small") || strings.HasSuffix(size, "large") || size == "medium" || size == "initial"
}

func clips(overflow string) bool { return overflow == "hidden" || overflow == "clip" }

func zero(v string) bool {
	n, ok := number(v)
	return ok && n == 0
}

// nothing reports a function of CSS whose argument is nothing.
func nothing(v, function string) bool {
	inner, ok := strings.CutPrefix(v, function+"(")
	return ok && zero(inner)
}

// minute reports a size of letters that nobody reads: at most one pixel or point.
func minute(size string) bool {
	n, ok := number(size)
	return ok && (n == 0 || n <= 1 && (strings.HasSuffix(size, "px") || strings.HasSuffix(size, "pt")))
}

// tiny reports a length of at most one pixel.
func tiny(v string) bool {
	n, ok := number(v)
	return ok && (n == 0 || n <= 1 && strings.HasSuffix(v, "px"))
}

func length(v string) float64 {
	n, _ := number(v)
	return n
}

// number reads the number that v begins with.
func number(v string) (float64, bool) {
	end := 0
	for end < len(v) && (v[end] >= '0' && v[end] <= '9' || v[end] == '.' || v[end] == '-' && end == 0) {
		end++
	}
	n, err := strconv.ParseFloat(v[:end], 64)
	return n, err == nil
}
