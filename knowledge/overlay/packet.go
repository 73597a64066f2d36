package overlay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"quire/knowledge"
)

// Packet is one bounded piece of work: a unit to look at, why, and what to write.
type Packet struct {
	Address  string           `json:"address"`
	Path     string           `json:"path"`
	Title    string           `json:"title"`
	Type     string           `json:"type"`
	Locator  string           `json:"locator"`
	Digest   knowledge.Digest `json:"digest"`            // of the unit's text
	Content  knowledge.Digest `json:"content,omitempty"` // of the file, where the unit has no text
	Words    int              `json:"words"`             // that the text has already
	Priority int              `json:"priority"`          // of its most pressing want
	Wants    []Want           `json:"wants"`
	Inputs   Inputs           `json:"inputs"`
	Template string           `json:"template"` // to be filled in and handed to overlay apply

	ordinal int
}

// Inputs are what to look at to write about a unit: command lines, and the place in the
// original where quire draws none.
type Inputs struct {
	Render string `json:"render,omitempty"`
	Show   string `json:"show,omitempty"`
	Open   string `json:"open,omitempty"`
}

// Filled reports whether a unit has a fresh overlay of a slot.
type Filled func(source, unit string, slot Slot) bool

// Planned returns the packets of one document, and how many of its units were left out
// because what they want is written. kind limits it to one kind of want, "" takes all.
func Planned(s *knowledge.Source, d *knowledge.Document, kind string, filled Filled) (packets []Packet, done int) {
	for i := range d.Units {
		u := &d.Units[i]
		text := d.UnitText(u)
		wants := slices.DeleteFunc(Wants(u, text), func(w Want) bool { return kind != "" && w.Kind != kind })
		all := len(wants)
		wants = slices.DeleteFunc(wants, func(w Want) bool {
			return slices.ContainsFunc(w.Slots, func(slot Slot) bool { return filled(s.ID, u.Name, slot) })
		})
		if len(wants) == 0 {
			if all > 0 {
				done++
			}
			continue
		}
		p := Packet{
			Address: knowledge.Address{Source: s.ID, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}.String(), Path: s.Path, Title: s.Title,
			Type: s.Type, Locator: u.Locator.String(), Digest: u.Digest, Words: u.Counts.Words, Priority: wants[0].Priority, Wants: wants, ordinal: i,
		}
		if strings.TrimSpace(text) == "" {
			p.Content = s.Content
		} else {
			p.Inputs.Show = "quire show " + p.Address
		}
		if s.Type == "pdf" {
			p.Inputs.Render = "quire render " + p.Address
		} else {
			p.Inputs.Open = p.Locator
		}
		p.Template = p.template()
		packets = append(packets, p)
	}
	return packets, done
}

// template writes an entry for each want, without author and text.
func (p *Packet) template() string {
	var b strings.Builder
	for _, w := range p.Wants {
		fmt.Fprintf(&b, "- unit: %s\n  digest: %s\n", p.Address, p.Digest)
		if p.Content != "" {
			fmt.Fprintf(&b, "  content: %s\n", p.Content)
		}
		fmt.Fprintf(&b, "  slot: %s", w.Slots[0])
		if len(w.Slots) > 1 {
			fmt.Fprintf(&b, " # or %s", join(w.Slots[1:]))
		}
		b.WriteString("\n  author: \"\"\n  text: \"\"\n")
	}
	return b.String()
}

// SortPackets orders packets: the most pressing first, then by path and place.
func SortPackets(list []Packet) {
	slices.SortStableFunc(list, func(a, b Packet) int {
		return cmp.Or(b.Priority-a.Priority, strings.Compare(a.Path, b.Path), strings.Compare(a.Address[:knowledge.IDLength], b.Address[:knowledge.IDLength]), a.ordinal-b.ordinal)
	})
}
