package extract

import "testing"

func TestPromised(t *testing.T) {
	for _, c := range []struct{ name, format, want string }{
		{"a.pdf", "pdf", ""}, {"a.PDF", "xlsx", "pdf"}, {"dir.pdf/plan.docx", "pdf", "docx"}, {"x.json", "text", "json"}, {"x.json", "jsonl", ""},
		{"notes.txt", "markdown", ""}, {"README", "text", ""}, {"a.tar.gz", "gz", ""}, {"a.gz", "text", "gz"}, {"a.xlsx", "encrypted-office", ""},
		{"pic.gif", "text", "gif"}, {"mail.pst", "unknown", "pst"}, {"empty.docx", "empty", ""}, {"p.jpg", "jpeg", ""},
	} {
		if got := Promised(c.name, c.format); got != c.want {
			t.Errorf("Promised(%q, %q) = %q, want %q", c.name, c.format, got, c.want)
		}
	}
}
