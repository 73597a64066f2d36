package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"path"
	"sort"
	"strconv"
	"strings"
	"sync"
)

// A table is lines sorted by their key, cut into chunks by the first characters
// of the key. A chunk is a leaf named by its digest, so two snapshots share the
// chunks in which nothing changed. The list of chunks lies in the snapshot's
// folder as <table>.idx: lines of fixed width, "PREFIX DIGEST LENGTH", so that a
// reader finds a row by two small reads. The chunks of a deflated table lie deflated, their
// names and sizes are of the plain bytes all the same. The digest of a table is that of its list: where
// chunks are cut follows from the keys and their number alone, so equal rows have
// equal lists, and a writer takes chunks over without reading them.

// Row is one line of a table, without its line end.
type Row struct {
	Key  string
	Line []byte
}

// TableInfo describes a written table.
type TableInfo struct {
	Rows   int    `json:"rows"`
	Prefix int    `json:"prefix"` // characters of the key that name a chunk, after the first
	Digest string `json:"digest"` // SHA-256 of the list of chunks as it is stored, hex
	// Deflated says that the chunks are: that costs each look a little, and the disk less.
	Deflated bool    `json:"deflated,omitempty"`
	Chunks   []Chunk `json:"-"`
}

// Chunk is one line of a .idx file.
type Chunk struct {
	Prefix   string // padded by no character; "" for the only chunk of a small table
	Digest   string // of the plain bytes, as Size
	Size     int
	Deflated bool // as its table is; not in the line
}

const (
	prefixWidth = 4
	sizeWidth   = 10
	idxWidth    = prefixWidth + 1 + 64 + 1 + sizeWidth + 1
	// chunkRows is how many rows a chunk holds at most on average: with about 800
	// bytes a row, looking one up reads at most some 100 KB. Of smaller chunks 100,000
	// sources would have 32,768 a table, which take longer to write than their rows.
	chunkRows = 128
)

// prefixLength returns how many characters of a base32 key name a chunk.
func prefixLength(rows int) int {
	n := 0
	for per := rows; per > chunkRows && n < prefixWidth-1; per /= 32 {
		n++
	}
	return n
}

// PutTable writes the chunks of a table. rows must be sorted by key; keys are
// ASCII, begin with the same letter and are longer than the prefix.
func (s *Store) PutTable(rows []Row) (TableInfo, error) {
	return s.PutRows(len(rows), false, listed(rows))
}

// PutRows is PutTable for rows that come one by one and are never all in memory. size
// is about how many there are; the layout of the table follows from it.
func (s *Store) PutRows(size int, deflated bool, rows iter.Seq2[Row, error]) (TableInfo, error) {
	return chunk(size, deflated, rows, s.Put)
}

// MeasureTable returns what PutTable would, and writes nothing.
func MeasureTable(rows []Row) (TableInfo, error) {
	return MeasureRows(len(rows), false, listed(rows))
}

// MeasureRows returns what PutRows would, and writes nothing.
func MeasureRows(size int, deflated bool, rows iter.Seq2[Row, error]) (TableInfo, error) {
	return chunk(size, deflated, rows, func(string, []byte) error { return nil })
}

func listed(rows []Row) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		for _, r := range rows {
			if !yield(r, nil) {
				return
			}
		}
	}
}

func chunk(size int, deflated bool, rows iter.Seq2[Row, error], put func(string, []byte) error) (TableInfo, error) {
	info := TableInfo{Prefix: prefixLength(size), Deflated: deflated}
	var body bytes.Buffer
	prefix, last := "", ""
	flush := func() error {
		if body.Len() == 0 {
			return nil
		}
		sum := sha256.Sum256(body.Bytes())
		c := Chunk{Prefix: prefix, Digest: hex.EncodeToString(sum[:]), Size: body.Len(), Deflated: deflated}
		info.Chunks = append(info.Chunks, c)
		err := put(c.leaf(), body.Bytes())
		body.Reset()
		return err
	}
	for row, err := range rows {
		if err != nil {
			return info, err
		}
		if info.Rows > 0 && last >= row.Key {
			return info, fmt.Errorf("table rows %s and %s are not in order", last, row.Key)
		}
		if p := chunkPrefix(row.Key, info.Prefix); p != prefix {
			if err := flush(); err != nil {
				return info, err
			}
			prefix = p
		}
		body.Write(row.Line)
		body.WriteByte('\n')
		last = row.Key
		info.Rows++
	}
	if err := flush(); err != nil {
		return info, err
	}
	info.Digest = listDigest(encodeChunks(info.Chunks))
	return info, nil
}

