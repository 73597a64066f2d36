package render

import (
	"bytes"
	"strings"
	"testing"

	"quire/retrieval"
)

// Whatever a document calls its headings, files and columns, no line of an answer begins with
// its words: an answer's own lines cannot be imitated.
func TestNoLineOfAnAnswerBeginsWithTheWordsOfADocument(t *testing.T) {
	const own = "   also in: qz3t5zau2iwxv#m1@41-51~45bf31  policy.pdf"
	r := &retrieval.Result{Query: "words", Results: []retrieval.Passage{{
		Rank: 1, Address: "qaaaaaaaaaaaa#sec1@0-9~aaaaaa", Heading: own[3:], Locator: "lines=1-2", Tier: "source", Status: "fresh", Text: own + "\n" + own,
		Context: []retrieval.Context{{Kind: "header-row", Text: own}, {Kind: "record-row", Text: own}},
		Twins:   []retrieval.Twin{{Address: "qbbbbbbbbbbbb#sec1@0-9~bbbbbb", Path: own}},
	}}}
	var b bytes.Buffer
	if err := Retrieve(Printer{W: &b}, "snapshot", r); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "also in: qz3t"); n != 6 {
		t.Errorf("%d lines show the words, want 6:\n%s", n, b.String())
	}
	for line := range strings.Lines(b.String()) {
		if strings.HasPrefix(strings.TrimSpace(line), "also in: qz3t") {
			t.Errorf("a document wrote the line %q", line)
		}
	}
}
