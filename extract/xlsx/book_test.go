package xlsx

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/extract/extracttest"
	"quire/knowledge"
)

// book makes workbooks for tests: parts by name, written in the order of their
// names. The parts that every workbook needs are added by bytes.
type book struct {
	sheets []testSheet
	names  string // <definedName> elements
	date   string // attributes of workbookPr
	styles string // content of styleSheet
	rels   string // more relationships of the workbook
	parts  map[string]string
}

type testSheet struct {
	name, state string
	data        string // rows
	before      string // between the start of the worksheet and the cells
	after       string // behind the cells
	rels        string // relationships of the sheet
}

const relSpace = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

func rel(id, kind, target string) string {
	return fmt.Sprintf(`<Relationship Id="%s" Type="%s/%s" Target="%s"/>`, id, relSpace, kind, target)
}

func external(id, kind, target string) string {
	return fmt.Sprintf(`<Relationship Id="%s" Type="%s/%s" Target="%s" TargetMode="External"/>`, id, relSpace, kind, target)
}

func rels(content string) string {
	return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + content + `</Relationships>`
}

func (b *book) bytes(t testing.TB) []byte {
	t.Helper()
	parts := map[string]string{}
	for k, v := range b.parts {
		parts[k] = v
	}
	parts["[Content_Types].xml"] = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`
	more := ""
	if _, ok := parts["docProps/core.xml"]; ok {
		more = `<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`
	}
	parts["_rels/.rels"] = rels(rel("rId1", "officeDocument", "xl/workbook.xml") + more)
	list, wbRels := "", b.rels
	for i, s := range b.sheets {
		id := fmt.Sprintf("sheet%d", i+1)
		state := ""
		if s.state != "" {
			state = fmt.Sprintf(` state="%s"`, s.state)
		}
		list += fmt.Sprintf(`<sheet name="%s" sheetId="%d"%s r:id="%s"/>`, s.name, i+1, state, id)
		wbRels += rel(id, "worksheet", "worksheets/"+id+".xml")
		parts["xl/worksheets/"+id+".xml"] = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relSpace + `">` +
			s.before + `<sheetData>` + s.data + `</sheetData>` + s.after + `</worksheet>`
		if s.rels != "" {
			parts["xl/worksheets/_rels/"+id+".xml.rels"] = rels(s.rels)
		}
	}
	if b.styles != "" {
		wbRels += rel("styles", "styles", "styles.xml")
		parts["xl/styles.xml"] = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + b.styles + `</styleSheet>`
	}
	if _, ok := parts["xl/sharedStrings.xml"]; ok {
		wbRels += rel("strings", "sharedStrings", "sharedStrings.xml")
	}
	parts["xl/workbook.xml"] = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="` + relSpace + `"><workbookPr` + b.date + `/><sheets>` +
		list + `</sheets><definedNames>` + b.names + `</definedNames></workbook>`
	parts["xl/_rels/workbook.xml.rels"] = rels(wbRels)
	return pack(t, parts)
}

// pack writes a zip archive with its entries in the order of their names.
func pack(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var names []string
	for k := range parts {
		names = append(names, k)
	}
	slices.Sort(names)
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, n := range names {
		w, err := z.Create(n)
		if err == nil {
			_, err = w.Write([]byte(parts[n]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// row writes a row of the sheet: each value goes into the next column from A.
// Numbers are numbers, "=…" is a formula without a value, "" is no cell, anything
// else is an inline string. attrs are attributes of the row.
func row(n int, attrs string, values ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<row r="%d" %s>`, n, attrs)
	for i, v := range values {
		ref := cellName(n, i+1)
		switch {
		case v == "":
		case strings.HasPrefix(v, "="):
			fmt.Fprintf(&b, `<c r="%s"><f>%s</f></c>`, ref, v[1:])
		case strings.Trim(v, "-.0123456789") == "":
			fmt.Fprintf(&b, `<c r="%s"><v>%s</v></c>`, ref, v)
		default:
			fmt.Fprintf(&b, `<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, ref, v)
		}
	}
	b.WriteString("</row>")
	return b.String()
}

// rows writes rows 1, 2, 3 … of comma separated values.
func rows(lines ...string) string {
	var b strings.Builder
	for i, l := range lines {
		if l != "" {
			b.WriteString(row(i+1, "", strings.Split(l, ",")...))
		}
	}
	return b.String()
}

func sample(t testing.TB, b *book) extracttest.Sample {
	return extracttest.Sample{Name: "book.xlsx", Format: "xlsx", Data: b.bytes(t)}
}

// read extracts a workbook and checks what holds of any document.
func read(t *testing.T, b *book) *knowledge.Document {
	t.Helper()
	d := extracttest.Extract(t, New(), sample(t, b))
	extracttest.Check(t, d)
	return d
}

// one extracts a workbook with one sheet.
func one(t *testing.T, s testSheet) *knowledge.Document {
	t.Helper()
	if s.name == "" {
		s.name = "Data"
	}
	return read(t, &book{sheets: []testSheet{s}})
}

// plain prints the blocks of a unit, each behind its kind and flags.
func plain(t *testing.T, d *knowledge.Document, name string) string {
	t.Helper()
	u := d.Unit(name)
	if u == nil {
		t.Fatalf("there is no unit %s", name)
	}
	var b strings.Builder
	text := d.UnitText(u)
	for i := range u.Blocks {
		k := &u.Blocks[i]
		fmt.Fprintf(&b, "[%s", k.Kind)
		if k.HeaderRows > 0 {
			fmt.Fprintf(&b, " %d", k.HeaderRows)
		}
		for _, f := range k.Flags {
			fmt.Fprintf(&b, " %s", f)
		}
		fmt.Fprintf(&b, " %s]\n%s\n", k.Locator.Get("range"), knowledge.Plain(k, text[k.Span[0]:k.Span[1]], 0))
	}
	return strings.ReplaceAll(b.String(), "\t", "|")
}

func same(t *testing.T, what, got, want string) {
	t.Helper()
	if got = strings.TrimSpace(got); got != strings.TrimSpace(want) {
		t.Errorf("%s is\n%s\nwant\n%s", what, got, strings.TrimSpace(want))
	}
}
