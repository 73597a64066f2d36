package index

import "strings"

// numeric reports whether a compound is a number, date, time or version: digits
// joined by what stands inside numbers.
func numeric(ps []piece) bool {
	for _, p := range ps {
		if !p.digits {
			return false
		}
		switch p.join {
		case 0, '.', ',', ':', '\'', ' ', '\t':
		default:
			return false
		}
	}
	return true
}

// number emits the terms of a numeric compound. 1,250 and 1.250 and 1'250 (and
// with a space that does not break) are found as 1250; 1,250.75 and 1.250,75 as 1250.75 and 1250; what can be read both
// ways is found both ways. Anything else is found whole and in its parts.
func (a *analyzer) number(text string, ps []piece) {
	last := len(ps) - 1
	for i, p := range ps {
		if p.join == '\t' || i > 0 && ps[i-1].join == '\t' { // a space that may divide two numbers: both count too
			a.digits(text, []piece{p}, 0, part)
		}
	}
	switch {
	case grouped(ps):
		a.digits(text, ps, 0, plain)
		if last == 1 && (ps[0].join == '.' || ps[0].join == ',') {
			a.digits(text, ps, '.', joined)
		}
		return
	case ps[last-1].join != ':' && (last == 1 || ps[0].join != ps[last-1].join && grouped(ps[:last])):
		a.decimal(text, ps[:last], text[ps[last].start:ps[last].end])
		return
	}
	for _, p := range ps {
		a.digits(text, []piece{p}, 0, part)
	}
	for i, p := range ps {
		a.buf = append(a.buf, text[p.start:p.end]...)
		if i < last {
			a.buf = append(a.buf, byte(p.join))
		}
	}
	a.clip()
	a.end(plain)
}

// decimal emits a number with a fraction: without the zeros that end it, and as it
// is written besides, so that 1,250.00 is 1250 and 12.50 is 12.5.
func (a *analyzer) decimal(text string, whole []piece, fraction string) {
	short := strings.TrimRight(fraction, "0")
	if short != "" {
		a.digits(text, whole, 0, part)
	}
	a.buf = append(a.buf, fraction...)
	a.end(part)
	k := plain
	if short != fraction {
		a.digits(text, whole, 0, numKind)
		if short != "" {
			a.buf = append(a.buf, '.')
			a.buf = append(a.buf, short...)
		}
		a.clip()
		a.end(plain)
		k = joined
	}
	a.digits(text, whole, 0, numKind)
	a.buf = append(a.buf, '.')
	a.buf = append(a.buf, fraction...)
	a.clip()
	a.end(k)
}

// thousands emits what 25k, 1.25k and 3M stand for, besides how they are written.
func (a *analyzer) thousands(text string, ps []piece) {
	last := ps[len(ps)-1]
	zeros := 0
	switch text[last.end-1] {
	case 'k', 'K':
		zeros = 3
	case 'M':
		zeros = 6
	}
	number := text[ps[0].start : last.end-1]
	whole, fraction, _ := strings.Cut(strings.Replace(number, ",", ".", 1), ".")
	fraction = strings.TrimRight(fraction, "0")
	if zeros == 0 || len(ps) > 2 || len(fraction) > zeros || len(whole) > maxStemBytes || !allDigits(whole) || fraction != "" && !allDigits(fraction) {
		return
	}
	a.buf = append(a.buf, whole...)
	a.buf = append(a.buf, fraction...)
	for range zeros - len(fraction) {
		a.buf = append(a.buf, '0')
	}
	a.end(joined)
}

// thousandsBySpaces reports whether plain spaces divide a number into thousands,
// with or without a fraction behind it.
func thousandsBySpaces(ps []piece) bool {
	last := len(ps) - 1
	return numeric(ps) && (grouped(ps) || last > 1 && (ps[last-1].join == '.' || ps[last-1].join == ',') && grouped(ps[:last]))
}

// grouped reports whether one separator divides the digits into thousands. The
// connector behind the last piece does not count.
func grouped(ps []piece) bool {
	if n := ps[0].end - ps[0].start; n > 3 {
		return false
	}
	for i, p := range ps[1:] {
		if p.end-p.start != 3 || ps[i].join != ps[0].join || ps[i].join == ':' {
			return false
		}
	}
	return true
}

// digits appends the digits of ps with sep between them, and ends a term of kind
// k unless that is numKind.
func (a *analyzer) digits(text string, ps []piece, sep byte, k kind) {
	for i, p := range ps {
		if i > 0 && sep != 0 {
			a.buf = append(a.buf, sep)
		}
		a.buf = append(a.buf, text[p.start:p.end]...)
	}
	if k != numKind {
		a.clip()
		a.end(k)
	}
}

// clip cuts the open term to maxTermBytes, at a character.
func (a *analyzer) clip() {
	start := 0
	if n := len(a.tokens); n > 0 {
		start = a.tokens[n-1].end
	}
	if len(a.buf)-start > maxTermBytes {
		a.buf = a.buf[:start+len(cut(string(a.buf[start:])))]
	}
}
