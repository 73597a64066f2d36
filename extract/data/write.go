package data

import (
	"strconv"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// Sizes in bytes of text: from headingSize on a key becomes a heading, up to
// then the values below it are lines.
const headingSize = 600

// maxLevel is the deepest nesting of lines that is shown as such.
const maxLevel = 20

// writer turns nodes into blocks.
type writer struct {
	out []piece
}

// piece is a block and the lines it stands on.
type piece struct {
	block       extract.Block
	first, last int
	links       []knowledge.Link
}

func (w *writer) add(b extract.Block, first, last int) {
	w.out = append(w.out, piece{block: b, first: first, last: max(first, last)})
}

// documents writes the documents of a file.
func (w *writer) documents(docs []*node) {
	for i, n := range docs {
		depth := 1
		if len(docs) > 1 {
			w.add(extract.Head(1, "document "+strconv.Itoa(i+1)), n.first, n.first)
			depth = 2
		}
		w.whole(n, depth)
	}
}

// whole writes a value that has no key or whose key is a heading.
func (w *writer) whole(n *node, depth int) {
	w.note(n, 0)
	if n.kind == scalar || n.inline() {
		w.scalar(n)
		return
	}
	if n.kind == list && w.table(n) {
		return
	}
	if w.values(n, 0) {
		return
	}
	for i, c := range n.items {
		if !deep(c, depth) {
			w.line(n.label(i), c, 0)
		}
	}
	for i, c := range n.items {
		if deep(c, depth) {
			w.add(extract.Head(depth, n.label(i)+c.mark), c.first, c.first)
			w.whole(c, depth+1)
		}
	}
}

// deep reports whether a value stands under a heading of its own.
func deep(n *node, depth int) bool {
	return depth <= 6 && n.kind != scalar && n.size >= headingSize && !n.inline()
}

// label returns the key of the i-th value, in a list its number from 0.
func (n *node) label(i int) string {
	if n.kind == object {
		if n.keys[i] == "" {
			return `""`
		}
		return n.keys[i]
	}
	return "[" + strconv.Itoa(i) + "]"
}

// scalar writes a value without a key.
func (w *writer) scalar(n *node) {
	text := n.line()
	if strings.Contains(text, "\n") {
		w.long(n, text)
		return
	}
	w.add(extract.Text(text), n.first, n.last)
}

// long writes a text of several lines: program text as it is, prose as a
// paragraph.
func (w *writer) long(n *node, text string) {
	b := extract.Text(text)
	if n.literal || strings.Contains(text, "\n  ") || strings.Contains(text, "\n\t") || strings.Contains(text, ";\n") || strings.HasPrefix(text, "#!") {
		b.Kind = knowledge.Code
	}
	w.add(b, n.first, n.last)
}

// line writes a key and its value as a line, what is below as lines below it.
func (w *writer) line(key string, n *node, level int) {
	level = min(level, maxLevel)
	w.note(n, level)
	item := extract.Block{Kind: knowledge.ListItem, Level: level}
	switch {
	case n.kind == scalar && strings.Contains(n.text, "\n"):
		item.Text = key + ":"
		w.add(item, n.first, n.first)
		w.long(n, n.text)
		return
	case n.inline():
		item.Text = key + ": " + n.line()
		w.add(item, n.first, n.last)
		return
	}
	item.Text = key + ":" + n.mark
	w.add(item, n.first, n.first)
	if n.kind == list && w.table(n) {
		return
	}
	if w.values(n, level+1) {
		return
	}
	for i, c := range n.items {
		w.line(n.label(i), c, level+1)
	}
}

// maxValues is how many bytes of short values stand in one block.
const maxValues = 1000

// values writes a list of scalars, without their numbers: long lists of short
// values as rows, others as lines. It reports whether n is such a list.
func (w *writer) values(n *node, level int) bool {
	short := n.size > 2000
	for _, c := range n.items {
		if n.kind != list || c.kind != scalar || c.note != "" || strings.Contains(c.text, "\n") {
			return false
		}
		short = short && len(c.text) <= 24
	}
	if !short {
		for _, c := range n.items {
			w.add(extract.Block{Kind: knowledge.ListItem, Level: min(level, maxLevel), Text: c.text}, c.first, c.last)
		}
		return true
	}
	for from := 0; from < len(n.items); {
		to, size := from, 0
		for to < len(n.items) && size < maxValues {
			size += len(n.items[to].text) + 2
			to++
		}
		part := node{kind: list, items: n.items[from:to]}
		text := part.compact()
		w.add(extract.Block{Kind: knowledge.Code, Text: text[1 : len(text)-1]}, n.items[from].first, n.items[to-1].last)
		from = to
	}
	return true
}

// note writes the comment of a value.
func (w *writer) note(n *node, level int) {
	if n.note == "" {
		return
	}
	b := extract.Text(n.note)
	if level > 0 {
		b = extract.Block{Kind: knowledge.ListItem, Level: level, Text: "# " + n.note}
	}
	w.add(b, n.first, n.first)
}
