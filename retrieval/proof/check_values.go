package proof

import (
	"math/big"
	"slices"
	"strings"
)

// matchValue reports whether value e of a piece says value s of a statement.
func matchValue(s, e *value, pc *piece) (ok bool, doubt string) {
	switch {
	case s.kind == date && e.kind == date:
		return matchDate(s, e, pc.years)
	case s.kind == date && s.month == 0 && e.year == s.year && e.year > 0, e.kind == date && s.kind == number && s.year > 0 && s.year == e.year:
		return true, ""
	case s.kind == date || e.kind == date:
		return false, ""
	case !comparable(s, e):
		return false, ""
	}
	if ok, doubt = withinBounds(s, e); !ok {
		return false, doubt
	}
	return true, doubt
}

// comparable reports that two values measure the same thing. A bare number may be
// an amount whose currency stands elsewhere.
func comparable(s, e *value) bool {
	if s.kind == e.kind {
		return s.unit == e.unit || s.kind == money && dollars(s.unit, e.unit)
	}
	return s.kind == number && (e.kind == money || e.kind == quantity && e.unit != "time" && e.unit != "calendar")
}

// dollars reports that one of two currencies is a sign that the other is written
// with too.
func dollars(a, b string) bool {
	for _, x := range [][2]string{{a, b}, {b, a}} {
		if x[0] == "$" && slices.Contains([]string{"USD", "CAD", "AUD", "NZD", "SGD", "HKD"}, x[1]) || x[0] == "¥" && (x[1] == "JPY" || x[1] == "CNY") {
			return true
		}
	}
	return false
}

// withinBounds compares the numbers, with rounding and with what the statement or
// the passage says of their being exact.
func withinBounds(s, e *value) (bool, string) {
	for _, x := range s.readings {
		for _, y := range e.readings {
			if s.bound&bound != 0 && e.bound&bound == 0 && e.bound&approx == 0 {
				cmp := y.Cmp(x)
				if s.bound&over != 0 && cmp > 0 || s.bound&under != 0 && cmp < 0 || s.bound&atLeast != 0 && cmp >= 0 && near(x, y) || s.bound&atMost != 0 && cmp <= 0 && near(x, y) {
					return true, ""
				}
				continue
			}
			if x.Cmp(y) == 0 || rounds(s, x, y) {
				return true, ""
			}
		}
	}
	return false, ""
}

// near keeps a bound from standing for a number of another size: at least 3 is no
// way to say 500.
func near(x, y *big.Rat) bool {
	d := new(big.Rat).Sub(x, y)
	d.Abs(d).Mul(d, big.NewRat(2, 1))
	return d.Cmp(new(big.Rat).Abs(y)) <= 0
}

// rounds reports that x is y rounded to the last place that the statement writes:
// to fewer decimals than the passage has, to a tenth of a million, or, where the
// statement says about, to its last digit that is not 0 and within a twentieth.
func rounds(s *value, x, y *big.Rat) bool {
	d := new(big.Rat).Sub(x, y)
	d.Abs(d)
	if s.bound&approx != 0 {
		place := new(big.Rat).Set(s.step)
		for ten := big.NewRat(10, 1); new(big.Rat).Quo(x, new(big.Rat).Mul(place, ten)).IsInt() && x.Sign() != 0; {
			place.Mul(place, ten)
		}
		return new(big.Rat).Mul(d, big.NewRat(20, 1)).Cmp(new(big.Rat).Abs(y)) <= 0 && new(big.Rat).Mul(d, big.NewRat(2, 1)).Cmp(place) <= 0
	}
	finer := s.scaled || !new(big.Rat).Quo(y, s.step).IsInt()
	return finer && new(big.Rat).Mul(d, big.NewRat(2, 1)).Cmp(s.step) <= 0 && d.Sign() >= 0 && s.step.Cmp(new(big.Rat).Abs(y)) < 0
}

// checkValues names the values that the piece does not hold, with the one of the
// same kind that stands there instead.
func (c *comparison) checkValues() {
	for i := range c.st {
		t := &c.st[i]
		if t.value == nil {
			continue
		}
		v := t.value
		if c.found[i].where == inPiece {
			c.exactly(t, c.pc.tokens[c.found[i].at].value)
			c.counts(i)
			continue
		}
		if c.found[i].where == inHeader || c.found[i].where == inAround {
			continue
		}
		check := string(v.kind)
		if v.kind == money || v.kind == quantity || v.kind == ordinal {
			check = "number"
		}
		if j := c.rival(i); j >= 0 {
			c.taken[j] = true
			e := c.pc.tokens[j].value
			if c.admits(j, v) {
				c.fault(t, Fault{Check: check, Passage: c.says(j), Detail: "the passage sets a limit that holds for it"})
				continue
			}
			c.fault(t, Fault{Check: check, Contradict: e.kind == v.kind || v.kind == money && e.kind == number || v.kind == quantity && e.kind == number,
				Passage: c.says(j), Detail: "the passage has another value"})
			continue
		}
		c.fault(t, Fault{Check: check, Detail: "the passage has no such value"})
	}
}

