package semantics

import (
	"math/bits"
	"strings"
)

// The weights of a score, per mille. They add up to 1000.
const (
	weightCentral  = 430
	weightPosition = 220
	weightTitle    = 140
	weightCue      = 120
	weightFigures  = 90
)

// rank scores every sentence from 0 to 1000: how much of the document's matter
// its words carry, where it stands, and whether it reads like a finding.
func rank(all []sentence, title string) {
	weights := stemWeights(all)
	titleStems := map[uint64]bool{}
	eachWord(title, func(w word) {
		if w.letters > 3 && !functionWords()[w.key] {
			titleStems[w.stem] = true
		}
	})
	central := make([]int, len(all))
	most := 1
	for i := range all {
		sum := 0
		for _, s := range all[i].stems {
			sum += weights[s]
		}
		central[i] = sum * 100 / (len(all[i].stems) + 6)
		most = max(most, central[i])
	}
	for i := range all {
		c := &all[i]
		hits := 0
		for _, s := range c.stems {
			if titleStems[s] {
				hits++
			}
		}
		score := weightCentral*central[i]/most + weightPosition*c.position()/1000
		score += weightTitle * min(hits, 3) / max(1, min(len(titleStems), 3))
		if c.cue {
			score += weightCue
		}
		if c.money {
			score += weightFigures
		} else if c.figures {
			score += weightFigures * 2 / 3
		}
		c.score = min(max(score-c.penalty(), 0), 1000)
	}
}

// stemWeights gives each stem that stands in at least two sentences the binary
// logarithm of how many, in sixteenths, so that frequent words do not drown the
// rest. Words in more than half of the sentences of a long text say nothing.
func stemWeights(all []sentence) map[uint64]int {
	in := map[uint64]int{}
	for i := range all {
		for _, s := range all[i].stems {
			in[s]++
		}
	}
	for s, n := range in {
		if n < 2 || len(all) > 20 && n*2 > len(all) {
			in[s] = 0
			continue
		}
		whole := bits.Len(uint(n)) - 1
		in[s] = 16*whole + 16*(n-1<<whole)/(1<<whole)
	}
	return in
}

// position is 1000 for the first sentence of the document and falls to 100; the
// first sentence of a section or block counts more than those behind it.
func (c *sentence) position() int {
	p := 1000 - 150*c.ordinal
	switch {
	case c.opening && c.block.first:
		p = max(p, 450)
	case c.opening:
		p = max(p, 250)
	}
	return max(p, 100)
}

// penalty lowers what reads badly alone or is probably no statement.
func (c *sentence) penalty() int {
	p := 0
	if c.dangling {
		p += 200
	}
	if c.shouting {
		p += 200
	}
	if c.asks() {
		p += 180
	}
	if strings.HasSuffix(c.text, ":") {
		p += 150 // it announces what is not quoted with it
	}
	if strings.Contains(c.text, "://") || strings.Contains(c.text, "www.") || strings.Contains(c.text, "@") {
		p += 150
	}
	if c.chars > 300 {
		p += 80
	}
	if c.chars < 40 {
		p += 80
	}
	return p
}

// asks reports a question.
func (c *sentence) asks() bool {
	return strings.HasSuffix(c.text, "?") || strings.HasSuffix(c.text, "？") || strings.HasSuffix(c.text, "؟")
}

// alike reports that two sentences share most of their matter.
func alike(a, b *sentence) bool {
	if a.text == b.text {
		return true
	}
	shared := 0
	for _, s := range a.stems {
		for _, t := range b.stems {
			if s == t {
				shared++
				break
			}
		}
	}
	return shared*5 >= min(len(a.stems), len(b.stems))*3 && shared >= 3
}

// statement cites a sentence.
func (c *sentence) statement() Statement {
	q := Quote{Text: c.text, Unit: c.block.unit.Name, Span: c.span, Digest: check(c.block.text, c.span)}
	return Statement{q, c.score}
}
