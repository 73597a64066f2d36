package archive

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"quire/extract/charset"
)

// sure is the confidence from which a found encoding is believed. Below it the
// names are too few or too short to tell.
const sure = 40

// decodeNames maps names that are not UTF-8 to what they say. All of one archive
// are taken together, because one name is seldom enough to tell an encoding.
// Where they are not enough either, they are read in fallback.
func decodeNames(raw []string, fallback *charmap.Charmap) map[string]string {
	out := map[string]string{}
	var all []string
	for _, name := range raw {
		if _, seen := out[name]; !seen && !utf8.ValidString(name) {
			out[name] = ""
			all = append(all, name)
		}
	}
	if len(all) == 0 {
		return out
	}
	text, _, confidence := charset.Decode([]byte(strings.Join(all, "\n")), "")
	decoded := strings.Split(text, "\n")
	believed := confidence >= sure && len(decoded) == len(all) && !strings.Contains(text, "\uFFFD")
	for i, name := range all {
		if believed {
			out[name] = decoded[i]
			continue
		}
		s, err := fallback.NewDecoder().String(name)
		if err != nil {
			s = strings.ToValidUTF8(name, "\uFFFD")
		}
		out[name] = s
	}
	return out
}
