package knowledge

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

// Digest is a SHA-256 in its one printed form: "sha256:" and 64 lower-case hex
// digits. The zero value means "unknown".
type Digest string

const digestPrefix = "sha256:"

// DigestOf returns the digest of b.
func DigestOf(b []byte) Digest {
	sum := sha256.Sum256(b)
	return FromSum(sum)
}

// DigestReader returns the digest and the length in bytes of everything r holds.
func DigestReader(r io.Reader) (Digest, int64, error) {
	h := sha256.New()
	n, err := io.Copy(h, r)
	if err != nil {
		return "", n, err
	}
	var sum [sha256.Size]byte
	h.Sum(sum[:0])
	return FromSum(sum), n, nil
}

// FromSum prints a finished SHA-256.
func FromSum(sum [sha256.Size]byte) Digest {
	return Digest(digestPrefix + hex.EncodeToString(sum[:]))
}

// Hex returns the 64 hex digits without the prefix.
func (d Digest) Hex() string { return strings.TrimPrefix(string(d), digestPrefix) }

// Short returns the first n hex digits, or all of them where there are fewer.
func (d Digest) Short(n int) string {
	h := d.Hex()
	return h[:min(n, len(h))]
}

// Valid reports whether d has the printed form of a digest.
func (d Digest) Valid() bool {
	h, ok := strings.CutPrefix(string(d), digestPrefix)
	return ok && len(h) == 2*sha256.Size && isHex(h)
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// idAlphabet is RFC 4648 base32 in lower case: no 0, 1, 8 or 9, so an id is
// never taken for a number and survives case-insensitive file systems.
var idAlphabet = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// IDLength is the length of a source id: the letter q and 12 base32 characters,
// 60 bits, so that a million sources collide with probability below 1 in 10^6.
const IDLength = 13

// SourceID derives the id of a file from the name of its root and the first
// path (slash-separated, relative to the root) it was seen at. salt is 0 for all
// but a path whose derived id is already taken.
func SourceID(root, path string, salt int) string {
	if salt == 0 {
		return deriveID(root, path)
	}
	return deriveID(root, path, fmt.Sprint(salt))
}

// ChildID derives the id of an attachment, member or embedded document from its
// parent's id and its locator in the parent.
func ChildID(parent string, member Locator) string {
	return deriveID(parent, member.String())
}

func deriveID(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return string(rune(SourceLetter)) + idAlphabet.EncodeToString(sum[:8])[:IDLength-1]
}

// ValidID reports whether s has the form of a source id.
func ValidID(s string) bool { return len(s) == IDLength && ValidIDPrefix(s) }

// The first letters of ids: of a source, an overlay and an interaction.
const (
	SourceLetter      = 'q'
	OverlayLetter     = 'o'
	InteractionLetter = 'i'
)

// ValidIDPrefix reports whether s could begin the id of a source, an overlay or an
// interaction.
func ValidIDPrefix(s string) bool {
	if len(s) < 2 || len(s) > IDLength || s[0] != SourceLetter && s[0] != OverlayLetter && s[0] != InteractionLetter {
		return false
	}
	for _, c := range s[1:] {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return false
		}
	}
	return true
}
