package ooxml

import (
	"encoding/xml"
	"strings"
)

// spaces maps namespaces to the prefixes that names are printed with. The
// Transitional and the Strict edition of a vocabulary have one prefix.
var spaces = map[string]string{
	"http://schemas.openxmlformats.org/wordprocessingml/2006/main":              "w",
	"http://purl.oclc.org/ooxml/wordprocessingml/main":                          "w",
	"http://schemas.openxmlformats.org/presentationml/2006/main":                "p",
	"http://purl.oclc.org/ooxml/presentationml/main":                            "p",
	"http://schemas.openxmlformats.org/drawingml/2006/main":                     "a",
	"http://purl.oclc.org/ooxml/drawingml/main":                                 "a",
	"http://schemas.openxmlformats.org/officeDocument/2006/relationships":       "r",
	"http://purl.oclc.org/ooxml/officeDocument/relationships":                   "r",
	"http://schemas.openxmlformats.org/officeDocument/2006/math":                "m",
	"http://purl.oclc.org/ooxml/officeDocument/math":                            "m",
	"http://schemas.openxmlformats.org/drawingml/2006/chart":                    "c",
	"http://purl.oclc.org/ooxml/drawingml/chart":                                "c",
	"http://schemas.openxmlformats.org/drawingml/2006/chartDrawing":             "cdr",
	"http://purl.oclc.org/ooxml/drawingml/chartDrawing":                         "cdr",
	"http://schemas.openxmlformats.org/drawingml/2006/diagram":                  "dgm",
	"http://purl.oclc.org/ooxml/drawingml/diagram":                              "dgm",
	"http://schemas.openxmlformats.org/drawingml/2006/picture":                  "pic",
	"http://purl.oclc.org/ooxml/drawingml/picture":                              "pic",
	"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing":    "wp",
	"http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing":                "wp",
	"http://schemas.openxmlformats.org/drawingml/2006/lockedCanvas":             "lc",
	"http://schemas.openxmlformats.org/markup-compatibility/2006":               "mc",
	"http://schemas.openxmlformats.org/package/2006/relationships":              "rel",
	"http://schemas.openxmlformats.org/package/2006/content-types":              "ct",
	"http://schemas.openxmlformats.org/package/2006/metadata/core-properties":   "cp",
	"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties": "app",
	"http://purl.oclc.org/ooxml/officeDocument/extendedProperties":              "app",
	"http://schemas.openxmlformats.org/officeDocument/2006/custom-properties":   "cust",
	"http://purl.oclc.org/ooxml/officeDocument/customProperties":                "cust",
	"http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes":      "vt",
	"http://purl.oclc.org/ooxml/officeDocument/docPropsVTypes":                  "vt",
	"http://purl.org/dc/elements/1.1/":                                          "dc",
	"http://purl.org/dc/terms/":                                                 "dcterms",
	"http://www.w3.org/XML/1998/namespace":                                      "xml",
	"urn:schemas-microsoft-com:vml":                                             "v",
	"urn:schemas-microsoft-com:office:office":                                   "o",
	"urn:schemas-microsoft-com:office:word":                                     "w10",
	"http://schemas.microsoft.com/office/word/2010/wordml":                      "w14",
	"http://schemas.microsoft.com/office/word/2012/wordml":                      "w15",
	"http://schemas.microsoft.com/office/word/2010/wordprocessingShape":         "wps",
	"http://schemas.microsoft.com/office/word/2010/wordprocessingGroup":         "wpg",
	"http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas":        "wpc",
	"http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing":       "wp14",
	"http://schemas.microsoft.com/office/drawing/2010/main":                     "a14",
	"http://schemas.microsoft.com/office/drawing/2014/main":                     "a16",
	"http://schemas.microsoft.com/office/drawing/2017/decorative":               "adec",
	"http://schemas.microsoft.com/office/drawing/2007/8/2/chart":                "c14",
	"http://schemas.microsoft.com/office/drawing/2012/chart":                    "c15",
	"http://schemas.microsoft.com/office/drawing/2014/chartex":                  "cx",
	"http://schemas.microsoft.com/office/drawing/2015/9/8/chartex":              "cx1",
	"http://schemas.microsoft.com/office/drawing/2015/10/21/chartex":            "cx2",
	"http://schemas.microsoft.com/office/drawing/2016/5/9/chartex":              "cx3",
	"http://schemas.microsoft.com/office/drawing/2016/5/10/chartex":             "cx4",
	"http://schemas.microsoft.com/office/drawing/2016/5/11/chartex":             "cx5",
	"http://schemas.microsoft.com/office/drawing/2016/5/12/chartex":             "cx6",
	"http://schemas.microsoft.com/office/drawing/2016/5/13/chartex":             "cx7",
	"http://schemas.microsoft.com/office/drawing/2016/5/14/chartex":             "cx8",
	"http://schemas.microsoft.com/office/powerpoint/2010/main":                  "p14",
	"http://schemas.microsoft.com/office/powerpoint/2012/main":                  "p15",
	"http://schemas.microsoft.com/office/powerpoint/2015/main":                  "p159",
	"http://schemas.microsoft.com/office/powerpoint/2018/8/main":                "p188",
	"http://schemas.microsoft.com/office/powerpoint/2013/main/command":          "pc",
	"http://schemas.openxmlformats.org/schemaLibrary/2006/main":                 "sl",
}

// understood are the prefixes of extensions that the readers here make sense
// of. A Choice that needs another one gives way to its Fallback.
var understood = map[string]bool{
	"w": true, "p": true, "a": true, "m": true, "c": true, "v": true, "o": true, "w14": true, "w15": true,
	"wps": true, "wpg": true, "wpc": true, "wp14": true, "a14": true, "a16": true, "adec": true, "c14": true,
	"c15": true, "cx": true, "cx1": true, "cx2": true, "cx3": true, "cx4": true, "cx5": true, "cx6": true,
	"cx7": true, "cx8": true, "p14": true, "p15": true, "p159": true, "p188": true,
}

// prefixOf returns the short prefix of a namespace, "" where it is not known. An
// undeclared prefix comes out of the decoder as itself.
func prefixOf(space string) string {
	if p, ok := spaces[space]; ok {
		return p
	}
	if space != "" && !strings.ContainsAny(space, ":/") && (understood[space] || space == "r" || space == "mc") {
		return space
	}
	return ""
}

// short returns the printed name: "w:p", "Id" for no namespace, "?:x" for one
// that nothing here knows.
func short(n xml.Name) string {
	if n.Space == "" {
		return n.Local
	}
	if p := prefixOf(n.Space); p != "" {
		return p + ":" + n.Local
	}
	return "?:" + n.Local
}
