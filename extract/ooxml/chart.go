package ooxml

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quire/extract"
	"quire/extract/xlsx/numfmt"
	"quire/knowledge"
)

// Bounds of what a chart may say it has: more is an attack, not a picture.
const (
	maxPoints = 20_000
	maxSeries = 1_000
	// wideCategories is how many categories may stand side by side, one series
	// a row; with more of them, each is a row.
	wideCategories = 12
)

// series is one row of numbers of a chart as cached in its part.
type series struct {
	name       string
	categories []string
	values     []string
	sizes      []string // of bubbles
	source     source
}

// Chart reads a chart part: its titles and labels as a caption, its cached
// values as tables, one for all series that share their categories.
func (p *Package) Chart(part string) ([]extract.Block, error) { return p.ChartBeside(part, nil) }

// ChartBeside reads a chart that stands in the document its data comes from. Of
// series whose cells are shown there it gives the names and the cells, not the
// values a second time; shown tells that of a reference as formulas write it.
func (p *Package) ChartBeside(part string, shown func(ref string) bool) ([]extract.Block, error) {
	root, err := p.Tree(part)
	if root == nil {
		return nil, err
	}
	var out []extract.Block
	all, beside := apart(chartSeries(root), shown)
	if caption := chartCaption(root, beside); caption != "" {
		out = append(out, extract.Block{Kind: knowledge.Caption, Text: caption})
	}
	if cells := sources(beside); cells != "" {
		out = append(out, extract.Block{Kind: knowledge.Meta, Text: cells})
	}
	for len(all) > 0 {
		n := 1
		for n < len(all) && slices.Equal(all[n].categories, all[0].categories) {
			n++
		}
		out = append(out, chartTable(all[:n]))
		all = all[n:]
	}
	for _, r := range p.Rels(part).ByType("chartUserShapes") {
		shapes, shapesErr := p.Tree(r.Target)
		if t := BodyText(shapes); t != "" {
			out = append(out, extract.Block{Kind: knowledge.TextBox, Text: t})
		}
		if err == nil {
			err = shapesErr
		}
	}
	return out, err
}

// chartCaption collects what is written on the chart by hand: title first, then
// the titles of axes and labels of points, then axis labels and legend of those
// series that no table names. A title may also be a cached cell.
func chartCaption(root *Node, legend []series) string {
	var lines []string
	add := func(n *Node) {
		t := BodyText(n)
		if t == "" {
			t = strings.Join(cached(n.Find("c:strCache"), false), " ")
		}
		if t != "" && !slices.Contains(lines, t) {
			lines = append(lines, t)
		}
	}
	add(root.Kid("c:chart", "c:title"))
	for _, n := range root.All("c:title", "c:dLbl", "cx:title") {
		add(n)
	}
	for _, s := range legend {
		for _, t := range []string{s.labels(), s.name} {
			if t != "" && !slices.Contains(lines, t) {
				lines = append(lines, t)
			}
		}
	}
	return strings.Join(lines, "\n")
}

func chartSeries(root *Node) []series {
	date1904 := root.Kid("c:date1904").On("val")
	var out []series
	for _, n := range root.All("c:ser") {
		if len(out) == maxSeries {
			return out
		}
		s := series{
			name:       strings.Join(cached(n.Kid("c:tx"), date1904), " "),
			categories: cached(n.Kid("c:cat"), date1904),
			values:     cached(n.Kid("c:val"), date1904),
			sizes:      cached(n.Kid("c:bubbleSize"), date1904),
			source:     sourceOf(n),
		}
		if x := n.Kid("c:xVal"); x != nil {
			s.categories = cached(x, date1904)
		}
		if y := n.Kid("c:yVal"); y != nil {
			s.values = cached(y, date1904)
		}
		if s.name == "" {
			s.name = fmt.Sprintf("Series %d", len(out)+1)
		}
		out = append(out, s)
	}
	if data := root.Find("cx:chartData"); data != nil {
		out = append(out, extendedSeries(root, data)...)
	}
	return out
}

