package semantics

import (
	"fmt"
	"strings"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

// prose makes about size bytes of varied English in sections of a few
// paragraphs, with dates and amounts.
func prose(size int) []extract.Unit {
	nouns := strings.Fields("budget office report contract system review service market region partner product method policy result network supplier team plan")
	verbs := strings.Fields("approved reviewed described changed measured supported replaced reported questioned improved")
	var units []extract.Unit
	written := 0
	for s := 1; written < size; s++ {
		u := extract.Unit{Kind: knowledge.Section, Name: knowledge.UnitName(knowledge.Section, s), Ordinal: s}
		u.Blocks = append(u.Blocks, extract.Head(2, fmt.Sprintf("The %s of part %d", nouns[s%len(nouns)], s)))
		for p := range 4 {
			var b strings.Builder
			for i := range 6 {
				n := s*31 + p*7 + i*3
				fmt.Fprintf(&b, "The %s of the %s %s the %s with the %s on %d March 20%02d and spent €%d,500 on it. ", nouns[n%len(nouns)], nouns[(n/3)%len(nouns)],
					verbs[n%len(verbs)], nouns[(n+5)%len(nouns)], nouns[(n*7)%len(nouns)], 1+n%28, 10+n%15, 1+n%300)
			}
			u.Blocks = append(u.Blocks, extract.Text(b.String()))
			written += b.Len()
		}
		units = append(units, u)
	}
	return units
}

func BenchmarkDerive(b *testing.B) {
	for _, size := range []int{2 << 10, 64 << 10, 4 << 20} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			d := assemble(b, knowledge.Metadata{}, prose(size)...)
			b.SetBytes(int64(len(d.Text)))
			b.ReportAllocs()
			for b.Loop() {
				Derive(d)
			}
		})
	}
}

func BenchmarkTables(b *testing.B) {
	t := extract.Block{Kind: knowledge.Table, HeaderRows: 1, Rows: [][]extract.Cell{extract.Cells("Office", "Amount", "Due", "Share")}}
	for i := range 4000 {
		t.Rows = append(t.Rows, extract.Cells(fmt.Sprintf("Office %d", i), fmt.Sprintf("%d,500 EUR", i%900), fmt.Sprintf("2026-%02d-%02d", 1+i%12, 1+i%28), fmt.Sprintf("%d%%", i%100)))
	}
	d := assemble(b, knowledge.Metadata{}, extract.Unit{Kind: knowledge.Sheet, Blocks: []extract.Block{t}})
	b.SetBytes(int64(len(d.Text)))
	for b.Loop() {
		Derive(d)
	}
}
