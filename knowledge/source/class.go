package source

import "strings"

// byteSet is a set of bytes: what a bracket expression of a pattern accepts.
type byteSet [4]uint64

func (s *byteSet) has(b byte) bool { return s[b>>6]&(1<<(b&63)) != 0 }

func (s *byteSet) addRange(from, to byte) {
	for c := int(from); c <= int(to); c++ {
		s[c>>6] |= 1 << (c & 63)
	}
}

// posixClasses are the named classes over ASCII, as ranges of two bytes each.
var posixClasses = map[string]string{
	"alnum": "09AZaz", "alpha": "AZaz", "blank": "  \t\t", "cntrl": "\x00\x1f\x7f\x7f", "digit": "09",
	"graph": "!~", "lower": "az", "print": " ~", "punct": "!/:@[`{~", "space": "  \t\n\r\r",
	"upper": "AZ", "xdigit": "09AFaf",
}

// parseClass reads the bracket expression that p begins with and returns how
// many bytes it takes, 0 where it is malformed. The first byte after the opening
// (and the negation) is a member even where it is "]".
func parseClass(p string) (*byteSet, int) {
	set := new(byteSet)
	i := 1
	negated := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negated {
		i++
	}
	var low byte // start of a possible range, 0 where none can start here
	for first := true; ; first = false {
		switch {
		case i >= len(p):
			return nil, 0
		case p[i] == ']' && !first:
			if negated {
				for w := range set {
					set[w] = ^set[w]
				}
			}
			return set, i + 1
		case p[i] == '-' && low != 0 && i+1 < len(p) && p[i+1] != ']':
			high, n := classByte(p[i+1:])
			if n == 0 {
				return nil, 0
			}
			set.addRange(low, high)
			low, i = 0, i+1+n
		case strings.HasPrefix(p[i:], "[:") && namedClass(p[i+2:]) >= 0:
			n := namedClass(p[i+2:])
			ranges, known := posixClasses[p[i+2:i+2+n]]
			if !known {
				return nil, 0
			}
			for r := 0; r < len(ranges); r += 2 {
				set.addRange(ranges[r], ranges[r+1])
			}
			low, i = 0, i+2+n+2
		default:
			b, n := classByte(p[i:])
			if n == 0 {
				return nil, 0
			}
			set.addRange(b, b)
			low, i = b, i+n
		}
	}
}

// classByte reads one member, escaped or not.
func classByte(p string) (byte, int) {
	if p[0] != '\\' {
		return p[0], 1
	}
	if len(p) == 1 {
		return 0, 0
	}
	return p[1], 2
}

// namedClass returns the length of the name that ends with ":]" before any other
// "]", and -1 where p begins no named class.
func namedClass(p string) int {
	end := strings.IndexByte(p, ']')
	if end < 1 || p[end-1] != ':' {
		return -1
	}
	return end - 1
}
