package pdf

import (
	"bytes"
	"context"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/knowledge"
)

// FuzzContent reads a page with any content, and any annotation on it. The other
// engine is left out: its parser is known to take all memory on some input, which
// is why it runs in workers only.
func FuzzContent(f *testing.F) {
	f.Add("BT /F1 12 Tf 50 700 Td (Some words) Tj 0 -14 Td (and more.) Tj ET", "/Subtype /Link /Rect [50 690 90 710] /A << /S /URI /URI (https://example.org) >>")
	f.Add("q 1 0 0 1 50 50 cm 0 0 200 100 re S BT /F2 9 Tf 1 Tr (unseen) Tj ET Q", "/Subtype /Text /Contents (a note) /Rect [0 0 10 10]")
	f.Add("BT 0 1 -1 0 300 300 Tm /F1 99999 Tf [(T) -9999 (J)] TJ T* (x) ' ET", "/Subtype /Widget /FT /Tx /T (field) /V (value) /Rect [0 0 -1 1e30]")
	f.Add("50 700 m 500 700 l S 50 600 m 500 600 l S 50 600 m 50 700 l S BT /F1 9 Tf 60 650 Td (cell) Tj ET", "")
	f.Fuzz(func(t *testing.T, content, annotation string) {
		b := newBuild()
		p := b.page()
		p.content.WriteString(content)
		if annotation != "" {
			p.annots = append(p.annots, annotation)
		}
		extracttest.Check(t, extracttest.Extract(t, warmed(), sample(b)))
	})
}

// FuzzFile reads whole files.
func FuzzFile(f *testing.F) {
	f.Add(article().bytes())
	small := newBuild()
	small.page().text(50, 50, 12, "Some words.")
	f.Add(small.bytes())
	f.Add([]byte("%PDF-1.4\ntrailer << /Root 1 0 R >>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		extracttest.Check(t, extracttest.Extract(t, warmed(), extracttest.Sample{Format: "pdf", Data: data}))
	})
}

// FuzzPlace renders places that a locator may name.
func FuzzPlace(f *testing.F) {
	b := newBuild()
	b.page().text(50, 50, 12, "Some words.")
	s := sample(b)
	f.Add("page=1;bbox=0,0,100000,100000", 72)
	f.Add("page=1", 10)
	f.Fuzz(func(t *testing.T, at string, dpi int) {
		l, err := knowledge.ParseLocator(at)
		if err != nil {
			return
		}
		in := extract.Input{ReaderAt: bytes.NewReader(s.Data), Size: int64(len(s.Data)), Format: "pdf"}
		picture, err := warmed().Render(context.Background(), in, l, dpi, extract.Limits{Pixels: 100_000})
		if err == nil && len(picture) == 0 {
			t.Errorf("%s at %d gives neither a picture nor an error", at, dpi)
		}
	})
}
