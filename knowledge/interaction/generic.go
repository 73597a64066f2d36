package interaction

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"quire/knowledge"
)

// MaxLineBytes is the longest line of a transcript that is read; a longer one is
// a finding. No turn of a conversation comes near it.
const MaxLineBytes = 1 << 20

// RawEntry is one line of a transcript as it came, secrets included: it is for
// New and nothing else.
type RawEntry struct {
	Conversation, Turn, Role string
	Text                     string
	Time                     string // RFC 3339, UTC
	Sources                  []string
	Attachments              []Attachment

	Line  int      // 1-based
	Bytes [2]int64 // where the line stands in the transcript
	// Span is the part of the turn's text that the line holds. A turn of several
	// lines is their texts one after the other; a repeated line is the same part.
	Span [2]int
}

// Transcript is what ParseGeneric read.
type Transcript struct {
	Digest  knowledge.Digest // of all its bytes
	Bytes   int64
	Entries []RawEntry
	Bad     []LineError // lines that are not entries, in order
}

// LineError says why a line of a transcript is not an entry. It quotes nothing.
type LineError struct {
	Line   int
	Bytes  [2]int64
	Code   string // stable: "line-too-long", "not-json", "missing-field", "invalid-field"
	Detail string
}

func (e *LineError) Error() string {
	return fmt.Sprintf("attempted to read line %d: %s", e.Line, e.Detail)
}

// ParseGeneric reads JSON lines {"conversation","turn","role","text","time",
// "sources":[],"attachments":[]}, of which the first five are required. Empty
// lines are skipped. A bad line is listed and costs no other; an error means
// that r could not be read to its end.
func ParseGeneric(r io.Reader) (*Transcript, error) {
	h := sha256.New()
	br := bufio.NewReaderSize(io.TeeReader(r, h), 64<<10)
	t := &Transcript{Entries: []RawEntry{}, Bad: []LineError{}}
	parts := turnParts{}
	for n := 1; ; n++ {
		line, size, err := readLine(br)
		at := [2]int64{t.Bytes, t.Bytes + size}
		t.Bytes += size
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("attempted to read transcript line %d: %w", n, err)
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, []byte("\uFEFF"))
		}
		if size > MaxLineBytes || len(bytes.TrimSpace(line)) > 0 {
			if raw, bad := parseLine(line, size); bad != nil {
				bad.Line, bad.Bytes = n, at
				t.Bad = append(t.Bad, *bad)
			} else {
				raw.Line, raw.Bytes = n, at
				raw.Span = parts.place(raw)
				t.Entries = append(t.Entries, *raw)
			}
		}
		if err == io.EOF {
			break
		}
	}
	t.Digest = knowledge.FromSum([sha256.Size]byte(h.Sum(nil)))
	return t, nil
}

// readLine returns the next line with its line feed and its true size. Of a line
// above MaxLineBytes no more than that is kept.
func readLine(r *bufio.Reader) (line []byte, size int64, err error) {
	for {
		piece, err := r.ReadSlice('\n')
		size += int64(len(piece))
		line = append(line, piece[:min(len(piece), MaxLineBytes-len(line))]...)
		if err != bufio.ErrBufferFull {
			return line, size, err
		}
	}
}

// genericLine is the contract of the generic form. Pointers tell absent from empty.
type genericLine struct {
	Conversation *string             `json:"conversation"`
	Turn         *turnName           `json:"turn"`
	Role         *string             `json:"role"`
	Text         *string             `json:"text"`
	Time         *string             `json:"time"`
	Sources      []string            `json:"sources"`
	Attachments  []genericAttachment `json:"attachments"`
}

// turnName is a string or a number, kept as it is written.
type turnName string

func (t *turnName) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && (b[0] == '-' || b[0] >= '0' && b[0] <= '9') {
		*t = turnName(b)
		return nil
	}
	return json.Unmarshal(b, (*string)(t))
}

// genericAttachment is {"name","digest"}, or the name alone.
type genericAttachment Attachment

func (a *genericAttachment) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &a.Name)
	}
	return json.Unmarshal(b, (*Attachment)(a))
}

func parseLine(line []byte, size int64) (*RawEntry, *LineError) {
	if size > MaxLineBytes {
		return nil, &LineError{Code: "line-too-long", Detail: fmt.Sprintf("it has %d bytes, more than %d", size, MaxLineBytes)}
	}
	var g genericLine
	if err := json.Unmarshal(line, &g); err != nil {
		return nil, jsonError(err)
	}
	for _, f := range []struct {
		name   string
		absent bool
	}{
		{"conversation", g.Conversation == nil}, {"turn", g.Turn == nil}, {"role", g.Role == nil},
		{"text", g.Text == nil}, {"time", g.Time == nil},
	} {
		if f.absent {
			return nil, &LineError{Code: "missing-field", Detail: "it has no " + f.name}
		}
	}
	raw := &RawEntry{
		Conversation: *g.Conversation, Turn: string(*g.Turn), Role: *g.Role,
		Text: *g.Text, Sources: g.Sources,
	}
	for _, a := range g.Attachments {
		raw.Attachments = append(raw.Attachments, Attachment(a))
	}
	var err error
	if raw.Time, err = utcTime(*g.Time); err == nil {
		e := draft(Capture{Host: "generic"}, *raw)
		err = e.admit() // what New would refuse is a finding of its line
	}
	if err != nil {
		return nil, &LineError{Code: "invalid-field", Detail: err.Error()}
	}
	return raw, nil
}

// jsonError says what is wrong with a line without the bytes that are wrong,
// which may be a part of a secret.
func jsonError(err error) *LineError {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &LineError{Code: "not-json", Detail: fmt.Sprintf("it is not JSON at byte %d", syntax.Offset)}
	case errors.As(err, &kind):
		return &LineError{Code: "invalid-field", Detail: fmt.Sprintf("a field near byte %d is of the wrong type", kind.Offset)}
	}
	return &LineError{Code: "not-json", Detail: "it is not JSON"}
}

// turnParts remembers which parts of each turn were seen.
type turnParts map[[3]string]*turnPart

type turnPart struct {
	end   int
	texts map[string][2]int
}

func (p turnParts) place(raw *RawEntry) [2]int {
	key := [3]string{raw.Conversation, raw.Turn, raw.Role}
	t := p[key]
	if t == nil {
		t = &turnPart{texts: map[string][2]int{}}
		p[key] = t
	}
	span, seen := t.texts[raw.Text]
	if !seen {
		span = [2]int{t.end, t.end + len(raw.Text)}
		t.end = span[1]
		t.texts[raw.Text] = span
	}
	return span
}
