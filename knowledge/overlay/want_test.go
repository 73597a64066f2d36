package overlay

import (
	"strings"
	"testing"

	"quire/knowledge"
)

func TestWantsOfAUnit(t *testing.T) {
	row := "| a | b | c | d | e | f |\n"
	table := row + knowledge.TableRule(6) + "\n" + strings.Repeat(row, 12)
	alt := "![Flow chart of an order]"
	for name, c := range map[string]struct {
		unit knowledge.Unit
		text string
		want string
	}{
		"text":      {knowledge.Unit{Counts: knowledge.Counts{Words: 90}}, "", ""},
		"a scan":    {knowledge.Unit{Flags: []knowledge.Flag{knowledge.NeedsOCR, knowledge.LowText}, Counts: knowledge.Counts{Images: 1}}, "", "scan"},
		"garbled":   {knowledge.Unit{Flags: []knowledge.Flag{knowledge.Garbled}}, "", "garbled"},
		"hidden":    {knowledge.Unit{Flags: []knowledge.Flag{"hidden:sheet"}, Counts: knowledge.Counts{Images: 1}}, "", ""},
		"a picture": {knowledge.Unit{Counts: knowledge.Counts{Images: 1}}, "", "image"},
		"its caption": {knowledge.Unit{Counts: knowledge.Counts{Images: 1}, Blocks: []knowledge.Block{
			{Kind: knowledge.Caption, Span: knowledge.Span{0, len(alt)}}}}, alt, "diagram"},
		"furniture": {knowledge.Unit{Counts: knowledge.Counts{Images: 1}, Blocks: []knowledge.Block{
			{Kind: knowledge.Image, Flags: []knowledge.Flag{knowledge.Furniture}}}}, "", ""},
		"a wide table": {knowledge.Unit{Blocks: []knowledge.Block{{Kind: knowledge.Table, HeaderRows: 1, Span: knowledge.Span{0, len(table)}}}}, table, "table"},
		"its second part": {knowledge.Unit{Header: &knowledge.Ref{}, Blocks: []knowledge.Block{
			{Kind: knowledge.Table, Span: knowledge.Span{0, len(table)}}}}, table, ""},
		"a picture, a table and text": {knowledge.Unit{Counts: knowledge.Counts{Images: 1, Words: 80}, Blocks: []knowledge.Block{
			{Kind: knowledge.Table, HeaderRows: 1, Span: knowledge.Span{0, len(row)}}}}, row, "image mixed"},
	} {
		var got []string
		last := 1000
		for _, w := range Wants(&c.unit, c.text) {
			got = append(got, w.Kind)
			if w.Priority > last || w.Reason == "" || len(w.Slots) == 0 {
				t.Errorf("%s: %+v", name, w)
			}
			last = w.Priority
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", name, s, c.want)
		}
	}
}
