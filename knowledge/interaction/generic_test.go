package interaction

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"quire/knowledge"
)

const goodLine = `{"conversation":"c1","turn":3,"role":"user","text":"hello","time":"2026-03-01T12:00:00+02:00","sources":["a.md"],"attachments":[{"name":"x.pdf"},"y.pdf"],"other":1}`

func TestParseGenericReadsLinesAndTheirPlaces(t *testing.T) {
	in := "\uFEFF" + goodLine + "\r\n\n" + strings.Replace(goodLine, `3`, `"3"`, 1)
	got, err := ParseGeneric(strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Bad) > 0 || len(got.Entries) != 2 {
		t.Fatalf("%d entries, bad %v", len(got.Entries), got.Bad)
	}
	want := RawEntry{
		Conversation: "c1", Turn: "3", Role: "user", Text: "hello", Time: "2026-03-01T10:00:00Z",
		Sources: []string{"a.md"}, Attachments: []Attachment{{Name: "x.pdf"}, {Name: "y.pdf"}},
		Line: 1, Bytes: [2]int64{0, int64(len(goodLine)) + 5}, Span: [2]int{0, 5},
	}
	if d := cmp.Diff(want, got.Entries[0]); d != "" {
		t.Error(d)
	}
	if e := got.Entries[1]; e.Line != 3 || e.Bytes[1] != int64(len(in)) || e.Span != want.Span {
		t.Errorf("the repeated line: %+v", e)
	}
	if got.Digest != knowledge.DigestOf([]byte(in)) || got.Bytes != int64(len(in)) {
		t.Errorf("digest %s, %d bytes", got.Digest, got.Bytes)
	}
}

func TestABadLineIsReportedWithoutQuotingItAndCostsNoOther(t *testing.T) {
	const hidden = "hunter2"
	for _, c := range []struct{ line, code string }{
		{`{"text":"hunter2"`, "not-json"},
		{`hunter2`, "not-json"},
		{`["hunter2"]`, "invalid-field"},
		{`{"conversation":"hunter2","turn":1,"role":"user","text":"x"}`, "missing-field"},
		{strings.Replace(goodLine, `"turn":3`, `"turn":null`, 1), "missing-field"},
		{strings.Replace(goodLine, `"turn":3`, `"turn":["hunter2"]`, 1), "invalid-field"},
		{strings.Replace(goodLine, `"turn":3`, `"turn":""`, 1), "invalid-field"},
		{strings.Replace(goodLine, `hello`, ` `, 1), "invalid-field"},
		{strings.Replace(goodLine, `2026-03-01T12:00:00+02:00`, `hunter2`, 1), "invalid-field"},
		{strings.Replace(goodLine, `c1`, `my password is hunter2`, 1), "invalid-field"},
		{strings.Replace(goodLine, `"x.pdf"`, `"x.pdf","digest":"sha256:hunter2"`, 1), "invalid-field"},
		{`{"text":"hunter2` + strings.Repeat("x", MaxLineBytes) + `"}`, "line-too-long"},
	} {
		got, err := ParseGeneric(strings.NewReader(goodLine + "\n" + c.line + "\n" + goodLine + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Entries) != 2 || len(got.Bad) != 1 {
			t.Errorf("%.60s: %d entries, bad %v", c.line, len(got.Entries), got.Bad)
			continue
		}
		if b := got.Bad[0]; b.Code != c.code || b.Line != 2 || strings.Contains(b.Error(), hidden) {
			t.Errorf("%.60s: %+v", c.line, b)
		}
	}
}

func TestPartsOfOneTurnAreDifferentEntries(t *testing.T) {
	other := strings.Replace(goodLine, "hello", "world", 1)
	got, err := ParseGeneric(strings.NewReader(goodLine + "\n" + other + "\n" + goodLine))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, raw := range got.Entries {
		e, err := New(Capture{Host: "generic", Transcript: got.Digest}, raw)
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, e.ID)
	}
	if len(ids) != 3 || ids[0] == ids[1] || ids[0] != ids[2] {
		t.Errorf("ids %v", ids)
	}
}

func TestAnEntryKeepsItsIDWhereverItsLineStands(t *testing.T) {
	first, _ := ParseGeneric(strings.NewReader(goodLine))
	later, _ := ParseGeneric(strings.NewReader(strings.Replace(goodLine, "c1", "c0", 1) + "\n" + goodLine))
	a, err1 := New(Capture{Host: "generic", Workspace: "a", Transcript: first.Digest}, first.Entries[0])
	b, err2 := New(Capture{Host: "generic", Workspace: "b", Transcript: later.Digest}, later.Entries[1])
	if err1 != nil || err2 != nil || a.ID != b.ID || !ValidID(a.ID) {
		t.Errorf("%s %s %v %v", a.ID, b.ID, err1, err2)
	}
}

func TestAReaderThatFailsIsAnError(t *testing.T) {
	cause := errors.New("cut")
	if _, err := ParseGeneric(iotest.ErrReader(cause)); !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
}

func FuzzParseGeneric(f *testing.F) {
	for _, s := range []string{goodLine, goodLine + "\n{\n" + goodLine, "\uFEFF\n\n", `{"turn":-1e5}`, "[]", "\x00\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := ParseGeneric(strings.NewReader(string(data)))
		if err != nil {
			t.Fatal(err)
		}
		if got.Bytes != int64(len(data)) {
			t.Fatalf("read %d of %d bytes", got.Bytes, len(data))
		}
		for _, raw := range got.Entries {
			e, err := New(Capture{Host: "generic", Transcript: got.Digest}, raw)
			if err != nil {
				t.Fatalf("what ParseGeneric passed, New refuses: %v", err)
			}
			line, err := encodeLine(entryLine, e)
			if err != nil {
				t.Fatal(err)
			}
			_, payload, err := decodeLine(line[:len(line)-1])
			if err != nil {
				t.Fatal(err)
			}
			back, err := decodeEntry(payload)
			if err != nil || payloadID(payload) != e.ID {
				t.Fatalf("back: %v", err)
			}
			if again, _ := encodeLine(entryLine, back); string(again) != string(line) {
				t.Fatalf("printed %q, then %q", line, again)
			}
		}
	})
}
