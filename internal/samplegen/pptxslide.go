package main

import (
	"fmt"
	"strings"
)

// shapeTree opens every slide's tree of shapes.
const shapeTree = `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>`

// parts writes slide n, its notes, and the relationships of both.
func (s slide) parts(n int) []part {
	show := ""
	if s.hidden {
		show = ` show="0"`
	}
	shapes := placeholder(2, "Title", `type="title"`, paragraphs(s.title))
	if len(s.bullets) > 0 {
		shapes += placeholder(3, "Content", `idx="1"`, paragraphs(s.bullets...))
	}
	if len(s.rows) > 0 {
		shapes += slideTable(4, s.rows, len(s.bullets))
	}
	const end = `</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>`
	return []part{
		{fmt.Sprintf("ppt/slides/slide%d.xml", n),
			xmlHead + `<p:sld ` + slideNamespaces + show + `><p:cSld>` + shapeTree + shapes + end + `</p:sld>`},
		relationships(fmt.Sprintf("ppt/slides/_rels/slide%d.xml.rels", n),
			[2]string{"slideLayout", "../slideLayouts/slideLayout1.xml"},
			[2]string{"notesSlide", fmt.Sprintf("../notesSlides/notesSlide%d.xml", n)}),
		{fmt.Sprintf("ppt/notesSlides/notesSlide%d.xml", n),
			xmlHead + `<p:notes ` + slideNamespaces + `><p:cSld>` + shapeTree +
				placeholder(2, "Notes", `type="body" idx="1"`, paragraphs(s.notes)) + end + `</p:notes>`},
		relationships(fmt.Sprintf("ppt/notesSlides/_rels/notesSlide%d.xml.rels", n),
			[2]string{"notesMaster", "../notesMasters/notesMaster1.xml"},
			[2]string{"slide", fmt.Sprintf("../slides/slide%d.xml", n)}),
	}
}

// placeholder fills one placeholder of the layout.
func placeholder(id int, name, kind, body string) string {
	return fmt.Sprintf(`<p:sp><p:nvSpPr><p:cNvPr id="%d" name="%s"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph %s/></p:nvPr></p:nvSpPr>`+
		`<p:spPr/><p:txBody><a:bodyPr/><a:lstStyle/>%s</p:txBody></p:sp>`, id, name, kind, body)
}

func paragraphs(lines ...string) string {
	var b strings.Builder
	for _, line := range lines {
		level := ""
		if strings.HasPrefix(line, "\t") {
			level = `<a:pPr lvl="1"/>`
			line = line[1:]
		}
		fmt.Fprintf(&b, `<a:p>%s<a:r><a:rPr lang="en-GB"/><a:t>%s</a:t></a:r></a:p>`, level, escape(line))
	}
	return b.String()
}

// slideTable is a table below the given number of bullets.
func slideTable(id int, rows [][]string, bullets int) string {
	const left, width, rowHeight = 609600, 10972800, 420000
	columns := len(rows[0])
	var b strings.Builder
	fmt.Fprintf(&b, `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="%d" name="Table"/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/>`+
		`</p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="%d" y="%d"/><a:ext cx="%d" cy="%d"/></p:xfrm>`+
		`<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblPr firstRow="1" bandRow="1"/><a:tblGrid>`,
		id, left, 1700000+bullets*600000, width, rowHeight*len(rows))
	for range columns {
		fmt.Fprintf(&b, `<a:gridCol w="%d"/>`, width/columns)
	}
	b.WriteString(`</a:tblGrid>`)
	for i, row := range rows {
		weight := ""
		if i == 0 {
			weight = ` b="1"`
		}
		fmt.Fprintf(&b, `<a:tr h="%d">`, rowHeight)
		for _, c := range row {
			fmt.Fprintf(&b, `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB" sz="1800"%s/><a:t>%s</a:t></a:r></a:p></a:txBody><a:tcPr/></a:tc>`,
				weight, escape(c))
		}
		b.WriteString(`</a:tr>`)
	}
	b.WriteString(`</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`)
	return b.String()
}
