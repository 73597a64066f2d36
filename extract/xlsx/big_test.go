package xlsx

import (
	"archive/zip"
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"quire/extract"
	"quire/knowledge"
)

var bigCells = flag.Int("cells", 100_000, "cells of the sheet that memory and speed are measured on")

// writeBig writes a workbook with one sheet of so many cells, 20 a row: words,
// dates, amounts and counts.
func writeBig(t testing.TB, cells int) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "big.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	z := zip.NewWriter(f)
	part := func(name, content string) {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	part("_rels/.rels", rels(rel("a", "officeDocument", "xl/workbook.xml")))
	part("xl/_rels/workbook.xml.rels", rels(rel("a", "worksheet", "worksheets/sheet1.xml")+rel("s", "styles", "styles.xml")))
	part("xl/workbook.xml", `<workbook xmlns:r="`+relSpace+`"><sheets><sheet name="Big" sheetId="1" r:id="a"/></sheets></workbook>`)
	part("xl/styles.xml", `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="4"/></cellXfs></styleSheet>`)
	sheet, err := z.Create("xl/worksheets/sheet1.xml")
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(sheet)
	fmt.Fprint(w, `<worksheet><sheetData>`)
	for r := 1; r <= cells/20; r++ {
		fmt.Fprintf(w, `<row r="%d">`, r)
		for c := range 20 {
			switch at := cellName(r, c+1); {
			case r == 1 || c%4 == 0:
				fmt.Fprintf(w, `<c r="%s" t="inlineStr"><is><t>text %d</t></is></c>`, at, r*20+c)
			case c%4 == 1:
				fmt.Fprintf(w, `<c r="%s" s="1"><v>%d</v></c>`, at, 40000+(r+c)%5000)
			case c%4 == 2:
				fmt.Fprintf(w, `<c r="%s" s="2"><v>%d.37</v></c>`, at, r*c)
			default:
				fmt.Fprintf(w, `<c r="%s"><v>%d</v></c>`, at, r*c)
			}
		}
		fmt.Fprint(w, `</row>`)
	}
	fmt.Fprint(w, `</sheetData></worksheet>`)
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return f
}

// heapSink counts cells and keeps the largest heap that it saw.
type heapSink struct {
	cells, units int
	peak         uint64
}

func (s *heapSink) Meta(knowledge.Metadata) error          { return nil }
func (s *heapSink) Issue(knowledge.Issue) error            { return nil }
func (s *heapSink) Child(knowledge.Child, io.Reader) error { return nil }
func (s *heapSink) Unit(u extract.Unit) error {
	for _, b := range u.Blocks {
		for _, row := range b.Rows {
			s.cells += len(row)
		}
	}
	if s.units++; s.units%20 == 0 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		s.peak = max(s.peak, m.HeapAlloc)
	}
	return nil
}

func extractBig(t testing.TB, f *os.File) heapSink {
	t.Helper()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	var s heapSink
	in := extract.Input{ReaderAt: f, Size: info.Size(), Name: "big.xlsx", Format: "xlsx"}
	if err := New().Extract(context.Background(), in, extract.Limits{}, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMemoryDoesNotFollowTheCells measures more with -cells 2000000.
func TestMemoryDoesNotFollowTheCells(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a large sheet")
	}
	s := extractBig(t, writeBig(t, *bigCells))
	if want := *bigCells / 20 * 20; s.cells != want {
		t.Errorf("%d cells were delivered of %d", s.cells, want)
	}
	const most = 48 << 20
	if s.peak == 0 || s.peak > most {
		t.Errorf("the heap grew to %d bytes, more than %d", s.peak, most)
	}
	t.Logf("%d cells, heap of %d KiB", s.cells, s.peak>>10)
}

func BenchmarkCells(b *testing.B) {
	f := writeBig(b, *bigCells)
	b.ReportAllocs()
	for b.Loop() {
		extractBig(b, f)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(*bigCells), "ns/cell")
}
