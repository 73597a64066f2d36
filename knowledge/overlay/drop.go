package overlay

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// droppedName is the folder below Dir that keeps entries which were dropped. Nothing in
// it is read by a sync.
const droppedName = "dropped"

// DroppedFile returns where a dropped entry is kept, named from the top of the
// workspace.
func DroppedFile(e Entry) string { return path.Join(Dir, droppedName, e.ID()+".yaml") }

// ParseDropped reads a dropped entry.
func ParseDropped(name string, data []byte) (Entry, error) {
	p := &parser{file: name}
	for _, c := range documents(data) {
		p.document(c)
	}
	if len(p.found) == 1 && check(&p.found[0]) == nil {
		return p.found[0], nil
	}
	return Entry{}, fmt.Errorf("%s does not hold one entry: it was edited; hand it to quire overlay apply", name)
}

// EncodeDropped writes an entry that was dropped, with the reason as a comment.
func EncodeDropped(e Entry, reason string) []byte {
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, reason)
	return append([]byte("# dropped: "+line+"\n"), Encode([]Entry{e})...)
}

// Without returns the bytes of a file without one of its entries; none where it was the
// only thing in it. What stands around the entry keeps its form. A file in which the
// entry cannot be told from the others is left as it is, with an error that says so.
func Without(name string, data []byte, e Entry) ([]byte, error) {
	before, problems := Parse(name, data)
	want := ids(before)
	at := slices.Index(want, e.ID())
	if at < 0 {
		return nil, fmt.Errorf("%s no longer holds %s: it was edited meanwhile", name, e.ID())
	}
	want = slices.Delete(want, at, at+1)
	if len(want)+len(problems) == 0 {
		return nil, nil
	}
	lines := bytes.SplitAfter(data, []byte("\n"))
	from := before[at].Line - 1
	to := itemEnd(lines, from)
	rest := bytes.Join(slices.Concat(lines[:from], lines[to:]), nil)
	after, left := Parse(name, rest)
	if !slices.Equal(ids(after), want) || len(left) != len(problems) {
		return nil, fmt.Errorf("%s line %d: the entry cannot be cut out of the file; delete it by hand", name, before[at].Line)
	}
	return rest, nil
}

func ids(entries []Entry) []string {
	out := make([]string, len(entries))
	for i := range entries {
		out[i] = entries[i].ID()
	}
	return out
}

// itemEnd returns the number of the first line behind an item of a list, or behind a
// document that is one mapping.
func itemEnd(lines [][]byte, from int) int {
	indent := len(lines[from]) - len(bytes.TrimLeft(lines[from], " "))
	item := bytes.HasPrefix(lines[from][indent:], []byte("-"))
	for i := from + 1; i < len(lines); i++ {
		text := bytes.TrimRight(lines[i], "\r\n")
		bare := bytes.TrimLeft(text, " ")
		if begins(lines[i], "---") || begins(lines[i], "...") || item && len(bare) > 0 && len(text)-len(bare) <= indent {
			return i
		}
	}
	return len(lines)
}
