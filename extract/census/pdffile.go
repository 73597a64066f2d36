package census

import (
	"bytes"
	"compress/zlib"
	"io"
	"strconv"
)

// pdfObject is where the value of an object begins.
type pdfObject struct {
	body  []byte
	order int // of objects in the file: a later one replaces an earlier one
}

// pdfFile finds objects by reading the file from its start: the last object of a
// number counts, as it does in a file that was changed by appending to it. It needs
// no cross-reference table, which is what damaged files lack.
type pdfFile struct {
	b       []byte
	objects map[int]pdfObject
	root    any
	locked  bool            // there is an encryption dictionary
	packed  int             // streams of objects that could not be read
	read    int             // bytes inflated
	work    int             // bytes parsed to follow references, and searched
	broken  map[pdfRef]bool // of the contents of pages that were looked at
	large   bool
	order   int
}

// maxWork is how many bytes are parsed to follow references, however often a file
// makes one object the target of many, and searched for the ends of streams.
const maxWork = 1 << 30

// get follows references.
func (f *pdfFile) get(v any) any {
	for range 20 {
		ref, ok := v.(pdfRef)
		if !ok {
			return v
		}
		o, ok := f.objects[int(ref)]
		if !ok {
			return nil
		}
		if f.work > maxWork {
			f.large = true
			return nil
		}
		p := &pdfParser{b: o.body}
		v = p.value(0)
		f.work += p.at
	}
	return nil
}

// scan finds all objects and trailers.
func (f *pdfFile) scan() {
	for at := 0; at < len(f.b); {
		i := bytes.Index(f.b[at:], []byte("obj"))
		end := len(f.b)
		if i >= 0 {
			end = at + i
		}
		f.trailers(f.b[at:end])
		if i < 0 {
			return
		}
		n, ok := numberBefore(f.b, end)
		at = end + len("obj")
		if !ok {
			continue
		}
		at = f.object(n, at)
	}
}

// numberBefore reads "12 0 " backwards from the word obj.
func numberBefore(b []byte, end int) (int, bool) {
	step := func(test func(byte) bool) (from int) {
		from = end
		for from > 0 && test(b[from-1]) && end-from < 20 {
			from--
		}
		return from
	}
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	gap := step(isSpace)
	end = gap
	gen := step(digit)
	if gen == end {
		return 0, false
	}
	end = gen
	gap = step(isSpace)
	if gap == end {
		return 0, false
	}
	end = gap
	from := step(digit)
	n, err := strconv.Atoi(string(b[from:end]))
	return n, err == nil
}

// object takes the object that begins at a place and returns where to go on.
func (f *pdfFile) object(n, at int) int {
	rest := f.b[at:]
	stop := bytes.Index(rest, []byte("endobj"))
	if stop < 0 {
		stop = len(rest)
	}
	f.order++
	f.objects[n] = pdfObject{rest, f.order}
	s := bytes.Index(rest[:stop], []byte("stream"))
	if s < 0 {
		return at + stop
	}
	p := &pdfParser{b: rest[:s]}
	d, _ := p.value(0).(pdfDict)
	if d == nil {
		return at + stop
	}
	body := rest[s+len("stream"):]
	body = bytes.TrimPrefix(bytes.TrimPrefix(body, []byte("\r")), []byte("\n"))
	begin := len(f.b) - len(body)
	end, found := f.streamEnd(d, body)
	switch d["Type"] {
	case pdfName("ObjStm"):
		f.unpack(d, body[:end])
	case pdfName("XRef"):
		f.trailer(d)
	}
	if !found {
		return at + stop
	}
	return begin + end
}

// streamEnd returns the length of a stream: what its dictionary says where the end
// mark stands there, else up to the first end mark.
func (f *pdfFile) streamEnd(d pdfDict, body []byte) (end int, ok bool) {
	if n, isNumber := f.get(d["Length"]).(float64); isNumber && n >= 0 && int(n) <= len(body) {
		after := bytes.TrimLeft(body[int(n):min(len(body), int(n)+20)], "\r\n \t")
		if bytes.HasPrefix(after, []byte("endstream")) {
			return int(n), true
		}
	}
	if f.work > maxWork {
		f.large = true
		return len(body), false
	}
	i := bytes.Index(body, []byte("endstream"))
	if i < 0 {
		f.work += len(body)
		return len(body), false
	}
	f.work += i
	return i, true
}

// unpack takes the objects out of a stream of objects.
func (f *pdfFile) unpack(d pdfDict, data []byte) {
	if !deflated(d["Filter"]) && f.get(d["Filter"]) != nil || f.locked {
		f.packed++
		return
	}
	if f.get(d["Filter"]) != nil {
		z, err := zlib.NewReader(bytes.NewReader(data))
		if err != nil {
			f.packed++
			return
		}
		left := maxInflated - f.read
		data, _ = io.ReadAll(io.LimitReader(z, int64(left)+1)) // what could be read is used
		if f.read += len(data); f.read > maxInflated {
			f.large = true
			return
		}
	}
	count, _ := f.get(d["N"]).(float64)
	first, _ := f.get(d["First"]).(float64)
	if first < 0 || int(first) > len(data) {
		f.packed++
		return
	}
	p := &pdfParser{b: data[:int(first)]}
	for range int(min(count, maxParts)) {
		p.space()
		n, err1 := strconv.Atoi(p.word())
		p.space()
		at, err2 := strconv.Atoi(p.word())
		if err1 != nil || err2 != nil {
			return
		}
		if at += int(first); at >= 0 && at <= len(data) {
			f.order++
			f.objects[n] = pdfObject{data[at:], f.order}
		}
	}
}

// deflated reports whether a stream has the one filter that object streams have in
// practice.
func deflated(filter any) bool {
	if list, ok := filter.(pdfArray); ok && len(list) == 1 {
		filter = list[0]
	}
	return filter == pdfName("FlateDecode") || filter == pdfName("Fl")
}

// trailers reads the trailers in a stretch between two objects.
func (f *pdfFile) trailers(b []byte) {
	for {
		i := bytes.Index(b, []byte("trailer"))
		if i < 0 {
			return
		}
		b = b[i+len("trailer"):]
		if d, ok := (&pdfParser{b: b}).value(0).(pdfDict); ok {
			f.trailer(d)
		}
	}
}

func (f *pdfFile) trailer(d pdfDict) {
	if d["Root"] != nil {
		f.root = d["Root"]
	}
	if d["Encrypt"] != nil {
		f.locked = true
	}
}
