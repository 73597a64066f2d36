package proof

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"quire/internal/claimgen"
	"quire/knowledge/semantics"
)

const shared = "../../../shared/corpora/"

// prose is text that nobody wrote for this project, in pieces of a paragraph or an
// abstract.
type prose struct {
	name, code string
	texts      []string
}

// unseen are the corpora that mutations are made of: a declaration in four languages,
// and the abstracts of two collections.
func unseen(t *testing.T) []prose {
	t.Helper()
	var out []prose
	for _, l := range []struct{ file, code string }{{"eng", "eng"}, {"deu_1996", "deu"}, {"fra", "fra"}, {"spa", "spa"}} {
		b, err := os.ReadFile(shared + "lang/" + l.file + ".md")
		if err != nil {
			t.Skip("the shared corpora are not there: ", err)
		}
		out = append(out, prose{"declaration " + l.file, l.code, strings.Split(string(b), "\n\n")})
	}
	for _, name := range []string{"cran", "cisi"} {
		b, err := os.ReadFile(shared + "ir/" + name + "/corpus.jsonl")
		if err != nil {
			t.Skip("the shared corpora are not there: ", err)
		}
		p := prose{name: name, code: "eng"}
		n := 0
		for line := range strings.Lines(string(b)) {
			var d struct{ Text string }
			if err := json.Unmarshal([]byte(line), &d); err != nil {
				t.Fatal(err)
			}
			if n++; n%8 == 0 && d.Text != "" {
				p.texts = append(p.texts, d.Text)
			}
		}
		out = append(out, p)
	}
	return out
}

// TestEvalUnseen takes sentences of corpora that no rule was made for, changes one word
// or two, and holds the result against the very passage that it was made of: a harder
// case than an index that may not find it. Of the sentences as they are, nearly all must
// pass.
func TestEvalUnseen(t *testing.T) {
	if os.Getenv("QUIRE_EVAL") == "" {
		t.Skip("QUIRE_EVAL is not set")
	}
	rng := rand.New(rand.NewPCG(11, 7))
	passed, all := map[string]int{}, map[string]int{}
	for _, p := range unseen(t) {
		others := claimgen.Words(strings.Join(p.texts, " "))
		here, hereAll := map[string]int{}, map[string]int{}
		for _, text := range p.texts {
			for _, s := range semantics.Sentences(text) {
				sentence := strings.Join(strings.Fields(text[s[0]:s[1]]), " ")
				if n := len(strings.Fields(sentence)); n < 6 || n > 60 || strings.HasSuffix(sentence, "?") {
					continue
				}
				for _, m := range append(claimgen.Mutate(rng, sentence, others), claimgen.Mutation{Class: "as it is", Text: sentence}) {
					st := Split(m.Text, noID)
					if len(st) != 1 {
						continue
					}
					st[0].Language = p.code
					j := Judge(&st[0], []*Passage{{Source: "q", Path: "c/p.md", Text: text, Language: p.code}})
					if j.Verdict == NotCheckable {
						continue
					}
					hereAll[m.Class]++
					if j.Verdict == Supported {
						here[m.Class]++
						if m.Class != "as it is" {
							t.Logf("%s %s: %s\n\tof: %s", p.name, m.Class, m.Text, sentence)
						}
					} else if m.Class == "as it is" {
						t.Logf("%s fails: %s: %v", p.name, m.Text, j.Reasons)
					}
				}
			}
		}
		line := ""
		for _, class := range []string{"as it is", "swap-words", "other-word"} {
			line += fmt.Sprintf(" %s %d of %d", class, here[class], hereAll[class])
			passed[class], all[class] = passed[class]+here[class], all[class]+hereAll[class]
		}
		t.Logf("%-22s supported:%s", p.name, line)
	}
	t.Logf("in all: as it is %d of %d, swap-words %d of %d, other-word %d of %d",
		passed["as it is"], all["as it is"], passed["swap-words"], all["swap-words"], passed["other-word"], all["other-word"])
	if n, of := passed["swap-words"]+passed["other-word"], all["swap-words"]+all["other-word"]; n*100 > of {
		t.Errorf("%d of %d false statements pass; at most 1 in 100 may", n, of)
	}
	if n, of := passed["as it is"], all["as it is"]; n*100 < of*95 {
		t.Errorf("%d of %d sentences are supported by the passage that they stand in", n, of)
	}
}
