package census

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"quire/knowledge"
)

// office is an open office document.
type office struct {
	r       io.ReaderAt
	entries map[string]zipEntry // by name in lower case, without the leading slash
	names   []string            // as written
	read    int64               // bytes inflated so far
}

// officeParts counts slides or sheets as the main part lists them, and names the
// parts that some other part refers to and that may hold text.
func officeParts(r io.ReaderAt, size int64, format string) ([]knowledge.Expected, error) {
	head := make([]byte, 8)
	if n, _ := r.ReadAt(head, 0); n == 8 && string(head) == "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" {
		return nil, errEncrypted
	}
	all, err := directory(r, size)
	if err != nil {
		return nil, err
	}
	o := &office{r: r, entries: map[string]zipEntry{}}
	for _, e := range all {
		if name := partName(e.name); name != "" && !strings.HasSuffix(e.name, "/") {
			o.entries[strings.ToLower(name)] = e
			o.names = append(o.names, name)
		}
	}
	slices.Sort(o.names)
	targets, main, err := o.relations()
	if err != nil {
		return nil, err
	}
	types, err := o.types()
	if err != nil {
		return nil, err
	}
	var out []knowledge.Expected
	switch format {
	case "pptx":
		n, err := o.slides(main)
		if err != nil {
			return nil, err
		}
		out = append(out, knowledge.Expected{Kind: knowledge.SlidePart, N: n})
	case "xlsx":
		sheets, err := o.sheets(cmp.Or(main, "xl/workbook.xml"))
		if err != nil {
			return nil, err
		}
		out = append(out, named(knowledge.SheetPart, sheets))
	}
	var parts []string
	for _, name := range o.names {
		key := strings.ToLower(name)
		embedded := strings.Contains(key, "/embeddings/")
		if embedded || targets[key] && mayHoldText(types[key], format) {
			parts = append(parts, name)
		}
	}
	if len(parts) > 0 {
		out = append(out, named(knowledge.PackagePart, parts))
	}
	return out, nil
}

// textTypes are the ends of the content types of parts with text of their own, by
// format. Slides and sheets are counted as such.
var textTypes = map[string][]string{
	"docx": {"main+xml", ".header+xml", ".footer+xml", ".footnotes+xml", ".endnotes+xml", "wordprocessingml.comments+xml", "drawingml.chart+xml", "drawingml.diagramdata+xml"},
	"pptx": {".notesslide+xml", "presentationml.comments+xml", "powerpoint.comments+xml", "drawingml.chart+xml", "drawingml.diagramdata+xml"},
	"xlsx": {"spreadsheetml.comments+xml", "threadedcomments+xml", "drawingml.chart+xml", "drawingml.diagramdata+xml"},
}

func mayHoldText(contentType, format string) bool {
	return slices.ContainsFunc(textTypes[format], func(end string) bool { return strings.HasSuffix(contentType, end) })
}

// partName is the name of a part: relative, with forward slashes.
func partName(entry string) string {
	return strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(strings.ToValidUTF8(entry, "\uFFFD"), `\`, "/")), "/")
}

// elements calls f with every element of a part and its depth, the root at 1.
func (o *office) elements(name string, f func(e xml.StartElement, parent string, depth int)) error {
	e, ok := o.entries[strings.ToLower(name)]
	if !ok {
		return errors.New("no part " + name)
	}
	body, err := e.open(o.r)
	if err != nil {
		return err
	}
	limited := &io.LimitedReader{R: body, N: maxInflated - o.read + 1}
	defer func() { o.read = maxInflated + 1 - limited.N }()
	d := xml.NewDecoder(limited)
	d.Strict = false
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var open []string
	for {
		t, err := d.Token()
		if limited.N <= 0 {
			return errTooLarge
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			parent := ""
			if len(open) > 0 {
				parent = open[len(open)-1]
			}
			open = append(open, t.Name.Local)
			f(t, parent, len(open))
		case xml.EndElement:
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
}

func attr(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// relations reads every list of relationships: which parts are referred to, and
// which one is the main part.
func (o *office) relations() (targets map[string]bool, main string, err error) {
	targets = map[string]bool{}
	for _, name := range o.names {
		dir, file := path.Split(name)
		if !strings.HasSuffix(strings.ToLower(file), ".rels") || !strings.HasSuffix(strings.ToLower(dir), "_rels/") {
			continue
		}
		base := path.Dir(path.Clean("/" + dir)) // the folder of the part that refers
		err := o.elements(name, func(e xml.StartElement, _ string, _ int) {
			if e.Name.Local != "Relationship" || attr(e, "TargetMode") == "External" {
				return
			}
			target := strings.ReplaceAll(attr(e, "Target"), `\`, "/")
			if !strings.HasPrefix(target, "/") {
				target = base + "/" + target
			}
			target = partName(target)
			targets[strings.ToLower(target)] = true
			if base == "/" && strings.HasSuffix(attr(e, "Type"), "/officeDocument") {
				main = target
			}
		})
		if errors.Is(err, errTooLarge) || errors.Is(err, errEncrypted) {
			return nil, "", err
		}
	}
	return targets, main, nil
}

// types reads the content types of parts, in lower case.
func (o *office) types() (map[string]string, error) {
	byPart, byEnding := map[string]string{}, map[string]string{}
	err := o.elements("[Content_Types].xml", func(e xml.StartElement, _ string, _ int) {
		kind := strings.ToLower(attr(e, "ContentType"))
		switch e.Name.Local {
		case "Override":
			byPart[strings.ToLower(partName(attr(e, "PartName")))] = kind
		case "Default":
			byEnding[strings.ToLower(attr(e, "Extension"))] = kind
		}
	})
	if err != nil && (errors.Is(err, errTooLarge) || errors.Is(err, errEncrypted)) {
		return nil, err
	}
	for _, name := range o.names {
		key := strings.ToLower(name)
		if byPart[key] == "" {
			byPart[key] = byEnding[strings.TrimPrefix(path.Ext(key), ".")]
		}
	}
	return byPart, nil
}

// slides counts the slides that the main part lists.
func (o *office) slides(main string) (int, error) {
	n := 0
	err := o.elements(main, func(e xml.StartElement, parent string, depth int) {
		if e.Name.Local == "sldId" && parent == "sldIdLst" && depth == 3 {
			n++
		}
	})
	return n, err
}

// sheets names the sheets that the main part lists.
func (o *office) sheets(main string) ([]string, error) {
	var names []string
	err := o.elements(main, func(e xml.StartElement, parent string, depth int) {
		if e.Name.Local == "sheet" && parent == "sheets" && depth == 3 {
			names = append(names, attr(e, "name"))
		}
	})
	return names, err
}
