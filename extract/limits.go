package extract

import "fmt"

// Limits bound what one file may cost. Zero fields take the default. Each is
// part of the recipe of a file that met it, because it changes the output.
type Limits struct {
	Bytes     int64 `yaml:"bytes"`      // size of a file that is read at all
	Inflated  int64 `yaml:"inflated"`   // bytes out of all decompressors of one file
	Ratio     int64 `yaml:"ratio"`      // inflated to stored bytes of one member, past 1 MiB inflated
	Members   int   `yaml:"members"`    // entries of an archive or package
	Depth     int   `yaml:"depth"`      // containers in containers; nesting of mail parts
	Elements  int   `yaml:"elements"`   // nesting of XML and HTML elements
	Pages     int   `yaml:"pages"`      // pages or slides
	Cells     int   `yaml:"cells"`      // non-empty cells of a workbook
	Text      int64 `yaml:"text"`       // bytes of text.md
	UnitBytes int   `yaml:"unit_bytes"` // bytes of text of one unit
	Seconds   int   `yaml:"seconds"`    // without a unit or a part of an embedded document delivered
	Total     int   `yaml:"total"`      // seconds for the whole file
	Memory    int64 `yaml:"memory"`     // bytes of address space of a worker beyond its start
}

// DefaultLimits are sized so that deterministic limits trip before time and
// memory do on the project's reference machine (2 cores).
func DefaultLimits() Limits {
	return Limits{
		Bytes: 1 << 30, Inflated: 1 << 30, Ratio: 200, Members: 20_000, Depth: 8, Elements: 2_000,
		Pages: 10_000, Cells: 5_000_000, Text: 64 << 20, UnitBytes: 1 << 20, Seconds: 60, Total: 1800, Memory: 2 << 30,
	}
}

// WithDefaults returns l with zero fields filled in.
func (l Limits) WithDefaults() Limits {
	d := DefaultLimits()
	def(&l.Bytes, d.Bytes)
	def(&l.Inflated, d.Inflated)
	def(&l.Ratio, d.Ratio)
	def(&l.Members, d.Members)
	def(&l.Depth, d.Depth)
	def(&l.Elements, d.Elements)
	def(&l.Pages, d.Pages)
	def(&l.Cells, d.Cells)
	def(&l.Text, d.Text)
	def(&l.UnitBytes, d.UnitBytes)
	def(&l.Seconds, d.Seconds)
	def(&l.Total, d.Total)
	def(&l.Memory, d.Memory)
	return l
}

func def[T int | int64](v *T, d T) {
	if *v == 0 {
		*v = d
	}
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
	l.Seconds, l.Total, l.Memory = d.Seconds, d.Total, d.Memory // of the machine, not of the output
	if l == d {
		return ""
	}
	return fmt.Sprintf("limits=%+v", l)
}
