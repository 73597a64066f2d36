package census

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
)

// maxDamaged bounds the pages that are named.
const maxDamaged = 100

// breaksOff reports whether a deflated stream of the content of a page ends before its end, or
// holds bytes that are none of its format: engines show what stands in front of that and say
// nothing. A checksum that is wrong or missing says nothing of the text.
func (f *pdfFile) breaksOff(contents any) bool {
	list, ok := f.get(contents).(pdfArray)
	if !ok {
		list = pdfArray{contents}
	}
	for _, c := range list {
		ref, ok := c.(pdfRef)
		if !ok || f.read > maxInflated {
			continue
		}
		broken, known := f.broken[ref] // many pages may show one stream
		if !known {
			broken = f.cut(f.objects[int(ref)].body)
			f.broken[ref] = broken
		}
		if broken {
			return true
		}
	}
	return false
}

// cut reports whether the object that begins with body is a deflated stream that breaks off.
func (f *pdfFile) cut(body []byte) bool {
	p := &pdfParser{b: body}
	d, _ := p.value(0).(pdfDict)
	filter := f.get(d["Filter"])
	if list, ok := filter.(pdfArray); ok && len(list) > 0 {
		filter = f.get(list[0])
	}
	p.space()
	data, ok := bytes.CutPrefix(body[p.at:], []byte("stream"))
	if !ok || filter != pdfName("FlateDecode") && filter != pdfName("Fl") {
		return false
	}
	data = bytes.TrimPrefix(bytes.TrimPrefix(data, []byte("\r")), []byte("\n"))
	end, _ := f.streamEnd(d, data)
	data = data[:end]
	if len(data) < 2 || data[0]&15 != 8 || (int(data[0])<<8|int(data[1]))%31 != 0 {
		return false // no head of zlib: engines differ in what they make of it
	}
	n, err := io.Copy(io.Discard, io.LimitReader(flate.NewReader(bytes.NewReader(data[2:])), int64(maxInflated-f.read)+1))
	f.read += int(n)
	var corrupt flate.CorruptInputError
	return errors.Is(err, io.ErrUnexpectedEOF) || errors.As(err, &corrupt)
}
