package index

import "testing"

// A text in a language with a stemmer is found by other forms of its words; the form
// as it was asked for comes first.
func TestFormsOfWordsMeetInTheLanguageOfTheText(t *testing.T) {
	for _, c := range []struct{ language, query, exact, other string }{
		{"eng", "policies", "the policies", "the policy"},
		{"deu", "Häuser", "die Häuser", "ein Haus"},
		{"fra", "travailler", "à travailler", "ils travaillent"},
		{"spa", "trabajamos", "trabajamos", "trabajaron"},
		{"ita", "lavoriamo", "lavoriamo", "lavorano"},
		{"por", "trabalhamos", "trabalhamos", "trabalharam"},
		{"nld", "huizen", "de huizen", "huiz"},
		{"swe", "husen", "husen", "hus"},
		{"rus", "договоры", "договоры", "договором"},
	} {
		docs := []Doc{
			{ID: "qa#1", Source: "qa", Language: c.language, Text: c.other}, {ID: "qb#1", Source: "qb", Language: c.language, Text: c.exact},
			{ID: "qc#1", Source: "qc", Language: c.language, Text: "zzz"},
		}
		r := open(t, build(t, docs), sizesOf(docs))
		hits, _ := search(t, r, Query{Text: c.query})
		if len(hits) != 2 || hits[0].ID != "qb#1" {
			t.Errorf("%s %q: got %v, want the same form first and the other second", c.language, c.query, idsOf(hits))
		}
	}
}
