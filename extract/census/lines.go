package census

import (
	"bytes"
	"io"

	"quire/knowledge"
)

// lines finds the lines of a delimited file that hold more than separators. Where
// they are cut up into very many runs, the file is counted as a whole.
func lines(r io.ReaderAt, size int64) ([]knowledge.Expected, error) {
	b, err := whole(r, size)
	if err != nil {
		return nil, err
	}
	if wide(b) {
		b = bytes.ReplaceAll(b, []byte{0}, nil)
	}
	e := knowledge.Expected{Kind: knowledge.LinePart}
	for n := 1; len(b) > 0; n++ {
		end := bytes.IndexAny(b, "\r\n")
		line, next := b, len(b)
		if end >= 0 {
			line, next = b[:end], end+1
			if b[end] == '\r' && next < len(b) && b[next] == '\n' {
				next++
			}
		}
		b = b[next:]
		if n == 1 && hint(line) || len(bytes.Trim(line, "\xef\xbb\xbf\xff\xfe \t,;|\"'\x00\u00a0")) == 0 {
			continue
		}
		e.N++
		if k := len(e.Lines); k > 0 && e.Lines[k-1][1] == n-1 {
			e.Lines[k-1][1] = n
			continue
		}
		e.Lines = append(e.Lines, [2]int{n, n})
	}
	if len(e.Lines) > maxRuns || e.N == 0 {
		return []knowledge.Expected{{Kind: knowledge.WholePart, N: 1}}, nil
	}
	return []knowledge.Expected{e}, nil
}

// hint reports the line "sep=;" that spreadsheets write in front of the rows.
func hint(line []byte) bool {
	line = bytes.TrimPrefix(bytes.Trim(line, "\""), []byte("\xef\xbb\xbf"))
	return len(line) <= len("sep=;")+2 && bytes.HasPrefix(bytes.ToLower(line), []byte("sep="))
}

// wide reports whether a text has two bytes a character.
func wide(b []byte) bool {
	head := b[:min(len(b), 512)]
	return bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff")) || bytes.Count(head, []byte{0}) > len(head)/3
}
