package email

import (
	"bufio"
	"bytes"
	"strings"
	"unicode/utf8"

	gomessage "github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"

	"quire/extract/charset"
)

// maxHeader bounds the header of one part. What is longer is not read as header.
const maxHeader = 1 << 20

// header is the header of a message or part, decoded as far as lines go: valid
// UTF-8, encoded words not yet read.
type header struct {
	gomessage.Header
	found bool // there was at least one field
}

// get returns the first field of that name, unfolded.
func (h *header) get(name string) string { return strings.TrimSpace(h.Get(name)) }

// text returns the first field of that name with encoded words read.
func (h *header) text(name string) string { return decodeWords(h.get(name)) }

// readHeader reads up to the first empty line and leaves br behind it. It repairs
// what a strict parser refuses: byte order marks, a mailbox's "From " line,
// doubled carriage returns, lines without a colon, raw 8-bit text. top says that
// this is the file's own header, in front of which empty lines may stand.
func readHeader(br *bufio.Reader, top bool) header {
	var clean bytes.Buffer
	fields := 0
	for size := 0; size < maxHeader; {
		if fields == 0 && !headerAhead(br, top) {
			break
		}
		line, err := readLine(br, maxHeader)
		size += len(line)
		text := bytes.TrimRight(line, "\r\n")
		if fields == 0 {
			text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
		}
		switch {
		case len(text) == 0 && fields == 0 && top && err == nil:
			continue
		case len(bytes.TrimSpace(text)) == 0:
			return parseHeader(clean.Bytes(), fields)
		case fields == 0 && (bytes.HasPrefix(text, []byte("From ")) || bytes.HasPrefix(text, []byte(">From "))):
		case (text[0] == ' ' || text[0] == '\t' || !isField(text)) && fields > 0:
			clean.WriteString("\r\n ") // a continuation, meant or not
			clean.Write(bytes.TrimSpace(text))
		case isField(text):
			if fields++; fields > 1 {
				clean.WriteString("\r\n")
			}
			clean.Write(text)
		}
		if err != nil {
			break
		}
	}
	return parseHeader(clean.Bytes(), fields)
}

// headerAhead reports whether the next line can belong to a header. A part that
// begins with text has none.
func headerAhead(br *bufio.Reader, top bool) bool {
	ahead, _ := br.Peek(300)
	line, _, _ := bytes.Cut(ahead, []byte("\n"))
	line = bytes.TrimPrefix(bytes.TrimRight(line, "\r"), []byte("\xef\xbb\xbf"))
	return len(line) == 0 && len(ahead) > 0 || isField(line) || bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From ")) ||
		top && len(line) > 0 && (line[0] == ' ' || line[0] == '\t') && len(bytes.TrimSpace(line)) == 0
}

// readLine returns the next line with its end, at most limit bytes of it.
func readLine(br *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		part, err := br.ReadSlice('\n')
		if len(line) < limit {
			line = append(line, part[:min(len(part), limit-len(line))]...)
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}

// isField reports whether line begins with a field name and a colon.
func isField(line []byte) bool {
	i := bytes.IndexByte(line, ':')
	if i < 1 || i > 100 {
		return false
	}
	for _, c := range bytes.TrimRight(line[:i], " \t") {
		if c <= ' ' || c >= 0x7f {
			return false
		}
	}
	return true
}

func parseHeader(clean []byte, fields int) header {
	if fields == 0 {
		return header{}
	}
	clean = bytes.ReplaceAll(clean, []byte{0}, nil)
	if !utf8.Valid(clean) {
		clean = []byte(decodeLines(string(clean)))
	}
	h, _ := textproto.ReadHeader(bufio.NewReader(bytes.NewReader(append(clean, "\r\n\r\n"...))))
	return header{gomessage.Header{Header: h}, true}
}

// decodeLines reads raw 8-bit text in header fields: the fields that are valid
// UTF-8 are that, the others are taken together, so that detection has something
// to go by.
func decodeLines(s string) string {
	lines := strings.Split(s, "\r\n")
	var odd []int
	var all []string
	for i, l := range lines {
		if !utf8.ValidString(l) {
			odd = append(odd, i)
			all = append(all, l)
		}
	}
	declared := parseParams(contentTypeLine(lines)).params["charset"]
	text, _, _ := charset.Decode([]byte(strings.Join(all, "\n")), declared)
	parts := strings.Split(text, "\n")
	for k, i := range odd {
		if k < len(parts) {
			lines[i] = strings.TrimRight(parts[k], "\r")
		}
	}
	return strings.ToValidUTF8(strings.Join(lines, "\r\n"), "\uFFFD")
}

func contentTypeLine(lines []string) string {
	const name = "content-type:"
	for i, l := range lines {
		if len(l) < len(name) || !strings.EqualFold(l[:len(name)], name) {
			continue
		}
		value := l[len(name):]
		for _, next := range lines[i+1:] {
			if !strings.HasPrefix(next, " ") && !strings.HasPrefix(next, "\t") {
				break
			}
			value += next
		}
		return value
	}
	return ""
}
