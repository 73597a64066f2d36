package email

import (
	"slices"
	"strings"
)

// The two kinds of PGP text that say nothing to a reader.
const (
	armouredMessage   = "MESSAGE"
	armouredSignature = "SIGNATURE"
)

// armourKeys are the fields that may stand above the characters of a PGP text.
// Other words with a colon are somebody's prose.
var armourKeys = []string{"Version", "Comment", "Hash", "Charset", "MessageID"}

// armour returns what kind of PGP text stands at the beginning of lines, and how
// many of them it takes from its first mark to its last. It returns 0 lines where
// not all between the marks is what a program writes there, or the last mark is
// missing: then somebody may have written it, and it is text.
func armour(lines []textLine) (kind string, n int) {
	for _, k := range []string{armouredMessage, armouredSignature} {
		if strings.TrimSpace(lines[0].text) == "-----BEGIN PGP "+k+"-----" {
			kind = k
		}
	}
	if kind == "" {
		return "", 0
	}
	end := "-----END PGP " + kind + "-----"
	first := "" // line of characters
	for i, l := range lines[1:] {
		t := strings.TrimSpace(l.text)
		switch {
		case t == "":
			continue
		case l.quote != lines[0].quote:
			return kind, 0
		case t == end:
			if first == "" || kind == armouredSignature && !signaturePacket(first) {
				return kind, 0
			}
			return kind, i + 2
		case first == "" && armourField(t):
		case armourLine(t):
			if first == "" {
				first = t
			}
		default:
			return kind, 0
		}
	}
	return kind, 0
}

func armourField(line string) bool {
	key, _, ok := strings.Cut(line, ":")
	return ok && slices.Contains(armourKeys, key)
}

// armourLine reports whether line is one of base64, or a checksum.
func armourLine(line string) bool {
	body := strings.TrimPrefix(line, "=")
	if len(body) == len(line) {
		body = strings.TrimRight(line, "=")
	}
	for i := range len(body) {
		if !base64Byte(body[i]) {
			return false
		}
	}
	return body != "" && len(line)-len(body) <= 2
}

// signaturePacket reports whether base64 begins as the packet of a signature does
// (RFC 9580, 4.2: tag 2 in the old form and in the new one). A signature is left
// out without a word, so lines of one word each must not pass for one.
func signaturePacket(line string) bool { return line[0] == 'i' || line[0] == 'w' }
