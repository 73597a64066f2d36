package xlsx

import (
	"math"
	"strconv"
	"strings"

	"quire/extract/xlsx/numfmt"
	"quire/knowledge"
)

// isoMoment shows a date and time whatever the cell's own format leaves out.
var isoMoment = numfmt.Parse("yyyy-mm-dd hh:mm:ss")

// stored returns the value behind what a cell shows, "" where the text has all of
// it: a number that was rounded, scaled or abbreviated, and a date that is not
// written year, month, day.
func stored(v float64, text string, isDate, date1904 bool) string {
	if isDate && v >= 1 {
		iso := isoMoment.Number(v, date1904)
		day := strings.TrimSuffix(iso, " 00:00:00")
		if text == day || text == iso || text+":00" == iso {
			return ""
		}
		return day
	}
	if !isDate && tells(text, v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', 15, 64)
}

// tells reports whether the digits that a cell shows are those of its value, with
// whatever sign, currency, unit and thousands separators around them.
func tells(text string, v float64) bool {
	var digits strings.Builder
	percent := false
	for _, r := range text {
		switch {
		case r >= '0' && r <= '9', r == '.':
			digits.WriteRune(r)
		case r == '%':
			percent = true
		}
	}
	shown, err := strconv.ParseFloat(strings.Trim(digits.String(), "."), 64)
	if percent {
		shown /= 100
	}
	v = math.Abs(v)
	return err == nil && math.Abs(shown-v) <= 1e-14*v
}

// storedRun adds the value of a cell to the runs of a table: cells of a column
// one below the other, of one format, share a run. open has the last run of each
// column by its place in runs.
func storedRun(runs []knowledge.CellValues, open map[int]int, c *cell) []knowledge.CellValues {
	if i, ok := open[c.col]; ok {
		r := &runs[i]
		from, _, _ := strings.Cut(r.Range, ":")
		top, _, _ := parseRef(from)
		if r.Format == c.format && top+len(r.Values) == c.row {
			r.Values = append(r.Values, c.stored)
			r.Range = from + ":" + cellName(c.row, c.col)
			return runs
		}
	}
	open[c.col] = len(runs)
	return append(runs, knowledge.CellValues{Range: cellName(c.row, c.col), Format: c.format, Values: []string{c.stored}})
}
