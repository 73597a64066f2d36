package source

import "strings"

// glob is a compiled gitignore pattern: bytes that must stand at the start, then
// steps. It is matched by following all alternatives at once, so that no pattern
// takes more than its length times the length of the name.
type glob struct {
	prefix string
	steps  []globStep
}

type globKind uint8

const (
	globByte  globKind = iota // one given byte
	globAny                   // ?: any byte but "/"
	globClass                 // [...]: a byte of the set, never "/"
	globStar                  // *: any bytes but "/"
	globDeep                  // ** between slashes: any bytes
	globSkip                  // before **/: nothing, or the two steps after it
)

type globStep struct {
	kind globKind
	b    byte
	set  *byteSet
}

// compileGlob reads a pattern without its leading and trailing slash; ok is
// false where it is malformed and so matches nothing.
func compileGlob(p string) (g glob, ok bool) {
	literal := strings.IndexAny(p, `*?[\`)
	if literal < 0 {
		return glob{prefix: p}, true
	}
	g.prefix = p[:literal]
	for i := literal; i < len(p); {
		switch p[i] {
		case '\\':
			if i+1 == len(p) {
				return g, false
			}
			g.steps = append(g.steps, globStep{kind: globByte, b: p[i+1]})
			i += 2
		case '?':
			g.steps = append(g.steps, globStep{kind: globAny})
			i++
		case '[':
			set, n := parseClass(p[i:])
			if n == 0 {
				return g, false
			}
			g.steps = append(g.steps, globStep{kind: globClass, set: set})
			i += n
		case '*':
			i = g.stars(p, i, literal)
		default:
			g.steps = append(g.steps, globStep{kind: globByte, b: p[i]})
			i++
		}
	}
	return g, true
}

// stars compiles the run of "*" at p[i] and returns where it ends. Two or more
// cross slashes only where they fill a whole path element. git cuts the literal
// start of a pattern off first and takes what follows for the start of an
// element, so "src/gen**/x" reaches below "src/gen…" as well: this does too.
func (g *glob) stars(p string, i, literal int) int {
	end := i
	for end < len(p) && p[end] == '*' {
		end++
	}
	opens := i == literal || p[i-1] == '/'
	rest := p[end:]
	switch {
	case end-i == 1 || !opens || rest != "" && rest[0] != '/' && !strings.HasPrefix(rest, `\/`):
		g.steps = append(g.steps, globStep{kind: globStar})
	case rest != "" && rest[0] == '/':
		g.steps = append(g.steps, globStep{kind: globSkip}, globStep{kind: globDeep})
	default:
		g.steps = append(g.steps, globStep{kind: globDeep})
	}
	return end
}

// match reports whether g matches all of s.
func (g *glob) match(s string) bool {
	s, ok := strings.CutPrefix(s, g.prefix)
	if !ok {
		return false
	}
	if len(g.steps) == 0 {
		return s == ""
	}
	var buf [2][64]bool
	now, next := buf[0][:], buf[1][:]
	if len(g.steps) >= len(now) {
		now, next = make([]bool, len(g.steps)+1), make([]bool, len(g.steps)+1)
	}
	g.enter(now, 0)
	for i := range len(s) {
		clear(next)
		alive := false
		for at, step := range g.steps {
			if !now[at] || !step.takes(s[i]) {
				continue
			}
			alive = true
			if step.kind == globStar || step.kind == globDeep {
				g.enter(next, at)
			} else {
				g.enter(next, at+1)
			}
		}
		if !alive {
			return false
		}
		now, next = next, now
	}
	return now[len(g.steps)]
}

// enter marks step at, and every step that is reached from it without a byte.
func (g *glob) enter(states []bool, at int) {
	for !states[at] {
		states[at] = true
		if at == len(g.steps) {
			return
		}
		switch g.steps[at].kind {
		case globSkip:
			g.enter(states, at+3) // past ** and its slash
		case globStar, globDeep:
		default:
			return
		}
		at++
	}
}

func (s globStep) takes(b byte) bool {
	switch s.kind {
	case globByte:
		return b == s.b
	case globAny, globStar:
		return b != '/'
	case globClass:
		return b != '/' && s.set.has(b)
	}
	return s.kind == globDeep
}
