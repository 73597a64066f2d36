package email

import (
	"errors"
	"io"
	"strings"

	gomessage "github.com/emersion/go-message"
)

// transferred returns a reader of the bytes that a part's transfer encoding
// stands for. Damage ends the part or is skipped; d tells of it afterwards.
func transferred(h header, body io.Reader) (r io.Reader, d *damage) {
	d = &damage{}
	encoding := strings.ToLower(strings.Trim(h.get("Content-Transfer-Encoding"), " \t;\"'"))
	switch encoding {
	case "8-bit", "7-bit", "8bits", "7bits", "none", "utf-8", "quoted-printable/8bit":
		encoding = "8bit"
	case "quotedprintable", "quoted/printable":
		encoding = "quoted-printable"
	}
	switch encoding {
	case "base64":
		return newBase64Reader(body, d), d
	case "quoted-printable":
		body = &controlFilter{body}
	}
	var bare gomessage.Header // without a charset: what the text is in is decided from its bytes
	bare.Set("Content-Type", "application/octet-stream")
	bare.Set("Content-Transfer-Encoding", encoding)
	e, err := gomessage.New(bare, body)
	if err != nil {
		d.what = "the transfer encoding is unknown; the bytes were taken as they are"
	}
	return &softReader{r: e.Body, damage: d}, d
}

// damage says what was wrong with an encoded part; empty where nothing was.
type damage struct {
	what string
	text []byte // lines that were not encoded
}

// softReader takes an error of a decoder for the end of the data.
type softReader struct {
	r      io.Reader
	damage *damage
	ended  bool
}

func (s *softReader) Read(p []byte) (int, error) {
	if s.ended {
		return 0, io.EOF
	}
	n, err := s.r.Read(p)
	if err != nil {
		s.ended = true
		if !errors.Is(err, io.EOF) {
			s.damage.what = "the part could not be decoded to its end"
		}
		return n, io.EOF
	}
	return n, nil
}

// controlFilter takes out the control characters that make a decoder of
// quoted-printable stop.
type controlFilter struct{ r io.Reader }

func (f *controlFilter) Read(p []byte) (int, error) {
	for {
		n, err := f.r.Read(p)
		kept := 0
		for _, c := range p[:n] {
			if c >= ' ' && c != 0x7f || c == '\n' || c == '\r' || c == '\t' {
				p[kept] = c
				kept++
			}
		}
		if kept > 0 || err != nil || len(p) == 0 {
			return kept, err
		}
	}
}
