package ooxml

import (
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"quire/extract"
)

// Node is an element with what stands in it. The vocabularies read here have no
// mixed content, so an element has either children or text.
type Node struct {
	Name   string // "w:p"
	Attrs  []Attr
	Kids   []*Node
	Text   string // of an element without children
	chosen bool   // of an mc:Choice: all that it requires is understood
}

// Attr is an attribute: "w:val", or "id" where it has no namespace.
type Attr struct{ Name, Value string }

// Tree reads a whole part. Where it is damaged, what could be read comes with
// the error.
func (p *Package) Tree(name string) (*Node, error) {
	s, err := p.Stream(name)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	n, err := s.Root()
	if err != nil {
		err = fmt.Errorf("read part %s: %w", name, err)
	}
	return n, err
}

// Root reads the document element with all that is in it.
func (s *Stream) Root() (*Node, error) {
	n, err := s.Next()
	if err == io.EOF {
		return nil, fmt.Errorf("%w: the part is empty", extract.ErrDamaged)
	}
	if err != nil || n == nil {
		return nil, err
	}
	return n, s.Fill(n)
}

// Fill reads the rest of the element that Next returned last. Alternate content
// is resolved on the way: in the place of mc:AlternateContent stand the children
// of its first Choice that is understood, else those of its Fallback, never
// both. On an error n holds what came before.
func (s *Stream) Fill(n *Node) error {
	stack := []*Node{n}
	err := s.fill(&stack)
	for i := len(stack) - 1; i > 0; i-- {
		stack[i-1].add(stack[i])
	}
	if n.Name == "mc:AlternateContent" {
		n.Kids = choose(n)
	}
	return err
}

// fill leaves in stack the elements that were open when reading stopped.
func (s *Stream) fill(stack *[]*Node) error {
	var text strings.Builder
	for nodes := 1; ; {
		t, err := s.token()
		if err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		if err != nil {
			return err
		}
		open := *stack
		top := open[len(open)-1]
		switch t := t.(type) {
		case xml.StartElement:
			if nodes++; nodes > s.lim.Nodes {
				return s.lim.Over("nodes")
			}
			kid, err := s.start(t)
			if err != nil {
				return err
			}
			*stack = append(open, kid)
			text.Reset()
		case xml.EndElement:
			s.end()
			if len(top.Kids) == 0 {
				top.Text = text.String()
			}
			text.Reset()
			if len(open) == 1 {
				return nil
			}
			*stack = open[:len(open)-1]
			open[len(open)-2].add(top)
		case xml.CharData:
			if len(top.Kids) == 0 {
				text.Write(t)
			}
		}
	}
}

func (n *Node) add(kid *Node) {
	if kid.Name == "mc:AlternateContent" {
		n.Kids = append(n.Kids, choose(kid)...)
		return
	}
	n.Kids = append(n.Kids, kid)
}

// choose returns the children of the branch to read. Where no Choice is
// understood and there is no Fallback, the first Choice is better than nothing.
func choose(alt *Node) []*Node {
	for _, k := range alt.Kids {
		if k.Name == "mc:Choice" && k.chosen {
			return k.Kids
		}
	}
	for _, k := range alt.Kids {
		if k.Name == "mc:Fallback" {
			return k.Kids
		}
	}
	if len(alt.Kids) > 0 {
		return alt.Kids[0].Kids
	}
	return nil
}

// Attr returns the value of an attribute, "" where it is not set.
func (n *Node) Attr(name string) string {
	v, _ := n.Lookup(name)
	return v
}

// Lookup returns the value of an attribute and whether it is set.
func (n *Node) Lookup(name string) (string, bool) {
	if n == nil {
		return "", false
	}
	for _, a := range n.Attrs {
		if a.Name == name {
			return a.Value, true
		}
	}
	return "", false
}

// Int returns the value of an attribute as a number, or otherwise.
func (n *Node) Int(name string, otherwise int) int {
	v, err := strconv.Atoi(n.Attr(name))
	if err != nil {
		return otherwise
	}
	return v
}

// Kid returns the first child along a path of names, nil where there is none.
func (n *Node) Kid(path ...string) *Node {
	for _, name := range path {
		if n == nil {
			return nil
		}
		var next *Node
		for _, k := range n.Kids {
			if k.Name == name {
				next = k
				break
			}
		}
		n = next
	}
	return n
}

// All returns the outermost descendants that have one of these names, in
// document order; it does not look inside one that it found.
func (n *Node) All(names ...string) []*Node {
	var out []*Node
	n.Walk(func(k *Node) bool {
		for _, name := range names {
			if k.Name == name {
				out = append(out, k)
				return false
			}
		}
		return true
	})
	return out
}

// Find returns the first descendant of that name, nil where there is none.
func (n *Node) Find(name string) *Node {
	var found *Node
	n.Walk(func(k *Node) bool {
		if found == nil && k.Name == name {
			found = k
		}
		return found == nil
	})
	return found
}

// Walk calls f for each descendant in document order. Where f returns false,
// what is inside that one is left out.
func (n *Node) Walk(f func(*Node) bool) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		if f(k) {
			k.Walk(f)
		}
	}
}

// On reads a switch of WordprocessingML or DrawingML: an element that is there
// without a value, or with one that is not a way to say no, is on.
func (n *Node) On(attr string) bool {
	if n == nil {
		return false
	}
	switch n.Attr(attr) {
	case "0", "false", "off", "none":
		return false
	}
	return true
}
