package main

import (
	"fmt"
	"strconv"
	"strings"
)

const sheetNamespaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"` +
	` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`

// xlsxStyles holds the cell formats in the order of the constants in xlsx.go.
const xlsxStyles = xmlHead + `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
	`<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0&quot; EUR&quot;"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd"/></numFmts>` +
	`<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font>` +
	`<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
	`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
	`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
	`<cellXfs count="7"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
	`<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
	`<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
	`<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="9" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
	`<xf numFmtId="164" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>` +
	`<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

// sharedStrings numbers texts in the order in which cells use them.
type sharedStrings struct {
	index map[string]int
	list  []string
	uses  int
}

func (s *sharedStrings) number(text string) int {
	s.uses++
	n, known := s.index[text]
	if !known {
		n = len(s.list)
		s.index[text] = n
		s.list = append(s.list, text)
	}
	return n
}

func (s *sharedStrings) xml() string {
	var b strings.Builder
	fmt.Fprintf(&b, xmlHead+`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="%d" uniqueCount="%d">`, s.uses, len(s.list))
	for _, text := range s.list {
		fmt.Fprintf(&b, `<si><t xml:space="preserve">%s</t></si>`, escape(text))
	}
	b.WriteString(`</sst>`)
	return b.String()
}

func (s sheet) xml(strs *sharedStrings) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<worksheet ` + sheetNamespaces + `><cols>`)
	for i, w := range s.widths {
		fmt.Fprintf(&b, `<col min="%d" max="%d" width="%g" customWidth="1"/>`, i+1, i+1, w)
	}
	b.WriteString(`</cols><sheetData>`)
	for r, row := range s.rows {
		fmt.Fprintf(&b, `<row r="%d">`, r+1)
		for c, v := range row {
			b.WriteString(v.xml(fmt.Sprintf("%c%d", 'A'+c, r+1), strs))
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData>`)
	if len(s.merges) > 0 {
		fmt.Fprintf(&b, `<mergeCells count="%d">`, len(s.merges))
		for _, m := range s.merges {
			fmt.Fprintf(&b, `<mergeCell ref="%s"/>`, m)
		}
		b.WriteString(`</mergeCells>`)
	}
	if len(s.notes) > 0 {
		b.WriteString(`<legacyDrawing r:id="rId2"/>`)
	}
	b.WriteString(`</worksheet>`)
	return b.String()
}

func (c cell) xml(ref string, strs *sharedStrings) string {
	value := strconv.FormatFloat(c.number, 'f', -1, 64)
	switch {
	case c.empty:
		return ""
	case c.formula != "":
		return fmt.Sprintf(`<c r="%s" s="%d"><f>%s</f><v>%s</v></c>`, ref, c.format, escape(c.formula), value)
	case c.text != "":
		return fmt.Sprintf(`<c r="%s" s="%d" t="s"><v>%d</v></c>`, ref, c.format, strs.number(c.text))
	default:
		return fmt.Sprintf(`<c r="%s" s="%d"><v>%s</v></c>`, ref, c.format, value)
	}
}

// noteParts writes the comments of sheet n, the drawing that places them, and
// the relationships from the sheet to both.
func noteParts(n int, notes []cellNote) []part {
	var comments, shapes strings.Builder
	for i, note := range notes {
		fmt.Fprintf(&comments, `<comment ref="%s" authorId="%d"><text><r><t xml:space="preserve">%s</t></r></text></comment>`,
			note.ref, i, escape(note.text))
		row, _ := strconv.Atoi(strings.TrimLeft(note.ref, "ABCDEFGH"))
		fmt.Fprintf(&shapes, `<v:shape id="_x0000_s%d" type="#_x0000_t202" style="position:absolute;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto">`+
			`<v:fill color2="#ffffe1"/><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:AutoFill>False</x:AutoFill>`+
			`<x:Row>%d</x:Row><x:Column>%d</x:Column></x:ClientData></v:shape>`, 1025+i, row-1, note.ref[0]-'A')
	}
	var authors strings.Builder
	for _, note := range notes {
		authors.WriteString(`<author>` + escape(note.author) + `</author>`)
	}
	return []part{
		relationships(fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", n),
			[2]string{"comments", fmt.Sprintf("../comments%d.xml", n)},
			[2]string{"vmlDrawing", fmt.Sprintf("../drawings/vmlDrawing%d.vml", n)}),
		{fmt.Sprintf("xl/comments%d.xml", n), xmlHead + `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors>` +
			authors.String() + `</authors><commentList>` + comments.String() + `</commentList></comments>`},
		{fmt.Sprintf("xl/drawings/vmlDrawing%d.vml", n), `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">` +
			`<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"/>` + shapes.String() + `</xml>`},
	}
}
