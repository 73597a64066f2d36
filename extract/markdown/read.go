package markdown

import (
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// Block is a block of a piece of Markdown, and what the unit that holds it has to
// know beside it.
type Block struct {
	extract.Block
	Links  []knowledge.Link
	Images int // pictures in it that have no block of their own
}

// Read returns the blocks of a piece of Markdown, without their lines: what a
// format does that holds Markdown in something else.
func Read(s string) ([]Block, error) {
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	pieces, err := read([]byte(s), 0, !tooComplex([]byte(s)))
	if err != nil {
		return nil, err
	}
	var out []Block
	for _, p := range pieces {
		for i, part := range split(p) {
			b := Block{Block: part.block, Links: part.links, Images: part.images}
			if i > 0 && b.Kind == knowledge.Table {
				b.HeaderRows = 0
			}
			out = append(out, b)
		}
	}
	return out, nil
}
