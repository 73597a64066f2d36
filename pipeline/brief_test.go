package pipeline

import (
	"testing"

	"quire/knowledge"
)

// A brief says of a row what decoding it says, whatever its texts hold.
func TestABriefIsTheRowInShort(t *testing.T) {
	tricky := `say "passages":7, {"recipe":"x"} \ tab	line` + "\n\u2028é"
	full := knowledge.Source{
		ID: "qaaaaaaaaaaaa", Path: `corpus/a "b"\c.md`, Parent: "qbbbbbbbbbbbb", Tier: knowledge.AuthoredTier, Title: tricky, Type: "docx", Bytes: 12,
		Content: knowledge.DigestOf([]byte("content")), Outcome: knowledge.Quarantined, Reason: "secret", Detail: tricky, Stale: true,
		Recipe: knowledge.DigestOf([]byte("recipe")), Evidence: knowledge.DigestOf([]byte("evidence")), Date: "2024", Summary: tricky,
		Counts: knowledge.Counts{Chars: 3, Words: 4, Instructions: 5, HiddenInstructions: 6}, Units: 7, Passages: 8, Tokens: 9,
		Terms: knowledge.Lengths{Text: 10, Heading: 11, Title: 12}, Children: 13, Withheld: 14,
		Issues:  []knowledge.Issue{{Code: "c", Detail: `"children":99`}},
		LeftOut: []knowledge.LeftOut{{Unit: "sec1", Reason: tricky}}, Before: &knowledge.Uncorrected{Summary: tricky},
	}
	for name, row := range map[string]knowledge.Source{"full": full, "bare": {ID: "qaaaaaaaaaaaa", Path: "corpus/a", Outcome: knowledge.Extracted}} {
		line, err := knowledge.Marshal(&row)
		if err != nil {
			t.Fatal(err)
		}
		b := briefOf(line)
		got := knowledge.Source{
			Path: b.path, Parent: b.parent, Tier: b.tier, Type: b.kind, Bytes: b.bytes, Content: knowledge.Digest(b.content), Outcome: b.outcome,
			Reason: b.reason, Stale: b.stale, Recipe: knowledge.Digest(b.recipe), Evidence: knowledge.Digest(b.evidence), Passages: int(b.passages),
			Terms: b.terms, Children: b.children, Withheld: int(b.withheld),
		}
		want := knowledge.Source{
			Path: row.Path, Parent: row.Parent, Tier: row.Tier, Type: row.Type, Bytes: row.Bytes, Content: row.Content, Outcome: row.Outcome,
			Reason: row.Reason, Stale: row.Stale, Recipe: row.Recipe, Evidence: row.Evidence, Passages: row.Passages,
			Terms: row.Terms, Children: row.Children, Withheld: row.Withheld,
		}
		x, _ := knowledge.Marshal(&got)
		y, _ := knowledge.Marshal(&want)
		if string(x) != string(y) {
			t.Errorf("%s:\n%s\nwant\n%s", name, x, y)
		}
		if b.instructions != int64(row.Counts.Instructions) || b.hidden != int64(row.Counts.HiddenInstructions) {
			t.Errorf("%s: %d and %d passages address the agent", name, b.instructions, b.hidden)
		}
		if b.issues != (len(row.Issues) > 0) || b.corrected != (row.Before != nil || len(row.LeftOut) > 0) {
			t.Errorf("%s: issues %t, corrected %t", name, b.issues, b.corrected)
		}
		for _, cut := range []int{0, 1, 5, len(line) / 2, len(line) - 1} {
			briefOf(line[:cut]) // does not panic
		}
	}
}
