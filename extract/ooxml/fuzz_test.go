package ooxml

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/ooxml/ooxmltest"
)

// FuzzPackage opens packages whose parts say anything.
func FuzzPackage(f *testing.F) {
	const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
	f.Add(`<Types><Override PartName="/a.xml" ContentType="x"/></Types>`, `<Relationships><Relationship Id="r" Type="officeDocument" Target="../a.xml"/></Relationships>`, chart)
	f.Add(`<Types>`, `<Relationships><Relationship Id="r" Type="x/hyperlink" TargetMode="External" Target="http://[::1"/></Relationships>`, `<c:pt idx="999999999"/>`)
	f.Fuzz(func(t *testing.T, types, rels, chart string) {
		data := ooxmltest.Zip(t, map[string]string{"[Content_Types].xml": types, "_rels/.rels": rels, "a.xml": chart, "_rels/a.xml.rels": rels, "docProps/core.xml": chart})
		p, err := Open(ooxmltest.Input(data), extract.Limits{})
		if err != nil {
			t.Fatalf("a package of sound entries does not open: %v", err)
		}
		_, _ = p.Main()
		p.Metadata()
		for _, r := range p.Rels("a.xml").ByType("hyperlink", "officeDocument") {
			p.ContentType(r.Target)
		}
		blocks, err := p.Chart("a.xml")
		if err != nil && !errors.Is(err, extract.ErrDamaged) && !errors.Is(err, ErrNoPart) {
			var lim *extract.LimitError
			if !errors.As(err, &lim) {
				t.Errorf("error %v is of no known kind", err)
			}
		}
		for _, b := range blocks {
			if len(b.Rows) > 100_000 {
				t.Errorf("%d rows of %d bytes", len(b.Rows), len(chart))
			}
		}
	})
}

// FuzzTokens holds that a document is the same to the decoder with and without
// the reader between, and that no tag with more attributes gets through.
func FuzzTokens(f *testing.F) {
	f.Add(`<?xml version="1.0"?><a b="1" c='x>"=y'><!-- it's = "--><d e = "f"/>text = "x"</a>`)
	f.Add(`<a ` + strings.Repeat(`b="c" `, 60) + `/>`)
	f.Add("<a><![CDATA[<b c='d' e=f>]]></a>")
	f.Fuzz(func(t *testing.T, s string) {
		const most = 40
		free, err := tokens(xml.NewDecoder(strings.NewReader(s)))
		lim := extract.Limits{Attributes: most}
		held, held2 := tokens(xml.NewDecoder(NewTokenReader(strings.NewReader(s), lim.Over("text"), lim)))
		var limit *extract.LimitError
		switch {
		case errors.As(held2, &limit):
			if strings.Count(s, "=") <= most {
				t.Errorf("%v where there are fewer signs of equality", held2)
			}
		case held != free || (err == nil) != (held2 == nil):
			t.Errorf("%d tokens (%v), with the reader %d (%v)", free, err, held, held2)
		}
	})
}

// tokens counts the tokens of a document.
func tokens(d *xml.Decoder) (n int, err error) {
	for {
		_, err := d.RawToken()
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		n++
	}
}
