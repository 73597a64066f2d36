package overlay

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// fill sets the fields of an entry from a mapping. It returns the first flaw of
// its form and the line of it. A mapping with a kind is a statement.
func fill(e *Entry, n *yaml.Node) (*flaw, int) {
	known := keys
	if member(n, keyKind) != nil {
		known = statementKeys
	}
	if n.Kind != yaml.MappingNode {
		return &flaw{"is not an entry", "write a mapping with source, digest, slot, text and author"}, n.Line
	}
	return eachKey(n, known, func(key string, value *yaml.Node) *flaw {
		if key == keyCites {
			return setCites(e, value)
		}
		s, f := scalar(key, value)
		if f != nil {
			return f
		}
		return setKey(e, key, s)
	})
}

// member returns the value of a key of a mapping, nil where there is none.
func member(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// eachKey calls f with every key of a mapping that is among the known ones. It returns
// the first flaw and the line of it; a key that is not known, or there twice, is one.
func eachKey(n *yaml.Node, known []string, f func(key string, value *yaml.Node) *flaw) (*flaw, int) {
	var first *flaw
	line := 0
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		var got *flaw
		switch {
		case key.Kind != yaml.ScalarNode || !slices.Contains(known, key.Value):
			got = &flaw{"unknown key " + quoted(key.Value), "the nearest known one is " + nearest(key.Value, known)}
		case seen[key.Value]:
			got = &flaw{"the key " + key.Value + " is there twice", "delete one of them"}
		default:
			got = f(key.Value, value)
		}
		seen[key.Value] = true
		if got != nil && first == nil {
			first, line = got, key.Line
		}
	}
	return first, line
}

func setKey(e *Entry, key, s string) *flaw {
	switch key {
	case keySource:
		e.Source = s
	case keyUnit:
		e.Unit = s
	case keyDigest:
		e.Digest = s
	case keyContent:
		e.Content = s
	case keySlot:
		e.Slot = Slot(s)
	case keyKind:
		if e.Slot = Slot(s); !e.IsStatement() {
			return unknownSlot("kind", s, Kinds)
		}
	case keyText:
		e.Text = s
	case keyAuthor:
		e.Author = s
	case keyDate:
		e.Date = s
	case keyStaleAfter:
		e.StaleAfter = s
	}
	return nil
}

// setCites takes a list of addresses and of citations, or one of either.
func setCites(e *Entry, value *yaml.Node) *flaw {
	list := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		list = value.Content
	}
	for _, n := range list {
		if n.Kind == yaml.MappingNode {
			var c Cite
			if f, _ := eachKey(n, citeKeys, func(key string, value *yaml.Node) *flaw { return setCite(&c, key, value) }); f != nil {
				return f
			}
			e.Rests = append(e.Rests, c)
			continue
		}
		s, f := scalar(keyCites, n)
		if f != nil {
			return f
		}
		if s != "" {
			e.Cites = append(e.Cites, s)
		}
	}
	return nil
}

func setCite(c *Cite, key string, value *yaml.Node) *flaw {
	s, f := scalar(key, value)
	switch key {
	case keySource:
		c.Source = s
	case keyUnit:
		c.Unit = s
	case keyDigest:
		c.Digest = s
	case keyQuote:
		c.Quote = s
	}
	return f
}

// scalar returns the characters of a value as they are written, whatever YAML
// takes them for: a date, a number and a digest of digits are text here.
func scalar(key string, n *yaml.Node) (string, *flaw) {
	switch {
	case n.Kind == yaml.AliasNode, n.Anchor != "":
		return "", &flaw{key + " uses an anchor or alias of YAML", "write the text out"}
	case n.Kind != yaml.ScalarNode:
		return "", &flaw{key + " is not a text", "write one text; put quotation marks around it where it holds { [ or a colon"}
	case n.Tag == "!!null":
		return "", nil
	case n.Style&yaml.TaggedStyle != 0 && n.Tag != "!!str":
		return "", &flaw{key + " has a tag of YAML", "write the text without " + quoted(n.Tag)}
	}
	return n.Value, nil
}
