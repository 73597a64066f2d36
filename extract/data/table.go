package data

import (
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// Limits on a list that is shown as a table: columns, bytes of a cell, and the
// share of filled cells in per cent.
const (
	maxColumns = 40
	maxCell    = 300
	minFilled  = 60
)

// table writes a list of alike records as a table. It reports whether it did.
func (w *writer) table(n *node) bool {
	names := columnsOf(n.items)
	if len(n.items) < 2 || len(names) == 0 {
		return false
	}
	rows := [][]extract.Cell{extract.Cells(names...)}
	for _, c := range n.items {
		rows = append(rows, rowOf(c, names))
	}
	for len(rows) > 1 {
		take := min(len(rows), rowsPerUnit+1)
		b := extract.Block{Kind: knowledge.Table, Rows: rows[:take:take], HeaderRows: 1}
		first := len(n.items) - len(rows) + 1
		w.add(b, n.items[first].first, n.items[first+take-2].last)
		rows = append([][]extract.Cell{rows[0]}, rows[take:]...)
	}
	return true
}

// columnsOf returns the keys of alike records in the order of their first use;
// nil where the values are no records or not alike.
func columnsOf(items []*node) []string {
	var names []string
	seen := map[string]bool{}
	filled := 0
	for _, c := range items {
		if c.kind != object || c.note+c.mark != "" || len(c.items) == 0 || doubled(c.keys) {
			return nil
		}
		for i, v := range c.items {
			if !v.inline() || v.size > maxCell || v.note != "" || strings.Contains(v.text, "\n") {
				return nil
			}
			if k := c.keys[i]; !seen[k] {
				seen[k] = true
				if names = append(names, k); len(names) > maxColumns {
					return nil
				}
			}
			filled++
		}
	}
	if filled*100 < len(names)*len(items)*minFilled {
		return nil
	}
	return names
}

func doubled(keys []string) bool {
	seen := make(map[string]bool, len(keys))
	for _, k := range keys {
		if seen[k] {
			return true
		}
		seen[k] = true
	}
	return false
}

// rowOf returns the cells of a record in the columns of those names.
func rowOf(n *node, names []string) []extract.Cell {
	row := make([]extract.Cell, len(names))
	at := make(map[string]int, len(names))
	for i, name := range names {
		at[name] = i
	}
	for i, v := range n.items {
		if c, ok := at[n.keys[i]]; ok {
			row[c].Text = strings.TrimRight(v.line(), "\n")
		}
	}
	return row
}
