package interaction

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quire/knowledge"
)

func TestTheLineFormStaysAsItIs(t *testing.T) {
	got, err := encodeLine(decisionLine, Decision{"iaaaaaaaaaaaa", Skip, "", "2026-03-01T10:00:00Z"})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"sum":"SUM","v":1,"decision":{"id":"iaaaaaaaaaaaa","verdict":"skip","time":"2026-03-01T10:00:00Z"}}` + "\n"
	sum := string(got[len(linePrefix):sumEnd])
	if string(got) != string(bytes.Replace([]byte(want), []byte("SUM"), []byte(sum), 1)) {
		t.Errorf("got %s", got)
	}
	if sum != checksum(got[lineBody:len(got)-1]) {
		t.Errorf("sum %s", sum)
	}
}

func TestEverySingleDamagedByteOfALineIsNoticed(t *testing.T) {
	line, err := encodeLine(entryLine, testEntry(t, "c", 1, "text"))
	if err != nil {
		t.Fatal(err)
	}
	line = line[:len(line)-1]
	for i := range line {
		bad := bytes.Clone(line)
		bad[i] ^= 1
		if _, _, err := decodeLine(bad); !errors.Is(err, errDamaged) {
			t.Errorf("byte %d: %v", i, err)
		}
	}
}

func FuzzDecodeLine(f *testing.F) {
	line := frame(entryLine, []byte(`{"id":"iaaaaaaaaaaaa","text":"x"}`))
	f.Add(line, []byte(`{}`))
	f.Add(line[:20], []byte(`{"id":"iaaaaaaaaaaaa"}`))
	f.Add([]byte(linePrefix), []byte("}"))
	f.Fuzz(func(t *testing.T, line, payload []byte) {
		if kind, got, err := decodeLine(line); err == nil && !bytes.Equal(frame(kind, got), line) {
			t.Fatalf("decoded and framed again, %q is another line", line)
		}
		kind, got, err := decodeLine(frame(decisionLine, payload))
		if err != nil || kind != decisionLine || !bytes.Equal(got, payload) {
			t.Fatalf("%q comes back as %s %q, %v", payload, kind, got, err)
		}
		if e, err := decodeEntry(payload); err == nil && e.ID == "" {
			t.Fatal("an entry without an id")
		}
	})
}

func TestAnAcceptedEntryComesBackAndIsTheSameBytes(t *testing.T) {
	e := testEntry(t, "c", 1, "the figure is 42 <b>")
	e.Sources = []string{"a.md"}
	one, err := EncodeAccepted(e)
	if err != nil {
		t.Fatal(err)
	}
	back, err := DecodeAccepted(one)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(e, back); d != "" {
		t.Error(d)
	}
	if two, _ := EncodeAccepted(back); !bytes.Equal(one, two) {
		t.Errorf("%s\n%s", one, two)
	}
	if AcceptedName(e.ID) != e.ID+".json" {
		t.Error(AcceptedName(e.ID))
	}
}

func TestAnAcceptedEntryThatIsNoneIsRefused(t *testing.T) {
	e := testEntry(t, "c", 1, "hunter2 was said")
	good, err := EncodeAccepted(e)
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"not JSON":      []byte(`{"hunter2`),
		"another id":    bytes.Replace(good, []byte(e.ID), []byte("iaaaaaaaaaaaa"), 1),
		"another turn":  bytes.Replace(good, []byte(`"turn":"1"`), []byte(`"turn":"2"`), 1),
		"no text":       bytes.Replace(good, []byte("hunter2 was said"), nil, 1),
		"a local time":  bytes.Replace(good, []byte("00:00Z"), []byte("00:00+01:00"), 1),
		"a later form":  bytes.Replace(good, []byte("accepted/1"), []byte("accepted/2"), 1),
		"another shape": []byte(`{"schema":7}`),
	} {
		_, err := DecodeAccepted(data)
		if err == nil || bytes.Contains([]byte(err.Error()), []byte("hunter2")) {
			t.Errorf("%s: %v", name, err)
		}
		var format *knowledge.FormatError
		if got := errors.As(err, &format); got != (name == "a later form") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
