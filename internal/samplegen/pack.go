package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
)

// part is one member of an Office package.
type part struct {
	name string
	body string
}

const xmlHead = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"

// memberTime is the modification time of every zip member.
var memberTime = time.Date(2026, time.March, 31, 12, 0, 0, 0, time.UTC)

// pack writes the parts in the order given into a zip.
func pack(parts []part) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) {
		return &memberWriter{to: w}, nil
	})
	for _, p := range parts {
		w, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Deflate, Modified: memberTime})
		if err != nil {
			return nil, fmt.Errorf("add member %s: %w", p.name, err)
		}
		if _, err := io.WriteString(w, p.body); err != nil {
			return nil, fmt.Errorf("write member %s: %w", p.name, err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, fmt.Errorf("close zip: %w", err)
	}
	return b.Bytes(), nil
}

// memberWriter collects a member and compresses it when it is complete.
type memberWriter struct {
	to   io.Writer
	data []byte
}

func (m *memberWriter) Write(p []byte) (int, error) {
	m.data = append(m.data, p...)
	return len(p), nil
}

func (m *memberWriter) Close() error {
	_, err := m.to.Write(deflate(m.data))
	return err
}

// escape makes text safe inside an XML element or a quoted attribute.
func escape(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(text)
}

// contentTypes lists the type of each part: pairs of part name and type.
func contentTypes(pairs ...[2]string) part {
	var b strings.Builder
	b.WriteString(xmlHead + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`)
	b.WriteString(`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`)
	b.WriteString(`<Default Extension="xml" ContentType="application/xml"/>`)
	b.WriteString(`<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>`)
	for _, p := range pairs {
		fmt.Fprintf(&b, `<Override PartName="/%s" ContentType="application/vnd.openxmlformats-%s+xml"/>`, p[0], p[1])
	}
	b.WriteString(`</Types>`)
	return part{"[Content_Types].xml", b.String()}
}

const officeRel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

// relationships writes a .rels part whose ids are rId1, rId2 and so on, from
// pairs of relationship kind and target. A target with a colon is external.
func relationships(name string, pairs ...[2]string) part {
	var b strings.Builder
	b.WriteString(xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i, p := range pairs {
		kind, mode := officeRel+p[0], ""
		if p[0] == "core-properties" {
			kind = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties"
		}
		if strings.Contains(p[1], ":") {
			mode = ` TargetMode="External"`
		}
		fmt.Fprintf(&b, `<Relationship Id="rId%d" Type="%s" Target="%s"%s/>`, i+1, kind, escape(p[1]), mode)
	}
	b.WriteString(`</Relationships>`)
	return part{name, b.String()}
}

// properties are the core properties of an Office document.
type properties struct {
	title, author string
	created       string // RFC 3339, UTC
}

func (p properties) part() part {
	const namespaces = `xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"` +
		` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"` +
		` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`
	return part{"docProps/core.xml", fmt.Sprintf(xmlHead+`<cp:coreProperties %s><dc:title>%s</dc:title>`+
		`<dc:creator>%s</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">%s</dcterms:created>`+
		`<dcterms:modified xsi:type="dcterms:W3CDTF">%s</dcterms:modified></cp:coreProperties>`,
		namespaces, escape(p.title), escape(p.author), p.created, p.created)}
}
