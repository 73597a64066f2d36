package email

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"quire/knowledge"
)

// crypto is what an S/MIME part holds.
type crypto int

const (
	noCrypto  crypto = iota
	enveloped        // encrypted
	signed           // a message inside its signature
	bareCMS          // certificates, or what cannot be told
)

// cmsArc is the encoded object identifier of PKCS #7 content types without its
// last number, which says what the content is.
var cmsArc = []byte{0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07}

// cryptoKind looks at the first bytes of a part that is S/MIME by its type.
func cryptoKind(ct value, br *bufio.Reader) crypto {
	if ct.word != "application/pkcs7-mime" && ct.word != "application/x-pkcs7-mime" {
		return noCrypto
	}
	head, _ := br.Peek(64)
	if i := bytes.Index(head, cmsArc); i >= 0 && i+len(cmsArc) < len(head) {
		switch head[i+len(cmsArc)] {
		case 2:
			if strings.EqualFold(ct.params["smime-type"], "certs-only") {
				return bareCMS
			}
			return signed
		case 3, 4, 6:
			return enveloped
		}
		return bareCMS
	}
	switch strings.ToLower(ct.params["smime-type"]) {
	case "signed-data", "certs-only", "compressed-data":
		return bareCMS
	}
	return enveloped
}

// opened reads the message inside a signature. A signature around nothing, as
// certificates are sent, becomes a child like any other part.
func (m *reader) opened(r *bufio.Reader, at place) error {
	data, err := io.ReadAll(io.LimitReader(r, maxWide+1))
	if err != nil {
		return err
	}
	inner, err := signedContent(data)
	if err != nil || len(data) > maxWide || len(inner) == 0 {
		name := knowledge.Child{Member: knowledge.Loc("part", at.part()), Name: "part-" + strings.ReplaceAll(at.part(), ".", "-") + ".p7m"}
		m.children++
		return m.sink.Child(name, io.MultiReader(bytes.NewReader(data), r))
	}
	if at.depth++; at.depth >= m.lim.Nesting {
		return m.issue("limit:nesting", knowledge.Error, at.part(), "signatures nested too deeply were not read")
	}
	br := bufio.NewReader(bytes.NewReader(inner))
	return m.entity(readHeader(br, false), br, at)
}

var errBER = errors.New("not a signed message")

// signedContent returns the content of a PKCS #7 SignedData.
func signedContent(b []byte) ([]byte, error) {
	at := b
	for _, step := range []struct {
		tag  byte
		skip int // elements in front of it
	}{{0x30, 0}, {0xa0, 1}, {0x30, 0}, {0x30, 2}, {0xa0, 1}} {
		for i := 0; ; i++ {
			e, rest, err := readBER(at, 0)
			if err != nil {
				return nil, err
			}
			if i < step.skip {
				at = rest
				continue
			}
			if e.tag != step.tag {
				return nil, errBER
			}
			at = e.body
			break
		}
	}
	e, _, err := readBER(at, 0)
	if err != nil {
		return nil, err
	}
	return e.octets(0)
}

// berElement is an element of BER: its tag and its content.
type berElement struct {
	tag  byte
	body []byte
}

// readBER reads the element that b begins with, of definite or indefinite length.
func readBER(b []byte, depth int) (e berElement, rest []byte, err error) {
	if len(b) < 2 || b[0]&0x1f == 0x1f || depth > 30 {
		return e, nil, errBER
	}
	e.tag = b[0]
	n, at := int(b[1]), 2
	switch {
	case n == 0x80:
		return indefinite(b, depth)
	case n > 0x80:
		size := n & 0x7f
		if size > 4 || len(b) < 2+size {
			return e, nil, errBER
		}
		n = 0
		for _, c := range b[2 : 2+size] {
			n = n<<8 | int(c)
		}
		at += size
	}
	if n < 0 || n > len(b)-at {
		return e, nil, errBER
	}
	e.body = b[at : at+n]
	return e, b[at+n:], nil
}

// indefinite reads an element that ends with an end-of-contents mark.
func indefinite(b []byte, depth int) (e berElement, rest []byte, err error) {
	e.tag = b[0]
	at := b[2:]
	for len(at) >= 2 {
		if at[0] == 0 && at[1] == 0 {
			e.body = b[2 : len(b)-len(at)]
			return e, at[2:], nil
		}
		if _, at, err = readBER(at, depth+1); err != nil {
			return e, nil, err
		}
	}
	return e, nil, errBER
}

// octets returns the bytes of an octet string, which may come in pieces.
func (e berElement) octets(depth int) ([]byte, error) {
	if e.tag == 0x04 {
		return e.body, nil
	}
	if e.tag != 0x24 || depth > 8 {
		return nil, errBER
	}
	var out []byte
	for at := e.body; len(at) > 0; {
		piece, rest, err := readBER(at, 0)
		if err != nil {
			return nil, err
		}
		b, err := piece.octets(depth + 1)
		if err != nil {
			return nil, err
		}
		out = append(out, b...)
		at = rest
	}
	return out, nil
}
