// Package ooxmltest builds small office packages for tests. It owns the
// container only: parts are written by the tests that need them.
package ooxmltest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quire/extract"
)

// Namespaces declares the prefixes that parts of tests use, for the start tag of
// a part.
const Namespaces = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"` +
	` xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"` +
	` xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
	` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"` +
	` xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"` +
	` xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"` +
	` xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"` +
	` xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"` +
	` xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"` +
	` xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"` +
	` xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"` +
	` xmlns:v="urn:schemas-microsoft-com:vml"` +
	` xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"` +
	` xmlns:x9="urn:example:not-known"`

// Zip returns an archive of these parts, sorted by name.
func Zip(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var names []string
	for n := range parts {
		names = append(names, n)
	}
	slices.Sort(names)
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, n := range names {
		f, err := w.Create(n)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(parts[n])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Rels returns a relationships part of these triples of id, type and target. A
// type is written without the address in front; a target with "://" is external.
func Rels(triples ...string) string {
	var b strings.Builder
	b.WriteString(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i := 0; i+2 < len(triples); i += 3 {
		mode := ""
		if strings.Contains(triples[i+2], "://") {
			mode = ` TargetMode="External"`
		}
		fmt.Fprintf(&b, `<Relationship Id="%s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/%s" Target="%s"%s/>`,
			triples[i], triples[i+1], triples[i+2], mode)
	}
	b.WriteString(`</Relationships>`)
	return b.String()
}

// Input makes an input of the bytes of a file.
func Input(data []byte) extract.Input {
	return extract.Input{ReaderAt: bytes.NewReader(data), Size: int64(len(data))}
}
