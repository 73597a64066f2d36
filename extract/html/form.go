package html

import (
	"strings"

	nethtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// field adds the value of a form field to the running text, behind its label.
func (w *walker) field(n *nethtml.Node) {
	value := fieldValue(n)
	if value == "" {
		w.line.gap()
		return
	}
	w.line.gap()
	w.line.text(value)
	w.line.gap()
	w.line.field = true
}

// fieldValue returns what a form field holds as it is sent: "" for buttons,
// passwords, hidden fields and empty ones.
func fieldValue(n *nethtml.Node) string {
	switch n.DataAtom {
	case atom.Textarea:
		return strings.TrimSpace(innerText(n))
	case atom.Select:
		var chosen []string
		for d := range n.Descendants() {
			if d.DataAtom == atom.Option && hasAttr(d, "selected") {
				chosen = append(chosen, strings.Join(strings.Fields(innerText(d)), " "))
			}
		}
		return strings.Join(chosen, ", ")
	}
	switch strings.ToLower(attr(n, "type")) {
	case "checkbox", "radio":
		if hasAttr(n, "checked") {
			return "☑"
		}
		return "☐"
	case "hidden", "password", "submit", "button", "reset", "image", "file", "color", "range":
		return ""
	}
	return strings.TrimSpace(attr(n, "value"))
}
