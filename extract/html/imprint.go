package html

import (
	"strings"

	"quire/internal/lazy"
	"quire/knowledge"
)

// Sizes of the lines about rights that end many pages: how many blocks from the
// end they begin, and how long each is at most, in bytes.
const (
	imprintBlocks = 5
	imprintSize   = 220
)

var imprint = lazy.Regexp(`^(?i:(copyright\b.{0,12})?(©|\(c\)|&copy;) ?.{0,40}\b(19|20)\d\d|copyright (19|20)\d\d|all rights reserved)`)

// flagImprint flags a notice of copyright that ends a page, and the short lines
// behind it, as furniture.
func flagImprint(blocks []Block) {
	var last []int // blocks that are seen, from the end
	for i := len(blocks) - 1; i >= 0 && len(last) < imprintBlocks; i-- {
		b := &blocks[i]
		if knowledge.HasFlag(b.Flags, knowledge.Hidden) || knowledge.HasFlag(b.Flags, knowledge.Furniture) {
			continue
		}
		if b.Kind != knowledge.Paragraph && b.Kind != knowledge.ListItem || len(b.Text) > imprintSize {
			return
		}
		last = append(last, i)
		if !imprint().MatchString(strings.TrimSpace(b.Text)) {
			continue
		}
		if i == 0 {
			return // a page that is nothing else
		}
		for _, j := range last {
			blocks[j].Flags = withFlag(blocks[j].Flags, knowledge.Furniture)
		}
		last = nil
	}
}
