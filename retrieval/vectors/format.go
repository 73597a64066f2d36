package vectors

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"quire/knowledge"
)

// The folder of vectors in a snapshot:
//
//	words      a line of JSON (wordsHead), then little-endian
//	           uint32 × (words+1)   where each word ends in the bytes that follow; the first is 0
//	           bytes                the words, sorted, without anything between them
//	           int16 × words × dims one row a word: the model's numbers, the largest of all as 32767
//	passages   a line of JSON (passagesHead), then a block a source, sorted by id:
//	           uint32               bytes of the block behind this
//	           uvarint, bytes       id of the source
//	           and for each passage, in the order of the document
//	           uvarint, bytes       its id behind source and #
//	           uint32, int8 × dims  scale and direction of its vector
//
// Both are derived: their bytes follow from the model and the passages, and lie outside
// of the snapshot's digest, like the index.
const (
	// Version is the format written and the only one read.
	// 1: first format.
	Version = 1

	WordsFile    = "words"
	PassagesFile = "passages"

	maxHead = 4096 // bytes of a line of JSON
)

// wordsHead begins the table of words.
type wordsHead struct {
	Format    int              `json:"format"`
	Model     knowledge.Digest `json:"model"`
	Dims      int              `json:"dims"`
	Words     int              `json:"words"`
	TextBytes int64            `json:"text_bytes"`
	Normalize bool             `json:"normalize"`
	Splitter  splitter         `json:"splitter"`
}

// passagesHead begins the vectors of the passages.
type passagesHead struct {
	Format int              `json:"format"`
	Model  knowledge.Digest `json:"model"`
	Dims   int              `json:"dims"`
}

// DamagedError is a file of vectors that is not what was written.
type DamagedError struct{ File, Detail string }

func (e *DamagedError) Error() string { return "vectors: " + e.File + " " + e.Detail }

// readHead reads the first line of a file into v and returns how long it is.
func readHead(r *bufio.Reader, file string, v any, format *int) (int64, error) {
	var line []byte
	for len(line) < maxHead {
		b, err := r.ReadByte()
		if err == io.EOF {
			return 0, &DamagedError{file, "ends in its first line"}
		}
		if err != nil {
			return 0, err
		}
		if line = append(line, b); b == '\n' {
			break
		}
	}
	if err := json.Unmarshal(line, v); err != nil {
		return 0, &DamagedError{file, "has a broken first line"}
	}
	if *format != Version {
		return 0, &knowledge.FormatError{What: "vectors", Found: strconv.Itoa(*format), Want: strconv.Itoa(Version)}
	}
	return int64(len(line)), nil
}

func writeHead(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if len(b) >= maxHead {
		return errors.New("vectors: the description of the model is too long")
	}
	_, err = fmt.Fprintf(w, "%s\n", b)
	return err
}
