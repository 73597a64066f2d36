package email

import (
	"regexp"
	"strings"
)

// packed is a file that stands in the text of a message.
type packed struct {
	name string
	data []byte
}

var uuBegin = regexp.MustCompile(`^begin [0-7]{3,4} (\S.*?)\s*$`)

// unpack takes the files out of a text that were written into it by uuencode, as
// mail did before it had parts. What does not decode to its end stays text.
func unpack(text string) (rest string, files []packed) {
	if !strings.Contains(text, "begin ") {
		return text, nil
	}
	lines := strings.Split(text, "\n")
	var out []string
	last := -1 // line of the last "end": without one in sight, nothing begins
	for i, l := range lines {
		if strings.TrimSpace(l) == "end" {
			last = i
		}
	}
	for i := 0; i < len(lines); i++ {
		if m := uuBegin.FindStringSubmatch(lines[i]); m != nil && i < last {
			if data, n := uuDecode(lines[i+1:]); n > 0 {
				files = append(files, packed{baseName(m[1]), data})
				i += n
				continue
			}
		}
		out = append(out, lines[i])
	}
	if files == nil {
		return text, nil
	}
	return strings.Join(out, "\n"), files
}

// uuDecode reads lines up to "end" and returns how many they are with it, 0 where
// a line is not of that kind.
func uuDecode(lines []string) (data []byte, n int) {
	for i, l := range lines {
		l = strings.TrimRight(l, "\r")
		if strings.TrimSpace(l) == "end" {
			return data, i + 1
		}
		if strings.TrimSpace(l) == "" {
			continue
		}
		size := int(l[0]-' ') & 63
		body := l[1:]
		if l[0] < ' ' || l[0] > '`' || len(body) > (size+2)/3*4+2 {
			return nil, 0
		}
		for c := 0; c < size; c += 3 {
			var group uint32
			for k := range 4 {
				at, b := c/3*4+k, byte(' ') // spaces at the end are often lost
				if at < len(body) {
					b = body[at]
				}
				if b < ' ' || b > '`' {
					return nil, 0
				}
				group = group<<6 | uint32(b-' ')&63
			}
			bytes := []byte{byte(group >> 16), byte(group >> 8), byte(group)}
			data = append(data, bytes[:min(3, size-c)]...)
		}
	}
	return nil, 0
}
