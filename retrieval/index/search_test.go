package index

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestSearchOnEdges(t *testing.T) {
	empty := open(t, build(t, nil), Stats{})
	docs := made(30, 40)
	full := open(t, build(t, docs), sizesOf(docs))
	for _, c := range []struct{ name, text string }{
		{"no text", ""},
		{"punctuation only", "?!… --"},
		{"unknown words", "xylophonist quokka"},
		{"broken bytes", "\xff\xfe"},
	} {
		for name, r := range map[string]*Reader{"empty": empty, "full": full} {
			t.Run(c.name+", "+name, func(t *testing.T) {
				hits, total := search(t, r, Query{Text: c.text})
				if len(hits) != 0 || total.Matched != 0 || total.Withheld != 0 {
					t.Errorf("got %v, %+v, want nothing", hits, total)
				}
			})
		}
	}
	if hits, _ := search(t, empty, Query{Text: "the"}); len(hits) != 0 {
		t.Errorf("an empty index found %v", hits)
	}
}

func TestLongQueryIsCut(t *testing.T) {
	docs := made(30, 40)
	r := open(t, build(t, docs), sizesOf(docs))
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "w%dx %s ", i, wordOfRank(i))
	}
	hits, total := search(t, r, Query{Text: text.String()})
	if len(total.Terms) != MaxQueryTerms || !total.Cut || len(hits) == 0 {
		t.Errorf("got %d terms, cut %v, %d hits", len(total.Terms), total.Cut, len(hits))
	}
}

func TestStopWordsAloneFindPassages(t *testing.T) {
	docs := []Doc{{ID: "qa#1", Text: "to be or not to be"}, {ID: "qb#1", Text: "a rose is a rose"}}
	r := open(t, build(t, docs), sizesOf(docs))
	if hits, _ := search(t, r, Query{Text: "to be or not"}); !slices.Equal(idsOf(hits), []string{"qa#1"}) {
		t.Errorf("got %v", idsOf(hits))
	}
}

func TestFunctionWordsCountLess(t *testing.T) {
	for _, c := range []struct {
		text, term string
		want       float64
	}{
		{"what is the retention period", "what", functionWeight},
		{"what is the retention period", "retent", 1},
		{"because of it", "becaus", functionWeight},
		{"welche Fristen gelten für Verträge", "fur", functionWeight},
		{"¿cuándo vence?", "cuando", functionWeight},
		{"IT policy of the WHO", "it", 1},
		{"IT policy of the WHO", "who", 1},
		{"IT POLICY OF THE WHO", "who", functionWeight},
		{"rose rose", "rose", 2},
	} {
		terms, _ := queryTerms(c.text, nil)
		i := slices.IndexFunc(terms, func(t Term) bool { return t.Term == c.term })
		if i < 0 || terms[i].Weight != c.want {
			t.Errorf("%q: %q weighs %v, want %v", c.text, c.term, terms, c.want)
		}
	}
}

func TestExactAccentsRankFirst(t *testing.T) {
	docs := []Doc{
		{ID: "qa#1", Text: "schon lange her"}, {ID: "qb#1", Text: "schön lange her"}, {ID: "qc#1", Text: "nichts davon"},
	}
	r := open(t, build(t, docs), sizesOf(docs))
	for text, want := range map[string][]string{"schön": {"qb#1", "qa#1"}, "SCHON": {"qa#1", "qb#1"}} {
		if hits, _ := search(t, r, Query{Text: text}); !slices.Equal(idsOf(hits), want) {
			t.Errorf("%s: got %v, want %v", text, idsOf(hits), want)
		}
	}
}

func TestFilters(t *testing.T) {
	docs := made(2000, 40)
	r := open(t, build(t, docs), sizesOf(docs))
	text := wordOfRank(0) + " " + wordOfRank(1) + " " + wordOfRank(2)
	wanted := func(keep func(Doc) bool) (ids []string) {
		for _, d := range docs {
			words := strings.Fields(strings.ReplaceAll(d.Text+" "+d.Heading+" "+d.Title, ".", " "))
			if keep(d) && slices.ContainsFunc(words, func(w string) bool { return slices.Contains(strings.Fields(text), w) }) {
				ids = append(ids, d.ID)
			}
		}
		return ids
	}
	shown := func(d Doc) bool {
		return !slices.Contains(d.Flags, FlagHidden) && !slices.Contains(d.Flags, FlagFurniture)
	}
	var many []string
	for i := range fewSources + 1 {
		many = append(many, fmt.Sprintf("q%012d", i*2))
	}
	for _, c := range []struct {
		name string
		q    Query
		keep func(Doc) bool
	}{
		{"hidden and furniture stay out", Query{}, shown},
		{"hidden when asked for", Query{IncludeHidden: true}, func(d Doc) bool { return !slices.Contains(d.Flags, FlagFurniture) }},
		{"furniture when asked for", Query{IncludeFurniture: true}, func(d Doc) bool { return !slices.Contains(d.Flags, FlagHidden) }},
		{"all", Query{IncludeHidden: true, IncludeFurniture: true}, func(Doc) bool { return true }},
		{"one source", Query{Sources: []string{docs[55].Source}}, func(d Doc) bool { return shown(d) && d.Source == docs[55].Source }},
		{"many sources", Query{Sources: many}, func(d Doc) bool { return shown(d) && slices.Contains(many, d.Source) }},
		{"types", Query{Types: []string{"pdf", "docx"}}, func(d Doc) bool { return shown(d) && d.Type != "markdown" }},
		{"two filters", Query{Types: []string{"pdf"}, Path: func(p string) bool { return strings.HasPrefix(p, "corpus/001/") }},
			func(d Doc) bool { return shown(d) && d.Type == "pdf" && strings.HasPrefix(d.Path, "corpus/001/") }},
		{"a flag", Query{Flags: []string{FlagHidden}, IncludeHidden: true, IncludeFurniture: true}, func(d Doc) bool { return slices.Contains(d.Flags, FlagHidden) }},
		{"an unknown value", Query{Channels: []string{"table"}}, func(Doc) bool { return false }},
		{"tier and language", Query{Tiers: []string{"source"}, Languages: []string{"eng"}}, shown},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.q.Text, c.q.Limit = text, len(docs)
			hits, total := search(t, r, c.q)
			got, want := idsOf(hits), wanted(c.keep)
			slices.Sort(got)
			slices.Sort(want)
			if len(want) == 0 && c.name != "an unknown value" {
				t.Fatal("the case tests nothing")
			}
			if !slices.Equal(got, want) || total.Matched != len(want) {
				t.Errorf("got %d hits, matched %d, want %d", len(got), total.Matched, len(want))
			}
		})
	}
}

