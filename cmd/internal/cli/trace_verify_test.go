package cli

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/cmd/internal/render"
	"quire/knowledge"
	"quire/retrieval"
)

// An edit of one cell, slide, page, mail part or paragraph makes stale exactly the
// addresses that touch it: units, passages, lines and cells.
func TestVerifyFindsExactlyWhatAnEditTouches(t *testing.T) {
	sample := func(name string) []byte {
		b, err := os.ReadFile("../../../sample-corpus/documents/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	type edit struct{ raw, to, seen, less string } // in the file; what text.md has, without its end less
	files := []struct {
		name, source string // source: where the edit shows, below the file
		body         []byte
		zipped       bool
		edits        []edit // of the same length, then longer
	}{
		{"budget.xlsx", "", sample("plans/budget-2026.xlsx"), true, []edit{
			{`<c r="C7" s="3"><v>500</v>`, `<c r="C7" s="3"><v>900</v>`, "| Lyon | Marketing | 500", "500"},
			{`<c r="C7" s="3"><v>500</v>`, `<c r="C7" s="3"><v>123456</v>`, "| Lyon | Marketing | 500", "500"}}},
		{"deck.pptx", "", sample("plans/launch-deck.pptx"), true, []edit{
			{"Graz on 13 June", "Graz on 14 June", "Graz on 13 June", ""},
			{"Graz on 13 June", "Graz on Saturday 13 September", "Graz on 13 June", ""}}},
		{"minutes.docx", "", sample("minutes/2026-02-board.docx"), true, []edit{
			{"750", "850", "750", ""}, {"750", "seventy thousand", "750", ""}}},
		{"lease.pdf", "", threePages(), false, []edit{
			{"It is due on the 3rd of May.", "It is due on the 4th of May.", "It is due on the 3rd of May.", ""}}},
		{"mail.eml", "", mailWith(), false, []edit{
			{"We meet on Monday.", "We meet on Friday.", "We meet on Monday.", ""},
			{"We meet on Monday.", "We meet on Thursday afternoon.", "We meet on Monday.", ""}}},
		{"attached.eml", "notes.txt", mailWith(), false, []edit{
			{"The deposit is 700 euros.", "The deposit is 800 euros.", "The deposit is 700 euros.", ""},
			{"The deposit is 700 euros.", "The deposit is 1,250 euros.", "The deposit is 700 euros.", ""}}},
	}
	base := t.TempDir()
	ws, published := filepath.Join(base, "ws"), filepath.Join(base, "ws", "published")
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no cache folder for the PDF engine")
	}
	env := []string{"XDG_CACHE_HOME=" + cache}
	for _, f := range files {
		writeFiles(t, base, map[string]string{"corpus/" + f.name: string(f.body)})
	}
	if out, err := quireHere(t, base, env, "sync", "-C", ws, "--corpus", filepath.Join(base, "corpus")); err != nil {
		t.Fatal(err, out)
	}
	v, err := retrieval.Open(published)
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for round := range 2 {
		touched := map[string]bool{} // by address
		for _, f := range files {
			if round >= len(f.edits) {
				writeFiles(t, base, map[string]string{"corpus/" + f.name: string(f.body)})
			} else {
				e := f.edits[round]
				writeFiles(t, base, map[string]string{"corpus/" + f.name: string(edited(t, f.body, f.zipped, e.raw, e.to))})
			}
			stale := 0
			err := v.Sources(func(s *knowledge.Source) bool {
				if !strings.HasPrefix(s.Path, "corpus/"+f.name) || s.Recipe == "" {
					return true
				}
				doc, err := v.Document(s)
				if err != nil {
					t.Fatal(err)
				}
				var at []knowledge.Span
				if round < len(f.edits) && (f.source == "") == (s.Path == "corpus/"+f.name) {
					at = places(doc.Text, f.edits[round].seen, f.edits[round].less)
				}
				for a, span := range addressesOf(s.ID, doc) {
					touched[a] = false
					for _, x := range at {
						if span[0] < x[1] && x[0] < span[1] {
							touched[a] = true
							stale++
						}
					}
				}
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
			if round < len(f.edits) && stale < 3 {
				t.Errorf("%s: only %d addresses touch the edit", f.name, stale)
			}
		}
		args := []string{"trace", "--verify", "--json", "-C", ws}
		for a := range touched {
			args = append(args, a)
		}
		out, _ := quireHere(t, base, env, args...) // exits 4: some are stale
		var got struct {
			Checks []struct{ Address, Verdict, Nearest string }
		}
		if err := json.Unmarshal([]byte(out[strings.Index(out, "{"):]), &got); err != nil || len(got.Checks) != len(touched) {
			t.Fatalf("%v: %d of %d addresses: %.400s", err, len(got.Checks), len(touched), out)
		}
		counts := map[string]int{}
		for _, c := range got.Checks {
			counts[c.Verdict]++
			if stale := c.Verdict != "holds" && c.Verdict != "moved"; stale != touched[c.Address] {
				t.Errorf("round %d: %s: %s (%s), touched: %v", round, c.Address, c.Verdict, c.Nearest, touched[c.Address])
			}
		}
		if counts["moved"] == 0 && round == 1 {
			t.Error("a longer text moved nothing")
		}
	}
}

// addressesOf returns all units, passages, lines and cells of a document, with their
// places in its text.
func addressesOf(id string, doc *knowledge.Document) map[string]knowledge.Span {
	out := map[string]knowledge.Span{}
	for i := range doc.Units {
		u := &doc.Units[i]
		text := doc.UnitText(u)
		add := func(from, to int) {
			if from < to {
				a := knowledge.Address{Source: id, Unit: u.Name, Start: from, End: to, Spanned: true, Check: knowledge.DigestOf([]byte(text[from:to])).Short(knowledge.CheckDigits)}
				out[a.String()] = knowledge.Span{u.Span[0] + from, u.Span[0] + to}
			}
		}
		if text != "" {
			out[knowledge.Address{Source: id, Unit: u.Name, Check: u.Digest.Short(knowledge.CheckDigits)}.String()] = u.Span
		}
		for _, p := range u.Passages {
			add(p.Span[0], p.Span[1])
		}
		at := 0
		for line := range strings.SplitAfterSeq(text, "\n") {
			add(at, at+len(strings.TrimRight(line, "\n")))
			if strings.HasPrefix(line, "|") && !knowledge.IsTableRule(strings.TrimRight(line, "\n")) {
				cell := at
				for part := range strings.SplitAfterSeq(line, "|") {
					if inner := strings.Trim(part, " |\n"); inner != "" {
						from := cell + strings.Index(part, inner)
						add(from, from+len(inner))
					}
					cell += len(part)
				}
			}
			at += len(line)
		}
	}
	return out
}

// places finds a text, or its end where less names that.
func places(text, seen, less string) (out []knowledge.Span) {
	for at := 0; ; {
		i := strings.Index(text[at:], seen)
		if i < 0 {
			return out
		}
		end := at + i + len(seen)
		from := at + i
		if less != "" {
			from = end - len(less)
		}
		out, at = append(out, knowledge.Span{from, end}), end
	}
}

// edited replaces a text in a file, or in the parts of a ZIP.
func edited(t *testing.T, body []byte, zipped bool, from, to string) []byte {
	t.Helper()
	change := func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(from), []byte(to)) }
	if !zipped {
		if !bytes.Contains(body, []byte(from)) {
			t.Fatalf("the file has no %q", from)
		}
		return change(body)
	}
	r, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, found := zip.NewWriter(&out), false
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		found = found || bytes.Contains(b, []byte(from))
		part, err := w.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := part.Write(change(b)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil || !found {
		t.Fatalf("no part has %q: %v", from, err)
	}
	return out.Bytes()
}

func mailWith() []byte {
	return []byte(strings.ReplaceAll(`From: A <a@example.org>
To: B <b@example.org>
Date: Mon, 2 Mar 2026 10:00:00 +0000
Subject: The room
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="x"

--x
Content-Type: text/plain; charset=utf-8

Dear all,

We meet on Monday.

The key is with the caretaker until then.

--x
Content-Type: text/plain; charset=utf-8; name="notes.txt"
Content-Disposition: attachment; filename="notes.txt"

The room has two windows.

The deposit is 700 euros.

It is paid back at the end.
--x--
`, "\n", "\r\n"))
}

// threePages is a PDF whose streams are not compressed.
func threePages() []byte {
	pages := [][]string{
		{"The parties agree on a lease.", "It begins in March."},
		{"The rent is paid monthly.", "It is due on the 3rd of May.", "The tenant pays the water."},
		{"Each side may give notice.", "It takes six months."},
	}
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
	var kids []string
	for _, lines := range pages {
		var s strings.Builder
		for i, line := range lines {
			fmt.Fprintf(&s, "BT /F1 12 Tf 72 %d Td (%s) Tj ET\n", 700-60*i, line)
		}
		n := len(objects) + 1
		kids = append(kids, fmt.Sprintf("%d 0 R", n))
		objects = append(objects, fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>", n+1),
			fmt.Sprintf("<< /Length %d >>\nstream\n%sendstream", s.Len(), s.String()))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids))
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	var offsets []int
	for i, o := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, o := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

// A value is not taken for moved because it stands somewhere else too.
func TestAValueElsewhereIsNotTheOneThatWasCited(t *testing.T) {
	doc := func(text string) *knowledge.Document {
		return &knowledge.Document{Text: text, Units: []knowledge.Unit{{Name: "sec1", Span: knowledge.Span{0, len(text)}}}}
	}
	for _, c := range []struct{ name, was, cited, now, want string }{
		{"the cell changed, another has the value", "| Lyon | 500 |\n| Graz | 400 |", "500", "| Lyon | 900 |\n| Graz | 500 |", "changed"},
		{"a part of another number", "| Lyon | 500 |", "500", "| Lyon | 9 |\n| Graz | 14500 |", "changed"},
		{"a row above is new", "| Lyon | 500 |", "500", "| Metz | 1 |\n| Lyon | 500 |", "moved"},
		{"its row is longer", "| Lyon | a | 500 |", "500", "| Lyon | abc | 500 |", "moved"},
		{"two cells of its row changed", "| Lyon | a | 500 |", "500", "| Metz | abc | 500 |", "changed"},
		{"one of two equal lines changed", "Paid.\n\nPaid.\n", "Paid.", "Open!\n\nPaid.\n", "changed"},
		{"a sentence behind an edit", "It is due soon. The rent is paid in advance.", "The rent is paid in advance.", "It is due in a month. The rent is paid in advance.", "moved"},
		{"a word behind an edit", "Lyon 500, Graz 400.", "400", "Lyon 1500, Graz 300, Metz 400.", "changed"},
	} {
		at := strings.Index(c.was, c.cited)
		a := knowledge.Address{Source: "qaaaaaaaaaaaa", Unit: "sec1", Start: at, End: at + len(c.cited), Spanned: true}
		var out render.Reread
		compareAgain(&out, a, c.cited, doc(c.was), doc(c.now))
		if out.State != c.want {
			t.Errorf("%s: %s, want %s", c.name, out.State, c.want)
		}
		if out.State == "moved" {
			to, err := knowledge.ParseAddress(out.Now)
			if err != nil || c.now[to.Start:to.End] != c.cited {
				t.Errorf("%s: moved to %s: %v", c.name, out.Now, err)
			}
		}
	}
}
