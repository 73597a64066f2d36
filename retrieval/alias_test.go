package retrieval

import (
	"fmt"
	"slices"
	"testing"

	"quire/knowledge"
	"quire/retrieval/index"
)

func TestAliasesAreFoundAsWords(t *testing.T) {
	groups := []knowledge.Alias{
		{Words: []string{"(SLA)", "service-level agreement", "Übereinkunft"}, Author: "A"},
		{Words: []string{"東京", "Tokyo"}, Author: "B"},
	}
	for query, want := range map[string][]string{
		"what is the sla":               {"service-level agreement", "Übereinkunft"},
		"Service-Level   Agreement due": {"(SLA)", "Übereinkunft"},
		"ubereinkunft":                  nil, // accents are typed, and this is another word
		"ÜBEREINKUNFT":                  {"(SLA)", "service-level agreement"},
		"slate roof":                    nil,
		"service level":                 nil,
		"ＴＯＫＹＯ hotels":                  {"東京"},
		"東京のホテル":                        {"Tokyo"},
		"":                              nil,
	} {
		p := plan{parsed: parsed{words: query}, folder: index.NewFolder()}
		p.aliases(groups)
		var got []string
		for _, a := range p.query.Also {
			got = append(got, a.Text)
		}
		if !slices.Equal(got, want) || (len(p.notes) > 0) != (len(want) > 0) {
			t.Errorf("%q: got %q, want %q; %v", query, got, want, p.notes)
		}
	}
}

func BenchmarkAliases(b *testing.B) {
	var groups []knowledge.Alias
	for i := range 500 {
		groups = append(groups, knowledge.Alias{Words: []string{fmt.Sprintf("word%d alpha", i), fmt.Sprintf("nomen%d", i), fmt.Sprintf("sache %d", i)}, Author: "A"})
	}
	for b.Loop() {
		p := plan{parsed: parsed{words: "marketing budget Lyon"}, folder: index.NewFolder()}
		p.aliases(groups)
	}
}
