package html

import (
	"strconv"
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

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
