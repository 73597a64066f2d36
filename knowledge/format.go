package knowledge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// Evidence on disk is two leaves, named by the digest of its recipe (see LeavesVersion):
//
//	evidence.jsonl   line 1: Evidence; then one line a Unit, in reading order
//	text.md          the text; units are spans of it
//
// Each line is compact JSON in the field order of the structs, so equal evidence
// is equal bytes.
const (
	// EvidenceVersion is the layout written. It is part of every recipe.
	// 1: first layout.
	// 2: what addresses a model is flagged and counted (hygiene.Version 1); the census
	// of the original, and notes on its parts.
	// 3: words divided at the end of a line are read as one (hygiene.Version 2).
	EvidenceVersion = 3
	// EvidenceSchema opens every evidence.jsonl.
	EvidenceSchema = "quire.evidence/1"
	// EvidenceFile and TextFile are what the two are called.
	EvidenceFile = "evidence.jsonl"
	TextFile     = "text.md"
)

// FormatError says that bytes read back are not what a writer of this version
// writes.
type FormatError struct {
	What  string // the file or record
	Found string
	Want  string
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("%s has format %s, this quire reads %s", e.What, e.Found, e.Want)
}

// Marshal writes v as one line of compact JSON without HTML escaping and without
// a line end.
func Marshal(v any) ([]byte, error) {
	b := lines.Get().(*bytes.Buffer)
	defer func() {
		if b.Cap() <= maxLine {
			b.Reset()
			lines.Put(b)
		}
	}()
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.Clone(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// lines are buffers for Marshal: what it returns has the room that it needs and no more,
// for a hundred thousand lines are kept. A longer buffer than maxLine bytes is let go.
var lines = sync.Pool{New: func() any { return new(bytes.Buffer) }}

const maxLine = 64 << 10

// Key returns the digest that names the folder of the recipe's evidence.
func (r Recipe) Key() Digest {
	b, err := Marshal(r)
	if err != nil {
		panic(err) // strings and numbers only
	}
	return DigestOf(b)
}

// EncodeEvidence returns evidence.jsonl.
func EncodeEvidence(d *Document) ([]byte, error) {
	var b bytes.Buffer
	err := WriteEvidence(&b, d)
	return b.Bytes(), err
}

// WriteEvidence writes evidence.jsonl line by line.
func WriteEvidence(w io.Writer, d *Document) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(&d.Evidence); err != nil {
		return err
	}
	for i := range d.Units {
		if err := enc.Encode(&d.Units[i]); err != nil {
			return err
		}
	}
	return nil
}

// The sizes of Unit, Block and Passage on 64-bit machines, rounded up, in bytes.
const (
	unitMemory    = 330
	blockMemory   = 290
	passageMemory = 150
)

// Weight returns about how many bytes of memory a document takes.
func (d *Document) Weight() int {
	n := len(d.Text) + 1024
	for i := range d.Units {
		u := &d.Units[i]
		n += unitMemory + len(u.Blocks)*blockMemory + len(u.Passages)*passageMemory
	}
	return n
}

// DecodeEvidence reads evidence.jsonl and the text that belongs to it.
func DecodeEvidence(jsonl []byte, text string) (*Document, error) {
	d := &Document{Text: text}
	if !bytes.HasSuffix(jsonl, []byte("\n")) {
		return nil, fmt.Errorf("%s is cut short", EvidenceFile)
	}
	line, rest, _ := bytes.Cut(jsonl, []byte("\n"))
	if err := decodeHeader(line, &d.Evidence); err != nil {
		return nil, err
	}
	for n := 2; len(rest) > 0; n++ {
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		var u Unit
		if err := json.Unmarshal(line, &u); err != nil {
			return nil, fmt.Errorf("%s line %d: %w", EvidenceFile, n, err)
		}
		d.Units = append(d.Units, u)
	}
	return d, nil
}

func decodeHeader(line []byte, e *Evidence) error {
	if err := json.Unmarshal(line, e); err != nil {
		return fmt.Errorf("%s line 1: %w", EvidenceFile, err)
	}
	if e.Schema != EvidenceSchema {
		return &FormatError{What: EvidenceFile, Found: e.Schema, Want: EvidenceSchema}
	}
	return nil
}

// FindUnit returns the unit of that name from evidence.jsonl without reading the
// others; ok is false where there is none.
func FindUnit(jsonl []byte, name string) (u Unit, ok bool, err error) {
	// Every line but the first begins {"name":"…", by the order of Unit's fields.
	line, found := FindLine(jsonl, `{"name":"`+name+`"`)
	if !found {
		return Unit{}, false, nil
	}
	if err := json.Unmarshal(line, &u); err != nil {
		return Unit{}, false, fmt.Errorf("%s unit %s: %w", EvidenceFile, name, err)
	}
	return u, true, nil
}

// FindLine returns the line that begins with prefix, without its line end.
func FindLine(lines []byte, prefix string) ([]byte, bool) {
	at := 0
	if !bytes.HasPrefix(lines, []byte(prefix)) {
		i := bytes.Index(lines, []byte("\n"+prefix))
		if i < 0 {
			return nil, false
		}
		at = i + 1
	}
	line, _, _ := bytes.Cut(lines[at:], []byte("\n"))
	return line, true
}
