package delimited

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quire/extract/extracttest"
	"quire/knowledge"
)

func sample(data string) extracttest.Sample {
	return extracttest.Sample{Name: "a.csv", Format: "csv", Data: []byte(data)}
}

func rows(n int) string {
	var b strings.Builder
	b.WriteString("id,name,amount\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,\"Name, %d\",%d.50\n", i+1, i, i*3)
	}
	return b.String()
}

func TestConformance(t *testing.T) {
	extracttest.Run(t, New(), sample(rows(150)), sample("a;b\n\"x\ny\";\"open\n1;2"), sample("\xff\xfea\x00,\x00b\x00\n\x00"),
		extracttest.Sample{Name: "a.tsv", Format: "tsv", Data: []byte("a\tb\r\n1\t2\r\n")})
}

// show gives the cells of the table ranges, a record a line.
func show(d *knowledge.Document) string {
	var out []string
	for i := range d.Units {
		u := &d.Units[i]
		if len(u.Blocks) > 0 {
			out = append(out, u.PlainText(d.UnitText(u), knowledge.Span{0, u.Span.Len()}))
		}
	}
	return strings.Join(out, "\n")
}

func TestCells(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"commas", "a,b\n1,2\n", "a\tb\n1\t2"},
		{"semicolons with decimal commas", "a;b\n1,5;2,5\n3,5;4,5\n", "a\tb\n1,5\t2,5\n3,5\t4,5"},
		{"tabs in a csv", "a\tb,c\n1\t2\n", "a\tb,c\n1\t2"},
		{"bars", "a|b|c\n1|2|3\n", "a\tb\tc\n1\t2\t3"},
		{"a hint of the separator", "sep=|\r\na|b,c\r\n1|2\r\n", "a\tb,c\n1\t2"},
		{"quotes around separators and line breaks", "a,b\n\"x, y\",\"p\r\nq\"\n", "a\tb\nx, y\tp\nq"},
		{"doubled quotes", "a,b\n\"say \"\"hi\"\"\",2\n", "a\tb\nsay \"hi\"\t2"},
		{"a quote inside a cell", "a,b\n5\" disk,6\"\n", "a\tb\n5\" disk\t6\""},
		{"a quote that does not close", "a,b\n\"x,1\ny,2\n", "a\tb\n\"x\t1\ny\t2"},
		{"a quote closed in the middle", "a,b\n\"x\" y,1\nz,2\n", "a\tb\n\"x\" y\t1\nz\t2"},
		{"spaces behind a closing quote", "a,b\n\"x\"  ,1\n", "a\tb\nx\t1"},
		{"ragged records", "a,b,c\n1\n1,2,3,4\n", "a\tb\tc\t\n1\t\t\t\n1\t2\t3\t4"},
		{"one column", "a\nb\nc\n", "a\nb\nc"},
		{"line ends that were converted twice", "a,b\r\r\n1,2\r\r\n", "a\tb\n1\t2"},
		{"bars inside cells", "a,b\nx|y,2\n", "a\tb\nx|y\t2"},
		{"an end without line break", "a,b\n1,", "a\tb\n1\t"},
		{"Latin-1", "Straße,Größe\nMünchener Straße,übergroß\n", "Straße\tGröße\nMünchener Straße\tübergroß"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			in := tt.in
			if tt.name == "Latin-1" {
				in = string(latin1(in))
			}
			if diff := cmp.Diff(tt.want, show(extracttest.Extract(t, New(), sample(in)))); diff != "" {
				t.Errorf("cells differ (-want +got):\n%s", diff)
			}
		})
	}
}

func latin1(s string) []byte {
	var out []byte
	for _, r := range s {
		out = append(out, byte(r))
	}
	return out
}

func TestHeader(t *testing.T) {
	tests := []struct {
		name, in string
		want     int
	}{
		{"names over numbers", "id,amount\n1,2\n", 1},
		{"names over words", "name,town\nAnn,Bern\nBob,Ulm\n", 1},
		{"an index without name", ",a,b\n0,x,y\n", 1},
		{"years", "country,2019,2020\nx,1,2\n", 1},
		{"numbers only", "1,2\n3,4\n", 0},
		{"a date first", "2024-01-02,x\n2024-01-03,y\n", 0},
		{"the same name twice", "a,a\n1,2\n", 0},
		{"a value that comes again", "x,1a\nx,2a\n", 0},
		{"one record", "a,b\n", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := extracttest.Extract(t, New(), sample(tt.in))
			if got := d.Units[1].Blocks[0].HeaderRows; got != tt.want {
				t.Errorf("%d header rows, want %d", got, tt.want)
			}
		})
	}
}

func TestRowRanges(t *testing.T) {
	d := extracttest.Extract(t, New(), sample(rows(130)))
	var got []string
	for i := range d.Units {
		u := &d.Units[i]
		line := fmt.Sprintf("%s %s parent=%s", u.Name, u.Locator, u.Parent)
		for _, b := range u.Blocks {
			line += fmt.Sprintf(" row=%d col=%d header=%d", b.FirstRow, b.FirstCol, b.HeaderRows)
		}
		if u.Header != nil {
			line += " under " + u.Header.Text
		}
		got = append(got, line)
	}
	want := []string{
		"sheet01 lines=1-131 parent=",
		"sheet01.r1-61 lines=1-61 parent=sheet01 row=1 col=1 header=1",
		"sheet01.r62-121 lines=62-121 parent=sheet01 row=62 col=1 header=0 under id | name | amount",
		"sheet01.r122-131 lines=122-131 parent=sheet01 row=122 col=1 header=0 under id | name | amount",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("units differ (-want +got):\n%s", diff)
	}
}

