package text

import (
	"strconv"
	"strings"

	"quire/extract"
	"quire/internal/lazy"
	"quire/knowledge"
)

var itemLine = lazy.Regexp(`^([ \t]*)(?:([-*+•◦▪‣·–])|(\d{1,3}[.)]|\(\d{1,2}\)))[ \t]+\S`)

// entry is the first line of an item of a list.
type entry struct {
	at     int // index among the lines
	margin int // columns in front of the marker
	bullet string
	marker string // number as it is written
	number int
}

// entries finds the lines that begin items.
func entries(lines []string) []entry {
	var out []entry
	for i, l := range lines {
		m := itemLine().FindStringSubmatch(l)
		if m == nil {
			continue
		}
		e := entry{at: i, margin: len(strings.ReplaceAll(m[1], "\t", "    ")), bullet: m[2], marker: m[3]}
		e.number, _ = strconv.Atoi(strings.Trim(m[3], "(.)"))
		out = append(out, e)
	}
	return out
}

// list makes items of a paragraph that is a list, or that ends in one. It reports
// whether it did.
func (p *partition) list(ps *paragraph) bool {
	found := entries(ps.lines)
	if len(found) == 0 || !p.listed(found) {
		return false
	}
	begin := found[0].at
	if begin > 0 {
		p.addText(extract.Text(flow(ps.lines[:begin])), ps.first, ps.first+begin-1)
		p.margins = nil
	}
	if !p.inList() {
		p.margins = nil
	}
	for i, e := range found {
		end := len(ps.lines)
		if i+1 < len(found) {
			end = found[i+1].at
		}
		own := append([]string(nil), ps.lines[e.at:end]...)
		own[0] = strings.TrimLeft(own[0], " \t")
		_, own[0], _ = strings.Cut(strings.ReplaceAll(own[0], "\t", " "), " ")
		for j := range own {
			own[j] = strings.TrimSpace(own[j])
		}
		b := extract.Block{Kind: knowledge.ListItem, Level: p.level(e.margin), Marker: e.marker, Text: strings.Join(own, " ")}
		p.addText(b, ps.first+e.at, ps.first+end-1)
		p.number = e.number
	}
	return true
}

// listed reports whether lines are items of one list: bullets, or numbers that go
// on. One alone may be anything but a bullet or the next of a list.
func (p *partition) listed(found []entry) bool {
	first := found[0]
	if first.bullet == "" && len(found) == 1 {
		return p.inList() && first.number == p.number+1 && first.at == 0
	}
	if len(found) == 1 {
		return first.at == 0 && first.bullet != "–"
	}
	numbers := map[int]int{} // by margin
	for _, e := range found {
		last, open := numbers[e.margin]
		if e.bullet != "" {
			continue
		}
		if open && e.number != last+1 && e.number != 1 {
			return false
		}
		numbers[e.margin] = e.number
	}
	return true
}

// inList reports whether the last block is an item.
func (p *partition) inList() bool {
	return p.literal == nil && len(p.blocks) > 0 && p.blocks[len(p.blocks)-1].Kind == knowledge.ListItem
}

// level returns the level of an item whose marker stands at a margin.
func (p *partition) level(margin int) int {
	for len(p.margins) > 0 && margin < p.margins[len(p.margins)-1] {
		p.margins = p.margins[:len(p.margins)-1]
	}
	if n := len(p.margins); n == 0 || margin > p.margins[n-1] {
		p.margins = append(p.margins, margin)
	}
	return len(p.margins) - 1
}
