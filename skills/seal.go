package skills

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// The last line of a file of ours says what the file was when it was written.
const (
	sealOpen  = "<!-- quire skills: written by quire, sha256="
	sealClose = "; quire skills install keeps the file up to date unless you edit it -->\n"
)

// sealed appends the seal to a text that ends in a line break.
func sealed(text string) string { return text + sealOpen + sum(text) + sealClose }

// untouched reports whether a file is, byte for byte, what some quire wrote. Line
// ends may have been turned by version control.
func untouched(file []byte) bool {
	text := unixLines(string(file))
	i := strings.LastIndex(text, sealOpen)
	return i >= 0 && text[i:] == sealOpen+sum(text[:i])+sealClose
}

// sum identifies a text: 64 bits against edits, not against forgers.
func sum(text string) string {
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:8])
}

func unixLines(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
