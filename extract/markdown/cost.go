package markdown

import "bytes"

// maxCost is how many steps the parser may take at worst, about two seconds. The
// parser takes quadratic time over openers that never close and over nesting,
// and fills up tables whose rows are shorter than their header; real documents
// stay a thousand times below.
const maxCost = 1_000_000_000

// maxPadding is how many cells a table may have that its source does not hold.
const maxPadding = 500_000

// tooComplex reports whether src is made to be slow.
func tooComplex(src []byte) bool {
	total, openers := 0, 0
	references, definitions := 0, 0
	table := tableCost{}
	for len(src) > 0 && total < maxCost {
		line, rest, _ := bytes.Cut(src, []byte("\n"))
		src = rest
		trimmed := bytes.TrimLeft(line, " \t")
		if len(trimmed) == 0 || startsBlock(trimmed) {
			total += openers * openers
			openers = 0
		}
		if len(trimmed) == 0 {
			table = tableCost{}
			continue
		}
		n := nesting(trimmed)
		total += 2 * n * n
		for i, c := range line {
			switch c {
			case '[':
				openers++
				if i+1 < len(line) && line[i+1] == '^' {
					references++
				}
			case '*', '_', '~':
				openers++
			}
		}
		if bytes.HasPrefix(trimmed, []byte("[^")) && bytes.Contains(trimmed, []byte("]:")) {
			definitions++
		}
		if table.add(trimmed) > maxPadding {
			return true
		}
	}
	return total+openers*openers+references*definitions >= maxCost
}

// startsBlock reports whether a line begins an item, a row or a heading, which
// is parsed by itself.
func startsBlock(line []byte) bool {
	switch line[0] {
	case '|', '#', '>':
		return true
	case '-', '+', '*':
		return len(line) > 1 && line[1] == ' '
	}
	return line[0] >= '0' && line[0] <= '9' || bytes.IndexByte(line, '|') >= 0
}

// nesting counts the markers of quotations and items at the beginning of a line.
func nesting(line []byte) int {
	n := 0
	for i, c := range line {
		switch {
		case c == '>' || c == '-' || c == '+' || c == '*' || c == '.' || c == ')':
			n++
		case c == ' ' || c == '\t' || c >= '0' && c <= '9' && i < len(line)-1:
		default:
			return n
		}
	}
	return n
}

// tableCost counts the cells that a table has and those that its lines hold.
type tableCost struct {
	columns, missing int
}

// add takes the next line and returns how many cells are missing so far.
func (t *tableCost) add(line []byte) int {
	bars := bytes.Count(line, []byte("|"))
	if t.columns == 0 {
		if bars > 0 && len(bytes.Trim(line, "|-: \t\r")) == 0 {
			t.columns = bars + 1
		}
		return 0
	}
	t.missing += max(0, t.columns-bars-1)
	return t.missing
}
