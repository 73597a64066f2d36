package data

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// minBinary is how long a text of base64 is that is taken for a file: shorter ones
// are digests, keys and the like, which are values.
const minBinary = 512

// binaries are the files that stand in a document as base64. In the text stand
// their names.
type binaries struct {
	files []binary
}

type binary struct {
	name        string
	data        []byte
	first, last int
}

// take returns the name of the file that a text holds, "" where it is a text.
func (b *binaries) take(s string, first, last int) string {
	data := decodeBase64(s)
	if data == nil {
		return ""
	}
	name := fmt.Sprintf("embedded-%d.bin", len(b.files)+1)
	b.files = append(b.files, binary{name, data, first, last})
	return name
}

// decodeBase64 returns the bytes of a text that is base64 and nothing else, with
// or without the head of a data address; nil of any other.
func decodeBase64(s string) []byte {
	if len(s) < minBinary {
		return nil
	}
	if strings.HasPrefix(s, "data:") {
		if head, body, ok := strings.Cut(s, ";base64,"); ok && len(head) < 200 {
			s = body
		}
	}
	s = strings.TrimRight(strings.NewReplacer("\n", "", "\r", "", " ", "", "\t", "").Replace(s), "=")
	lower, upper, digits := false, false, false
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z':
			lower = true
		case c >= 'A' && c <= 'Z':
			upper = true
		case c >= '0' && c <= '9':
			digits = true
		case c != '+' && c != '/':
			return nil
		}
	}
	data, err := base64.RawStdEncoding.DecodeString(s)
	if err != nil || !lower || !upper || !digits {
		return nil
	}
	return data
}

// ofNodes takes the files out of a tree of values.
func (b *binaries) ofNodes(n *node) {
	if n.kind == scalar {
		if name := b.take(n.text, n.first, n.last); name != "" {
			n.text = name
		}
	}
	for _, c := range n.items {
		b.ofNodes(c)
	}
}

// ofElements takes the files out of a tree of elements.
func (b *binaries) ofElements(e *element) {
	for _, k := range e.kids {
		if k.name == "" && !k.comment {
			if name := b.take(k.text, k.first, k.last); name != "" {
				k.text = name
			}
		}
		b.ofElements(k)
	}
}

// deliver gives the files to sink as children.
func (b *binaries) deliver(ctx context.Context, sink extract.Sink) error {
	for _, f := range b.files {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := knowledge.Child{Member: lineRange(f.first, f.last).With("member", f.name), Name: f.name}
		if err := sink.Child(c, strings.NewReader(string(f.data))); err != nil {
			return err
		}
	}
	return nil
}
