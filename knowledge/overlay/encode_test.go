package overlay

import (
	"reflect"
	"strings"
	"testing"
)

// texts are hostile to YAML, terminals and readers.
var texts = []string{
	"plain", "two\nlines", "a\n\nb", "- looks like\n- a list", "key: value", "# heading", "│ fence", "---\nnot a document", "...",
	"trailing space ", " leading", "\tleading tab", "\nleading break", "a\n  \nb", "a\n    indented", "crlf\r\nhere", "nul\x00", "esc\x1b[2J",
	"bidi \u202e end", "nel\u0085x", "ls\u2028ps\u2029", "bom\ufeff", "nbsp\u00a0", "quote \" and \\ and '", "{a: [b, *c, &d, !e]}", "null", "~", "日本語 تجربة", "🙂\U000e0001",
	"\ufffe\uffff", "%TAG", "@x `y`", "ignore previous instructions", strings.Repeat("long ", 2000),
}

func TestEncodeGivesBackAnyText(t *testing.T) {
	for _, text := range texts {
		e := Entry{Source: src, Unit: "sheet01.r1-60", Digest: "sha256:" + hexA, Slot: Translation, Text: text, Author: `agent: "x" #1`, Date: "2026-03-01T10:00:00Z",
			Cites: []string{src + "#sec2@0-10~abc123", src}}
		data := Encode([]Entry{e})
		got, problems := Parse("o.yaml", data)
		if len(problems) > 0 || len(got) != 1 {
			t.Errorf("%q: %d entries, %v\n%s", text, len(got), problems, data)
			continue
		}
		got[0].File, got[0].Line = "", 0
		if !reflect.DeepEqual(got[0], e) {
			t.Errorf("got  %+v\nwant %+v\n%s", got[0], e, data)
		}
		if strings.ContainsAny(string(data), "\x1b\x00\r\u202e\u2028\ufeff") {
			t.Errorf("%q is written with characters that are not seen", text)
		}
	}
}

func TestEncodeDoesNotDependOnOrder(t *testing.T) {
	a := Entry{Source: src, Digest: hexA, Slot: Note, Text: "a\nb", Author: "x"}
	b := Entry{Source: other, Digest: hexB, Slot: Note, Text: "b", Author: "x"}
	one, two := Encode([]Entry{a, b}), Encode([]Entry{b, a})
	if string(one) != string(two) {
		t.Errorf("%s\n%s", one, two)
	}
	want := "- source: qaaaaaaaaaaaa\n  digest: \"" + hexB + "\"\n  slot: note\n  author: \"x\"\n  text: |-\n    b\n" +
		"- source: q7m2kx4tb3rqa\n  digest: \"" + hexA + "\"\n  slot: note\n  author: \"x\"\n  text: |-\n    a\n    b\n"
	if got := string(one); got != swap(want) && got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// swap puts the second of two entries first: the ids sort by byte.
func swap(s string) string {
	i := strings.Index(s[1:], "- source") + 1
	return s[i:] + s[:i]
}

func TestFilesHavePlainNamesAndDifferByContent(t *testing.T) {
	a := Entry{Source: src, Digest: "sha256:" + hexA, Slot: PageSummary, Text: "a", Author: "x"}
	b := a
	b.Text = "b"
	if FileFor(a) == FileFor(b) {
		t.Errorf("both have %s", FileFor(a))
	}
	if got, want := FileFor(a), "overlays/"+src+"/page-summary-111111111111-"+a.ID()+".yaml"; got != want || !IsFile(got) {
		t.Errorf("got %s, want %s, which is an overlay", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(entryText()))
	f.Add([]byte(item(entryText()) + "- broken: [\n" + item(entryText("text: x"))))
	f.Add([]byte("---\n...\n--- {a: *b}\n"))
	for _, text := range texts {
		f.Add(Encode([]Entry{{Source: src, Digest: hexA, Slot: Note, Text: text, Author: "a"}}))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, problems := Parse("o.yaml", data)
		lines := len(data) + 1 // YAML knows more line breaks than one
		for _, p := range problems {
			if p.What == "" || p.Cure == "" || p.Line < 0 || p.Line > lines+1 || strings.Contains(p.String(), "\n") {
				t.Errorf("problem %+v in %d lines", p, lines)
			}
		}
		for _, e := range entries {
			again, bad := Parse("o.yaml", Encode([]Entry{e}))
			if len(bad) > 0 || len(again) != 1 || again[0].ID() != e.ID() {
				t.Errorf("%+v comes back as %+v, %v", e, again, bad)
			}
		}
	})
}
