package hygiene

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const corpora = "../../../shared/corpora"

// passages cuts text as coarsely as passages are cut.
func passages(text string) []string {
	var out []string
	open := ""
	for p := range strings.SplitSeq(text, "\n\n") {
		if len(open)+len(p) > 1700 && open != "" {
			out, open = append(out, open), ""
		}
		for len(p) > 3400 {
			out, p = append(out, p[:1700]), p[1700:]
		}
		open += p + "\n\n"
	}
	return append(out, open)
}

// corpusText returns the text of a file that is text already.
func corpusText(t *testing.T, path string) string {
	switch filepath.Ext(path) {
	case ".md", ".txt", ".jsonl", ".eml", ".html", ".htm":
	default:
		return ""
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Ext(path) != ".jsonl" {
		return strings.ToValidUTF8(string(raw), "\uFFFD")
	}
	var b strings.Builder
	for line := range strings.SplitSeq(string(raw), "\n") {
		var d struct{ Title, Text string }
		if json.Unmarshal([]byte(line), &d) == nil {
			b.WriteString(d.Title + ". " + d.Text + "\n\n")
		}
	}
	return b.String()
}

// Ordinary documents are not flagged: at most one passage in ten thousand.
func TestOrdinaryDocumentsAreNotFlagged(t *testing.T) {
	if _, err := os.Stat(corpora); err != nil {
		t.Skip("no shared corpora here")
	}
	all, flagged := 0, 0
	err := filepath.WalkDir(corpora, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		for i, p := range passages(corpusText(t, path)) {
			if strings.TrimSpace(p) == "" {
				continue
			}
			all++
			if rule := Detect(p); rule != "" {
				flagged++
				t.Logf("%s, passage %d: %s", path, i, rule)
			}
		}
		return nil
	})
	if err != nil || all < 10_000 {
		t.Fatalf("%v: only %d passages", err, all)
	}
	t.Logf("%d of %d passages flagged", flagged, all)
	if flagged*10_000 > all {
		t.Errorf("%d of %d passages of ordinary documents flagged", flagged, all)
	}
}
