package hostile

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// pdfs are PDF files.
func pdfs() []File {
	one := func(name string, build func(*pdf), reasons ...string) File {
		return File{Name: name, Reasons: reasons, Write: func(w io.Writer) error {
			var p pdf
			build(&p)
			_, err := w.Write(p.bytes())
			return err
		}}
	}
	const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 4 0 R >> %s >> /Contents 5 0 R >>"
	const font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
	single := func(p *pdf, resources string) {
		p.add("<< /Type /Catalog /Pages 2 0 R >>")
		p.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
		p.add(page, resources)
		p.add(font)
	}
	return []File{
		one("flate.pdf", func(p *pdf) { single(p, ""); p.stream("", 2, zeros(600<<20)) }, "page-unreadable", "needs-ocr"),
		one("flate-spaces.pdf", func(p *pdf) { single(p, ""); p.stream("", 2, again1(strings.Repeat("BT ET\n", 1000), 50_000)) }, "page-unreadable"),
		one("operators.pdf", func(p *pdf) {
			single(p, "")
			p.stream("", 1, again1("BT /F 12 Tf 10 10 Td (word) Tj ET\n", 2_000_000))
		}),
		one("paths.pdf", func(p *pdf) { single(p, ""); p.stream("", 1, again1("0 0 m 9 9 l S\n", 3_000_000)) }),
		one("saves.pdf", func(p *pdf) { single(p, ""); p.stream("", 1, again1("q ", 3_000_000)) }),
		one("cycle.pdf", func(p *pdf) {
			p.add("<< /Type /Catalog /Pages 2 0 R >>")
			p.add("<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 1000 >>")
			p.add("<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R] /Count 1000 >>")
		}, "page-unreadable", "damaged"),
		one("count.pdf", func(p *pdf) {
			p.add("<< /Type /Catalog /Pages 2 0 R >>")
			p.add("<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>")
			p.add(page, "")
			p.add(font)
			p.stream("", 1, again1("BT /F 12 Tf 10 10 Td (word) Tj ET\n", 1))
		}),
		one("pages.pdf", func(p *pdf) {
			p.add("<< /Type /Catalog /Pages 2 0 R >>")
			p.add("<< /Type /Pages /Kids [%s] /Count 50000 >>", strings.Repeat("3 0 R ", 50_000))
			p.add(page, "")
			p.add(font)
			p.stream("", 1, again1("BT /F 12 Tf 10 10 Td (word) Tj ET\n", 1))
		}, "limit:pages"),
		one("deep-tree.pdf", func(p *pdf) {
			p.add("<< /Type /Catalog /Pages 2 0 R >>")
			for i := range 20_000 {
				p.add("<< /Type /Pages /Kids [%d 0 R] /Count 1 >>", i+3)
			}
			p.add("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>")
		}),
		one("image.pdf", func(p *pdf) {
			single(p, "/XObject << /I 6 0 R >>")
			p.stream("", 1, again1("BT /F 12 Tf 10 10 Td (A picture.) Tj ET q 600 0 0 700 0 0 cm /I Do Q\n", 1))
			p.stream("/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /ColorSpace /DeviceRGB /BitsPerComponent 8", 2, zeros(30_000*30_000*3))
		}),
		one("forms.pdf", func(p *pdf) {
			single(p, "/XObject << /A 6 0 R >>")
			p.stream("", 1, again1("/A Do ", 20))
			for i := range 8 {
				p.stream(fmt.Sprintf("/Type /XObject /Subtype /Form /BBox [0 0 600 700] /Resources << /XObject << /A %d 0 R >> /Font << /F 4 0 R >> >>", i+7), 1, again1("/A Do BT /F 12 Tf (x) Tj ET ", 20))
			}
			p.stream("/Type /XObject /Subtype /Form /BBox [0 0 600 700] /Resources << /XObject << /A 6 0 R >> >>", 1, again1("/A Do ", 20))
		}),
		one("arrays.pdf", func(p *pdf) {
			p.add("<< /Type /Catalog /Pages 2 0 R /A %s >>", strings.Repeat("[", 500_000))
			p.add("<< /Type /Pages /Kids [] /Count 0 >>")
		}, "damaged"),
		one("outline.pdf", func(p *pdf) {
			p.add("<< /Type /Catalog /Pages 2 0 R /Outlines 6 0 R >>")
			p.add("<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
			p.add(page, "")
			p.add(font)
			p.stream("", 1, again1("BT /F 12 Tf 10 10 Td (word) Tj ET\n", 1))
			p.add("<< /First 7 0 R /Last 7 0 R /Count 1 >>")
			p.add("<< /Title (again) /Parent 6 0 R /Next 7 0 R /First 7 0 R /Last 7 0 R /Count 1 /Dest [3 0 R /Fit] >>")
		}),
	}
}

// pdf collects numbered objects; the first is the catalogue.
type pdf struct{ objects [][]byte }

func (p *pdf) add(format string, args ...any) {
	p.objects = append(p.objects, fmt.Appendf(nil, format, args...))
}

// stream adds a stream that was deflated times over.
func (p *pdf) stream(entries string, times int, body func(io.Writer) error) {
	data := deflated(body)
	for range times - 1 {
		data = deflated(held(data))
	}
	p.objects = append(p.objects, fmt.Appendf(nil, "<< %s /Filter [%s] /Length %d >>\nstream\n%s\nendstream", entries, strings.Repeat("/FlateDecode ", times), len(data), data))
}

// deflated packs a body; a buffer takes every byte, so nothing can fail.
func deflated(body func(io.Writer) error) []byte {
	var b bytes.Buffer
	zw := zlib.NewWriter(&b)
	if err := all(func() error { return body(zw) }, zw.Close); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func (p *pdf) bytes() []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(p.objects))
	for i, body := range p.objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(p.objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(p.objects)+1, start)
	return b.Bytes()
}

// hugePNG is a grey picture of 30,000 times 30,000 points.
func hugePNG(w io.Writer) error {
	chunk := func(kind string, data []byte) error {
		sum := crc32.ChecksumIEEE(append([]byte(kind), data...))
		b := append([]byte{byte(len(data) >> 24), byte(len(data) >> 16), byte(len(data) >> 8), byte(len(data))}, kind...)
		b = append(append(b, data...), byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
		_, err := w.Write(b)
		return err
	}
	const side = 30_000
	return all(
		func() error { return again(w, "\x89PNG\r\n\x1a\n", 1) },
		func() error {
			return chunk("IHDR", []byte{0, 0, side >> 8, side & 0xff, 0, 0, side >> 8, side & 0xff, 8, 0, 0, 0, 0})
		},
		func() error { return chunk("IDAT", deflated(again1(string(make([]byte, side+1)), side))) },
		func() error { return chunk("IEND", nil) },
	)
}
