package semantics

import (
	"strconv"
	"strings"

	"quire/knowledge"
)

// Total is the figure of a row of totals held against the figures above it.
type Total struct {
	Quote        // the cell of the total
	Value string `json:"value"` // as stated: decimal with a point
	Sum   string `json:"sum"`   // of the cells above it
	Adds  bool   `json:"adds"`  // the two are equal
	near  bool   // they differ by no more than rounding each figure makes
}

// totalLabels begin a row of totals.
var totalLabels = lazySet("total|totals|sum|grand total|overall|all|together|summe|gesamt|gesamtsumme|insgesamt|somme|total général|totaux|suma|total general|totale|somma|totaal|soma")

// sumPlaces is how many decimals a figure may have that is added up.
const sumPlaces = 6

// columnSum adds up one column as far as it can be added: plain numbers in every row.
type columnSum struct {
	units  int64 // millionths
	filled int
	broken bool // a cell that is no plain number, or whose reading is open
}

// totals holds the last row of the table against the rows above, where it is a row of
// totals and no other row is: subtotals would be counted twice.
func (t *tableReader) totals() []*Total {
	cells := knowledge.SplitRow(t.last.line())
	if t.rows < 3 || t.rows > t.profiled || len(cells) < 2 || !totalLabels()[headingKey(cells[0])] {
		return nil
	}
	sums := make([]columnSum, len(cells))
	above := 0
	for _, b := range t.blocks {
		header := 0
		if b == t.first {
			header = b.HeaderRows
		}
		plain := true
		b.lines(func(s knowledge.Span) bool {
			line := b.text[s[0]:s[1]]
			switch {
			case knowledge.IsTableRule(line):
			case header > 0:
				header--
			case b == t.last.block && s == t.last.span, b == t.first && s == t.second:
			default:
				row := knowledge.SplitRow(line)
				if plain = len(row) > 0 && !totalLabels()[headingKey(row[0])]; !plain {
					return false
				}
				above++
				for i, c := range row[:min(len(row), len(sums))] {
					sums[i].add(c, t.lang)
				}
			}
			return true
		})
		if !plain {
			return nil
		}
	}
	quotes := headerCells(t.last.block, t.last.span)
	out := make([]*Total, len(cells))
	for i := 1; i < len(cells) && i < len(quotes); i++ {
		if quotes[i] == nil || sums[i].broken || sums[i].filled != above {
			continue
		}
		if stated, value, ok := millionths(cells[i], t.lang); ok {
			off := stated - sums[i].units
			out[i] = &Total{
				Quote: *quotes[i], Value: value, Sum: decimalOf(sums[i].units), Adds: off == 0,
				near: max(off, -off)*2 <= int64(above)*lastPlace(value),
			}
		}
	}
	return out
}

// tableRow is one row of a table and where it stands.
type tableRow struct {
	block *block
	span  knowledge.Span
}

func (r tableRow) line() string {
	if r.block == nil {
		return ""
	}
	return r.block.text[r.span[0]:r.span[1]]
}

func (c *columnSum) add(cell, lang string) {
	if cell == "" || c.broken {
		c.broken = true
		return
	}
	units, _, ok := millionths(cell, lang)
	sum := c.units + units
	if !ok || (sum > c.units) != (units > 0) && units != 0 {
		c.broken = true
		return
	}
	c.units = sum
	c.filled++
}

// millionths reads a cell that is one number, with a unit or currency perhaps; no
// shares, which add up to nothing, and nothing with more than sumPlaces decimals.
func millionths(s, lang string) (units int64, value string, ok bool) {
	if unit, ok := numberCell(s, lang); !ok || strings.ContainsAny(unit, "%‰") {
		return 0, "", false
	}
	i := strings.IndexAny(s, "0123456789")
	value, _ = parseNumber(s[i:numberEnd(s, i)], lang)
	whole, part, _ := strings.Cut(value, ".")
	if value == "" || len(whole) > 12 || len(part) > sumPlaces {
		return 0, "", false
	}
	units, err := strconv.ParseInt(whole+part+strings.Repeat("0", sumPlaces-len(part)), 10, 64)
	if strings.HasPrefix(s, "(") || strings.ContainsAny(s[:i], "-−") {
		units, value = -units, "-"+value
	}
	return units, value, err == nil
}

// lastPlace returns one unit of the last decimal of value, in millionths.
func lastPlace(value string) int64 {
	_, part, _ := strings.Cut(value, ".")
	unit := int64(1)
	for range sumPlaces - len(part) {
		unit *= 10
	}
	return unit
}

// decimalOf prints millionths as a decimal number without needless zeros.
func decimalOf(units int64) string {
	sign := ""
	if units < 0 {
		sign, units = "-", -units
	}
	s := strconv.FormatInt(units, 10)
	if len(s) <= sumPlaces {
		s = strings.Repeat("0", sumPlaces+1-len(s)) + s
	}
	whole, part := s[:len(s)-sumPlaces], strings.TrimRight(s[len(s)-sumPlaces:], "0")
	if part == "" {
		return sign + whole
	}
	return sign + whole + "." + part
}
