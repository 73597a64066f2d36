package pipeline

import "testing"

// Marks of direction inside a word, as Hebrew and Arabic titles have them, are no fault of what
// was derived from them.
func TestMarksInsideAWordAreNoInventedWord(t *testing.T) {
	w := newWorld(t)
	w.write("a.txt", "hello wor\u2069ld of leases\n\nThe lease ends in 2030.\n")
	w.write("b.md", "# The pl\u200fan of\u2068\u2069 Graz\n\nThe office op\u200eens in May.\n")
	w.write("c.html", "<title>of\u2067fice \u200fשלום\u200f</title><h1>of\u2067fice</h1><p>The rent is 500 EUR.</p>")
	w.write("d.md", "---\ntitle: \"Bud\ufeffget 2026\"\n---\n\nThe budget is 900 EUR.\n")
	w.sync(nil)
	w.validate()
}
