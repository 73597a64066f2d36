package email

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"io"
	"unicode"

	"quire/internal/lazy"
)

// maxBehind is how many bytes of text among base64 are kept.
const maxBehind = 1 << 20

// base64Reader decodes base64: whole groups up to a padding, behind which another
// piece may begin. Lines of text between or behind the pieces, as list software
// adds them to mail that it does not look into, are set aside in the damage. What
// else is neither base64 nor white space is left out.
type base64Reader struct {
	br     *bufio.Reader
	group  []byte
	out    []byte
	bol    bool // at the beginning of a line
	behind bool // behind a padding or a line of text: text or another piece follows
	end    bool
	damage *damage
}

func newBase64Reader(r io.Reader, d *damage) *base64Reader {
	return &base64Reader{br: bufio.NewReader(r), bol: true, damage: d}
}

func (f *base64Reader) Read(p []byte) (int, error) {
	for len(f.out) == 0 {
		if f.end {
			return 0, io.EOF
		}
		f.fill()
	}
	n := copy(p, f.out)
	f.out = f.out[n:]
	return n, nil
}

func (f *base64Reader) fill() {
	f.out = f.out[:0]
	for len(f.out) < 4096 && !f.end {
		if f.bol && len(f.group) == 0 && !f.behind {
			f.behind = f.textAhead()
		}
		f.bol = false
		if f.behind {
			f.line()
			continue
		}
		c, err := f.br.ReadByte()
		switch {
		case err != nil:
			f.finish()
			f.end = true
		case c == '=':
			f.finish()
			f.behind = true
			f.skipPadding()
		case base64Byte(c):
			if f.group = append(f.group, c); len(f.group) == 4 {
				f.out, _ = base64.StdEncoding.AppendDecode(f.out, f.group)
				f.group = f.group[:0]
			}
		case c == '\n':
			f.bol = true
		case c != '\r' && c != ' ' && c != '\t':
			f.damage.what = notBase64
		}
	}
}

const notBase64 = "the part holds characters that are not base64"

// finish decodes a group that is not whole.
func (f *base64Reader) finish() {
	switch len(f.group) {
	case 1:
		f.damage.what = "the part ends inside a base64 group"
	case 2, 3:
		f.out, _ = base64.RawStdEncoding.AppendDecode(f.out, f.group)
	}
	f.group = f.group[:0]
}

func (f *base64Reader) skipPadding() {
	for {
		if next, _ := f.br.Peek(1); len(next) == 0 || next[0] != '=' {
			return
		}
		_, _ = f.br.Discard(1)
	}
}

// line reads a line behind a padding: a further piece of base64, or text.
func (f *base64Reader) line() {
	line, err := readLine(f.br, maxBehind)
	f.end = err != nil
	t := bytes.TrimSpace(line)
	if data, ok := padded(t); ok {
		f.out = append(f.out, data...)
		return
	}
	if isPiece(t) {
		f.out, _ = base64.StdEncoding.AppendDecode(f.out, t)
		f.behind, f.bol = false, true
		return
	}
	switch {
	case len(t) == 0 && len(f.damage.text) == 0:
	case len(f.damage.text)+len(line) > maxBehind:
		f.damage.what = "the text behind the base64 is too long and was not read to its end"
	default:
		f.damage.text = append(f.damage.text, line...)
	}
}

// padded decodes a line that holds nothing but padded pieces.
func padded(line []byte) (data []byte, ok bool) {
	for len(line) > 0 {
		n := 0
		for n < len(line) && base64Byte(line[n]) {
			n++
		}
		end := n
		for end < len(line) && line[end] == '=' {
			end++
		}
		if n == 0 || end == n || end%4 != 0 || n > 2 && wordLike().Match(line[:n]) {
			return nil, false
		}
		piece, err := base64.StdEncoding.DecodeString(string(line[:end]))
		if err != nil {
			return nil, false
		}
		data, line = append(data, piece...), line[end:]
	}
	return data, data != nil
}

// wordLike is a word of prose, which could be base64 by its characters.
var wordLike = lazy.Regexp(`^([A-Z]?[a-z]+|[A-Z]{3,})$`)

// minPiece is how long a line without padding is to be taken for base64 behind a
// padding: shorter ones are words too often.
const minPiece = 16

// isPiece reports whether a line begins a further piece: whole groups, and the mix
// of characters that base64 of any text has.
func isPiece(line []byte) bool {
	if len(line) < minPiece || len(line)%4 != 0 {
		return false
	}
	var upper, lower, other bool
	for _, c := range line {
		switch {
		case !base64Byte(c):
			return false
		case c >= 'A' && c <= 'Z':
			upper = true
		case c >= 'a' && c <= 'z':
			lower = true
		default:
			other = true
		}
	}
	return upper && lower && other
}

// textAhead reports whether the next line is clearly text: words, or mostly
// characters that base64 does not have.
func (f *base64Reader) textAhead() bool {
	ahead, _ := f.br.Peek(200)
	line, _, _ := bytes.Cut(ahead, []byte("\n"))
	line = bytes.TrimSpace(line)
	words, strange, size := 0, 0, 0
	for _, c := range line {
		switch {
		case c == ' ' || c == '\t' || c == '\r':
		case !base64Byte(c) && c != '=':
			strange++
			fallthrough
		default:
			size++
		}
	}
	if size == len(line) { // one word, as most lines of base64 are
		return 2*strange > size
	}
	fields := bytes.Fields(line)
	for _, w := range fields {
		if wordLike().Match(bytes.Trim(w, `.,:;!?()"'`)) {
			words++
		}
	}
	return len(fields) > 1 && 2*words >= len(fields) || 2*strange > size
}

// isText reports whether bytes that were set aside are words.
func isText(b []byte) bool {
	word := false
	for _, c := range b {
		switch {
		case c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f', c == 0x7f:
			return false
		case c >= 0x80 || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)):
			word = true
		}
	}
	return word
}
