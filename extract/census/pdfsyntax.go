package census

import (
	"bytes"
	"strconv"
)

// The values of PDF that matter here: pdfDict, pdfArray, pdfRef, pdfName, float64
// for numbers. Strings, booleans and null are nil.
type (
	pdfDict  map[string]any
	pdfArray []any
	pdfRef   int
	pdfName  string
)

// maxNesting bounds dictionaries in arrays in dictionaries.
const maxNesting = 60

// pdfParser reads values from bytes.
type pdfParser struct {
	b  []byte
	at int
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func isDelimiter(c byte) bool {
	return bytes.IndexByte([]byte("()<>[]{}/%"), c) >= 0
}

func (p *pdfParser) space() {
	for p.at < len(p.b) {
		switch c := p.b[p.at]; {
		case isSpace(c):
			p.at++
		case c == '%':
			for p.at < len(p.b) && p.b[p.at] != '\n' && p.b[p.at] != '\r' {
				p.at++
			}
		default:
			return
		}
	}
}

// word reads up to the next space or delimiter.
func (p *pdfParser) word() string {
	from := p.at
	for p.at < len(p.b) && !isSpace(p.b[p.at]) && !isDelimiter(p.b[p.at]) {
		p.at++
	}
	return string(p.b[from:p.at])
}

// value reads one value. What is none is nil, and one byte further.
func (p *pdfParser) value(depth int) any {
	p.space()
	if p.at >= len(p.b) || depth > maxNesting {
		p.at = len(p.b)
		return nil
	}
	switch c := p.b[p.at]; {
	case c == '/':
		return p.name()
	case c == '<' && bytes.HasPrefix(p.b[p.at:], []byte("<<")):
		return p.dict(depth)
	case c == '<':
		if i := bytes.IndexByte(p.b[p.at:], '>'); i >= 0 {
			p.at += i + 1
		} else {
			p.at = len(p.b)
		}
		return nil
	case c == '(':
		p.text()
		return nil
	case c == '[':
		return p.array(depth)
	case isDelimiter(c):
		p.at++
		return nil
	}
	return p.number()
}

// number reads a number, a reference, or a word that is neither.
func (p *pdfParser) number() any {
	n, err := strconv.ParseFloat(p.word(), 64)
	if err != nil {
		return nil
	}
	back := p.at
	p.space()
	if gen, err := strconv.Atoi(p.word()); err == nil && gen >= 0 && n == float64(int(n)) && n >= 0 {
		p.space()
		if p.word() == "R" {
			return pdfRef(int(n))
		}
	}
	p.at = back
	return n
}

func (p *pdfParser) name() pdfName {
	p.at++
	raw := p.word()
	if !bytes.ContainsRune([]byte(raw), '#') {
		return pdfName(raw)
	}
	var out []byte
	for i := 0; i < len(raw); i++ {
		if raw[i] == '#' && i+2 < len(raw) {
			if v, err := strconv.ParseUint(raw[i+1:i+3], 16, 8); err == nil {
				out = append(out, byte(v))
				i += 2
				continue
			}
		}
		out = append(out, raw[i])
	}
	return pdfName(out)
}

// text steps over a string.
func (p *pdfParser) text() {
	open := 0
	for ; p.at < len(p.b); p.at++ {
		switch p.b[p.at] {
		case '\\':
			p.at++
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				p.at++
				return
			}
		}
	}
}

func (p *pdfParser) dict(depth int) pdfDict {
	p.at += 2
	d := pdfDict{}
	for {
		p.space()
		switch {
		case p.at >= len(p.b):
			return d
		case bytes.HasPrefix(p.b[p.at:], []byte(">>")):
			p.at += 2
			return d
		case p.b[p.at] != '/':
			if bytes.HasPrefix(p.b[p.at:], []byte("endobj")) || bytes.HasPrefix(p.b[p.at:], []byte("stream")) {
				return d // it was never closed
			}
			before := p.at
			if p.value(depth + 1); p.at == before {
				p.at++
			}
		default:
			key := p.name()
			d[string(key)] = p.value(depth + 1)
		}
	}
}

func (p *pdfParser) array(depth int) pdfArray {
	p.at++
	a := pdfArray{}
	for {
		p.space()
		switch {
		case p.at >= len(p.b):
			return a
		case p.b[p.at] == ']':
			p.at++
			return a
		case bytes.HasPrefix(p.b[p.at:], []byte(">>")), bytes.HasPrefix(p.b[p.at:], []byte("endobj")):
			return a
		}
		before := p.at
		a = append(a, p.value(depth+1))
		if p.at == before {
			p.at++
		}
	}
}