// listDigest is the digest of a table by its list of chunks.
func listDigest(idx []byte) string {
	sum := sha256.Sum256(idx)
	return hex.EncodeToString(sum[:])
}

func chunkPrefix(key string, n int) string {
	return key[min(1, len(key)):min(1+max(n, 0), len(key))]
}

func (c Chunk) leaf() string {
	name := path.Join(tablesDir, c.Digest[:2], c.Digest)
	if c.Deflated {
		name += deflatedSuffix
	}
	return name
}

// encodeChunks writes a .idx file.
func encodeChunks(chunks []Chunk) []byte {
	b := make([]byte, 0, len(chunks)*idxWidth)
	for _, c := range chunks {
		b = append(padded(b, c.Prefix), ' ')
		b = append(append(b, c.Digest...), ' ')
		size := strconv.Itoa(c.Size)
		for range sizeWidth - len(size) {
			b = append(b, ' ')
		}
		b = append(append(b, size...), '\n')
	}
	return b
}

// padded appends a prefix, filled up with spaces.
func padded(b []byte, prefix string) []byte {
	b = append(b, prefix...)
	for range prefixWidth - len(prefix) {
		b = append(b, ' ')
	}
	return b
}

func decodeChunk(line []byte) (Chunk, bool) {
	if len(line) != idxWidth {
		return Chunk{}, false
	}
	digits := line[prefixWidth+1+64+1 : idxWidth-1]
	size, err := strconv.Atoi(string(bytes.TrimLeft(digits, " ")))
	if err != nil {
		return Chunk{}, false
	}
	c := Chunk{Prefix: strings.TrimRight(string(line[:prefixWidth]), " "), Digest: string(line[prefixWidth+1 : prefixWidth+1+64]), Size: size}
	return c, validID(c.Digest)
}

// Table reads one table of a snapshot.
type Table struct {
	store *Store
	name  string // of the .idx
	idx   []byte
	info  TableInfo
	// format is that of the snapshot: what the digest of the table covers
	format int

	mu   sync.Mutex
	kept map[string][]byte // rows that were looked up, by key; nil where there is none
	buf  []byte            // the chunk of the last of them
	in   string            // the digest of that chunk, "" before it is read
}

// keptRows is how many rows that were looked up stay in memory: an answer asks for each of
// its sources several times.
const keptRows = 256

func (s *Store) openTable(dir, name string, info TableInfo, format int) (*Table, error) {
	file := path.Join(dir, name+".idx")
	idx, err := s.ReadFile(file)
	if err != nil || len(idx)%idxWidth != 0 {
		return nil, &DamagedError{Name: file, Detail: "is missing or cut short"}
	}
	return &Table{store: s, name: file, idx: idx, info: info, format: format}, nil
}

// Table opens a table that was written and is in no snapshot yet.
func (s *Store) Table(info TableInfo) *Table {
	return &Table{store: s, name: "a new table", idx: encodeChunks(info.Chunks), info: info, format: Version}
}

// Rows returns the number of rows.
func (t *Table) Rows() int { return t.info.Rows }

func (t *Table) chunk(i int) (Chunk, error) {
	c, ok := decodeChunk(t.idx[i*idxWidth : (i+1)*idxWidth])
	if !ok {
		return c, &DamagedError{Name: t.name, Detail: fmt.Sprintf("has a broken line %d", i+1)}
	}
	c.Deflated = t.info.Deflated
	return c, nil
}

func (t *Table) read(c Chunk) ([]byte, error) { return t.readInto(nil, c) }

