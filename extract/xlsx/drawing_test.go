package xlsx

import "testing"

// The sentences that Office puts behind descriptions go, whatever word it uses, and nothing
// that a person wrote.
func TestDescriptionsWithoutTheNotesOfOffice(t *testing.T) {
	for text, want := range map[string]string{
		"A chart of rents": "A chart of rents",
		"A chart of rents\n\nDescription automatically written":                               "A chart of rents",
		"A chart of rents\n\nMachine-made content may be incorrect.":                          "A chart of rents",
		"A chart\n\nMachine-made content may be incorrect.\n\nDescription automatically made": "A chart",
		"Description automatically written":                                                   "",
		"Description automatically written by the mill":                                       "Description automatically written by the mill",
		"The label says that content may be incorrect. Ask us":                                "The label says that content may be incorrect. Ask us",
	} {
		if got := withoutNotes(text); got != want {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	}
}
