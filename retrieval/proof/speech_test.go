package proof

import (
	"strings"
	"testing"
)

// What was said supports that it was said, by whom and when, and nothing else.
func TestAConversationSupportsOnlyThatItWasSaid(t *testing.T) {
	talk := "The notices on Radio Pentes now run from 2 to 11 March."
	for statement, want := range map[string]Verdict{
		"The notices on Radio Pentes now run from 2 to 11 March.":                                        Unsupported,
		"The user said that the notices on Radio Pentes now run from 2 to 11 March.":                     Supported,
		"The user said on 26 February 2026 that the notices on Radio Pentes now run from 2 to 11 March.": Supported,
		"According to the user, the notices on Radio Pentes now run from 2 to 11 March.":                 Supported,
		"In the conversation the user wrote: the notices on Radio Pentes now run from 2 to 11 March.":    Supported,
		"The assistant said that the notices on Radio Pentes now run from 2 to 11 March.":                Contradicted,
		"The user said on 27 February 2026 that the notices on Radio Pentes now run from 2 to 11 March.": Contradicted,
		"The user said that the notices on Radio Pentes now run from 2 to 14 March.":                     Contradicted,
		"The user said that the notices on Radio Pentes do not run from 2 to 11 March.":                  Contradicted,
		"Claire said that the notices on Radio Pentes now run from 2 to 11 March.":                       Partial,
		"The user said that the posters cost 312 euros and are printed in Graz.":                         Unsupported,
	} {
		s := Split(statement, noID)
		s[0].Cites = []string{"i"}
		j := Judge(&s[0], []*Passage{{Source: "i", Tier: Interaction, Speaker: "user", Date: "2026-02-26T09:12:00Z", Text: talk, Language: "eng", Cited: true}})
		if j.Verdict != want {
			t.Errorf("%q: %s, want %s: %v", statement, j.Verdict, want, j.Reasons)
		}
	}
	s := Split("The rent is 900 euros.", noID)
	s[0].Cites = []string{"i"}
	j := Judge(&s[0], []*Passage{
		{Source: "i", Tier: Interaction, Speaker: "user", Date: "2026-02-26T09:12:00Z", Text: "The rent is 900 euros.", Language: "eng", Cited: true},
		{Source: "q", Path: "c/lease.md", Text: "The rent is 800 euros.", Language: "eng"},
	})
	if j.Verdict != Contradicted || !strings.Contains(strings.Join(j.Reasons, " "), "only that it was said") {
		t.Errorf("%s %v", j.Verdict, j.Reasons)
	}
	for text, want := range map[string]string{
		"Die Nutzerin sagte, dass die Miete 900 Euro beträgt.": "die Miete 900 Euro beträgt.",
		"L'utilisateur a dit que le loyer est de 900 euros.":   "le loyer est de 900 euros.",
		"El usuario dijo que el alquiler es de 900 euros.":     "el alquiler es de 900 euros.",
		"Laut dem Nutzer, die Miete ist 900 Euro.":             "die Miete ist 900 Euro.",
	} {
		if r, ok := reportOf(text); !ok || r.content != want {
			t.Errorf("%q: %q %v", text, r.content, ok)
		}
	}
	if _, ok := reportOf("The rent is 900 euros."); ok {
		t.Error("a plain statement is taken for a report")
	}
}
