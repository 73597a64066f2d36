package overlay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"

	"quire/knowledge"
)

// isJSON reports whether data is meant as JSON: YAML written in braces reads a few
// of its escapes otherwise.
func isJSON(data []byte) bool {
	data = bytes.TrimSpace(data)
	if len(data) == 0 || data[0] != '{' && data[0] != '[' {
		return false
	}
	err := json.NewDecoder(bytes.NewReader(data)).Decode(new(json.RawMessage))
	return err == nil
}

// json reads one JSON value after the other.
func (p *parser) json(data []byte) {
	r := &jsonReader{dec: json.NewDecoder(bytes.NewReader(data)), data: data}
	r.dec.UseNumber()
	for {
		n, err := r.value(0)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			p.report(r.line(), "", flaw{"is not JSON from here on: " + knowledge.Line(err.Error(), 120), "write one object, a list of them, or one object after the other"})
			return
		}
		p.root(n, 0)
	}
}

// jsonReader turns JSON into the nodes that YAML gives, so that one reader of
// entries serves both, and says repeated keys and lines alike.
type jsonReader struct {
	dec    *json.Decoder
	data   []byte
	offset int64 // up to which lines are counted
	lines  int
}

// maxDepth is far beyond a list of entries with a list in each.
const maxDepth = 16

// line returns the line that was read last.
func (r *jsonReader) line() int {
	to := min(r.dec.InputOffset(), int64(len(r.data)))
	r.lines += bytes.Count(r.data[r.offset:to], []byte("\n"))
	r.offset = to
	return r.lines + 1
}

func (r *jsonReader) value(depth int) (*yaml.Node, error) {
	t, err := r.dec.Token()
	if err != nil {
		return nil, err
	}
	n := &yaml.Node{Line: r.line()}
	switch t := t.(type) {
	case json.Delim:
		n.Kind = yaml.MappingNode
		if t == '[' {
			n.Kind = yaml.SequenceNode
		}
		return n, r.members(n, depth+1)
	case nil:
		n.Kind, n.Tag = yaml.ScalarNode, "!!null"
	default:
		n.Kind, n.Tag, n.Value = yaml.ScalarNode, "!!str", fmt.Sprint(t)
	}
	return n, nil
}

// members reads the keys and values of an object, or the items of a list, and what
// closes it.
func (r *jsonReader) members(n *yaml.Node, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("lists and objects are nested more than %d deep", maxDepth)
	}
	for r.dec.More() {
		m, err := r.value(depth)
		if err != nil {
			return unexpectedEnd(err)
		}
		n.Content = append(n.Content, m)
	}
	_, err := r.dec.Token()
	return unexpectedEnd(err)
}

func unexpectedEnd(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
