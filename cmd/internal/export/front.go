package export

import (
	"fmt"
	"strings"
	"time"

	"quire/knowledge/overlay"
)

// front writes the YAML at the top of a file. Keys come in the order of the calls, empty
// values are left out, and every string is quoted, so that nothing in a document reads
// as another key.
type front struct{ b strings.Builder }

func (f *front) line(indent int, key, value string) {
	if value != "" {
		fmt.Fprintf(&f.b, "%s%s: %s\n", strings.Repeat(" ", indent), key, overlay.Quote(value))
	}
}

func (f *front) number(indent int, key string, n int) {
	if n != 0 {
		fmt.Fprintf(&f.b, "%s%s: %d\n", strings.Repeat(" ", indent), key, n)
	}
}

func (f *front) open(indent int, key string) {
	fmt.Fprintf(&f.b, "%s%s:\n", strings.Repeat(" ", indent), key)
}

// item writes an entry of a list, its keys below one another.
func (f *front) item(indent int, pairs ...[2]string) {
	mark := "- "
	for _, p := range pairs {
		if p[1] != "" {
			fmt.Fprintf(&f.b, "%s%s%s: %s\n", strings.Repeat(" ", indent), mark, p[0], overlay.Quote(p[1]))
			mark = "  "
		}
	}
}

func (f *front) list(key string, values []string) {
	if len(values) == 0 {
		return
	}
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = overlay.Quote(v)
	}
	fmt.Fprintf(&f.b, "%s: [%s]\n", key, strings.Join(quoted, ", "))
}

func (f *front) String() string { return "---\n" + f.b.String() + "---\n" }

// instant returns a time as the format writes it: an RFC 3339 time as it is, a day at its
// beginning, "" for what is less exact: a month is no instant.
func instant(s string) string {
	if t, err := time.Parse(time.RFC3339, s); err == nil {
		return t.UTC().Format(time.RFC3339)
	}
	if t, err := time.Parse(time.DateOnly, s); err == nil {
		return t.Format(time.RFC3339)
	}
	return ""
}

// exact returns a time that names a moment, "" for anything less.
func exact(s string) string {
	if _, err := time.Parse(time.RFC3339, s); err != nil {
		return ""
	}
	return instant(s)
}

// actor returns an author as the format names actors. Who calls itself an agent is a
// process; a name without a mark is left as it is, since nobody said what it is.
func actor(author string) string {
	if rest, ok := strings.CutPrefix(author, "agent:"); ok {
		return "process:" + rest
	}
	return author
}
