package semantics

import (
	"strings"

	"quire/knowledge"
)

// Bounds of a table whose cells are kept as claims: what is longer is data, of which
// each row is one of many.
const (
	maxClaimRows    = 400
	maxClaimColumns = 12
	maxLabelBytes   = 80
	cellWords       = 25 // a cell counts for as much as a sentence of so many words: row and column say what it is
)

// table adds the figures, dates and answers in the cells of a table: the first cell of
// the row is the subject, the header of the column the attribute. Below a heading
// that is not the document's first, only the same heading makes the same thing.
func (r *claimReader) table(b *block, heading uint64) {
	header := b.headerRow()
	row := 0
	b.lines(func(s knowledge.Span) bool {
		line := b.text[s[0]:s[1]]
		if knowledge.IsTableRule(line) {
			return true
		}
		if row++; row <= b.HeaderRows {
			return true
		}
		r.row(b, s, header, heading)
		return row < maxClaimRows && len(r.all) < maxClaims
	})
}

func (r *claimReader) row(b *block, s knowledge.Span, header []string, heading uint64) {
	cells := rowCells(b.text[s[0]:s[1]])
	if len(cells) < 2 || len(cells) > maxClaimColumns {
		return
	}
	label, name := r.label(b.text[s[0]+cells[0][0] : s[0]+cells[0][1]])
	if label == 0 || len(header) == 0 && len(cells) > 2 {
		return
	}
	for i, c := range cells[1:] {
		at := knowledge.Span{s[0] + c[0], s[0] + c[1]}
		if at.Len() == 0 || at.Len() > maxLabelBytes {
			continue
		}
		attribute, unit := uint64(0), ""
		if i+1 < len(header) {
			attribute, unit = columnKey(header[i+1])
			if attribute == 0 {
				continue
			}
		}
		kind, value := r.cellValue(b.plain(at), unit)
		if value == "" {
			continue
		}
		key := pairKey(pairKey(pairKey('t', label), attribute), pairKey(heading, uint64(kind)))
		r.add(knowledge.Claim{Key: hashText(key), Kind: kind, Named: name, Value: value, Unit: b.unit.Name, Span: at, Written: written(b.plain(at))}, cellWords)
	}
}

// label hashes the first cell of a row, 0 where it is no subject: a number, a date, a
// long text. name reports that an identifier stands in it.
func (r *claimReader) label(cell string) (key uint64, name bool) {
	if len(cell) > maxLabelBytes || isDateCell(cell, r.lang) {
		return 0, false
	}
	letters, hash := 0, uint64(0)
	eachToken(cell, func(t token) {
		letters += t.letters
		name = name || t.identifier() && !ordinal(cell[t.start:t.end])
		if !articles()[t.key] {
			hash = pairKey(hash, t.key)
		}
	})
	if letters < 2 || totals()[strings.ToLower(strings.Trim(cell, " *:."))] {
		return 0, false
	}
	return hash, name
}

// totals are the labels of rows that say what all other rows come to: of what, only
// the rest of the table knows.
var totals = lazySet("total|totals|sum|subtotal|all|overall|average|mean|gesamt|summe|zwischensumme|insgesamt|durchschnitt|somme|sous-total|moyenne|suma|totale|totaal")

// columnKey hashes a header cell, and finds the unit that stands in brackets in it.
func columnKey(header string) (key uint64, unit string) {
	letters := 0
	eachToken(header, func(t token) {
		letters += t.letters
		if !articles()[t.key] {
			key = pairKey(key, t.key)
		}
	})
	if from, to := strings.LastIndexByte(header, '('), strings.LastIndexByte(header, ')'); from >= 0 && to > from && isUnit(header[from+1:to]) {
		unit = header[from+1 : to]
	}
	if letters == 0 && key == 0 {
		return 0, ""
	}
	return key, unit
}

// cellValue reads a cell that is a date, a number with its unit, or an answer.
func (r *claimReader) cellValue(cell, unit string) (kind byte, value string) {
	if answer := yesNo(cell); answer != "" {
		return 'y', answer
	}
	if i := strings.IndexAny(cell, "0123456789"); i >= 0 && len(cell) <= 40 {
		day := cell[i:]
		if i > 0 && !weekday(strings.Trim(cell[:i], " ,.")) {
			day = cell
		}
		if isDateCell(day, r.lang) {
			if d, ok := dateAt(day, strings.IndexAny(day, "0123456789"), r.lang); ok && d.precision != ByYear {
				return 'd', d.value
			}
			return 'd', ""
		}
	}
	shown, ok := numberCell(cell, r.lang)
	if !ok {
		return 0, ""
	}
	i := strings.IndexAny(cell, "0123456789")
	number, _ := parseNumber(cell[i:numberEnd(cell, i)], r.lang)
	if number == "" {
		return 0, ""
	}
	if _, minus := minusBefore(cell, i); minus || strings.HasPrefix(cell, "(") {
		number = "-" + number
	}
	if shown == "" {
		shown = unit
	}
	if currency := CurrencyCode(shown); currency != "" {
		shown = currency
	}
	if shown == "%" {
		return 'n', cleanDecimal(number) + "%"
	}
	return 'n', strings.TrimSpace(cleanDecimal(number) + " " + shown)
}

// rowCells returns the spans of the cells of a row without white space around them.
func rowCells(line string) []knowledge.Span {
	var out []knowledge.Span
	start := 1
	for i := 1; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '|':
			cell := line[start:i]
			left := len(cell) - len(strings.TrimLeft(cell, " "))
			out = append(out, knowledge.Span{start + left, start + max(left, len(strings.TrimRight(cell, " ")))})
			start = i + 1
		}
	}
	return out
}

// headingAbove hashes the heading that b stands under, 0 below the first heading of
// the document, which is its title.
func headingAbove(v *view, b *block) uint64 {
	if b.section == 0 {
		return 0
	}
	h := &v.blocks[b.section-1]
	for i := range v.blocks {
		if v.blocks[i].Kind == knowledge.Heading {
			if &v.blocks[i] == h {
				return 0
			}
			break
		}
	}
	key := uint64(0)
	eachToken(h.body(), func(t token) { key = pairKey(key, t.key) })
	return key
}
