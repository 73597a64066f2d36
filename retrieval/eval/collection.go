package eval

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Names of the files of a collection in its folder.
const (
	CorpusFile     = "corpus.jsonl" // a line a document: {"id","title","text"}
	QueriesFile    = "queries.tsv"  // query id, text
	JudgementsFile = "qrels.tsv"    // query id, document id, grade; or query id, 0, document id, grade
)

// Document is one document of a collection.
type Document struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Question is one query of a collection.
type Question struct{ ID, Text string }

// Collection is a test collection: documents, queries, and what is relevant to
// which.
type Collection struct {
	Documents []Document
	Questions []Question
	Judged    Judgements
}

// Load reads the collection in dir.
func Load(dir string) (*Collection, error) {
	c := &Collection{}
	steps := []struct {
		file string
		read func(io.Reader) error
	}{
		{CorpusFile, func(r io.Reader) (err error) { c.Documents, err = ReadDocuments(r); return err }},
		{QueriesFile, func(r io.Reader) (err error) { c.Questions, err = ReadQuestions(r); return err }},
		{JudgementsFile, func(r io.Reader) (err error) { c.Judged, err = ReadJudgements(r); return err }},
	}
	for _, s := range steps {
		f, err := os.Open(filepath.Join(dir, s.file))
		if err != nil {
			return nil, fmt.Errorf("load collection: %w", err)
		}
		err = s.read(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("load collection: %s: %w", s.file, err)
		}
	}
	return c, nil
}

// ReadDocuments reads a corpus of JSON lines.
func ReadDocuments(r io.Reader) (docs []Document, err error) {
	dec := json.NewDecoder(bufio.NewReader(r))
	for {
		var d Document
		switch err := dec.Decode(&d); {
		case err == io.EOF:
			return docs, nil
		case err != nil:
			return nil, fmt.Errorf("document %d: %w", len(docs)+1, err)
		}
		docs = append(docs, d)
	}
}

// ReadQuestions reads queries: lines of id, tab, text.
func ReadQuestions(r io.Reader) (out []Question, err error) {
	err = eachLine(r, func(n int, line string) error {
		id, text, ok := strings.Cut(line, "\t")
		if !ok {
			return fmt.Errorf("line %d: want id, tab, text", n)
		}
		out = append(out, Question{ID: strings.TrimSpace(id), Text: text})
		return nil
	})
	return out, err
}

// ReadJudgements reads relevance judgements: lines of three columns, or of four
// with one between query and document that is ignored, divided by tabs or spaces.
// A first line whose grade is no number is a header.
func ReadJudgements(r io.Reader) (Judgements, error) {
	out := Judgements{}
	err := eachLine(r, func(n int, line string) error {
		f := strings.Fields(line)
		if len(f) != 3 && len(f) != 4 {
			return fmt.Errorf("line %d: want 3 or 4 columns, got %d", n, len(f))
		}
		grade, err := strconv.Atoi(f[len(f)-1])
		if err != nil {
			if n == 1 {
				return nil
			}
			return fmt.Errorf("line %d: grade %q is no number", n, f[len(f)-1])
		}
		if out[f[0]] == nil {
			out[f[0]] = map[string]int{}
		}
		out[f[0]][f[len(f)-2]] = grade
		return nil
	})
	return out, err
}

// eachLine calls f with each line that is not blank, numbered from 1.
func eachLine(r io.Reader, f func(n int, line string) error) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<24)
	for n := 1; s.Scan(); n++ {
		line := strings.TrimRight(s.Text(), "\r")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := f(n, line); err != nil {
			return err
		}
	}
	return s.Err()
}
