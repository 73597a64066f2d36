package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// parseJSON reads one JSON value, keys in their order and doubled ones too,
// numbers as they are written.
func parseJSON(s string) (*node, error) {
	p := jsonParser{text: s, line: 1, dec: json.NewDecoder(strings.NewReader(s))}
	p.dec.UseNumber()
	n, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if _, err := p.dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("line %d: more behind the value", p.here())
	}
	n.measure()
	return n, nil
}

type jsonParser struct {
	text  string
	dec   *json.Decoder
	at    int // offset up to which lines are counted
	line  int
	nodes int
}

// here returns the line that reading has come to.
func (p *jsonParser) here() int {
	to := min(int(p.dec.InputOffset()), len(p.text))
	p.line += strings.Count(p.text[p.at:to], "\n")
	p.at = to
	return p.line
}

// fault says where JSON is wrong. Errors of syntax name one character at most; others
// may quote a value and are not repeated.
func (p *jsonParser) fault(err error) error {
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("line %d: %w", p.here(), err)
	}
	return fmt.Errorf("line %d: JSON holds a value that is not known", p.here())
}

func (p *jsonParser) value(depth int) (*node, error) {
	t, err := p.dec.Token()
	if err != nil {
		return nil, p.fault(err)
	}
	return p.of(t, depth)
}

func (p *jsonParser) of(t json.Token, depth int) (*node, error) {
	if p.nodes++; p.nodes > maxNodes || depth > maxDepth {
		return nil, errTooLarge
	}
	n := &node{first: p.here()}
	switch v := t.(type) {
	case json.Delim:
		n.kind = list
		if v == '{' {
			n.kind = object
		}
		for p.dec.More() {
			if n.kind == object {
				key, err := p.dec.Token()
				if err != nil {
					return nil, p.fault(err)
				}
				n.keys = append(n.keys, fmt.Sprint(key))
			}
			c, err := p.value(depth + 1)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, c)
		}
		if _, err := p.dec.Token(); err != nil {
			return nil, p.fault(err)
		}
	case string:
		n.text = shown(v)
	case nil:
		n.text = "null"
	default:
		n.text = fmt.Sprint(v)
	}
	n.last = p.here()
	return n, nil
}
