package semantics

import (
	"os"
	"path/filepath"
	"testing"

	"quire/knowledge"
)

// TestQuotesHoldOnRealText derives from real texts of many kinds and proves every
// quote, as validate does.
func TestQuotesHoldOnRealText(t *testing.T) {
	dir := corpus(t, "")
	var files []string
	for _, pattern := range []string{"md/*.md", "md/*.txt", "txt/*.truth.txt", "html/*.truth.*", "pdf/*.truth.*", "docx/*.truth.*", "eml/*.truth.*", "ico-gcs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		t.Skip("the shared corpora hold no text")
	}
	quotes := 0
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []knowledge.UnitKind{knowledge.Section, knowledge.Message, knowledge.Slide} {
			d := assemble(t, knowledge.Metadata{}, unit(kind, string(b)))
			k := Derive(d)
			for _, bad := range k.Verify(d) {
				t.Errorf("%s as %s: %s", filepath.Base(f), kind, bad)
			}
			k.eachQuote(func(string, Quote) { quotes++ })
		}
	}
	t.Logf("%d quotes of %d files", quotes, len(files))
	if quotes < len(files) {
		t.Errorf("only %d quotes of %d files", quotes, len(files))
	}
}

// FuzzDerive looks for text whose quotes do not hold.
func FuzzDerive(f *testing.F) {
	f.Add(report)
	f.Add("1\\. März 2026\n\n- 12 EUR\n\n| a | b |\n| 1.234 € | \\| 3/4/2026 |\n\n> On 3. 4. 2026\n> it cost $5m.")
	f.Add("Q3 2026年3月12日 -€5 −5 kr Fr. 500 2026-03-12T10:00:00+01:00\u00a0 .[1] x")
	f.Fuzz(func(t *testing.T, md string) {
		if len(md) > 1<<16 {
			return
		}
		for _, kind := range []knowledge.UnitKind{knowledge.Section, knowledge.Message, knowledge.Slide} {
			derive(t, kind, md)
		}
	})
}
