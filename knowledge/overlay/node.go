package overlay

import (
	"slices"

	"go.yaml.in/yaml/v3"
)

// fill sets the fields of an entry from a mapping. It returns the first flaw of
// its form and the line of it.
func fill(e *Entry, n *yaml.Node) (*flaw, int) {
	if n.Kind != yaml.MappingNode {
		return &flaw{"is not an entry", "write a mapping with source, digest, slot, text and author"}, n.Line
	}
	var first *flaw
	line := 0
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		f := setKey(e, key, value, seen)
		if f != nil && first == nil {
			first, line = f, key.Line
		}
	}
	return first, line
}

func setKey(e *Entry, key, value *yaml.Node, seen map[string]bool) *flaw {
	switch {
	case key.Kind != yaml.ScalarNode || !slices.Contains(keys, key.Value):
		return &flaw{"unknown key " + quoted(key.Value), "the nearest known one is " + nearest(key.Value, keys)}
	case seen[key.Value]:
		return &flaw{"the key " + key.Value + " is there twice", "delete one of them"}
	}
	seen[key.Value] = true
	if key.Value == keyCites {
		return setCites(e, value)
	}
	s, f := scalar(key.Value, value)
	if f != nil {
		return f
	}
	switch key.Value {
	case keySource:
		e.Source = s
	case keyUnit:
		e.Unit = s
	case keyDigest:
		e.Digest = s
	case keySlot:
		e.Slot = Slot(s)
	case keyText:
		e.Text = s
	case keyAuthor:
		e.Author = s
	case keyDate:
		e.Date = s
	}
	return nil
}

// setCites takes a list of addresses, or one address.
func setCites(e *Entry, value *yaml.Node) *flaw {
	list := []*yaml.Node{value}
	if value.Kind == yaml.SequenceNode {
		list = value.Content
	}
	for _, n := range list {
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
