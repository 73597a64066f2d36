package publish

import (
	"bytes"
	"strings"
)

// Field returns the value of a top-level string field of a line of compact JSON
// whose value holds no escape, such as a digest; "" where there is none. It is
// for sweeps over many lines, where decoding each would cost seconds.
func Field(line []byte, name string) string {
	lead := []byte(`"` + name + `":"`)
	i := bytes.Index(line, lead)
	if i < 0 {
		return ""
	}
	rest := line[i+len(lead):]
	j := bytes.IndexByte(rest, '"')
	if j < 0 || strings.Contains(string(rest[:j]), `\`) {
		return ""
	}
	return string(rest[:j])
}

// IntField returns the value of the first field of that name that holds a whole
// number, 0 where there is none.
func IntField(line []byte, name string) int64 {
	lead := []byte(`"` + name + `":`)
	i := bytes.Index(line, lead)
	if i < 0 {
		return 0
	}
	var n int64
	for _, c := range line[i+len(lead):] {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int64(c-'0')
	}
	return n
}
