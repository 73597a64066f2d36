package html

import (
	"slices"
	"strconv"
	"strings"

	nethtml "golang.org/x/net/html"

	"quire/knowledge"
)

// flush makes a block of the running text. p is the place it stands in.
func (w *walker) flush(p place) {
	if p.flat != "" {
		return
	}
	text, ok := w.take()
	if !ok {
		w.finish(nil)
		return
	}
	kind := p.kind
	if kind == "" {
		kind = knowledge.Paragraph
	}
	if w.line.field && kind == knowledge.Paragraph {
		kind = knowledge.Field
	}
	b := w.newBlock(kind, text, p)
	if it := p.item; it != nil && b.Kind != knowledge.Caption {
		if it.at > 0 && it.at == len(w.out) && len(w.later) == 0 && slices.Equal(w.out[it.at-1].Flags, b.Flags) {
			w.joinItem(&w.out[it.at-1], b)
			return
		}
		if it.at == 0 {
			b.Kind, b.Level, b.Marker = knowledge.ListItem, min(it.level, 20), it.marker
			it.at = len(w.out) + 1
		}
	}
	w.finish(&b)
}

// joinItem adds a further paragraph of a list item to its block.
func (w *walker) joinItem(to *Block, b Block) {
	to.Text += "\n" + b.Text
	to.Links = append(to.Links, b.Links...)
	to.Images += b.Images
	w.line = line{}
	w.finish(nil)
}

// take returns the running text, and whether there is any.
func (w *walker) take() (string, bool) {
	return strings.TrimSpace(string(w.line.buf)), !w.line.empty()
}

func (w *walker) newBlock(kind knowledge.BlockKind, text string, p place) Block {
	b := Block{Links: w.line.links, Images: w.line.images}
	b.Kind, b.Text, b.Flags, b.Locator = kind, text, p.flags, w.locator(p.node)
	return b
}

// finish delivers b and what waits behind it, and clears the running text.
func (w *walker) finish(b *Block) {
	if b != nil {
		w.out = append(w.out, *b)
	} else {
		w.images += w.line.images
		w.links = append(w.links, w.line.links...)
	}
	if n := len(w.out); n > 0 {
		w.out[n-1].Images += w.images
		w.out[n-1].Links = append(w.out[n-1].Links, w.links...)
		w.images, w.links = 0, nil
	}
	w.out = append(w.out, w.later...)
	w.later = nil
	w.line = line{}
}

func (w *walker) locator(n *nethtml.Node) knowledge.Locator {
	if in := w.survey.of[n]; in != nil {
		return w.base.With("element", strconv.Itoa(int(in.order)))
	}
	return w.base
}