// cached returns the values cached below n by their index; levels of categories
// are joined, outermost first.
func cached(n *Node, date1904 bool) []string {
	if levels := n.All("c:lvl"); len(levels) > 0 {
		var out []string
		for _, l := range slices.Backward(levels) {
			v := points(l, "c:pt", "c:v")
			for i := range v {
				if i == len(out) {
					out = append(out, "")
				}
				out[i] = strings.TrimSpace(out[i] + " " + v[i])
			}
		}
		return out
	}
	if v := n.Kid("c:v"); v != nil {
		return []string{strings.TrimSpace(v.Text)}
	}
	return formatted(points(n, "c:pt", "c:v"), n.Find("c:formatCode").TextOf(), date1904)
}

// formatted writes cached numbers in their format where the bare number would
// mislead: dates, and percentages that show all their digits.
func formatted(values []string, code string, date1904 bool) []string {
	if code == "" {
		return values
	}
	f := numfmt.Parse(code)
	for i, s := range values {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			continue
		}
		text := f.Number(v, date1904)
		if digits, ok := strings.CutSuffix(text, "%"); ok && !f.IsDate() {
			shown, err := strconv.ParseFloat(digits, 64)
			if off := shown/100 - v; err != nil || off > 1e-12 || off < -1e-12 {
				continue
			}
		} else if !f.IsDate() {
			continue
		}
		values[i] = text
	}
	return values
}

func points(n *Node, point, value string) []string {
	var out []string
	for _, pt := range n.All(point) {
		i := pt.Int("idx", len(out))
		if i < 0 || i >= maxPoints {
			continue
		}
		for len(out) <= i {
			out = append(out, "")
		}
		text := pt.Text
		if v := pt.Kid(value); v != nil {
			text = v.Text
		}
		out[i] = number(strings.TrimSpace(text))
	}
	return out
}

// number prints a cached number as the shortest decimal that a spreadsheet
// would show (15 digits); anything else stays as it is.
func number(s string) string {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || len(s) < 16 {
		return s
	}
	return strconv.FormatFloat(f, 'g', 15, 64)
}

// extendedSeries reads the charts of the extended vocabulary (funnels, tree
// maps), whose data stands apart from the series.
func extendedSeries(root, data *Node) []series {
	var out []series
	names := root.All("cx:series")
	for i, d := range data.All("cx:data") {
		if len(out) == maxSeries {
			return out
		}
		s := series{name: fmt.Sprintf("Series %d", i+1), source: extendedSource(d)}
		if i < len(names) {
			if t := names[i].Find("cx:v"); t != nil && t.Text != "" {
				s.name = t.Text
			}
		}
		if levels := d.Kid("cx:strDim").All("cx:lvl"); len(levels) > 0 {
			s.categories = points(levels[0], "cx:pt", "")
		}
		if levels := d.Kid("cx:numDim").All("cx:lvl"); len(levels) > 0 {
			s.values = points(levels[0], "cx:pt", "")
		}
		out = append(out, s)
	}
	return out
}

// chartTable makes one table of series with the same categories.
func chartTable(all []series) extract.Block {
	head := append([]string{""}, all[0].categories...)
	rows := [][]extract.Cell{extract.Cells(head...)}
	columns := len(head)
	for _, s := range all {
		rows = append(rows, extract.Cells(append([]string{s.name}, s.values...)...))
		columns = max(columns, len(s.values)+1)
		if len(s.sizes) > 0 {
			rows = append(rows, extract.Cells(append([]string{s.name + " (size)"}, s.sizes...)...))
			columns = max(columns, len(s.sizes)+1)
		}
	}
	if columns-1 > wideCategories {
		rows = transpose(rows, columns)
	}
	header := 1
	if len(all[0].categories) == 0 && columns-1 <= wideCategories {
		rows, header = rows[1:], 0
	}
	return extract.Block{Kind: knowledge.Table, Rows: rows, HeaderRows: header}
}

func transpose(rows [][]extract.Cell, columns int) [][]extract.Cell {
	out := make([][]extract.Cell, columns)
	for c := range out {
		out[c] = make([]extract.Cell, len(rows))
		for r := range rows {
			if c < len(rows[r]) {
				out[c][r] = rows[r][c]
			}
		}
	}
	return out
}
