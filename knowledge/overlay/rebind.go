package overlay

import (
	"fmt"
	"strings"

	"quire/knowledge"
)

// Loss is a place that an entry rested on and that has changed.
type Loss struct {
	Source string
	Unit   string             // as the entry names it
	Held   func(UnitRef) bool // whether a unit, of an older state of the source, is what was meant
	Quote  string             // the words that it rested on, where it rested on words
	Now    string             // the unit or line that stands there now; "" where nothing does
	At     knowledge.Address  // of the unit that Now is or lies in
}

// Losses returns the places that an entry rested on and that have changed, with what
// stands there now: the unit of that name, or the line most like the quoted words.
func Losses(e Entry, hold Holder) []Loss {
	var out []Loss
	own, _ := hold(e.Source)
	if v := e.matchUnit(own); !e.IsStatement() && v.State != Fresh {
		l := Loss{Source: e.Source, Unit: e.Unit, Held: func(u UnitRef) bool { return e.binds(u.Digest) }}
		l.now(own)
		out = append(out, l)
	}
	for _, c := range e.Rests {
		if _, lost := c.match(hold); lost != "" {
			h, _ := hold(c.Source)
			l := Loss{Source: c.Source, Unit: c.Unit, Quote: c.Quote, Held: func(u UnitRef) bool { return binds(c.Digest, u.Digest) }}
			if c.Quote == "" {
				l.now(h)
			} else {
				l.nearest(h)
			}
			out = append(out, l)
		}
	}
	for _, written := range e.Cites {
		a, err := knowledge.ParseAddress(written)
		if err != nil || a.Check == "" || a.Unit == "" || a.Source[0] != knowledge.SourceLetter {
			continue
		}
		if _, lost := locate(a, hold); lost != "" {
			h, _ := hold(a.Source)
			l := Loss{Source: a.Source, Unit: a.Unit, Held: func(u UnitRef) bool {
				one := Holding{Units: []UnitRef{u}}
				_, ok := one.Find(a)
				return ok
			}}
			l.now(h)
			out = append(out, l)
		}
	}
	return out
}

func (l *Loss) now(h Holding) {
	for _, u := range h.Units {
		if u.Name == l.Unit {
			l.Now, l.At = u.Text, knowledge.Address{Source: l.Source, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}
			return
		}
	}
}

// nearShare is the share of words, in thousandths, that a line and a quote must have in
// common for the one to be offered for the other.
const nearShare = 500

// nearest finds the line with the most words of the quote, in the named unit first.
func (l *Loss) nearest(h Holding) {
	best := nearShare - 1
	words := strings.Fields(strings.ToLower(l.Quote))
	for _, u := range h.Units {
		for line := range strings.Lines(u.Text) {
			line = spaced(line)
			score := common(words, strings.Fields(strings.ToLower(line)))
			if u.Name == l.Unit {
				score++ // of equals the one in the same place
			}
			if len(line) <= maxQuotedLine && score > best {
				best = score
				l.Now, l.At = line, knowledge.Address{Source: l.Source, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}
			}
		}
	}
}

// common returns how many words two lists share, in thousandths of their mean length.
func common(a, b []string) int {
	n := map[string]int{}
	for _, w := range a {
		n[w]++
	}
	both := 0
	for _, w := range b {
		if n[w] > 0 {
			n[w]--
			both++
		}
	}
	if len(a)+len(b) == 0 {
		return 0
	}
	return 2000 * both / (len(a) + len(b))
}

// Rebind returns an entry that says the same of what now stands where its evidence
// stood. It is for somebody who has read both; the error names what cannot be bound to
// anything.
func Rebind(e Entry, hold Holder) (Entry, error) {
	out := e
	out.Cites, out.Rests = append([]string(nil), e.Cites...), append([]Cite(nil), e.Rests...)
	own, ok := hold(e.Source)
	if !ok {
		return e, fmt.Errorf("%s: the document %s is gone; quire overlay drop %s", e.ID(), e.Source, e.ID())
	}
	lost := func(what string) (Entry, error) {
		return e, fmt.Errorf("%s: nothing stands in the place of %s; write it anew with quire overlay apply, then drop this one", e.ID(), what)
	}
	if !e.IsStatement() {
		v := e.matchUnit(own)
		if v.Unit == "" {
			return lost(e.Source + "#" + e.Unit)
		}
		out.Unit, out.Digest = v.Unit, string(v.Digest)
		if e.Content != "" {
			out.Content = string(own.Content)
		}
	}
	for i := range out.Rests {
		c := &out.Rests[i]
		if _, gone := c.match(hold); gone == "" {
			continue
		}
		h, _ := hold(c.Source)
		l := Loss{Source: c.Source, Unit: c.Unit, Quote: c.Quote}
		if c.Quote == "" {
			l.now(h)
		} else {
			l.nearest(h)
		}
		if l.At.Unit == "" {
			return lost(quoted(c.Source + "#" + c.Unit + " " + c.Quote))
		}
		if c.Unit = l.At.Unit; c.Quote != "" {
			c.Quote = l.Now
			continue
		}
		for _, u := range h.Units {
			if u.Name == c.Unit {
				c.Digest = string(u.Digest)
			}
		}
	}
	for i, written := range out.Cites {
		a, err := knowledge.ParseAddress(written)
		if err != nil || a.Check == "" || a.Unit == "" || a.Source[0] != knowledge.SourceLetter {
			continue
		}
		if _, gone := locate(a, hold); gone == "" {
			continue
		}
		h, _ := hold(a.Source)
		l := Loss{Source: a.Source, Unit: a.Unit}
		if l.now(h); l.At.Unit == "" {
			return lost(written)
		}
		out.Cites[i] = l.At.String()
	}
	if f := check(&out); f != nil {
		return e, fmt.Errorf("%s: %s; %s", e.ID(), f.what, f.cure)
	}
	return out, nil
}