func TestWithheldAreCounted(t *testing.T) {
	docs := []Doc{
		{ID: "qa#1", Text: "budget"}, {ID: "qb#1", Text: "budget", Flags: []string{FlagHidden}},
		{ID: "qc#1", Text: "budget", Flags: []string{FlagFurniture, FlagHidden}}, {ID: "qd#1", Text: "budget", Flags: []string{"low-text"}},
	}
	r := open(t, build(t, docs), sizesOf(docs))
	hits, total := search(t, r, Query{Text: "budget"})
	if !slices.Equal(idsOf(hits), []string{"qa#1", "qd#1"}) || total.Matched != 2 || total.Withheld != 2 {
		t.Errorf("got %v, %+v", idsOf(hits), total)
	}
}

func TestTiesAreOrderedByIDAndLimitCutsThem(t *testing.T) {
	var docs []Doc
	for i := range 50 {
		docs = append(docs, Doc{ID: fmt.Sprintf("q%02d#1", (i*37)%50), Text: "grey flat here"})
	}
	docs = append(docs, Doc{ID: "q99#1", Text: "grey grey grey flat"})
	r := open(t, build(t, docs), sizesOf(docs))
	for _, limit := range []int{1, 2, 7, 50, 51, 1000} {
		hits, total := search(t, r, Query{Text: "grey flat", Limit: limit})
		want := []string{"q99#1"}
		for i := range 50 {
			want = append(want, fmt.Sprintf("q%02d#1", i))
		}
		if got := idsOf(hits); !slices.Equal(got, want[:min(limit, len(want))]) || total.Matched != 51 {
			t.Errorf("limit %d: got %v of %d", limit, got, total.Matched)
		}
	}
	if hits, _ := search(t, r, Query{Text: "grey"}); len(hits) != DefaultLimit {
		t.Errorf("no limit: got %d hits", len(hits))
	}
}

func TestPartsAddUpToTheScore(t *testing.T) {
	docs := made(500, 60)
	r := open(t, build(t, docs), sizesOf(docs))
	hits, total := search(t, r, Query{Text: strings.Join([]string{wordOfRank(1), wordOfRank(9), wordOfRank(60), "the", "unheard"}, " "), Limit: 40})
	if len(hits) != 40 {
		t.Fatalf("got %d hits", len(hits))
	}
	for _, h := range hits {
		sum := 0.0
		for _, p := range h.Parts {
			sum += p.Score
			if !slices.Contains(h.Terms, p.Term) {
				t.Errorf("%s: part of %q, terms %q", h.ID, p.Term, h.Terms)
			}
		}
		if math.Abs(sum-h.Score) > 1e-9*h.Score {
			t.Errorf("%s: parts add up to %v, score is %v", h.ID, sum, h.Score)
		}
	}
	for _, term := range total.Terms {
		if (term.Docs == 0) != (term.Term == "unheard") {
			t.Errorf("%q is in %d passages", term.Term, term.Docs)
		}
	}
}

// The score of a small case, computed by hand from the formula.
func TestScoreIsBM25F(t *testing.T) {
	docs := []Doc{
		{ID: "qa#1", Text: "grain price rose", Heading: "grain"}, {ID: "qb#1", Text: "price of oil price index", Title: "oil"}, {ID: "qc#1", Text: "weather"},
	}
	r := open(t, build(t, docs), sizesOf(docs))
	hits, _ := search(t, r, Query{Text: "grain price"})
	const avgText, avgHeading = 9.0 / 3, 1.0 / 3
	grain := math.Log(1 + (3-1+0.5)/(1+0.5))
	price := math.Log(1 + (3-2+0.5)/(2+0.5))
	x := textWeight/(1-textB+textB*3/avgText) + headingWeight/(1-headingB+headingB*1/avgHeading)
	y := textWeight / (1 - textB + textB*3/avgText)
	z := 2 * textWeight / (1 - textB + textB*5/avgText)
	sat := func(x float64) float64 { return x * (k1 + 1) / (x + k1) }
	want := map[string]float64{"qa#1": grain*sat(x) + price*sat(y), "qb#1": price * sat(z)}
	for _, h := range hits {
		if math.Abs(h.Score-want[h.ID]) > 1e-6 {
			t.Errorf("%s: score %v, want %v", h.ID, h.Score, want[h.ID])
		}
	}
	if len(hits) != 2 {
		t.Errorf("got %d hits, want 2", len(hits))
	}
}

func TestCancelledSearchStops(t *testing.T) {
	docs := made(10, 20)
	r := open(t, build(t, docs), sizesOf(docs))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := r.Search(ctx, Query{Text: wordOfRank(0)}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
