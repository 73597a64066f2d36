package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"strings"
)

// message is the content of one .eml file. Boundaries are fixed texts, since
// nothing here may be random.
type message struct {
	from, to, cc string
	date         string // RFC 5322
	subject      string
	id           string
	inReplyTo    string
	references   string
	text         string
	html         string // makes the message multipart/alternative
	attachment   *attachment
}

type attachment struct {
	name, mediaType string
	body            []byte
}

func (m message) bytes() []byte {
	var b strings.Builder
	for _, h := range [][2]string{
		{"From", m.from}, {"To", m.to}, {"Cc", m.cc}, {"Date", m.date},
		{"Subject", mime.QEncoding.Encode("utf-8", m.subject)},
		{"Message-ID", m.id}, {"In-Reply-To", m.inReplyTo}, {"References", m.references},
		{"MIME-Version", "1.0"},
	} {
		if h[1] != "" {
			b.WriteString(h[0] + ": " + strings.ReplaceAll(h[1], "?= =?", "?=\r\n =?") + "\r\n")
		}
	}
	b.WriteString(m.body())
	return []byte(b.String())
}

// body is the content of the message from its Content-Type header on.
func (m message) body() string {
	plain := textPart("text/plain", m.text)
	switch {
	case m.html != "":
		return multipartBody("alternative", "long-bench-two-forms", plain, textPart("text/html", m.html))
	case m.attachment != nil:
		return multipartBody("mixed", "long-bench-attachment", plain, m.attachment.part())
	default:
		return plain
	}
}

func multipartBody(kind, boundary string, parts ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Content-Type: multipart/%s; boundary=\"%s\"\r\n\r\n", kind, boundary)
	for _, p := range parts {
		b.WriteString("--" + boundary + "\r\n" + p + "\r\n")
	}
	b.WriteString("--" + boundary + "--\r\n")
	return b.String()
}

// textPart is a part in UTF-8, quoted-printable.
func textPart(mediaType, content string) string {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	// A bytes.Buffer takes every write.
	_, _ = w.Write([]byte(strings.ReplaceAll(content, "\n", "\r\n")))
	_ = w.Close()
	return "Content-Type: " + mediaType + "; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + b.String()
}

func (a *attachment) part() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Content-Type: %s; name=\"%s\"\r\n", a.mediaType, a.name)
	fmt.Fprintf(&b, "Content-Disposition: attachment; filename=\"%s\"\r\n", a.name)
	b.WriteString("Content-Transfer-Encoding: base64\r\n\r\n")
	encoded := base64.StdEncoding.EncodeToString(a.body)
	for len(encoded) > 76 {
		b.WriteString(encoded[:76] + "\r\n")
		encoded = encoded[76:]
	}
	b.WriteString(encoded + "\r\n")
	return b.String()
}
