package email_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/extract/email"
	"quire/extract/extracttest"
	"quire/knowledge"
)

// TestRealMessages checks that real messages, damaged ones among them, are read
// with their header and without an error.
func TestRealMessages(t *testing.T) {
	extracttest.CorpusFiles(t, "eml", 20, func(t *testing.T, path string, data []byte) {
		want := knowledge.Extracted
		if strings.Contains(path, "encrypted") {
			want = knowledge.Encrypted
		}
		if d := read(t, data); d.Evidence.Outcome != want {
			t.Errorf("outcome %s %s", d.Evidence.Outcome, d.Evidence.Reason)
		}
	})
}

// TestRealMailboxes checks how many messages are found in real mailboxes: one
// separates them without empty lines, some have lines of text that begin with
// "From ".
func TestRealMailboxes(t *testing.T) {
	dir := extracttest.Corpus(t, "mbox")
	for name, want := range map[string]int{
		"mimekit__content-length.mbox.txt": 29, "tika__complex.mbox": 3, "tika__testMBOX_complex.mbox": 1,
		"tika__multiline2.mbox": 1, "ingest__plan.mbox": 1, "rga__mail_with_attachment.mbox": 1,
	} {
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Skip(err)
			}
			d := extracttest.Extract(t, email.New(), extracttest.Sample{Name: name, Format: "mbox", Data: data})
			extracttest.Check(t, d)
			if got := len(d.Evidence.Children); got != want {
				t.Errorf("%d messages, want %d", got, want)
			}
		})
	}
}
