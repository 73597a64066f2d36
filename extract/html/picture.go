package html

import (
	"strings"
	"unicode/utf8"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"quire/knowledge"
)

// picture counts an image and delivers its alternative text: inside the running
// text where it stands for characters, else as a block.
func (w *walker) picture(n *nethtml.Node, p place) {
	if tiny(attr(n, "width")) || tiny(attr(n, "height")) || tiny(attr(n, "width")+"px") || tiny(attr(n, "height")+"px") {
		return // a tracking pixel or spacer
	}
	alt := strings.TrimSpace(attr(n, "alt"))
	at := w.source(n, alt)
	switch {
	case alt == "" || attr(n, "role") == "presentation" || decoration(alt) || captioned(n, alt):
		w.line.images++
	case glyph(n, alt) || p.flat != "" && w.line.empty():
		w.line.text(alt)
		w.line.images++
	case p.flat != "":
		w.line.images++
	default:
		b := Block{}
		b.Kind, b.Text, b.Flags, b.Locator = knowledge.Image, alt, p.flags, at
		w.later = append(w.later, b)
	}
}

// source takes in the bytes or the file that a picture shows and returns where
// the picture stands: in the part that holds its bytes, else at its element.
func (w *walker) source(n *nethtml.Node, alt string) knowledge.Locator {
	at := w.locator(n)
	for _, key := range []string{"src", "data-src", "data-original", "href", "xlink:href"} {
		address := strings.TrimSpace(attr(n, key))
		if address == "" {
			continue
		}
		if isData(address) {
			w.embed(n, address)
			continue // a page that loads pictures late shows another until then
		}
		if w.find != nil {
			if l, ok := w.find(w.home.resolve(address)); ok {
				return l
			}
			if l, ok := w.find(address); ok {
				return l
			}
		}
		w.nearby(address, alt)
		break
	}
	return at
}

// nearby adds a link to a file that the page shows, where it may stand beside
// the page. What the page takes from other sites is no link.
func (w *walker) nearby(address, text string) {
	if target := w.home.resolve(address); followable(address) && relative(target) {
		w.line.links = append(w.line.links, knowledge.Link{Text: text, Target: target})
	}
}

// decorations are alternative texts that name the kind of a picture that means
// nothing.
var decorations = map[string]bool{
	"line": true, "spacer": true, "separator": true, "divider": true, "blank": true, "pixel": true, "bullet": true, "arrow": true,
	"image": true, "img": true, "photo": true, "picture": true, "icon": true, "spacer.gif": true, "thumbnail": true, "placeholder": true,
}

// decoration reports whether an alternative text tells nothing of its picture.
// The name of a file does not either.
func decoration(alt string) bool {
	alt = strings.ToLower(alt)
	if decorations[alt] {
		return true
	}
	for _, ending := range []string{".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp"} {
		if strings.HasSuffix(alt, ending) {
			return true
		}
	}
	return false
}

// captioned reports whether the alternative text of a picture in a figure says
// what its caption says.
func captioned(n *nethtml.Node, alt string) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.DataAtom == atom.Figure {
			c := element(p, atom.Figcaption)
			return c != nil && sameWords(innerText(c), alt)
		}
	}
	return false
}

// sameWords reports whether a begins with all that b says, spaces aside.
func sameWords(a, b string) bool {
	return strings.HasPrefix(strings.Join(strings.Fields(a), " "), strings.Join(strings.Fields(b), " "))
}

// glyph reports whether a picture stands for characters of the text: an emoji or
// a formula.
func glyph(n *nethtml.Node, alt string) bool {
	if utf8.RuneCountInString(alt) <= 2 {
		return true
	}
	class := strings.ToLower(attr(n, "class"))
	for _, mark := range []string{"emoji", "smiley", "math", "latex", "tex"} {
		if strings.Contains(class, mark) {
			return true
		}
	}
	return false
}

// drawing delivers the text inside an SVG drawing.
func (w *walker) drawing(n *nethtml.Node, p place) {
	w.line.images++
	var parts []string
	for d := range n.Descendants() {
		if d.Type != nethtml.ElementNode {
			continue
		}
		switch d.Data {
		case "text":
			if t := strings.Join(strings.Fields(innerText(d)), " "); t != "" {
				parts = append(parts, t)
			}
		case "image":
			w.source(d, "")
		}
	}
	if t := drawingTitle(n); len(parts) == 0 && t != "" {
		parts = append(parts, t)
	}
	if len(parts) == 0 || p.flat != "" {
		return
	}
	w.line.images--
	b := Block{}
	b.Kind, b.Text, b.Flags, b.Locator = knowledge.Image, strings.Join(parts, "\n"), p.flags, w.locator(n)
	w.later = append(w.later, b)
}

// drawingTitle returns what a drawing says of itself, "" for a sign on a link or
// button.
func drawingTitle(n *nethtml.Node) string {
	if attr(n, "aria-hidden") == "true" || attr(n, "role") == "presentation" {
		return ""
	}
	for p := n.Parent; p != nil; p = p.Parent {
		if p.DataAtom == atom.A || p.DataAtom == atom.Button {
			return ""
		}
	}
	for c := range n.ChildNodes() {
		if c.Type == nethtml.ElementNode && c.Data == "title" {
			if t := strings.Join(strings.Fields(innerText(c)), " "); !decoration(t) {
				return t
			}
		}
	}
	return ""
}

// areas delivers the alternative texts of the areas of an image map as one block.
func (w *walker) areas(n *nethtml.Node, p place) {
	if n.DataAtom != atom.Map || p.flat != "" {
		return
	}
	var parts []string
	for d := range n.Descendants() {
		if d.DataAtom == atom.Area {
			if alt := strings.Join(strings.Fields(attr(d, "alt")), " "); alt != "" {
				parts = append(parts, alt)
			}
		}
	}
	if len(parts) == 0 {
		return
	}
	b := Block{}
	b.Kind, b.Text, b.Flags, b.Locator = knowledge.Image, strings.Join(parts, "\n"), p.flags, w.locator(n)
	w.later = append(w.later, b)
}
