package knowledge

import (
	"strings"
	"testing"
)

func TestARowIsReadUnderTheRowsItGoesOnWith(t *testing.T) {
	tests := []struct {
		name, rows, last, want string
	}{
		{"a record of several rows", "| 1.1 | Fairness | must |\n|  |  | should |", "|  |  | could |", "1.1 | Fairness"},
		{"the next record", "| 1.1 | Fairness | must |", "| 1.2 | Safety | must |", ""},
		{"groups inside groups", "| North | Q1 | 5 |\n|  | Q2 | 6 |", "|  |  | 7 |", "North / Q2"},
		{"a new group ends those inside the old one", "| North | Q1 | 5 |\n| South |  | 6 |", "|  |  | 7 |", "South"},
		{"no row above has more", "|  | a | 1 |", "|  | b | 2 |", ""},
		{"a tick names nothing", "| x | Pen | 1 |\n| x | Ink | 2 |", "|  | Nib | 3 |", ""},
		{"a truth value names nothing", "| TRUE | Pen | 1 |\n| TRUE | Ink | 2 |", "|  | Nib | 3 |", ""},
		{"an empty row", "| 1 | a |\n|  |  |", "|  | b |", "1"},
		{"a cell with an escaped bar", `| a \| b | 1 |`, "|  | 2 |", "a | b"},
	}
	for _, tt := range tests {
		var l Leads
		for line := range strings.SplitSeq(tt.rows, "\n") {
			l.Row("sheet01.r1-60", line, Span{0, len(line)})
		}
		var got []string
		for _, r := range l.Above(tt.last) {
			got = append(got, r.Text)
		}
		if s := strings.Join(got, " / "); s != tt.want {
			t.Errorf("%s: read under %q, want %q", tt.name, s, tt.want)
		}
	}
}

func TestCellsEndWhereTheyAreSplit(t *testing.T) {
	for _, line := range []string{"| a | b |", `| a \| b |  |`, "|  |", `| \\ | x\ |`, `| \--- | ü |`} {
		cells, ends := SplitRow(line), cellEnds(line)
		if len(cells) != len(ends) {
			t.Errorf("%q has the cells %q and the ends %v", line, cells, ends)
			continue
		}
		start := 1
		for i, end := range ends {
			if got := unescapeCell(line[start:end]); got != cells[i] {
				t.Errorf("cell %d of %q ends behind %q, is %q", i, line, got, cells[i])
			}
			start = end + 1
		}
	}
}
