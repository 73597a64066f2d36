package knowledge

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
)

// maxUnitLine bounds one line of evidence.jsonl that Stream reads, in bytes: far above
// what the largest unit is written as.
const maxUnitLine = 1 << 30

// Leaf is an open file of the published tree that is stored plain.
type Leaf interface {
	io.Reader
	io.ReaderAt
	io.Closer
}

// Tree opens leaves by name; OpenLeaf gives the plain bytes of one that may be deflated.
type Tree struct {
	OpenLeaf func(name string) (io.ReadCloser, error)
	OpenFile func(name string) (Leaf, error)
}

// UnitText is one unit of a document and its text.
type UnitText struct {
	Unit *Unit
	Text string
}

// Stream is the evidence of a recipe, read unit by unit: a document that does not fit
// into memory twice is gone through this way.
type Stream struct {
	Evidence Evidence
	record   io.ReadCloser
	lines    *bufio.Reader
	text     Leaf
	name     string // of the record
}

// OpenStream opens the evidence of a recipe and checks that the text is what its record
// says. The caller closes the Stream.
func OpenStream(tree Tree, recipe Digest) (*Stream, error) {
	s := new(Stream)
	var err error
	if s.record, s.name, err = Find(tree.OpenLeaf, RecordName(recipe)); err != nil {
		return nil, lostLeaf(s.name, err)
	}
	textName := ""
	if s.text, textName, err = Find(tree.OpenFile, TextName(recipe)); err != nil {
		s.record.Close()
		return nil, lostLeaf(textName, err)
	}
	s.lines = bufio.NewReaderSize(s.record, 1<<15)
	if err = s.head(textName); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// head reads the first line and checks the text.
func (s *Stream) head(textName string) error {
	line, err := s.line()
	if err == nil {
		err = decodeHeader(line, &s.Evidence)
	}
	if err != nil {
		return &EvidenceError{s.name, "cannot be read: " + err.Error()}
	}
	digest, n, err := DigestReader(s.text)
	switch {
	case err != nil:
		return &EvidenceError{textName, "cannot be read: " + err.Error()}
	case n != int64(s.Evidence.TextBytes):
		return &EvidenceError{textName, fmt.Sprintf("has %d bytes, its record says %d", n, s.Evidence.TextBytes)}
	case digest != s.Evidence.Text:
		return &EvidenceError{textName, "has other bytes than its record says"}
	}
	return nil
}

// line returns the next line without its end; io.EOF behind the last.
func (s *Stream) line() ([]byte, error) {
	var whole []byte
	for {
		part, err := s.lines.ReadSlice('\n')
		switch {
		case err == nil && whole == nil:
			return bytes.TrimSuffix(part, []byte("\n")), nil
		case err == nil:
			return bytes.TrimSuffix(append(whole, part...), []byte("\n")), nil
		case err == bufio.ErrBufferFull && len(whole) < maxUnitLine:
			whole = append(whole, part...)
		case err == io.EOF && len(whole)+len(part) == 0:
			return nil, io.EOF
		default:
			return nil, fmt.Errorf("%s is cut short", EvidenceFile)
		}
	}
}

// Units yields every unit with its text, in order. It can be gone through once; an
// error comes last.
func (s *Stream) Units() iter.Seq2[UnitText, error] {
	return func(yield func(UnitText, error) bool) {
		for n := 2; ; n++ {
			line, err := s.line()
			if err == io.EOF {
				return
			}
			u := new(Unit)
			if err == nil {
				err = json.Unmarshal(line, u)
			}
			var text string
			if err == nil {
				text, err = s.span(u.Span)
			}
			if err != nil {
				yield(UnitText{}, &EvidenceError{s.name, fmt.Sprintf("cannot be read at line %d: %v", n, err)})
				return
			}
			if !yield(UnitText{u, text}, nil) {
				return
			}
		}
	}
}

// span reads a stretch of text.md.
func (s *Stream) span(span Span) (string, error) {
	if span[0] < 0 || span[1] < span[0] || span[1] > s.Evidence.TextBytes {
		return "", fmt.Errorf("a unit lies at %d-%d of %d bytes", span[0], span[1], s.Evidence.TextBytes)
	}
	b := make([]byte, span[1]-span[0])
	if _, err := s.text.ReadAt(b, int64(span[0])); err != nil && err != io.EOF {
		return "", err
	}
	return string(b), nil
}

// Close closes the files.
func (s *Stream) Close() {
	s.record.Close()
	s.text.Close()
}
