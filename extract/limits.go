package extract

import (
	"fmt"
	"reflect"
	"strings"
)

// Limits bound what one file may cost. Zero fields take the default. Those that
// change output are part of the recipe. The tags hold, for each, its name in
// quire.yaml and in issue codes (limit:NAME), and what it counts.
type Limits struct {
	Bytes       int64 `yaml:"bytes" counts:"bytes of a file that is read at all"`
	Inflated    int64 `yaml:"inflated" counts:"bytes out of all decompressors of one file"`
	Ratio       int64 `yaml:"ratio" counts:"inflated to stored bytes of one member, past 1 MiB inflated"`
	Members     int   `yaml:"members" counts:"entries of an archive, a package or a mailbox"`
	Depth       int   `yaml:"depth" counts:"containers in containers"`
	Attachments int   `yaml:"attachments" counts:"embedded files of one document or message"`
	Parts       int   `yaml:"parts" counts:"MIME parts of one message"`
	Nesting     int   `yaml:"nesting" counts:"multiparts in multiparts of one message"`
	Body        int64 `yaml:"body" counts:"bytes of one body part of a message"`
	Elements    int   `yaml:"elements" counts:"nesting of XML and HTML elements"`
	Nodes       int   `yaml:"nodes" counts:"elements of one tree of XML or HTML"`
	Attributes  int   `yaml:"attributes" counts:"attributes of one XML or HTML element"`
	Pages       int   `yaml:"pages" counts:"pages, slides or sheets"`
	Glyphs      int   `yaml:"glyphs" counts:"characters on one page of a PDF"`
	Objects     int   `yaml:"objects" counts:"pictures, paths and forms of one page of a PDF"`
	Cells       int   `yaml:"cells" counts:"non-empty cells of a table file or workbook"`
	Rows        int   `yaml:"rows" counts:"non-empty rows of a table file or workbook"`
	Columns     int   `yaml:"columns" counts:"cells of one row of a CSV or TSV file"`
	Text        int64 `yaml:"text" counts:"bytes of the text of one file"`
	UnitBytes   int   `yaml:"unit_bytes" counts:"bytes of text of one unit, and of one cell"`
	Units       int   `yaml:"units" counts:"pages, sections, row ranges and other units of one file"`
	Blocks      int   `yaml:"blocks" counts:"paragraphs, tables and other blocks of one file"`
	Pixels      int   `yaml:"pixels" counts:"points of a picture that is drawn of a page"`
	Seconds     int   `yaml:"seconds" counts:"seconds without a unit or a part of an embedded document delivered"`
	Total       int   `yaml:"total" counts:"seconds for the whole file"`
	Memory      int64 `yaml:"memory" counts:"bytes of address space of a worker beyond its start"`
}

// FixedLimits are bounds that nobody sets, by the name in their issue code, and what
// they count.
var FixedLimits = map[string]string{
	"records":      "bytes that the records of one document take in memory: 8 times limits.text and 64 MiB",
	"frame":        "bytes of one message of a worker",
	"unit_records": "blocks, cells and links in one message of a worker",
	"styles":       "comparisons of the elements of a web page with the selectors of its style sheets",
}

// DefaultLimits are sized so that deterministic limits trip before time and
// memory do on the project's reference machine (2 cores).
func DefaultLimits() Limits {
	return Limits{
		Bytes: 1 << 30, Inflated: 1 << 30, Ratio: 200, Members: 20_000, Depth: 8,
		Attachments: 5_000, Parts: 1_000, Nesting: 20, Body: 8 << 20,
		Elements: 2_000, Nodes: 1_000_000, Attributes: 10_000,
		Pages: 10_000, Glyphs: 1 << 20, Objects: 20_000, Cells: 5_000_000, Rows: 2_000_000, Columns: 50_000,
		Text: 32 << 20, UnitBytes: 1 << 20, Units: 100_000, Blocks: 300_000, Pixels: 10_000_000, Seconds: 60, Total: 1800, Memory: 2 << 30,
	}
}

// Most is what a limit may be at most, so that sums and multiples of limits are numbers:
// a thousand times a terabyte. MostSeconds is that of seconds, 68 years.
const (
	Most        = 1 << 50
	MostSeconds = 1<<31 - 1
)

// Check returns an error that names the first field that no limit can be.
func (l Limits) Check() error {
	v := reflect.ValueOf(l)
	for i := range v.NumField() {
		name, n, most := v.Type().Field(i).Tag.Get("yaml"), v.Field(i).Int(), int64(Most)
		if name == "seconds" || name == "total" {
			most = MostSeconds
		}
		switch {
		case n < 0:
			return fmt.Errorf("limits.%s: %d is less than nothing; leave it out for the default", name, n)
		case n > most:
			return fmt.Errorf("limits.%s: %d is more than any file can meet; write at most %d", name, n, most)
		}
	}
	return nil
}

// WithDefaults returns l with zero fields filled in.
func (l Limits) WithDefaults() Limits {
	own, d := reflect.ValueOf(&l).Elem(), reflect.ValueOf(DefaultLimits())
	for i := range own.NumField() {
		if own.Field(i).IsZero() {
			own.Field(i).Set(d.Field(i))
		}
	}
	return l
}

// Over returns the LimitError of the limit of that name.
func (l Limits) Over(name string) *LimitError {
	v := reflect.ValueOf(l.WithDefaults())
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("yaml") == name {
			return &LimitError{Limit: name, Max: v.Field(i).Int()}
		}
	}
	panic("no limit is named " + name)
}

// records bounds what the records of one document take in memory: units, blocks,
// links, locators. It leaves room for several times the text they are about, so
// that only a document that is nearly all structure meets it.
func (l Limits) records() int64 { return 8*l.Text + 64<<20 }

// LimitError says which limit a file met. An extractor that returns it has
// delivered what came before: the outcome is partial, or failed where that is
// nothing.
type LimitError struct {
	Limit string // the YAML name
	Max   int64
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("limit %s of %d reached", e.Limit, e.Max)
}

// Code is the issue code of the limit.
func (e *LimitError) Code() string { return "limit:" + e.Limit }

// Recipe prints the limits that change output and are not the default; "" where
// all are.
func (l Limits) Recipe() string {
	d := DefaultLimits()
	l = l.WithDefaults()
	l.Seconds, l.Total, l.Memory, l.Pixels = d.Seconds, d.Total, d.Memory, d.Pixels // of the machine and of drawing, not of the output
	if l == d {
		return ""
	}
	own, std := reflect.ValueOf(l), reflect.ValueOf(d)
	var set []string
	for i := range own.NumField() {
		if n := own.Field(i).Int(); n != std.Field(i).Int() {
			set = append(set, fmt.Sprintf("%s:%d", own.Type().Field(i).Tag.Get("yaml"), n))
		}
	}
	return "limits=" + strings.Join(set, ",")
}

// Limit is one row of the table of limits.
type Limit struct {
	Name    string // in quire.yaml and behind "limit:"
	Default int64
	Counts  string // what it counts
}

// AllLimits lists the limits in the order of the struct.
func AllLimits() []Limit {
	v := reflect.ValueOf(DefaultLimits())
	out := make([]Limit, v.NumField())
	for i := range out {
		tag := v.Type().Field(i).Tag
		out[i] = Limit{Name: tag.Get("yaml"), Default: v.Field(i).Int(), Counts: tag.Get("counts")}
	}
	return out
}
