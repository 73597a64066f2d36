package pages

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"quire/internal/jsonline"
	"quire/knowledge"
)

// What is read of a line is what decoding it gives.
func TestACardIsReadAsItIsDecoded(t *testing.T) {
	for _, c := range []Card{
		{ID: "qa", Gaps: []Gap{{"garbled", 12}}},
		{
			ID:     "qb",
			Topics: []Topic{{`The "quick" \ path` + "\n\u2028<b>&", "sec1", true}, {"Zölle, ÖPNV", "sec2/p3", false}},
			Dated:  []Dated{{"2026-11", "decision", Point{`It was "settled", {so} [far].`, "sec1@0-9~abcdef"}}},
			Open:   []Point{{"The price is *to be decided*.", "sec1"}, {"", ""}},
			More:   4, Gaps: []Gap{{"a", 1}, {"b", 0}},
		},
	} {
		line, err := knowledge.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var want Card
		if err := json.Unmarshal(line, &want); err != nil {
			t.Fatal(err)
		}
		m := met{line: line}
		if !m.read() {
			t.Errorf("%s is not read to its end", line)
		}
		for n := range line {
			if cut := (&met{line: line[:n]}); cut.read() {
				t.Errorf("%s is read as a whole card", cut.line)
			}
		}
		got := m.card
		for i, x := range m.topics {
			got.Topics = append(got.Topics, Topic{jsonline.Text(x.text), jsonline.Text(x.unit), x.term})
			if x.key != topicKey([]byte(want.Topics[i].Text)) {
				t.Errorf("the key of %q is that of another text", want.Topics[i].Text)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nread as %+v\n    want %+v", line, got, want)
		}
	}
}

func FuzzKeyIsItsWordsInLowerCase(f *testing.F) {
	for _, s := range []string{"", "  Terms of the Order ", "ZÖLLE–İstanbul 2", "a\xffb", "1.2 Scope", "नमस्ते दुनिया"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := key(text), strings.Join(strings.FieldsFunc(strings.ToLower(text), notOfWord), " "); got != want {
			t.Errorf("key of %q is %q, want %q", text, got, want)
		}
	})
}
