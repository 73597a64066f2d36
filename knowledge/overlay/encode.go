package overlay

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
)

// FileFor returns the file that an entry is written to by itself, named from the
// top of the workspace. Different entries have different files, so applying one
// twice writes the same bytes, and two writers never meet.
func FileFor(e Entry) string {
	if e.IsStatement() {
		return path.Join(Dir, e.Source, fmt.Sprintf("%s-%s.yaml", knowledgeName, e.ID()))
	}
	return path.Join(Dir, e.Source, fmt.Sprintf("%s-%s-%s.yaml", e.Slot, e.Short(), e.ID()))
}

// Encode writes entries as a file that Parse reads back. The bytes depend on the
// entries alone, not on their order.
func Encode(entries []Entry) []byte {
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b Entry) int { return compare(&a, &b) })
	var b strings.Builder
	for i := range sorted {
		encode(&b, &sorted[i])
	}
	return []byte(b.String())
}

func encode(b *strings.Builder, e *Entry) {
	fmt.Fprintf(b, "- source: %s\n", e.Source)
	line := func(key, value string) {
		if value != "" {
			fmt.Fprintf(b, "  %s: %s\n", key, quote(value))
		}
	}
	line(keyUnit, e.Unit)
	line(keyDigest, e.Digest)
	line(keyContent, e.Content)
	key := keySlot
	if e.IsStatement() {
		key = keyKind
	}
	fmt.Fprintf(b, "  %s: %s\n", key, e.Slot)
	line(keyAuthor, e.Author)
	line(keyDate, e.Date)
	line(keyStaleAfter, e.StaleAfter)
	if len(e.Cites)+len(e.Rests) > 0 {
		b.WriteString("  cites:\n")
		for _, c := range e.Cites {
			fmt.Fprintf(b, "    - %s\n", quote(c))
		}
		for i := range e.Rests {
			e.Rests[i].encode(b)
		}
	}
	if !literal(e.Text) {
		fmt.Fprintf(b, "  text: %s\n", quote(e.Text))
		return
	}
	b.WriteString("  text: |-\n")
	for line := range strings.SplitSeq(e.Text, "\n") {
		if line == "" {
			b.WriteByte('\n')
			continue
		}
		fmt.Fprintf(b, "    %s\n", line)
	}
}

func (c *Cite) encode(b *strings.Builder) {
	mark := "    - "
	for _, kv := range [][2]string{{keySource, c.Source}, {keyUnit, c.Unit}, {keyDigest, c.Digest}, {keyQuote, c.Quote}} {
		if kv[1] != "" {
			fmt.Fprintf(b, "%s%s: %s\n", mark, kv[0], quote(kv[1]))
			mark = "      "
		}
	}
}

// literal reports whether a text can stand as it is in a block of its own, so that
// a person can read and edit it.
func literal(s string) bool {
	if s == "" || strings.HasPrefix(s, " ") || strings.HasPrefix(s, "\t") || strings.HasPrefix(s, "\n") || strings.HasSuffix(s, "\n") {
		return false
	}
	for line := range strings.SplitSeq(s, "\n") {
		if line != "" && strings.TrimSpace(line) == "" {
			return false
		}
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '\n' && r != '\t' && !plain(r) })
}

// plain reports whether a character may stand in a YAML file and is seen there:
// no control, format, line or paragraph separator, byte order mark or private use.
func plain(r rune) bool {
	return unicode.IsPrint(r) || unicode.Is(unicode.Zs, r)
}

// Quote writes a string as YAML reads it back, in one line.
func Quote(s string) string { return quote(s) }

// quote writes a YAML string in double quotes, all that is not plain as an escape.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case plain(r) && r < 0x10000:
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
