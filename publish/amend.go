package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"slices"
	"strings"
)

// AmendTable writes a table that differs from an old one in a few rows: those that are
// given take the place of rows of their key, and one without a line takes a row out. It
// is the table that PutTable would write of all rows; the chunks in which nothing changed
// are read for its digest, and neither parted into rows nor written.
func (s *Store) AmendTable(old *Table, rows []Row) (TableInfo, error) { return old.amend(rows, s.Put) }

// MeasureAmended returns what AmendTable would, and writes nothing.
func MeasureAmended(old *Table, rows []Row) (TableInfo, error) {
	return old.amend(rows, func(string, []byte) error { return nil })
}

func (t *Table) amend(rows []Row, put func(string, []byte) error) (TableInfo, error) {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b Row) int { return strings.Compare(a.Key, b.Key) })
	count := t.info.Rows
	for _, r := range rows {
		had, err := t.Lookup(r.Key)
		if err != nil {
			return TableInfo{}, err
		}
		if had != nil {
			count--
		}
		if r.Line != nil {
			count++
		}
	}
	if prefixLength(count) != t.info.Prefix {
		return chunk(count, t.merged(rows), put)
	}
	chunks, err := t.Chunks()
	if err != nil {
		return TableInfo{}, err
	}
	info := TableInfo{Rows: count, Prefix: t.info.Prefix}
	all := sha256.New()
	for len(chunks) > 0 || len(rows) > 0 {
		c := Chunk{}
		var mine []Row // rows of the next chunk
		if len(rows) > 0 {
			c.Prefix = chunkPrefix(rows[0].Key, info.Prefix)
		}
		if len(chunks) > 0 && (len(rows) == 0 || chunks[0].Prefix <= c.Prefix) {
			c, chunks = chunks[0], chunks[1:]
		}
		for len(rows) > 0 && chunkPrefix(rows[0].Key, info.Prefix) == c.Prefix {
			mine, rows = append(mine, rows[0]), rows[1:]
		}
		var b []byte
		if c.Digest != "" {
			if b, err = t.sound(c); err != nil {
				return info, err
			}
		}
		if len(mine) > 0 {
			b = mergeLines(b, mine)
			sum := sha256.Sum256(b)
			c.Digest, c.Size = hex.EncodeToString(sum[:]), len(b)
			if len(b) == 0 {
				continue
			}
			if err := put(c.leaf(), b); err != nil {
				return info, err
			}
		}
		all.Write(b)
		info.Chunks = append(info.Chunks, c)
	}
	info.Digest = hex.EncodeToString(all.Sum(nil))
	return info, nil
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

// mergeLines puts rows in their places among the lines of a chunk.
func mergeLines(b []byte, rows []Row) []byte {
	var out bytes.Buffer
	write := func(line []byte) {
		if line != nil {
			out.Write(line)
			out.WriteByte('\n')
		}
	}
	for line := range lines(b) {
		id := Field(line, "id")
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
	return out.Bytes()
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
			row := Row{Key: Field(line, "id"), Line: line}
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
