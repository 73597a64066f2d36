package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/knowledge"
)

func TestDocumentsThatCountInsteadOfEachOtherAreNamed(t *testing.T) {
	for edges, want := range map[string]string{
		"a>b b>c":             "",
		"a>b b>c a>c":         "",
		"a>b b>a":             "c/a counts instead of c/b, which counts instead of c/a",
		"d>a a>b b>c c>a c>d": "c/a counts instead of c/b counts instead of c/c, which counts instead of c/a; c/d counts instead of c/a counts instead of c/b counts instead of c/c, which counts instead of c/d",
	} {
		out, in := map[string][]string{}, map[string][]string{}
		for _, e := range strings.Fields(edges) {
			from, to := e[:1], e[2:]
			said := fmt.Sprintf(`{"source":%q,"text":"x"}`, from)
			out[from], in[to] = append(out[from], edge("supersedes", to, said)), append(in[to], edge("supersedes", from, said))
		}
		var f Findings
		e, last := NewEdges(&f), ""
		for _, id := range []string{"a", "b", "c", "d"} {
			slices.Sort(out[id])
			slices.Sort(in[id])
			last = e.Row(fmt.Appendf(nil, `{"id":%q,"out":[%s],"in":[%s]}`, id, strings.Join(out[id], ","), strings.Join(in[id], ",")), last)
			e.Source(&knowledge.Source{ID: id, Path: "c/" + id}, nil)
		}
		e.Finish()
		var got []string
		for _, x := range f.List {
			got = append(got, x.Message)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q, want %q", edges, got, want)
		}
	}
}
