package data

import (
	"errors"
	"fmt"
	"io"
	"quire/extract"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"
)

// parseYAML reads the documents of a YAML file. Comments stay with the value they
// stand at; anchors, aliases and tags are shown as they are written and never
// followed, so that a few of them cannot stand for millions of values.
func parseYAML(s string) (docs []*node, err error) {
	defer func() {
		if p := recover(); p != nil { // a third-party parser on hostile input
			docs, err = nil, errors.New("parse yaml: "+extract.PanicText(p))
		}
	}()
	dec := yaml.NewDecoder(strings.NewReader(s))
	count := 0
	for {
		var doc yaml.Node
		switch err := dec.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return docs, nil
		case err != nil:
			return nil, yamlFault(err)
		}
		for _, c := range doc.Content {
			n, err := fromYAML(c, 0, &count)
			if err != nil {
				return nil, err
			}
			n.note = joinNotes(comment(doc.HeadComment), n.note, comment(doc.FootComment))
			n.measure()
			docs = append(docs, n)
		}
	}
}

// lineOf finds the place in an error of the YAML parser.
var lineOf = regexp.MustCompile(`\bline ([0-9]+)`)

// yamlFault says where YAML is wrong without the words of the document that errors
// of its parser quote.
func yamlFault(err error) error {
	if m := lineOf.FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("YAML is not well-formed at line %s", m[1])
	}
	return errors.New("YAML is not well-formed")
}

func fromYAML(y *yaml.Node, depth int, count *int) (*node, error) {
	if *count++; *count > maxNodes || depth > maxDepth {
		return nil, errTooLarge
	}
	n := &node{first: max(y.Line, 1), last: max(y.Line, 1), note: joinNotes(comment(y.HeadComment), comment(y.LineComment), comment(y.FootComment))}
	switch y.Kind {
	case yaml.MappingNode:
		n.kind = object
		for i := 0; i+1 < len(y.Content); i += 2 {
			key, v := y.Content[i], y.Content[i+1]
			c, err := fromYAML(v, depth+1, count)
			if err != nil {
				return nil, err
			}
			c.first = min(c.first, max(key.Line, 1))
			c.note = joinNotes(comment(key.HeadComment), comment(key.LineComment), c.note, comment(key.FootComment))
			n.keys, n.items = append(n.keys, yamlKey(key)), append(n.items, c)
			n.last = max(n.last, c.last)
		}
	case yaml.SequenceNode:
		n.kind = list
		for _, v := range y.Content {
			c, err := fromYAML(v, depth+1, count)
			if err != nil {
				return nil, err
			}
			n.items = append(n.items, c)
			n.last = max(n.last, c.last)
		}
	case yaml.AliasNode:
		n.text = "*" + y.Value
	default:
		n.text = yamlScalar(y)
		n.literal = y.Style&yaml.LiteralStyle != 0
		if y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			n.last += strings.Count(strings.TrimRight(y.Value, "\n"), "\n") + 1
		}
	}
	if mark := yamlMark(y); mark != "" {
		if n.kind == scalar {
			n.text = strings.TrimSpace(mark + " " + n.text)
		} else {
			n.mark = " " + mark
		}
	}
	return n, nil
}

// yamlScalar returns a scalar as it is shown: a string that needed its quotes
// keeps them.
func yamlScalar(y *yaml.Node) string {
	if y.ShortTag() == "!!str" {
		return shown(y.Value)
	}
	if y.Value == "" {
		return "null"
	}
	return y.Value
}

// yamlMark returns the anchor and the tag of a value as they are written.
func yamlMark(y *yaml.Node) string {
	var out []string
	if y.Kind != yaml.AliasNode && y.Anchor != "" {
		out = append(out, "&"+y.Anchor)
	}
	if y.Style&yaml.TaggedStyle != 0 && y.Tag != "" {
		out = append(out, y.Tag)
	}
	return strings.Join(out, " ")
}

// yamlKey returns a key, which may be a value of any kind.
func yamlKey(y *yaml.Node) string {
	if y.Kind == yaml.ScalarNode {
		return y.Value
	}
	if y.Kind == yaml.AliasNode {
		return "*" + y.Value
	}
	var parts []string
	for _, c := range y.Content {
		parts = append(parts, c.Value)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// comment returns the text of comment lines without their marks.
func comment(s string) string {
	var out []string
	for l := range strings.SplitSeq(s, "\n") {
		if l = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(l), "#")); l != "" {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

func joinNotes(notes ...string) string {
	var out []string
	for _, n := range notes {
		if n != "" {
			out = append(out, n)
		}
	}
	return strings.Join(out, "\n")
}