// admits reports that value j of the piece is a bound, or an end of a range, that a value
// keeps to: above 5,000 EUR, 1,000 to 5,000 EUR.
func (c *comparison) admits(j int, v *value) bool {
	e := c.pc.tokens[j].value
	if v.bound&bound != 0 || v.kind == date || e.kind == date || !comparable(v, e) && !comparable(e, v) || len(v.readings) == 0 || len(e.readings) == 0 {
		return false
	}
	x, y := v.readings[0], e.readings[0]
	switch {
	case e.bound&(over|atLeast) != 0:
		return x.Cmp(y) > 0
	case e.bound&(under|atMost) != 0:
		return x.Cmp(y) < 0
	}
	between := func(from, to *value) bool {
		return slices.ContainsFunc(from.readings, func(r *big.Rat) bool { return r.Cmp(x) <= 0 }) && slices.ContainsFunc(to.readings, func(r *big.Rat) bool { return x.Cmp(r) <= 0 })
	}
	for k := max(0, j-3); k < min(len(c.pc.tokens), j+4); k++ {
		o := c.pc.tokens[k].value
		if k == j || o == nil || o.kind == date || c.pc.tokens[k].cell != c.pc.tokens[j].cell || !comparable(o, e) && !comparable(e, o) || !c.ranged(min(j, k), max(j, k)) {
			continue
		}
		if k < j && between(o, e) || k > j && between(e, o) {
			return true
		}
	}
	return false
}

// ranged reports that nothing but a small word or a dash stands between two values: to,
// bis, à, and.
func (c *comparison) ranged(from, to int) bool {
	for k := from + 1; k < to; k++ {
		if c.pc.tokens[k].class&stop == 0 {
			return false
		}
	}
	gap := c.pc.passage.Text[c.pc.tokens[from].end:c.pc.tokens[to].start]
	return to == from+2 || to == from+1 && strings.ContainsAny(gap, "-–—")
}

// exactly compares what both sides say of a value's being exact, and the year.
func (c *comparison) exactly(t *token, e *value) {
	s := t.value
	if s.kind == date || e.kind == date {
		if _, doubt := matchDate(s, e, c.pc.years); doubt != "" {
			c.fault(t, Fault{Check: "date", Detail: doubt})
		}
		return
	}
	sb, eb := s.bound&bound, e.bound&bound
	passage := c.pc.passage.Text[e0(c, e)[0]:e0(c, e)[1]]
	switch {
	case sb == eb:
	case sb != 0 && eb != 0 && (sb&(atLeast|over) != 0) == (eb&(atLeast|over) != 0):
		c.fault(t, Fault{Check: "number", Passage: passage, Detail: "the passage sets another bound"})
	case sb != 0 && eb != 0:
		c.fault(t, Fault{Check: "direction", Contradict: true, Passage: passage, Detail: "the passage sets the opposite bound"})
	case eb != 0:
		c.fault(t, Fault{Check: "number", Passage: passage, Detail: "the passage gives a bound, not the number"})
	}
	if e.bound&approx != 0 && s.bound&(approx|bound) == 0 && e.bound&bound == 0 {
		c.fault(t, Fault{Check: "number", Passage: passage, Detail: "the passage gives the number as about right only"})
	}
}

// e0 is the span of a value of the piece in the passage's text.
func e0(c *comparison, e *value) [2]int {
	for j := range c.pc.tokens {
		if c.pc.tokens[j].value == e {
			return [2]int{c.pc.tokens[j].start, c.pc.tokens[j].end}
		}
	}
	return [2]int{}
}

// rival returns the value of the piece that stands in the place of value i: of its
// kind and unit, else of its kind, not said by the statement elsewhere. -1: none.
func (c *comparison) rival(i int) int {
	v := c.st[i].value
	best, bestRank := -1, 0
	for j := range c.pc.tokens {
		e := c.pc.tokens[j].value
		if e == nil || c.taken[j] {
			continue
		}
		rank := 0
		switch {
		case v.kind == date && e.kind == date && v.unit == e.unit:
			rank = 3
		case v.kind == date || e.kind == date:
		case comparable(v, e):
			rank = 3
		case v.kind == e.kind && v.kind == quantity && v.unit != e.unit, v.kind == quantity && e.kind == number, v.kind == money && e.kind == number, v.kind == money && e.kind == money:
			rank = 1
		}
		if rank > 0 && !c.pc.table {
			if k, ok := c.instead(i); ok && k == j {
				rank += 2
			}
		}
		if rank > bestRank {
			best, bestRank = j, rank
		}
	}
	return best
}

// counts holds a number against the thing that it counts: the words behind it must
// stand by the same number in the piece.
func (c *comparison) counts(i int) {
	v := c.st[i].value
	if v.kind != number && !(v.kind == quantity && (v.unit == "percent" || v.unit == "time" || v.unit == "calendar")) || v.year > 0 {
		return
	}
	at := c.found[i].at
	for k := i + 1; k < len(c.st) && k <= i+3 && c.st[k].clause == c.st[i].clause; k++ {
		t := &c.st[k]
		if t.value != nil {
			return
		}
		if !t.bears() {
			continue
		}
		if c.found[k].where != inPiece || c.pc.table {
			return
		}
		lo, hi := min(at, c.found[k].at), max(at, c.found[k].at)
		for j := lo + 1; j < hi; j++ {
			if e := c.pc.tokens[j].value; e != nil && (e.kind == v.kind) && e.unit == v.unit && e.year == 0 {
				if c.pc.tokens[j].clause != c.pc.tokens[at].clause || c.found[k].at > at {
					c.fault(&c.st[i], Fault{Check: "pairing", Contradict: true, Passage: c.says(j), Detail: "the number counts something else in the passage"})
					return
				}
			}
		}
		return
	}
}
