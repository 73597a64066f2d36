package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"slices"
	"strings"

	"quire/internal/jsonline"
)

// AmendTable writes a table that differs from an old one in a few rows: those that are
// given take the place of rows of their key, and one without a line takes a row out. It
// is the table that PutRows would write of all rows and that size, PutTable where size is
// 0; the chunks in which nothing changed are taken over by their digests and not read.
func (s *Store) AmendTable(old *Table, size int, rows []Row) (TableInfo, error) {
	return old.amend(size, rows, s.Put)
}

// MeasureAmended returns what AmendTable would, and writes nothing.
func MeasureAmended(old *Table, size int, rows []Row) (TableInfo, error) {
	return old.amend(size, rows, func(string, []byte) error { return nil })
}

func (t *Table) amend(size int, rows []Row, put func(string, []byte) error) (TableInfo, error) {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b Row) int { return strings.Compare(a.Key, b.Key) })
	info, bodies, err := t.mergeChunks(rows)
	if err != nil {
		return info, err
	}
	if size == 0 {
		size = info.Rows
	}
	if prefixLength(size) != info.Prefix {
		return chunk(size, info.Deflated, t.merged(rows), put)
	}
	for _, b := range bodies {
		if err := put(b.leaf, b.data); err != nil {
			return info, err
		}
	}
	info.Digest = listDigest(encodeChunks(info.Chunks))
	return info, nil
}

// body is a chunk that is to be written.
type body struct {
	leaf string
	data []byte
}

// mergeChunks returns the list of chunks with rows in their places, cut as it is now, and
// the chunks that are new.
func (t *Table) mergeChunks(rows []Row) (info TableInfo, bodies []body, err error) {
	chunks, err := t.Chunks()
	if err != nil {
		return info, nil, err
	}
	info = TableInfo{Rows: t.info.Rows, Prefix: t.info.Prefix, Deflated: t.info.Deflated, Chunks: make([]Chunk, 0, len(chunks))}
	for len(chunks) > 0 || len(rows) > 0 {
		c := Chunk{Deflated: info.Deflated}
		if len(rows) > 0 {
			c.Prefix = chunkPrefix(rows[0].Key, info.Prefix)
		}
		if len(chunks) > 0 && (len(rows) == 0 || chunks[0].Prefix <= c.Prefix) {
			c, chunks = chunks[0], chunks[1:]
		}
		n := 0 // rows of this chunk
		for n < len(rows) && chunkPrefix(rows[n].Key, info.Prefix) == c.Prefix {
			n++
		}
		if n > 0 {
			var b []byte
			if c.Digest != "" {
				if b, err = t.sound(c); err != nil {
					return info, nil, err
				}
			}
			merged, more := mergeLines(b, rows[:n])
			rows, info.Rows = rows[n:], info.Rows+more
			if len(merged) == 0 {
				continue
			}
			sum := sha256.Sum256(merged)
			c.Digest, c.Size = hex.EncodeToString(sum[:]), len(merged)
			bodies = append(bodies, body{c.leaf(), merged})
		}
		info.Chunks = append(info.Chunks, c)
	}
	return info, bodies, nil
}

// sound reads a chunk, and checks it unless this Store did before.
func (t *Table) sound(c Chunk) ([]byte, error) {
	if t.store.sound(c.leaf()) {
		if b, err := t.store.ReadFile(c.leaf()); err == nil && len(b) == c.Size {
			return b, nil
		}
	}
	return t.read(c)
}

// mergeLines puts rows in their places among the lines of a chunk, and returns how many
// more lines there are.
func mergeLines(b []byte, rows []Row) (merged []byte, more int) {
	var out bytes.Buffer
	out.Grow(len(b) + 1024)
	write := func(line []byte) {
		if line != nil {
			out.Write(line)
			out.WriteByte('\n')
			more++
		}
	}
	for line := range lines(b) {
		more--
		id := jsonline.Field(line, "id")
		for len(rows) > 0 && rows[0].Key < id {
			write(rows[0].Line)
			rows = rows[1:]
		}
		if len(rows) > 0 && rows[0].Key == id {
			line, rows = rows[0].Line, rows[1:]
		}
		write(line)
	}
	for _, r := range rows {
		write(r.Line)
	}
	return out.Bytes(), more
}

// merged yields the rows of a table with others in their place.
func (t *Table) merged(rows []Row) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		send := func(r Row) bool { return r.Line == nil || yield(r, nil) }
		for line, err := range t.All() {
			if err != nil {
				yield(Row{}, err)
				return
			}
			row := Row{Key: jsonline.Field(line, "id"), Line: line}
			for len(rows) > 0 && rows[0].Key < row.Key {
				if !send(rows[0]) {
					return
				}
				rows = rows[1:]
			}
			if len(rows) > 0 && rows[0].Key == row.Key {
				row, rows = rows[0], rows[1:]
			}
			if !send(row) {
				return
			}
		}
		for _, r := range rows {
			if !send(r) {
				return
			}
		}
	}
}
