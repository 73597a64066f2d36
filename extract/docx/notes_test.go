package docx

import (
	"slices"
	"testing"
)

func TestNotesOfOneIDAreAllRead(t *testing.T) {
	note := func(kind, text string) string {
		return `<w:` + kind + ` w:id="2">` + p(run1(text)) + `</w:` + kind + `>`
	}
	d := read(t, p(run1("body")+`<w:r><w:footnoteReference w:id="2"/></w:r>`), map[string]string{
		"footnotes": note("footnote", "first note") + note("footnote", "second note"),
		"comments":  note("comment", "first remark") + note("comment", "second remark") + note("comment", "third remark"),
	})
	got := lines(d)
	for _, want := range []string{
		"note: [1] first note", "note,hidden:uncited: second note", "comment: first remark", "comment: second remark", "comment: third remark",
	} {
		if !slices.ContainsFunc(got, func(s string) bool { return s == want }) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}
