package extract

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode"
)

// zipFormat tells the formats that are ZIP archives apart by their members: by
// what the package itself declares (mimetype, [Content_Types].xml) where it
// does, else by the names of its parts.
func zipFormat(in io.ReaderAt, size int64, head []byte, ext string) string {
	names := zipNames(in, size)
	if len(names) == 0 {
		names = zipLocalNames(head)
		if first := zipFirstName(head); first != "" && !packagePart(first) {
			return "zip" // cut off: what else is found may lie in an archive inside it
		}
	}
	if m, ok := names["mimetype"]; ok {
		if f := odfFormat(string(zipRead(in, m, 200))); f != "" {
			return f
		}
	}
	if m, ok := names["[Content_Types].xml"]; ok {
		if f := ooxmlFormat(zipRead(in, m, zipPartBytes)); f != "" {
			return f
		}
	}
	has := func(name string) bool { _, ok := names[name]; return ok }
	switch {
	case has("word/document.xml"):
		return "docx"
	case has("xl/workbook.bin"):
		return "xlsb"
	case has("xl/workbook.xml"):
		return "xlsx"
	case has("ppt/presentation.xml"):
		return "pptx"
	case has("visio/document.xml"):
		return "vsdx"
	case has("FixedDocSeq.fdseq"), has("FixedDocumentSequence.fdseq"):
		return "xps"
	case has("META-INF/container.xml"):
		return "epub"
	case has("Index/Document.iwa"), has("index.xml"), has("index.apxl"), has("Index.zip"):
		switch ext {
		case "pages", "numbers":
			return ext
		case "key":
			return "keynote"
		}
	case has("content.xml") && has("META-INF/manifest.xml"):
		if ext == "odt" || ext == "ods" || ext == "odp" {
			return ext
		}
	}
	if f := zipExtensions[ext]; len(names) == 0 && f != "" {
		return f // too damaged to say what it is: its reader will say what is wrong
	}
	return "zip"
}

// zipExtensions are the endings that formats made of a ZIP archive go by.
var zipExtensions = map[string]string{
	"docx": "docx", "docm": "docx", "dotx": "docx", "xlsx": "xlsx", "xlsm": "xlsx", "xltx": "xlsx", "pptx": "pptx", "pptm": "pptx",
	"ppsx": "pptx", "potx": "pptx", "odt": "odt", "ods": "ods", "odp": "odp", "epub": "epub",
}

var odfTypes = []struct{ prefix, format string }{
	{"application/vnd.oasis.opendocument.text", "odt"},
	{"application/vnd.oasis.opendocument.spreadsheet", "ods"},
	{"application/vnd.oasis.opendocument.presentation", "odp"},
	{"application/vnd.oasis.opendocument.graphics", "odg"},
	{"application/vnd.sun.xml.writer", "odt"},
	{"application/vnd.sun.xml.calc", "ods"},
	{"application/vnd.sun.xml.impress", "odp"},
	{"application/epub+zip", "epub"},
	{"application/hwp+zip", "hwp"},
}

func odfFormat(mime string) string {
	mime = strings.TrimSpace(mime)
	for _, t := range odfTypes {
		if strings.HasPrefix(mime, t.prefix) {
			return t.format
		}
	}
	return ""
}

// ooxmlTypes are the content types of main parts; an embedded workbook has the
// type of a whole file, which is another.
var ooxmlTypes = []struct{ mark, format string }{
	{"vnd.ms-excel.sheet.binary.macroEnabled.main", "xlsb"},
	{"wordprocessingml.document.main+xml", "docx"},
	{"wordprocessingml.template.main+xml", "docx"},
	{"vnd.ms-word.document.macroEnabled.main+xml", "docx"},
	{"vnd.ms-word.template.macroEnabledTemplate.main+xml", "docx"},
	{"spreadsheetml.sheet.main+xml", "xlsx"},
	{"spreadsheetml.template.main+xml", "xlsx"},
	{"vnd.ms-excel.sheet.macroEnabled.main+xml", "xlsx"},
	{"vnd.ms-excel.template.macroEnabled.main+xml", "xlsx"},
	{"vnd.ms-excel.addin.macroEnabled.main+xml", "xlsx"},
	{"presentationml.presentation.main+xml", "pptx"},
	{"presentationml.slideshow.main+xml", "pptx"},
	{"presentationml.template.main+xml", "pptx"},
	{"vnd.ms-powerpoint.presentation.macroEnabled.main+xml", "pptx"},
	{"vnd.ms-powerpoint.slideshow.macroEnabled.main+xml", "pptx"},
	{"vnd.ms-powerpoint.template.macroEnabled.main+xml", "pptx"},
	{"vnd.ms-visio.drawing.main+xml", "vsdx"},
	{"vnd.ms-visio.drawing.macroEnabled.main+xml", "vsdx"},
	{"package.fixeddocumentsequence+xml", "xps"},
}

func ooxmlFormat(contentTypes []byte) string {
	for _, t := range ooxmlTypes {
		if bytes.Contains(contentTypes, []byte(t.mark)) {
			return t.format
		}
	}
	return ""
}

// zipFirstName is the name of the member that the archive begins with, "" where it
// begins with something else.
func zipFirstName(head []byte) string {
	if len(head) < 30 || string(head[:4]) != localSignature {
		return ""
	}
	n := int(binary.LittleEndian.Uint16(head[26:]))
	name := string(head[30:min(30+n, len(head))])
	if strings.ContainsFunc(name, unicode.IsControl) {
		return ""
	}
	return name
}

// packagePart reports whether a member's name is that of a part which documents made
// of an archive begin with.
func packagePart(name string) bool {
	if name == "mimetype" || name == "[Content_Types].xml" || strings.HasPrefix(name, "Index/") {
		return true
	}
	for _, dir := range []string{"_rels/", "docProps/", "word/", "xl/", "ppt/", "customXml/", "META-INF/", "visio/", "theme/", "content.xml", "index."} {
		if strings.HasPrefix(name, dir) {
			return true
		}
	}
	return false
}