func TestLinesCountThoseInsideCells(t *testing.T) {
	d := extracttest.Extract(t, New(), sample("a,b\n\"x\ny\",1\n\n"+strings.Repeat("z,2\n", 70)))
	if got := d.Units[2].Name + " " + d.Units[2].Locator.String(); got != "sheet01.r62-73 lines=63-74" {
		t.Errorf("second range is %s", got)
	}
}

func TestEmptyRecords(t *testing.T) {
	d := extracttest.Extract(t, New(), sample("\n\na,b\n1,2\n"+strings.Repeat("\n", 500)+"3,4\n\n\n"))
	var names []string
	for _, u := range d.Units {
		names = append(names, u.Name)
	}
	if diff := cmp.Diff([]string{"sheet01", "sheet01.r3-4", "sheet01.r505-505"}, names); diff != "" {
		t.Errorf("units differ (-want +got):\n%s", diff)
	}
	if d := extracttest.Extract(t, New(), sample("\n , \n")); d.Evidence.Outcome != knowledge.Empty {
		t.Errorf("a table of empty cells is %s", d.Evidence.Outcome)
	}
}

func TestHostileTables(t *testing.T) {
	inputs := map[string]string{
		"openers":       strings.Repeat("\"a\n", 200_000),
		"opener pairs":  strings.Repeat("\"\"a,\"\n", 100_000),
		"columns":       strings.Repeat("a,", 20_000) + "\n" + strings.Repeat("b\n", 200),
		"empty records": strings.Repeat("\n", 500_000) + "a,b\n",
		"large cells":   strings.Repeat("\""+strings.Repeat("word ", 20_000)+"\",x\n", 10),
	}
	for name, in := range inputs {
		t.Run(name, func(t *testing.T) {
			d := extracttest.Extract(t, New(), sample(in))
			extracttest.Check(t, d)
			want, _ := knowledge.CountText(strings.ReplaceAll(strings.ReplaceAll(in, ",", ""), "\"", ""))
			got, _ := knowledge.CountText(strings.ReplaceAll(strings.ReplaceAll(show(d), ",", ""), "\"", ""))
			if d.Evidence.Outcome != knowledge.Extracted || got != want {
				t.Errorf("outcome %s, %d characters of %d: %v", d.Evidence.Outcome, got, want, d.Evidence.Issues)
			}
		})
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(rows(3))
	f.Add("sep=;\n\"a\"\"b\";\"c\n")
	f.Add("\"\r\r\n\",|\t;")
	f.Fuzz(func(t *testing.T, s string) {
		d := extracttest.Extract(t, New(), sample(s))
		extracttest.Check(t, d)
	})
}

func TestEmptyRowsAndColumnsAreLeftOut(t *testing.T) {
	in := ",id,,name, ,\n,1,,Ann,,\n,,,,,\n,2,,Bob,,\n" + strings.Repeat(",3,,Cy,,\n", 70) + ",4,,Dee,,late\n"
	d := extracttest.Extract(t, New(), sample(in))
	b := d.Units[1].Blocks[0]
	if got := show(d); !strings.HasPrefix(got, "id\tname\t\n1\tAnn\t\n2\tBob\t\n") || !strings.HasSuffix(got, "4\tDee\tlate") {
		t.Errorf("the cells are\n%s", got)
	}
	if r, c := b.Cell(2, 1); r != 4 || c != 4 || b.FirstCol != 2 {
		t.Errorf("the second cell of the third row is at %d,%d, want 4,4", r, c)
	}
	if n := d.Units[1].Name; n != "sheet01.r1-61" {
		t.Errorf("the first range is %s", n)
	}
}

func TestARecordOfSeveralRowsIsNamedInTheNextRange(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,risk,step\n")
	for i := range 100 {
		if i%9 == 0 {
			fmt.Fprintf(&b, "R%d,risk,step %d\n", i/9, i)
		} else {
			fmt.Fprintf(&b, ",,step %d\n", i)
		}
	}
	u := extracttest.Extract(t, New(), sample(b.String())).Units[2]
	if len(u.Record) != 1 || u.Record[0].Text != "R6 | risk" {
		t.Errorf("%s goes on with %+v", u.Name, u.Record)
	}
}

func TestTitlesAboveATableArePartOfNoColumn(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
	}{
		{"titles and an empty line", "Report title,,\nGenerated 2020,,\n,,\nName,Qty,Price\nA,1,2\nB,3,4\n",
			"paragraph lines=1-1 row=0 header=0; paragraph lines=2-2 row=0 header=0; table row=4 header=1"},
		{"short lines", "Report\nItem;Qty\nA;1\nB;2\n", "paragraph lines=1-1 row=0 header=0; table row=2 header=1"},
		{"names and values above many columns", "Account,12\nDate,Text,Sum,Balance\n2020-01-01,a,1,2\n2020-01-02,b,3,4\n",
			"paragraph lines=1-1 row=0 header=0; table row=2 header=1"},
		{"no title", "Name,Qty\nA,1\nB,2\n", "table row=1 header=1"},
		{"a first record with gaps, above words", "Total,,\nName,Town,Post\nAda,Bath,Clerk\nBob,York,Cook\n", "table row=1 header=0"},
		{"values without a header", "1,,\n2,3,4\n5,6,7\n", "table row=1 header=0"},
	} {
		d := extracttest.Extract(t, New(), sample(tt.in))
		extracttest.Check(t, d)
		var got []string
		for _, b := range d.Units[1].Blocks {
			at := ""
			if !b.Locator.IsZero() {
				at = " " + b.Locator.String()
			}
			got = append(got, fmt.Sprintf("%s%s row=%d header=%d", b.Kind, at, b.FirstRow, b.HeaderRows))
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, s, tt.want)
		}
	}
}
