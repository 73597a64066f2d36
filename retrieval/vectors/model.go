package vectors

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"

	"quire/knowledge"
)

// The files of a model.
const (
	ConfigName    = "config.json"
	WeightsName   = "model.safetensors"
	TokenizerName = "tokenizer.json"
)

// modelFiles are the files of a model in the order in which its digest takes them, and
// the most bytes of each that are read.
var modelFiles = []struct {
	name string
	max  int64
}{{ConfigName, 1 << 20}, {WeightsName, 4 << 30}, {TokenizerName, 64 << 20}}

// ModelError is a file of a model that cannot be used.
type ModelError struct{ File, Detail string }

func (e *ModelError) Error() string { return e.File + " " + e.Detail }

// DigestError says that a model is not the one that was named.
type DigestError struct{ Found, Want knowledge.Digest }

func (e *DigestError) Error() string {
	if e.Want == "" {
		return fmt.Sprintf("no digest vouches for the model; the one there has %s", e.Found)
	}
	return fmt.Sprintf("the model there has the digest %s, not %s", e.Found, e.Want)
}

// Model is a static embedding model on disk.
type Model struct {
	digest    knowledge.Digest
	normalize bool
	splitter  splitter
	words     []word // sorted
	table     *tensor
	file      *os.File
}

// Stamp says what the files of a model look like from outside: while it is the same, so
// is the model, as far as sizes and times tell.
func Stamp(dir *os.Root) string {
	var b bytes.Buffer
	for _, f := range modelFiles {
		if info, err := dir.Stat(f.name); err == nil {
			fmt.Fprintf(&b, "%s %d %d %s\n", f.name, info.Size(), info.ModTime().UnixNano(), info.Mode())
		}
	}
	return b.String()
}

// Open reads the model in dir. Its digest is the SHA-256 of what
//
//	sha256sum config.json model.safetensors tokenizer.json
//
// prints in its folder; nothing is parsed before it is the one that was named. Close
// the model.
func Open(dir *os.Root, want knowledge.Digest) (*Model, error) {
	m := &Model{}
	list := sha256.New()
	texts := map[string][]byte{}
	var size int64
	for _, f := range modelFiles {
		in, n, err := openPlain(dir, f.name, f.max)
		if err != nil {
			m.Close()
			return nil, err
		}
		h := sha256.New()
		if f.name == WeightsName {
			m.file, size = in, n
			_, err = io.Copy(h, in)
		} else {
			texts[f.name], err = io.ReadAll(io.TeeReader(io.LimitReader(in, f.max), h))
			in.Close()
		}
		if err != nil {
			m.Close()
			return nil, fmt.Errorf("read %s: %w", f.name, err)
		}
		fmt.Fprintf(list, "%x  %s\n", h.Sum(nil), f.name)
	}
	m.digest = knowledge.Digest("sha256:" + hex.EncodeToString(list.Sum(nil)))
	err := error(&DigestError{m.digest, want})
	if m.digest == want {
		err = m.parse(texts, size)
	}
	if err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// openPlain opens a regular file of at most so many bytes.
func openPlain(dir *os.Root, name string, most int64) (*os.File, int64, error) {
	info, err := dir.Stat(name) // before it is opened: a pipe would wait for a writer
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0, &ModelError{name, "is not there; a model is a folder with config.json, model.safetensors and tokenizer.json"}
	case err != nil:
		return nil, 0, &ModelError{name, "cannot be read: " + err.Error()}
	case !info.Mode().IsRegular():
		return nil, 0, &ModelError{name, "is not a regular file"}
	case info.Size() > most:
		return nil, 0, &ModelError{name, fmt.Sprintf("has %d bytes; %d is the most that is read", info.Size(), most)}
	}
	f, err := dir.Open(name)
	if err != nil {
		return nil, 0, fmt.Errorf("read %s: %w", name, err)
	}
	return f, info.Size(), nil
}

func (m *Model) parse(texts map[string][]byte, size int64) (err error) {
	var config struct {
		Normalize *bool `json:"normalize"`
	}
	if err := json.Unmarshal(texts[ConfigName], &config); err != nil {
		return &ModelError{ConfigName, "is not the JSON of a configuration: " + err.Error()}
	}
	m.normalize = config.Normalize == nil || *config.Normalize // the format's default
	if m.table, err = openTensor(m.file, size); err != nil {
		return err
	}
	m.splitter, m.words, err = readTokenizer(texts[TokenizerName], m.table.rows)
	return err
}

// Digest is the digest of the model.
func (m *Model) Digest() knowledge.Digest { return m.digest }

// Dims is how many numbers a vector of it has.
func (m *Model) Dims() int { return m.table.dims }

// Close releases the files of the model.
func (m *Model) Close() error {
	if m == nil || m.file == nil {
		return nil
	}
	return m.file.Close()
}

// WriteWords writes the table of words. It reads the rows of the vocabulary twice, one
// at a time.
func (m *Model) WriteWords(w io.Writer) error {
	t := m.table
	raw, row := make([]byte, t.dims*t.width), make([]float64, t.dims)
	most := 0.0
	for _, word := range m.words {
		if err := t.row(word.row, raw, row); err != nil {
			return err
		}
		for _, x := range row {
			most = max(most, math.Abs(x))
		}
	}
	if most == 0 {
		return &ModelError{WeightsName, "has nothing but zeros"}
	}
	head := wordsHead{Format: Version, Model: m.digest, Dims: t.dims, Words: len(m.words), Normalize: m.normalize, Splitter: m.splitter}
	for _, word := range m.words {
		head.TextBytes += int64(len(word.text))
	}
	if err := writeHead(w, head); err != nil {
		return err
	}
	buf := make([]byte, 0, 4*(len(m.words)+1))
	end := uint32(0)
	buf = binary.LittleEndian.AppendUint32(buf, end)
	for _, word := range m.words {
		end += uint32(len(word.text))
		buf = binary.LittleEndian.AppendUint32(buf, end)
	}
	if _, err := w.Write(buf); err != nil {
		return err
	}
	for _, word := range m.words {
		if _, err := io.WriteString(w, word.text); err != nil {
			return err
		}
	}
	for _, word := range m.words {
		if err := t.row(word.row, raw, row); err != nil {
			return err
		}
		buf = buf[:0]
		for _, x := range row {
			// Two operations that are rounded each: the same on every machine.
			scaled := float64(x * math.MaxInt16)
			buf = binary.LittleEndian.AppendUint16(buf, uint16(int16(math.Round(scaled/most))))
		}
		if _, err := w.Write(buf); err != nil {
			return err
		}
	}
	return nil
}
