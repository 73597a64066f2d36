package knowledge

import (
	"bytes"
	"testing"
)

// FuzzDecodeEvidence holds that what decodes is the same when it is encoded and
// decoded again.
func FuzzDecodeEvidence(f *testing.F) {
	d := &Document{Text: "# One\n\ntext\n", Evidence: Evidence{Schema: EvidenceSchema, Outcome: Extracted, Units: 1}}
	d.Units = []Unit{{Name: "sec01", Kind: Section, Ordinal: 1, Span: Span{0, 11}, Locator: Loc("lines", "1-3"),
		Blocks: []Block{{Kind: Heading, Level: 1, Span: Span{0, 5}, Lead: 2}, {Kind: Paragraph, Span: Span{7, 11}}}}}
	b, err := EncodeEvidence(d)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte("{\"schema\":\"" + EvidenceSchema + "\"}\n{\"name\":\"x\",\"locator\":\"page=1;bbox=1,2,3,4\",\"span\":[1,0]}\n"))
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := DecodeEvidence(b, "text")
		if err != nil {
			return
		}
		one, err := EncodeEvidence(d)
		if err != nil {
			t.Fatalf("what was decoded cannot be encoded: %v", err)
		}
		again, err := DecodeEvidence(one, "text")
		if err != nil {
			t.Fatalf("what was encoded cannot be decoded: %v\n%s", err, one)
		}
		if two, err := EncodeEvidence(again); err != nil || !bytes.Equal(one, two) {
			t.Errorf("evidence changes when it is encoded again (%v)\n%s%s", err, one, two)
		}
		for i := range d.Units {
			if _, _, err := FindUnit(one, d.Units[i].Name); err != nil {
				t.Errorf("find unit %q: %v", d.Units[i].Name, err)
			}
		}
	})
}
