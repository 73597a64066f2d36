package pdf

import (
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// settleDirections finds in which direction each cluster of a chunk reads, and
// returns that of the whole.
func settleDirections(part []cluster) direction {
	for i := range part {
		c := &part[i]
		p, _ := bidi.LookupRune(c.glyphs[0].r)
		switch c.class = p.Class(); c.class {
		case bidi.L:
			c.dir = rightward
		case bidi.R, bidi.AL:
			c.dir = leftward
		}
	}
	base := baseDirection(part)
	findNumbers(part)
	for i := range part {
		if part[i].number {
			part[i].dir = numberDirection(part, i, base)
		}
	}
	for i := range part {
		if part[i].dir == unset {
			a, b := nearest(part, i, -1, base), nearest(part, i, 1, base)
			if part[i].dir = base; a == b {
				part[i].dir = a
			}
		}
	}
	return base
}

// baseDirection tells the direction of a line from its ends: the first and last
// letters, then the punctuation that ends it, then what most letters are.
func baseDirection(part []cluster) direction {
	left, right := unset, unset
	count := 0
	for _, c := range part {
		if c.dir == unset {
			continue
		}
		if left == unset {
			left = c.dir
		}
		right = c.dir
		if c.dir == leftward {
			count++
		} else {
			count--
		}
	}
	ends := func(c cluster) bool { return strings.ContainsRune(".,;:!?،؛؟", c.glyphs[0].r) }
	switch first, last := part[0], part[len(part)-1]; {
	case left == right:
		return left
	case ends(first) && !ends(last):
		return leftward
	case ends(last) && !ends(first):
		return rightward
	case count >= 0:
		return leftward
	}
	return rightward
}

// nearest returns the direction of the nearest cluster on one side that has one.
func nearest(part []cluster, i, step int, base direction) direction {
	for k := i + step; 0 <= k && k < len(part); k += step {
		switch {
		case part[k].number && part[k].dir != rightward:
			return leftward // as the bidirectional algorithm has it
		case part[k].class == bidi.L || part[k].class == bidi.R || part[k].class == bidi.AL || part[k].number:
			return part[k].dir
		}
	}
	return base
}

// findNumbers marks digits, and signs that are part of a number. In Arabic script
// fewer signs are than elsewhere.
func findNumbers(part []cluster) {
	digit := func(i int) bool {
		return 0 <= i && i < len(part) && (part[i].class == bidi.EN || part[i].class == bidi.AN)
	}
	arabic := false
	for i := len(part) - 1; i >= 0; i-- { // as a right-to-left line is read
		c := &part[i]
		switch c.class {
		case bidi.AL:
			arabic = true
		case bidi.L, bidi.R:
			arabic = false
		case bidi.EN, bidi.AN:
			c.number = true
		case bidi.CS:
			c.number = digit(i-1) && digit(i+1) && !c.gap && !part[i+1].gap
		case bidi.ES:
			c.number = !arabic && digit(i-1) && digit(i+1) && !c.gap && !part[i+1].gap
		case bidi.ET:
			c.number = !arabic && (digit(i-1) && !c.gap || digit(i+1) && !part[i+1].gap)
		}
	}
}

// numberDirection returns rightward for a number that goes with words written from
// left to right, else leftward: it has its place among the others then, and only its
// digits read from left to right.
func numberDirection(part []cluster, i int, base direction) direction {
	from, to := i, i
	for from > 0 && part[from-1].number && !part[from].gap {
		from--
	}
	for to+1 < len(part) && part[to+1].number && !part[to+1].gap {
		to++
	}
	strong := func(k, step int) direction {
		for ; 0 <= k && k < len(part); k += step {
			if c := part[k].class; c == bidi.L || c == bidi.R || c == bidi.AL {
				return part[k].dir
			}
		}
		return unset
	}
	left, right := strong(from-1, -1), strong(to+1, 1)
	if base == rightward {
		if left == leftward && right == leftward {
			return leftward
		}
		return rightward
	}
	glued := to+1 < len(part) && part[to+1].class == bidi.L && !part[to+1].gap
	if glued || left == rightward {
		return rightward
	}
	return leftward
}
