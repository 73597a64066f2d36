package withdrawal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"quire/internal/regular"
	"quire/knowledge"
)

// FileName is the file of the marks, in the folder of the interaction ledger, whose
// secret keys them. Its first line names the layout and proves the key; every other
// is a Mark. It is replaced as a whole.
const FileName = "withdrawn.jsonl"

// schema is the layout written and the only one read.
// 1: first layout.
const schema = "quire.withdrawn/1"

// ErrNoKey says that there are marks but not the secret they were made with, so
// that nobody can tell what must stay out.
var ErrNoKey = errors.New("interactions/secret, which keys interactions/" + FileName + ", is missing or another one; restore the file: without it quire can not tell which documents were withdrawn")

type head struct {
	Schema string `json:"schema"`
	Check  string `json:"check"` // keyed hash of nothing: proves the key
	Marks  int    `json:"marks"` // lines that follow
	Sum    string `json:"sum"`   // keyed hash of those lines: proves that none is missing
}

// Mark is one withdrawn document.
type Mark struct {
	Path     string   `json:"path_mac"`               // of its printed path
	IDs      []string `json:"id_macs"`                // of its id and of those of everything inside it
	Contents []string `json:"content_macs,omitempty"` // of the digests of its bytes, in every kept snapshot; none of an empty file
	Titles   []string `json:"title_macs,omitempty"`   // of its titles and those of everything inside it, as lines of lower-case words
	// Keep are live files of the same bytes that stay in: by path and by id.
	Keep   []string `json:"keep,omitempty"`
	At     string   `json:"at"` // RFC 3339 UTC
	Reason string   `json:"reason,omitempty"`
	Done   bool     `json:"done,omitempty"` // it was taken out of everything
}

// Load reads the marks in the ledger's folder; none where there is no such file.
// key is the ledger's secret, nil where there is none.
func Load(ledger *os.Root, key []byte) (*List, error) {
	b, err := regular.ReadIn(ledger, FileName)
	if errors.Is(err, fs.ErrNotExist) {
		return New(key), nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the marks of withdrawn documents: %w", err)
	}
	return decode(b, key)
}

// Unfinished reports whether the marks in the ledger's folder name a document that is
// not yet taken out of everything. It needs no key and decodes nothing, as readers ask it
// before every answer; where the file cannot be read it is false, and status says so.
func Unfinished(ledger *os.Root) bool {
	b, err := regular.ReadIn(ledger, FileName)
	if err != nil {
		return false
	}
	_, marks, _ := bytes.Cut(b, []byte("\n"))
	for line := range bytes.Lines(marks) {
		// Done is the last field, and no text ends in it: a quotation mark would follow.
		if !bytes.HasSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte(`"done":true}`)) {
			return true
		}
	}
	return false
}

func decode(b, key []byte) (*List, error) {
	l := New(key)
	var h head
	_, body, _ := bytes.Cut(b, []byte("\n"))
	for n, line := range bytes.Split(bytes.TrimSuffix(b, []byte("\n")), []byte("\n")) {
		if n == 0 {
			if err := json.Unmarshal(line, &h); err != nil || h.Check == "" {
				return nil, damaged(1)
			}
			if h.Schema != schema {
				return nil, &knowledge.FormatError{What: "interactions/" + FileName, Found: h.Schema, Want: schema}
			}
			if l.mac == nil || h.Check != l.sum("check") {
				return nil, ErrNoKey
			}
			continue
		}
		var m Mark
		if err := json.Unmarshal(line, &m); err != nil || m.Path == "" || len(m.IDs) == 0 {
			return nil, damaged(n + 1)
		}
		l.put(m)
	}
	if h.Marks != l.Len() || h.Sum != l.sum("marks", string(body)) {
		return nil, fmt.Errorf("interactions/%s is not as quire wrote it: %d marks stand where its first line says %d; restore the file from a copy; quire writes nothing while it can not tell which documents were withdrawn", FileName, l.Len(), h.Marks)
	}
	return l, nil
}

func damaged(line int) error {
	return fmt.Errorf("interactions/%s line %d is damaged: restore the file from a copy; quire writes nothing while it can not tell which documents were withdrawn", FileName, line)
}

// Save replaces the file of the marks, durably.
func (l *List) Save(ledger *os.Root) error {
	b, err := l.encode()
	if err == nil {
		err = replace(ledger, b)
	}
	if err != nil {
		return fmt.Errorf("write the marks of withdrawn documents: %w", err)
	}
	return nil
}

func (l *List) encode() ([]byte, error) {
	if l.mac == nil {
		return nil, ErrNoKey
	}
	var body bytes.Buffer
	for _, m := range l.marks {
		line, err := knowledge.Marshal(m)
		if err != nil {
			return nil, err
		}
		body.Write(line)
		body.WriteByte('\n')
	}
	first, err := knowledge.Marshal(head{schema, l.sum("check"), len(l.marks), l.sum("marks", body.String())})
	if err != nil {
		return nil, err
	}
	return append(append(first, '\n'), body.Bytes()...), nil
}

func replace(ledger *os.Root, b []byte) error {
	const temp = FileName + ".tmp" // which the ledger's next writer removes
	f, err := ledger.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := ledger.Rename(temp, FileName); err != nil {
		return err
	}
	dir, err := ledger.Open(".")
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}
