package main

import (
	_ "embed"
	"fmt"
	"strings"
)

var (
	//go:embed parts/theme.xml
	themeXML string
	//go:embed parts/slidemaster.xml
	slideMasterXML string
	//go:embed parts/slidelayout.xml
	slideLayoutXML string
	//go:embed parts/notesmaster.xml
	notesMasterXML string
)

const slideNamespaces = `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
	` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
	` xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`

// slide is one slide: a title, bullets (a leading tab indents one level), an
// optional table and what the speaker says.
type slide struct {
	title   string
	bullets []string
	rows    [][]string
	notes   string
	hidden  bool
}

// deck is the content of a .pptx file.
type deck struct {
	about  properties
	slides []slide
}

func (d deck) bytes() ([]byte, error) {
	types := [][2]string{
		{"ppt/presentation.xml", "officedocument.presentationml.presentation.main"},
		{"ppt/slideMasters/slideMaster1.xml", "officedocument.presentationml.slideMaster"},
		{"ppt/slideLayouts/slideLayout1.xml", "officedocument.presentationml.slideLayout"},
		{"ppt/notesMasters/notesMaster1.xml", "officedocument.presentationml.notesMaster"},
		{"ppt/theme/theme1.xml", "officedocument.theme"},
		{"ppt/theme/theme2.xml", "officedocument.theme"},
		{"docProps/core.xml", "package.core-properties"},
	}
	rels := [][2]string{
		{"slideMaster", "slideMasters/slideMaster1.xml"},
		{"notesMaster", "notesMasters/notesMaster1.xml"},
		{"theme", "theme/theme1.xml"},
	}
	var ids strings.Builder
	var parts []part
	for i, s := range d.slides {
		n := i + 1
		types = append(types,
			[2]string{fmt.Sprintf("ppt/slides/slide%d.xml", n), "officedocument.presentationml.slide"},
			[2]string{fmt.Sprintf("ppt/notesSlides/notesSlide%d.xml", n), "officedocument.presentationml.notesSlide"})
		rels = append(rels, [2]string{"slide", fmt.Sprintf("slides/slide%d.xml", n)})
		fmt.Fprintf(&ids, `<p:sldId id="%d" r:id="rId%d"/>`, 256+i, len(rels))
		parts = append(parts, s.parts(n)...)
	}
	lead := []part{
		contentTypes(types...),
		relationships("_rels/.rels", [2]string{"officeDocument", "ppt/presentation.xml"}, [2]string{"core-properties", "docProps/core.xml"}),
		{"ppt/presentation.xml", xmlHead + `<p:presentation ` + slideNamespaces + `>` +
			`<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>` +
			`<p:notesMasterIdLst><p:notesMasterId r:id="rId2"/></p:notesMasterIdLst>` +
			`<p:sldIdLst>` + ids.String() + `</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`},
		relationships("ppt/_rels/presentation.xml.rels", rels...),
		{"ppt/slideMasters/slideMaster1.xml", slideMasterXML},
		relationships("ppt/slideMasters/_rels/slideMaster1.xml.rels",
			[2]string{"slideLayout", "../slideLayouts/slideLayout1.xml"}, [2]string{"theme", "../theme/theme1.xml"}),
		{"ppt/slideLayouts/slideLayout1.xml", slideLayoutXML},
		relationships("ppt/slideLayouts/_rels/slideLayout1.xml.rels", [2]string{"slideMaster", "../slideMasters/slideMaster1.xml"}),
		{"ppt/notesMasters/notesMaster1.xml", notesMasterXML},
		relationships("ppt/notesMasters/_rels/notesMaster1.xml.rels", [2]string{"theme", "../theme/theme2.xml"}),
		{"ppt/theme/theme1.xml", themeXML},
		{"ppt/theme/theme2.xml", themeXML},
		d.about.part(),
	}
	return pack(append(lead, parts...))
}
