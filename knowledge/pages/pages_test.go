package pages

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"runtime"
	"strings"
	"sync"
	"testing"

	"quire/knowledge"
)

// lines yields records as lines of JSON.
func lines[T any](t testing.TB, list []T) func() iter.Seq2[[]byte, error] {
	t.Helper()
	var out [][]byte
	for _, x := range list {
		b, err := knowledge.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return func() iter.Seq2[[]byte, error] {
		return func(yield func([]byte, error) bool) {
			for _, b := range out {
				if !yield(b, nil) {
					return
				}
			}
		}
	}
}

func id(n int) string { return fmt.Sprintf("q%012d", n) }

func source(n int, path, date string) Source {
	return Source{ID: id(n), Path: path, Title: "Title of " + path, Date: date, Outcome: "extracted", Searchable: true}
}

type row struct {
	ID  string `json:"id"`
	Out []edge `json:"out,omitempty"`
}

// built returns the pages by name.
func built(t *testing.T, sources []Source, cards []Card, edges []row) map[string]string {
	t.Helper()
	files, err := Build(Corpus{Sources: sources, Cards: lines(t, cards), Edges: lines(t, edges)})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 2*len(Names) {
		t.Fatalf("%d files", len(files))
	}
	out := map[string]string{}
	for _, f := range files {
		out[strings.TrimPrefix(f.Name, Dir+"/")] = string(f.Data)
		if strings.HasSuffix(f.Name, ".json") && (!json.Valid(f.Data) || bytes.Contains(f.Data, []byte("null"))) {
			t.Errorf("%s is %s", f.Name, f.Data)
		}
	}
	return out
}

func holds(t *testing.T, page string, wants ...string) {
	t.Helper()
	for _, w := range wants {
		if !strings.Contains(page, w) {
			t.Errorf("lacks %q:\n%s", w, page)
		}
	}
}

func lacks(t *testing.T, page string, bad ...string) {
	t.Helper()
	for _, b := range bad {
		if strings.Contains(page, b) {
			t.Errorf("holds %q:\n%s", b, page)
		}
	}
}

func TestTopicsReturnInSeveralDocuments(t *testing.T) {
	sources := []Source{source(1, "c/b.md", ""), source(2, "c/a.md", ""), source(3, "c/c.md", ""), {ID: id(4), Path: "c/withheld.md", Outcome: "quarantined"}}
	cards := []Card{
		{ID: id(1), Topics: []Topic{{"GOVERNING law", "sec1", false}, {"Governing Law", "sec9", false}, {"Alone", "sec2", false}}},
		{ID: id(2), Topics: []Topic{{"Governing law", "sec4", true}}},
		{ID: id(4), Topics: []Topic{{"Alone", "sec1", false}, {"Governing law", "sec1", false}}},
	}
	p := built(t, sources, cards, nil)
	holds(t, p["topics.md"], "- Governing law · 2 documents, defined in 1\n  - c/a.md · "+id(2)+"#sec4\n  - c/b.md · "+id(1)+"#sec1\n")
	lacks(t, p["topics.md"]+p["topics.json"], "Alone", "withheld")
}

func TestHeadingsOfATemplateAreNoTopic(t *testing.T) {
	var sources []Source
	var cards []Card
	for i := range 50 {
		sources = append(sources, source(i, fmt.Sprintf("c/%02d.md", i), ""))
		c := Card{ID: id(i), Topics: []Topic{{"Purpose of this form", "sec1", false}}}
		if i%7 == 0 {
			c.Topics = append(c.Topics, Topic{"Bicycles", "sec2", false})
		}
		cards = append(cards, c)
	}
	p := built(t, sources, cards, nil)
	holds(t, p["topics.md"], "- Bicycles · 8 documents", "1 heading in more than a fifth of the documents")
	lacks(t, p["topics.md"], "Purpose of this form")
}

func TestTimeline(t *testing.T) {
	sources := []Source{source(1, "c/a.md", "2026-03-12"), source(2, "c/b.md", "2024"), source(3, "c/c.md", "")}
	cards := []Card{{ID: id(3), Dated: []Dated{{"2027-01-01", "obligation", Point{"The keys must be back on 1 January 2027.", "sec1@0-9~abcdef"}}}}}
	p := built(t, sources, cards, nil)
	at := func(s string) int { return strings.Index(p["timeline.md"], s) }
	if a, b, c := at("2027-01-01 · obligation"), at("2026-03-12 · document"), at("2024 · document"); a < 0 || a > b || b > c {
		t.Errorf("the order is not the latest first:\n%s", p["timeline.md"])
	}
	holds(t, p["timeline.md"], id(3)+"#sec1@0-9~abcdef", "- 2027: 0 documents, 1 statement\n- 2026: 1 document\n- 2024: 1 document")
}

func TestConflictsAndDuplicates(t *testing.T) {
	sources := []Source{source(1, "c/a.md", ""), source(2, "c/b.md", ""), source(3, "c/c.md", ""), source(4, "c/d.md", "")}
	edges := []row{
		{ID: id(1), Out: []edge{
			{Kind: "conflicts-with", ID: id(2), Strength: 800, Evidence: []evidence{{id(1), "sec1", knowledge.Span{3, 9}, "500 EUR"}, {id(2), "sec2", knowledge.Span{1, 8}, "750 EUR"}}},
			{Kind: "same-as", ID: id(2), Strength: 1000}, {Kind: "links-to", ID: id(3), Strength: 1000},
			{Kind: "same-as", ID: id(77), Strength: 1000}, // of a source that is not there
		}},
		{ID: id(2), Out: []edge{{Kind: "same-as", ID: id(4), Strength: 1000}}},
		{ID: id(3), Out: []edge{{Kind: "near-duplicate-of", ID: id(4), Strength: 910, Evidence: []evidence{
			{Source: id(3), Text: "c/c.md"}, {Source: id(4), Text: "c/d.md"}, {id(3), "sec1", knowledge.Span{3, 9}, "14 days"}, {id(4), "sec2", knowledge.Span{1, 8}, "30 days"},
		}}, {Kind: "supersedes", ID: id(1), Strength: 900}, {Kind: "version-of", ID: id(2), Strength: 700}}},
	}
	p := built(t, sources, nil, edges)
	holds(t, p["conflicts.md"], "- c/a.md · "+id(1)+" conflicts with c/b.md · "+id(2), "  - 500 EUR · "+id(1)+"#sec1@3-9", "  - 750 EUR · "+id(2)+"#sec2@1-8")
	holds(t, p["duplicates.md"], "- 3 documents\n  - c/a.md · "+id(1)+"\n  - c/b.md · "+id(2)+"\n  - c/d.md", "- 2 documents\n  - c/c.md", "c/c.md · "+id(3)+" supersedes c/a.md", "is a version of c/b.md")
	holds(t, p["duplicates.md"], "## Where these differ\n\n- c/c.md · "+id(3)+" differs from c/d.md · "+id(4)+"\n  - 14 days · "+id(3)+"#sec1@3-9\n  - 30 days · "+id(4)+"#sec2@1-8\n")
	lacks(t, p["duplicates.md"]+p["duplicates.json"], id(77))
}

func TestGaps(t *testing.T) {
	sources := []Source{
		source(1, "c/a.md", ""), {ID: id(2), Path: "c/b.docx", Outcome: "failed", Reason: "damaged"}, {ID: id(3), Path: "c/c.txt", Outcome: "empty"},
		{ID: id(4), Path: "c/d.md", Outcome: "extracted"}, // as an earlier sync read it
	}
	cards := []Card{{ID: id(1), Open: []Point{{"The price is *to be decided*.", "sec1@0-9~abcdef"}}, More: 4, Gaps: []Gap{{"ambiguous-date", 2}}}}
	p := built(t, sources, cards, nil)
	holds(t, p["gaps.md"], "- failed: damaged: 1 file\n- stale: 1 file", "- c/b.docx · "+id(2)+" · failed, damaged", "- ambiguous-date: 2 in 1 document", `- The price is \*to be decided\*. · c/a.md`, "… and 4 more open points.")
	lacks(t, p["gaps.md"], "c/c.txt")
}

// A name of a document cannot be taken for a line of the page.
func TestNamesAreOneLine(t *testing.T) {
	s := source(1, "c/a\n# Forged [x](y).md", "2026-01-01")
	s.Title = "one\n- two `code` <b>"
	p := built(t, []Source{s}, nil, nil)
	for name, page := range p {
		if strings.HasSuffix(name, ".md") && (strings.Contains(page, "\n# Forged") || strings.Contains(page, "\n- two")) {
			t.Errorf("%s holds a forged line:\n%s", name, page)
		}
	}
}

// Pages keep their size, and making them their memory, whatever the corpus: a hundred
// thousand documents make pages of the size that ten thousand do.
func TestPagesAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a hundred thousand cards")
	}
	var mu sync.Mutex
	var peak uint64 // bytes of heap, garbage included
	look := func(i int) {
		if i%5000 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			mu.Lock()
			defer mu.Unlock()
			peak = max(peak, m.HeapAlloc)
		}
	}
	make := func(n int) Corpus {
		c := Corpus{Sources: make([]Source, n)}
		for i := range c.Sources {
			c.Sources[i] = source(i, fmt.Sprintf("c/%06d.md", i), fmt.Sprintf("20%02d-01-01", i%90+10))
			if i%10 == 0 {
				c.Sources[i].Outcome, c.Sources[i].Searchable = "failed", false
			}
		}
		c.Cards = func() iter.Seq2[[]byte, error] {
			return func(yield func([]byte, error) bool) {
				for i := range n {
					look(i)
					card := Card{ID: id(i), Gaps: []Gap{{"garbled", 1}}, Open: []Point{{"It is to be decided.", "sec1@0-9~abcdef"}}}
					for j := range 10 {
						card.Topics = append(card.Topics, Topic{fmt.Sprintf("Matter %d of the thing", (i*10+j)%(n*5)), "sec1", false})
					}
					b, err := knowledge.Marshal(card)
					if !yield(b, err) {
						return
					}
				}
			}
		}
		c.Edges = func() iter.Seq2[[]byte, error] {
			return func(yield func([]byte, error) bool) {
				for i := range n - 1 {
					look(i)
					b, err := knowledge.Marshal(row{ID: id(i), Out: []edge{{Kind: "conflicts-with", ID: id(i + 1), Strength: 500}, {Kind: "near-duplicate-of", ID: id(i/3*3 + 1), Strength: 900}}})
					if !yield(b, err) {
						return
					}
				}
			}
		}
		return c
	}
	size := func(n int) int {
		c := make(n)
		files, err := Build(c)
		if err != nil {
			t.Fatal(err)
		}
		total := 0
		for _, f := range files {
			total += len(f.Data)
		}
		t.Logf("%d documents: %d bytes of pages, %d MiB of heap at most, rows included", n, total, peak>>20)
		return total
	}
	// A parent may take 300 MiB at this size, its rows included.
	small, large := size(10_000), size(100_000)
	if large > small*3/2 {
		t.Errorf("ten times the documents make %d bytes of pages instead of %d", large, small)
	}
	if peak > 200<<20 {
		t.Errorf("making the pages took %d MiB", peak>>20)
	}
}
