package proof

// copyShare is how many of a statement's words, small ones too, must stand in the piece
// in the same order for it to count as the piece's own sentence with a word or two
// changed. A paraphrase that turns clauses around keeps fewer.
const copyShare = 0.5

// What the alignment counts for a word that both have, and for one that stands in the
// place of another: the most words in common, and of such alignments the one in which
// words give way to words.
const (
	keptWord = 1000
	inPlace  = 1
)

// gap is a run of words of the statement where the piece has another one, between words
// that both have in the same order.
type gap struct {
	st, from [2]int // tokens of the statement, of the piece
}

// checkCopy looks at a statement that follows the piece word for word but in a few
// places. Two words that stand crosswise in two such places have changed places, and a
// word in the place of one that bears meaning must say the same, be it ever so small.
func (c *comparison) checkCopy() {
	if c.pc.table || len(c.faults) > 0 {
		return
	}
	gaps, kept := c.gaps()
	defer func() { c.altered = len(c.faults) > 0 }()
	if float64(kept) < copyShare*float64(len(c.st)) {
		return
	}
	for a := range gaps {
		for b := a + 1; b < len(gaps); b++ {
			if i, j, ok := c.crosswise(gaps[a], gaps[b]); ok {
				c.fault(&c.st[i], Fault{Check: "order", Contradict: true, Passage: c.says(j), Detail: "in the passage these words stand the other way round"})
				return
			}
		}
	}
	for _, g := range gaps {
		if i, j, ok := c.otherWord(g, kept); ok {
			c.fault(&c.st[i], Fault{Check: "word", Passage: c.says(j), Detail: "the passage has another word in this place"})
			return
		}
	}
}

// gaps aligns all words of the statement, small ones too, with those of the piece, and
// returns what stands between the words that both have.
func (c *comparison) gaps() (out []gap, kept int) {
	e := c.pc.tokens[:min(len(c.pc.tokens), maxTokens)]
	n, m := len(c.st), len(e)
	best := make([]int, (n+1)*(m+1))
	at := func(i, j int) int { return i*(m+1) + j }
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			one := inPlace
			if c.alike(i, j) {
				one = keptWord
			}
			best[at(i, j)] = max(best[at(i+1, j)], best[at(i, j+1)], best[at(i+1, j+1)]+one)
		}
	}
	i, j := 0, 0
	g := gap{}
	flush := func() {
		g.st[1], g.from[1] = i, j
		if g.st[1] > g.st[0] && g.from[1] > g.from[0] {
			out = append(out, g)
		}
		g = gap{[2]int{i + 1, 0}, [2]int{j + 1, 0}}
	}
	for i < n && j < m {
		switch {
		case c.alike(i, j) && best[at(i, j)] == best[at(i+1, j+1)]+keptWord:
			flush()
			kept++
			i++
			j++
		case !c.alike(i, j) && best[at(i, j)] == best[at(i+1, j+1)]+inPlace:
			i++
			j++
		case best[at(i, j)] == best[at(i+1, j)]:
			i++
		default:
			j++
		}
	}
	i, j = n, m
	flush()
	return out, kept
}

// alike reports the same word, or words that say the same.
func (c *comparison) alike(i, j int) bool {
	s, e := &c.st[i], &c.pc.tokens[j]
	return s.value == nil && e.value == nil && s.fold == e.fold || c.fits(s, e)
}

// crosswise finds a word of each gap that the piece has in the other one.
func (c *comparison) crosswise(a, b gap) (i, j int, ok bool) {
	for x := a.st[0]; x < a.st[1]; x++ {
		for y := b.from[0]; y < b.from[1]; y++ {
			if !c.alike(x, y) || c.holds(a, x) || proper(&c.st[x]) && c.pc.predicate(y) {
				continue
			}
			for z := b.st[0]; z < b.st[1]; z++ {
				for w := a.from[0]; w < a.from[1]; w++ {
					if c.alike(z, w) && !c.holds(b, z) && c.keep(x, z, y, w) != kept {
						return x, w, true
					}
				}
			}
		}
	}
	return 0, 0, false
}

// holds reports that the piece has a word of the statement in the same gap.
func (c *comparison) holds(g gap, i int) bool {
	for j := g.from[0]; j < g.from[1]; j++ {
		if c.alike(i, j) {
			return true
		}
	}
	return false
}

// otherWord finds a word that bears meaning in the piece's side of a gap of one word,
// and a small one that says nothing like it on the statement's.
func (c *comparison) otherWord(g gap, kept int) (i, j int, ok bool) {
	if g.st[1]-g.st[0] != 1 || g.from[1]-g.from[0] != 1 || kept*10 < len(c.st)*7 {
		return 0, 0, false
	}
	i, j = g.st[0], g.from[0]
	s, e := &c.st[i], &c.pc.tokens[j]
	if s.bears() && c.found[i].where == inPiece && c.settled(i, c.found[i].at) {
		return 0, 0, false
	}
	if s.bears() && c.found[i].where == inAround && e.class&(stop|auxiliary|modal) == 0 {
		return i, j, true
	}
	if !e.bears() || s.class&modal != 0 || c.found[i].where == inPiece && s.bears() && c.found[i].at == j {
		return 0, 0, false
	}
	return i, j, true
}
