package html

import (
	"math"
	"slices"
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

// background returns the background that n itself sets, "" where it sets none.
func background(n *nethtml.Node) string {
	if style := attr(n, "style"); strings.Contains(strings.ToLower(style), "background") {
		if c := paper(declarations(style)); c != "" {
			return c
		}
	}
	return colour(attr(n, "bgcolor"))
}

// paper returns the background that declarations set, "" where they set none.
func paper(d map[string]string) string {
	if c := colour(d["background-color"]); c != "" {
		return c
	}
	v := d["background"]
	if v == "" || seeThrough(v) || v == "none" || v == "inherit" {
		return ""
	}
	if c := colour(v); c != "" {
		return c
	}
	for word := range strings.FieldsSeq(v) {
		if c := colour(word); c != "" {
			return c
		}
	}
	return "image" // no colour of text equals it
}

func clipsToText(background string) bool { return slices.Contains(strings.Fields(background), "text") }

// colour returns v as #rrggbb where it is white, black, in digits or a function of numbers;
// other named colours by their name; what lets through what is below, in part or all, and
// what follows the surroundings as "".
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
	if name, list, ok := channels(v); ok {
		if len(list) == 4 && fraction(list[3]) < 1 {
			return ""
		}
		if strings.HasPrefix(name, "hsl") {
			return hsl(list)
		}
		return rgb(list)
	}
	hex := strings.TrimPrefix(v, "#")
	if hex != v || len(hex) == 6 || len(hex) == 3 { // bgcolor does without the sign
		switch {
		case !isHex(hex):
		case len(hex) == 4 && hex[3] == 'f', len(hex) == 3:
			return "#" + string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
		case len(hex) == 8 && hex[6:] == "ff", len(hex) == 6:
			return "#" + hex[:6]
		}
	}
	if strings.ContainsAny(v, "#(),./:") {
		return ""
	}
	return v
}

// seeThrough reports a colour that leaves nothing to be seen.
func seeThrough(v string) bool {
	v = strings.ToLower(strings.TrimSpace(v))
	if _, list, ok := channels(v); ok {
		return len(list) == 4 && fraction(list[3]) == 0
	}
	return v == "transparent" || strings.HasPrefix(v, "#") && isHex(v[1:]) && (len(v) == 5 && v[4] == '0' || len(v) == 9 && v[7:] == "00")
}

// channels returns the numbers of rgb(), rgba(), hsl() and hsla(), with commas or without.
func channels(v string) (name string, list []string, ok bool) {
	name, rest, ok := strings.Cut(v, "(")
	if !ok || name != "rgb" && name != "rgba" && name != "hsl" && name != "hsla" {
		return "", nil, false
	}
	list = strings.FieldsFunc(strings.TrimSuffix(rest, ")"), func(r rune) bool { return r == ' ' || r == ',' || r == '/' })
	return name, list, len(list) == 3 || len(list) == 4
}

// fraction reads a number or a percentage.
func fraction(v string) float64 {
	n, ok := number(v)
	switch {
	case !ok:
		return math.NaN()
	case strings.HasSuffix(v, "%"):
		return n / 100
	}
	return n
}

func rgb(list []string) string {
	var c [3]float64
	for i := range c {
		if c[i] = fraction(list[i]); !strings.HasSuffix(list[i], "%") {
			c[i] /= 255
		}
	}
	return hexOf(c)
}

// hsl converts hue in degrees, saturation and lightness in percent, by the formula of CSS.
func hsl(list []string) string {
	h, s, l := length(list[0]), fraction(list[1]), fraction(list[2])
	var c [3]float64
	for i, n := range []float64{0, 8, 4} {
		k := math.Mod(n+math.Mod(h, 360)/30+12, 12)
		c[i] = l - s*min(l, 1-l)*max(-1, min(k-3, 9-k, 1))
	}
	return hexOf(c)
}

// hexOf prints shares of red, green and blue between 0 and 1 as #rrggbb, "" where they are
// no such numbers.
func hexOf(c [3]float64) string {
	out := []byte("#")
	for _, share := range c {
		if !(share >= -0.001 && share <= 1.001) {
			return ""
		}
		n := min(max(int(math.Round(share*255)), 0), 255)
		out = append(out, "0123456789abcdef"[n>>4], "0123456789abcdef"[n&15])
	}
	return string(out)
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f') {
			return false
		}
	}
	return true
}
