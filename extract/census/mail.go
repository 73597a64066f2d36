package census

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"quire/knowledge"
)

// mailParts numbers the leaves of the MIME tree of a message by its boundary lines.
func mailParts(r io.ReaderAt, size int64) ([]knowledge.Expected, error) {
	b, err := whole(r, size)
	if err != nil {
		return nil, err
	}
	if wide(b) {
		b = bytes.ReplaceAll(b, []byte{0}, nil)
	}
	w := mime{}
	w.entity(b, "", 0, true)
	return []knowledge.Expected{named(knowledge.BodyPart, w.leaves)}, nil
}

// Limits of a message, with room to spare above those of the extractor: parts past
// those are counted, and the limit answers for them.
const (
	maxMimeDepth = 30
	maxLeaves    = 20_000
)

type mime struct{ leaves []string }

// entity takes an entity with its header apart.
func (w *mime) entity(b []byte, at string, depth int, top bool) {
	header, body := splitHeader(b)
	kind, boundary := contentType(header)
	if strings.HasPrefix(kind, "multipart/") && boundary != "" && depth < maxMimeDepth {
		if parts := divide(body, boundary); len(parts) > 0 {
			for i, p := range parts {
				n := strconv.Itoa(i + 1)
				if !top {
					n = at + "." + n
				}
				if len(p) > 0 || n == "1" { // two boundaries with nothing between are no part
					w.entity(p, n, depth+1, false)
				}
			}
			return
		}
	}
	if top {
		at = "1"
	}
	if len(w.leaves) < maxLeaves {
		w.leaves = append(w.leaves, at)
	}
}

// splitHeader cuts an entity at its first empty line.
func splitHeader(b []byte) (header, body []byte) {
	for at := 0; at < len(b); {
		line, next := lineAt(b, at)
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			return b[:at], b[next:]
		}
		at = next
	}
	return b, nil
}

// lineAt returns the line that begins at a place, with its end, and where the next
// one begins.
func lineAt(b []byte, at int) (line []byte, next int) {
	end := bytes.IndexByte(b[at:], '\n')
	if end < 0 {
		return b[at:], len(b)
	}
	return b[at : at+end+1], at + end + 1
}

// contentType reads the type and the boundary of an entity.
func contentType(header []byte) (kind, boundary string) {
	text := strings.ReplaceAll(string(header), "\r\n", "\n")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\n ", " "), "\n\t", " ")
	for line := range strings.SplitSeq(text, "\n") {
		name, value, ok := strings.Cut(line, ":")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), "content-type") {
			continue
		}
		kind, params, _ := strings.Cut(value, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
		i := strings.Index(strings.ToLower(params), "boundary")
		for i > 0 && !strings.ContainsRune("; \t", rune(params[i-1])) { // the end of another name
			next := strings.Index(strings.ToLower(params[i+1:]), "boundary")
			if next < 0 {
				return kind, ""
			}
			i += 1 + next
		}
		if i < 0 {
			return kind, ""
		}
		v := strings.TrimLeft(params[i+len("boundary"):], " \t")
		v, ok = strings.CutPrefix(v, "=")
		if !ok {
			return kind, ""
		}
		v = strings.TrimSpace(v)
		if quoted, ok := strings.CutPrefix(v, `"`); ok {
			v, _, _ = strings.Cut(quoted, `"`)
			return kind, v
		}
		if end := strings.IndexAny(v, "; \t"); end >= 0 {
			v = v[:end]
		}
		return kind, v
	}
	return "", ""
}

// divide cuts a body at its boundary lines; nil where there is none. What follows
// an end boundary is no part up to the next boundary.
func divide(body []byte, boundary string) [][]byte {
	mark := []byte("--" + strings.TrimRight(boundary, " "))
	var parts [][]byte
	start := -1
	for at := 0; at < len(body); {
		line, next := lineAt(body, at)
		rest, ok := bytes.CutPrefix(line, mark)
		rest = bytes.TrimRight(rest, " \t\r\n")
		if ok && (len(rest) == 0 || string(rest) == "--") {
			if start >= 0 {
				parts = append(parts, body[start:max(start, lineEnd(body, at))])
			}
			if start = next; len(rest) > 0 {
				start = -1
			}
		}
		at = next
	}
	if start >= 0 && start < len(body) {
		parts = append(parts, body[start:])
	}
	return parts
}

// lineEnd returns where the line end in front of a boundary line begins: it belongs
// to the boundary.
func lineEnd(body []byte, at int) int {
	return len(bytes.TrimSuffix(bytes.TrimSuffix(body[:at], []byte("\n")), []byte("\r")))
}

// messages counts the separator lines of a mailbox: "From ", with a time of day in
// it, at the start or behind an empty line, and in front of a header.
func messages(r io.ReaderAt, size int64) ([]knowledge.Expected, error) {
	b, err := whole(r, size)
	if err != nil {
		return nil, err
	}
	n, empty := 0, true
	for at := 0; at < len(b); {
		line, next := lineAt(b, at)
		if empty && bytes.HasPrefix(line, []byte("From ")) && separates(line) {
			ahead, _ := lineAt(b, next)
			ahead = bytes.TrimRight(ahead, "\r\n")
			name, _, field := bytes.Cut(ahead, []byte(":"))
			if len(ahead) == 0 || field && !bytes.ContainsAny(name, " \t") || bytes.HasPrefix(ahead, []byte(">From ")) {
				n++
			}
		}
		empty = len(bytes.TrimRight(line, "\r\n")) == 0
		at = next
	}
	return []knowledge.Expected{{Kind: knowledge.MessagePart, N: n}}, nil
}

// separates reports whether a "From " line holds a time of day, or the dash of
// Mozilla.
func separates(line []byte) bool {
	if string(bytes.TrimRight(line, " \r\n")) == "From -" {
		return true
	}
	for f := range bytes.FieldsSeq(line) {
		digits := bytes.Count(f, []byte(":"))
		if digits > 0 && len(bytes.Trim(f, "0123456789:")) == 0 {
			return true
		}
	}
	return false
}
