package ooxml

import (
	"strconv"
	"strings"
)

// source names the cells that a series of a chart is drawn from, as formulas
// write them; "" where its values stand in the chart alone.
type source struct {
	categories, values, sizes string
}

func sourceOf(ser *Node) source {
	ref := func(names ...string) string {
		for _, name := range names {
			if f := ser.Kid(name).Find("c:f"); f != nil {
				return strings.TrimSpace(f.Text)
			}
		}
		return ""
	}
	return source{ref("c:cat", "c:xVal"), ref("c:val", "c:yVal"), ref("c:bubbleSize")}
}

// extendedSource reads the same of the extended vocabulary.
func extendedSource(data *Node) source {
	ref := func(name string) string {
		if f := data.Kid(name).Kid("cx:f"); f != nil {
			return strings.TrimSpace(f.Text)
		}
		return ""
	}
	return source{categories: ref("cx:strDim"), values: ref("cx:numDim")}
}

// apart parts the series whose data is shown elsewhere from those that have to
// be printed. Every kind of data that a series has must be shown.
func apart(all []series, shown func(string) bool) (printed, beside []series) {
	seen := func(ref string, cached []string) bool {
		return ref != "" && shown(ref) || ref == "" && len(cached) == 0
	}
	for _, s := range all {
		from := s.source
		if shown != nil && from.values != "" && seen(from.values, s.values) && seen(from.categories, s.categories) && seen(from.sizes, s.sizes) {
			beside = append(beside, s)
		} else {
			printed = append(printed, s)
		}
	}
	return printed, beside
}

// sources lists the cells of series, a line each.
func sources(all []series) string {
	var cells []string
	categories := ""
	for _, s := range all {
		if c := s.source.categories; c != "" && c != categories {
			categories = c
			cells = append(cells, "categories = "+plainRef(c))
		}
		cells = append(cells, s.name+" = "+plainRef(s.source.values))
		if s.source.sizes != "" {
			cells = append(cells, s.name+" (size) = "+plainRef(s.source.sizes))
		}
	}
	return strings.Join(cells, "\n")
}

// labels returns the categories of a series as its axis shows them, "" where they
// are numbers or too many to be read there.
func (s series) labels() string {
	words := false
	for _, c := range s.categories {
		_, err := strconv.ParseFloat(c, 64)
		words = words || c != "" && err != nil
	}
	if !words || len(s.categories) > wideCategories {
		return ""
	}
	return strings.Join(s.categories, "\t")
}

// plainRef drops the marks that say how a reference moves when it is copied.
func plainRef(ref string) string { return strings.ReplaceAll(ref, "$", "") }