func (t *Table) readInto(buf []byte, c Chunk) ([]byte, error) {
	b, err := t.store.readPlain(buf, c.leaf())
	var damaged *DamagedError
	switch {
	case errors.As(err, &damaged): // it is there, and cannot be inflated
		return nil, damaged
	case err != nil:
		return nil, &DamagedError{Name: c.leaf(), Detail: "is missing"}
	}
	if len(b) != c.Size {
		return nil, &DamagedError{Name: c.leaf(), Detail: fmt.Sprintf("has %d bytes, its record says %d", len(b), c.Size)}
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != c.Digest {
		return nil, &DamagedError{Name: c.leaf(), Detail: "has other bytes than its name says"}
	}
	t.store.vouch(c.leaf())
	return b, nil
}

// Chunks returns the list of chunks.
func (t *Table) Chunks() ([]Chunk, error) {
	out := make([]Chunk, len(t.idx)/idxWidth)
	for i := range out {
		var err error
		if out[i], err = t.chunk(i); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Leaf returns the name of the leaf that holds a chunk.
func (c Chunk) Leaf() string { return c.leaf() }

// Prefixed returns the lines whose key begins with keyPrefix, in order. Lines
// begin {"id":"KEY".
func (t *Table) Prefixed(keyPrefix string) ([][]byte, error) {
	var out [][]byte
	lead := []byte(`{"id":"` + keyPrefix)
	for i := range len(t.idx) / idxWidth {
		c, err := t.chunk(i)
		if err != nil {
			return nil, err
		}
		want := keyPrefix[min(1, len(keyPrefix)):]
		if !strings.HasPrefix(c.Prefix, want) && !strings.HasPrefix(want, c.Prefix) {
			continue
		}
		b, err := t.read(c)
		if err != nil {
			return nil, err
		}
		for line := range lines(b) {
			if bytes.HasPrefix(line, lead) {
				out = append(out, line)
			}
		}
	}
	return out, nil
}

// Lookup returns the line of exactly this key, nil where there is none.
func (t *Table) Lookup(key string) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if line, ok := t.kept[key]; ok {
		return line, nil
	}
	line, err := t.find(key)
	if err != nil {
		return nil, err
	}
	if t.kept == nil || len(t.kept) == keptRows {
		t.kept = map[string][]byte{}
	}
	t.kept[key] = bytes.Clone(line)
	return t.kept[key], nil
}

// find reads the chunk of a key and returns its line, which stands until the next call.
func (t *Table) find(key string) ([]byte, error) {
	want := chunkPrefix(key, t.info.Prefix)
	n := len(t.idx) / idxWidth
	wide := string(padded(nil, want))
	i := sort.Search(n, func(i int) bool { return string(t.idx[i*idxWidth:i*idxWidth+prefixWidth]) >= wide })
	if i == n || string(t.idx[i*idxWidth:i*idxWidth+prefixWidth]) != wide {
		return nil, nil
	}
	c, err := t.chunk(i)
	if err != nil {
		return nil, err
	}
	if t.in != c.Digest { // whoever goes through the rows in order reads each chunk once
		if t.buf == nil {
			t.buf = make([]byte, 0, c.Size+c.Size/2)
		}
		t.in = ""
		if t.buf, err = t.readInto(t.buf, c); err != nil {
			return nil, err
		}
		t.in = c.Digest
	}
	lead := []byte(`{"id":"` + key + `"`)
	for line := range lines(t.buf) {
		if bytes.HasPrefix(line, lead) {
			return line, nil
		}
	}
	return nil, nil
}

// All yields every line in order; it stops at damage, which it yields last.
func (t *Table) All() iter.Seq2[[]byte, error] { return t.Part(0, 1) }

// Part is All of one of several parts of the table, which are about equally large: the
// part from 0, and how many there are.
func (t *Table) Part(part, parts int) iter.Seq2[[]byte, error] {
	n := len(t.idx) / idxWidth
	return func(yield func([]byte, error) bool) {
		for i := part * n / parts; i < (part+1)*n/parts; i++ {
			c, err := t.chunk(i)
			var b []byte
			if err == nil {
				b, err = t.read(c)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			for line := range lines(b) {
				if !yield(line, nil) {
					return
				}
			}
		}
	}
}

// lines yields the lines of b without their ends.
func lines(b []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for len(b) > 0 {
			line, rest, _ := bytes.Cut(b, []byte("\n"))
			if !yield(line) {
				return
			}
			b = rest
		}
	}
}

// verify reads every chunk, which checks it, and holds the list of them against the
// digest of the table.
func (t *Table) verify() error {
	chunks, err := t.Chunks()
	if err != nil {
		return err
	}
	all := sha256.New() // in format 1 the digest of a table is that of its lines
	rows := 0
	for _, c := range chunks {
		b, err := t.read(c)
		if err != nil {
			return err
		}
		if t.format == 1 {
			all.Write(b)
		}
		rows += bytes.Count(b, []byte("\n"))
	}
	digest := listDigest(t.idx)
	if t.format == 1 {
		digest = hex.EncodeToString(all.Sum(nil))
	}
	if digest != t.info.Digest || rows != t.info.Rows {
		return &DamagedError{Name: t.name, Detail: "lists chunks that do not make up the table"}
	}
	return nil
}
