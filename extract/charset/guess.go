package charset

import "bytes"

// sampleBytes bounds what the comparison looks at: lines that hold bytes beyond
// ASCII, from the beginning on.
const sampleBytes = 64 << 10

// guess compares how plausible b is under every encoding. Points are gained by
// character pairs that a language uses and lost by those that none does; where
// even the best reading loses more than it gains, windows-1252 is taken, which
// reads all bytes.
func guess(b []byte) (text, name string, confidence int) {
	sample := telling(b)
	best, second := rating{name: "windows-1252", points: -1 << 30}, rating{points: -1 << 30}
	consider := func(r rating) {
		switch {
		case r.points > best.points:
			best, second = r, best
		case r.points > second.points:
			second = r
		}
	}
	pairs := countPairs(sample)
	for i := range singles {
		consider(singles[i].rate(pairs))
	}
	for _, m := range multis {
		consider(m.rate(sample))
	}
	high := 0
	for _, c := range sample {
		if c >= 0x80 {
			high++
		}
	}
	if best.points < 0 {
		text, _ = decodeLabel(b, "windows-1252")
		return text, "windows-1252", 10
	}
	text, _ = decodeLabel(b, best.name)
	// A reading is sure where its pairs are common ones (about 6 points each)
	// and no other comes near.
	quality := min(best.points*60/(6*max(high, 1)), 60)
	lead := min((best.points-max(second.points, 0))*30/max(best.points, 1), 20)
	return text, best.name, max(10, min(quality+lead, 80))
}

// rating is how plausible a text is in one encoding.
type rating struct {
	name   string
	points int
}

// telling returns the lines of b that hold bytes beyond ASCII.
func telling(b []byte) []byte {
	var out []byte
	for len(b) > 0 && len(out) < sampleBytes {
		line := b
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			line = b[:i+1]
		}
		b = b[len(line):]
		for _, c := range line {
			if c >= 0x80 {
				out = append(out, line[:min(len(line), sampleBytes-len(out))]...)
				break
			}
		}
	}
	return out
}
