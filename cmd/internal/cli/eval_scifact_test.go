package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quire/retrieval/eval"
)

// TestEvalScifact holds the claims of a collection of abstracts against it: each against
// all abstracts, and against the one that is judged to bear on it, which it cites then.
// No rule was made for them. The collection does not say which claims are true; but of
// two about one abstract that differ in a word or two, one is false as a rule.
func TestEvalScifact(t *testing.T) {
	if os.Getenv("QUIRE_EVAL") == "" {
		t.Skip("QUIRE_EVAL is not set")
	}
	const folder = "../../../../shared/corpora/ir/scifact"
	c, err := eval.Load(folder)
	if err != nil {
		t.Skipf("the collection is not there: %v", err)
	}
	corpus := t.TempDir()
	for _, d := range c.Documents {
		if err := os.WriteFile(filepath.Join(corpus, d.ID+".md"), []byte("# "+d.Title+"\n\n"+d.Text+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	quireInto(t, dir, "", "sync", "--corpus", corpus)
	root := filepath.Base(corpus)
	var open, citing strings.Builder
	for _, q := range c.Questions {
		text := strings.Join(strings.Fields(q.Text), " ")
		fmt.Fprintf(&open, "- %s\n", text)
		fmt.Fprintf(&citing, "- %s", text)
		for _, id := range judged(c, q.ID) {
			fmt.Fprintf(&citing, " [%s](%s/%s.md)", "1", root, id)
		}
		citing.WriteString("\n")
	}
	twins := twinClaims(c)
	for _, set := range []struct{ name, answer string }{{"all abstracts", open.String()}, {"its abstract, cited", citing.String()}} {
		verdicts := verdictsOf(t, dir, set.answer)
		if len(verdicts) != len(c.Questions) || slices.Contains(verdicts, "") {
			t.Fatalf("%d claims, verdicts %q", len(c.Questions), verdicts)
		}
		n := map[string]int{}
		for _, v := range verdicts {
			n[v]++
		}
		t.Logf("against %s: %d claims: supported %d partial %d contradicted %d unsupported %d not-checkable %d", set.name, len(verdicts),
			n["supported"], n["partial"], n["contradicted"], n["unsupported"], n["not-checkable"])
		both, one := 0, 0
		for _, w := range twins {
			a, b := verdicts[w[0]] == "supported", verdicts[w[1]] == "supported"
			if a && b {
				both++
				t.Logf("both supported:\n\t%s\n\t%s", c.Questions[w[0]].Text, c.Questions[w[1]].Text)
			} else if a || b {
				one++
			}
		}
		t.Logf("against %s: of %d pairs that differ in a word or two, both are supported in %d, one in %d", set.name, len(twins), both, one)
	}
}

// verdictsOf traces an answer of a claim a line, of which one may have two sentences: the
// weaker verdict counts.
func verdictsOf(t *testing.T, dir, answer string) []string {
	t.Helper()
	var got struct {
		Statements []struct {
			Line    int
			Verdict string
		}
	}
	out := quireInto(t, dir, answer, "--json", "trace", "--answer", "-")
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	weakest := []string{"contradicted", "unsupported", "partial", "not-checkable", "supported", ""}
	verdicts := make([]string, strings.Count(answer, "\n"))
	for _, s := range got.Statements {
		if v := &verdicts[s.Line-1]; slices.Index(weakest, s.Verdict) < slices.Index(weakest, *v) {
			*v = s.Verdict
		}
	}
	return verdicts
}

// judged lists the documents that bear on a question.
func judged(c *eval.Collection, question string) []string {
	var ids []string
	for id := range c.Judged[question] {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// twinClaims are the pairs of claims about one document of which each has at most two
// words that the other has not.
func twinClaims(c *eval.Collection) [][2]int {
	words := func(s string) []string { return strings.Fields(strings.ToLower(strings.Trim(s, ". "))) }
	extra := func(a, b []string) int {
		n := 0
		for _, w := range a {
			if !slices.Contains(b, w) {
				n++
			}
		}
		return n
	}
	var out [][2]int
	for i := range c.Questions {
		for j := i + 1; j < len(c.Questions); j++ {
			a, b := words(c.Questions[i].Text), words(c.Questions[j].Text)
			about := slices.ContainsFunc(judged(c, c.Questions[i].ID), func(id string) bool { return c.Judged[c.Questions[j].ID][id] > 0 })
			if about && extra(a, b) <= 2 && extra(b, a) <= 2 {
				out = append(out, [2]int{i, j})
			}
		}
	}
	return out
}
