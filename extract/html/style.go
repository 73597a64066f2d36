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

// sheet holds the class names and ids that the document's own style sheets hide,
// and whether the page has a style sheet at all.
type sheet struct {
	hides  map[string]bool // ".name" or "#name"
	styled bool
}

// offscreen are class names by which style sheets usually move text out of sight
// for screen readers.
var offscreen = map[string]bool{
	"sr-only": true, "visually-hidden": true, "visuallyhidden": true, "screen-reader-text": true, "screenreader": true,
	"screen-reader-only": true, "offscreen": true, "off-screen": true, "u-visually-hidden": true, "is-visually-hidden": true,
}

// hidden returns why n itself is out of sight, whatever is around it; "" where it
// is not. paper is the background it stands on.
func (s *sheet) hidden(n *nethtml.Node, paper string) string {
	if hasAttr(n, "hidden") && attr(n, "hidden") != "until-found" {
		return byAttribute
	}
	for class := range strings.FieldsSeq(attr(n, "class")) {
		if s.hides["."+class] || offscreen[class] {
			return byStyle
		}
	}
	if id := attr(n, "id"); id != "" && s.hides["#"+id] {
		return byStyle
	}
	style := attr(n, "style")
	if style != "" && hidingStyle(declarations(style)) {
		return byStyle
	}
	if c := textColour(n, style); c != "" {
		if own := background(n); own != "" {
			paper = own
		}
		if c == paper || paper == "" && !s.styled && c == "#ffffff" {
			return byColour
		}
	}
	return ""
}

// declarations returns the properties of an inline style or a rule, lower case.
func declarations(style string) map[string]string {
	out := map[string]string{}
	for d := range strings.SplitSeq(style, ";") {
		k, v, ok := strings.Cut(d, ":")
		if !ok {
			continue
		}
		v = strings.ToLower(strings.TrimSpace(v))
		v = strings.TrimSpace(strings.TrimSuffix(v, "!important"))
		out[strings.ToLower(strings.TrimSpace(k))] = v
	}
	return out
}

func hidingStyle(d map[string]string) bool {
	switch {
	case d["display"] == "none", d["visibility"] == "hidden", d["visibility"] == "collapse", d["mso-hide"] == "all":
		return true
	case zero(d["opacity"]), zero(d["font-size"]):
		return true
	case clips(d["overflow"]) && (tiny(d["height"]) || tiny(d["width"]) || tiny(d["max-height"]) || tiny(d["max-width"])):
		return true
	case strings.HasPrefix(strings.ReplaceAll(d["clip"], " ", ""), "rect(0"), strings.HasPrefix(d["clip-path"], "inset(50%"), strings.HasPrefix(d["clip-path"], "inset(100%"):
		return d["position"] == "absolute" || d["position"] == "fixed" || d["clip-path"] != ""
	case length(d["text-indent"]) <= -900:
		return true
	case d["position"] == "absolute" || d["position"] == "fixed":
		return length(d["left"]) <= -900 || length(d["top"]) <= -900 || length(d["right"]) <= -900
	}
	return false
}

func clips(overflow string) bool { return overflow == "hidden" || overflow == "clip" }

func zero(v string) bool {
	n, ok := number(v)
	return ok && n == 0
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

// textColour returns the colour that n sets for its text, "" where it sets none.
func textColour(n *nethtml.Node, style string) string {
	if n.DataAtom == atom.Font {
		if c := colour(attr(n, "color")); c != "" {
			return c
		}
	}
	if !strings.Contains(strings.ToLower(style), "color") {
		return ""
	}
	return colour(declarations(style)["color"])
}

// background returns the background that n sets, "" where it sets none.
func background(n *nethtml.Node) string {
	if style := attr(n, "style"); strings.Contains(strings.ToLower(style), "background") {
		d := declarations(style)
		if c := colour(d["background-color"]); c != "" {
			return c
		}
		if v := d["background"]; v != "" {
			for word := range strings.FieldsSeq(v) {
				if c := colour(word); c != "" {
					return c
				}
			}
			return "image" // no colour of text equals it
		}
	}
	return colour(attr(n, "bgcolor"))
}

// colour returns v as #rrggbb where it is white, black or written in digits;
// other named colours by their name; "transparent" and what follows the
// surroundings as "".
func colour(v string) string {
	v = strings.ToLower(strings.TrimSpace(v))
	switch v {
	case "", "transparent", "inherit", "initial", "currentcolor", "unset", "none":
		return ""
	case "white":
		return "#ffffff"
	case "black":
		return "#000000"
	}
	if inner, ok := strings.CutPrefix(v, "rgb("); ok {
		return rgb(strings.TrimSuffix(inner, ")"))
	}
	hex := strings.TrimPrefix(v, "#")
	switch {
	case len(hex) == 3 && isHex(hex):
		return "#" + string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	case len(hex) == 6 && isHex(hex):
		return "#" + hex
	case strings.ContainsAny(v, "(),./:"):
		return ""
	}
	return v
}

func rgb(list string) string {
	out := "#"
	for part := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 0 || n > 255 {
			return ""
		}
		out += string("0123456789abcdef"[n>>4]) + string("0123456789abcdef"[n&15])
	}
	return out
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}
