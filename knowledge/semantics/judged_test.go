package semantics

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"quire/extract"
	"quire/extract/formats"
	"quire/knowledge"
)

// judged is a document of the shared corpora with five sentences of which a reader
// said beforehand whether they matter. A sentence is known by its length and a hash
// of its letters and digits.
type judged struct {
	File  string
	Marks []struct {
		Runes   int
		Hash    string
		Matters bool
	}
}

// TestEvalSummaries holds the ranking of sentences against judgements: of the marked
// sentences of a document, as many are taken as matter, by rank and, to compare, by
// their order in the text, as the first sentences of a document are a summary too.
func TestEvalSummaries(t *testing.T) {
	if os.Getenv("QUIRE_EVAL") == "" {
		t.Skip("QUIRE_EVAL is not set: make eval runs it")
	}
	dir := corpus(t, "")
	b, err := os.ReadFile("testdata/judged.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var ranked, first, chosenGood, chosenBad, leadGood, leadBad, matter, marks, found, documents int
	for line := range strings.Lines(string(b)) {
		var j judged
		if err := json.Unmarshal([]byte(line), &j); err != nil {
			t.Fatal(err)
		}
		doc := judgedDocument(t, dir, j.File)
		v := newView(doc)
		k := Derive(doc)
		all := v.candidates()
		rank(all, k.Title.Text)
		chosen := map[string]bool{}
		for _, s := range append(slices.Clone(k.Summary), k.KeyPoints...) {
			chosen[s.Text] = true
		}
		documents++
		type mark struct {
			score, at int
			matters   bool
		}
		var list []mark
		wanted := 0
		for i, m := range j.Marks {
			marks++
			hash, err := strconv.ParseUint(m.Hash, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			x := mark{score: -1, at: 1<<30 + i, matters: m.Matters}
			if c := findMark(all, m.Runes, hash); c != nil {
				found++
				x.score, x.at = c.score, c.ordinal
				if chosen[c.text] {
					if m.Matters {
						chosenGood++
					} else {
						chosenBad++
					}
				}
				if c.ordinal < maxSummary+maxKeyPoints {
					if m.Matters {
						leadGood++
					} else {
						leadBad++
					}
				}
			}
			if m.Matters {
				wanted++
			}
			list = append(list, x)
		}
		matter += wanted
		slices.SortStableFunc(list, func(a, b mark) int { return cmp.Or(b.score-a.score, a.at-b.at) })
		for _, m := range list[:wanted] {
			if m.matters {
				ranked++
			}
		}
		slices.SortStableFunc(list, func(a, b mark) int { return a.at - b.at })
		for _, m := range list[:wanted] {
			if m.matters {
				first++
			}
		}
	}
	t.Logf("%d documents, %d of %d marked sentences found, %d matter", documents, found, marks, matter)
	t.Logf("taken by rank %d of them matter (%.0f %%), by order %d (%.0f %%)", ranked, 100*float64(ranked)/float64(matter), first, 100*float64(first)/float64(matter))
	t.Logf("in summary and key points: %d that matter, %d that do not; in as many first sentences: %d, %d", chosenGood, chosenBad, leadGood, leadBad)
	if ranked <= first {
		t.Error("the ranking is no better than the order of sentences: call the summary lead")
	}
}

func judgedDocument(t *testing.T, dir, file string) *knowledge.Document {
	t.Helper()
	if name, id, ok := strings.Cut(file, "#"); ok {
		return abstractDocument(t, filepath.Join(dir, name, "corpus.jsonl"), id)
	}
	f, err := os.Open(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	format := extract.Detect(f, info.Size(), filepath.Base(file)).Name
	x := judgedRegistry.For(format, extract.Options{})
	a := extract.NewAssembler(knowledge.Recipe{Format: format}, extract.Limits{}, func(string) int { return 1 }, nil)
	return a.Finish(x.Extract(context.Background(), extract.Input{ReaderAt: f, Size: info.Size(), Name: filepath.Base(file), Format: format}, extract.DefaultLimits(), a))
}

var judgedRegistry = formats.Registry("")

func abstractDocument(t *testing.T, name, id string) *knowledge.Document {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var d struct {
			ID          string `json:"id"`
			Title, Text string
		}
		if !bytes.Contains(lines.Bytes(), []byte(id)) || json.Unmarshal(lines.Bytes(), &d) != nil || d.ID != id {
			continue
		}
		return assemble(t, knowledge.Metadata{}, unit(knowledge.Section, "# "+d.Title+"\n\n"+strings.ReplaceAll(d.Text, "\n", " ")))
	}
	t.Fatalf("%s has no document %s", name, id)
	return nil
}

// findMark returns the candidate that holds most of the marked sentence.
func findMark(all []sentence, runes int, hash uint64) *sentence {
	var text []rune
	var owner []int
	for i := range all {
		for _, r := range bareLetters(all[i].text) {
			text = append(text, r)
			owner = append(owner, i)
		}
	}
	const base, modulus = 1000003, 1<<61 - 1
	var h, top uint64 = 0, 1
	for range runes - 1 {
		top = mulmod(top, base, modulus)
	}
	for i, r := range text {
		if i >= runes {
			h = (h + modulus - mulmod(top, uint64(text[i-runes]), modulus)) % modulus
		}
		h = (mulmod(h, base, modulus) + uint64(r)) % modulus
		if i+1 >= runes && h == hash {
			count := map[int]int{}
			best := owner[i]
			for _, o := range owner[i+1-runes : i+1] {
				if count[o]++; count[o] > count[best] {
					best = o
				}
			}
			return &all[best]
		}
	}
	return nil
}

func bareLetters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, strings.ToLower(norm.NFKC.String(s)))
}

func mulmod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	_, rest := bits.Div64(hi, lo, m)
	return rest
}
