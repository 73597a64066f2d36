package knowledge

import (
	"fmt"
	"strconv"
	"strings"
)

// Address names a source, a unit of it, or a span of a unit:
//
//	SOURCE[#UNIT[@START-END]][~D]
//
// START-END are bytes of the unit's text, D the first six hex digits of the
// digest of the addressed text. quire always prints D; input may leave it out.
type Address struct {
	Source     string // id, or a prefix of one in input
	Unit       string // "" for the whole source
	Start, End int    // meaningful where Spanned is set
	Spanned    bool
	Check      string // six hex digits, "" where input left it out
}

// CheckDigits is how many hex digits of the digest an address carries: 24 bits
// tell a changed text from the same one with an error of 1 in 16 million.
const CheckDigits = 6

// String prints a.
func (a Address) String() string {
	var b strings.Builder
	b.WriteString(a.Source)
	if a.Unit != "" {
		b.WriteByte('#')
		b.WriteString(a.Unit)
	}
	if a.Spanned {
		fmt.Fprintf(&b, "@%d-%d", a.Start, a.End)
	}
	if a.Check != "" {
		b.WriteByte('~')
		b.WriteString(a.Check)
	}
	return b.String()
}

// ParseAddress reads the printed form. The source may be a prefix of an id.
func ParseAddress(s string) (Address, error) {
	bad := func(why string) (Address, error) {
		return Address{}, fmt.Errorf("address %q: %s (the form is SOURCE[#UNIT[@START-END]][~DIGEST])", s, why)
	}
	var a Address
	rest := s
	if head, check, ok := strings.Cut(rest, "~"); ok {
		if len(check) != CheckDigits || !isHex(check) {
			return bad("what follows ~ must be six hex digits")
		}
		rest, a.Check = head, check
	}
	head, unit, hasUnit := strings.Cut(rest, "#")
	if !ValidIDPrefix(head) {
		return bad("it must begin with a source id such as q7m2kx4tb3rqa")
	}
	a.Source = head
	if !hasUnit {
		return a, nil
	}
	name, span, hasSpan := strings.Cut(unit, "@")
	if !ValidUnitName(name) {
		return bad("the unit has no valid name")
	}
	a.Unit = name
	if !hasSpan {
		return a, nil
	}
	from, to, ok := strings.Cut(span, "-")
	start, err1 := strconv.ParseUint(from, 10, 31)
	end, err2 := strconv.ParseUint(to, 10, 31)
	if !ok || err1 != nil || err2 != nil || end < start || from != strconv.FormatUint(start, 10) || to != strconv.FormatUint(end, 10) {
		return bad("the span must be START-END in bytes")
	}
	a.Start, a.End, a.Spanned = int(start), int(end), true
	return a, nil
}

// ValidUnitName reports whether s can name a unit: lower-case letters, digits
// and "." "-", beginning with a letter.
func ValidUnitName(s string) bool {
	if s == "" || len(s) > 64 || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '-' {
			return false
		}
	}
	return true
}
