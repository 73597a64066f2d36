package html

import (
	"bytes"
	"strings"

	nethtml "golang.org/x/net/html"

	"quire/extract/charset"
)

// prescanBytes is how far browsers look for a character set in the markup.
const prescanBytes = 1024

// decode returns the text of b and the name of its character set. A byte order
// mark decides; else hint, which is what the transport said; else what the markup
// declares; else detection. A declaration that does not fit the bytes is
// overruled by charset.Decode.
func decode(b []byte, hint string) (text, name string, confidence int) {
	if hint == "" {
		hint = declaredCharset(b[:min(len(b), prescanBytes)])
	}
	if strings.HasPrefix(strings.ToLower(hint), "utf-16") && !bytes.Contains(b[:min(len(b), prescanBytes)], []byte{0}) {
		hint = "utf-8" // the declaration was read as ASCII, so it cannot be true
	}
	text, name, confidence = charset.Decode(b, hint)
	return text, name, confidence
}

// declaredCharset returns what the first bytes of a document declare: a meta
// element or an XML declaration.
func declaredCharset(head []byte) string {
	if name := xmlEncoding(head); name != "" {
		return name
	}
	z := nethtml.NewTokenizer(bytes.NewReader(head))
	for {
		switch z.Next() {
		case nethtml.ErrorToken:
			return ""
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			t := z.Token()
			if t.Data != "meta" {
				continue
			}
			if name := attrOf(t.Attr, "charset"); name != "" {
				return strings.TrimSpace(name)
			}
			if strings.EqualFold(attrOf(t.Attr, "http-equiv"), "content-type") {
				if name := contentCharset(attrOf(t.Attr, "content")); name != "" {
					return name
				}
			}
		}
	}
}

// contentCharset returns the charset parameter of a content type.
func contentCharset(content string) string {
	i := strings.Index(strings.ToLower(content), "charset")
	if i < 0 {
		return ""
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(content[i+len("charset"):], " \t"), "=")
	if !ok {
		return ""
	}
	rest = strings.TrimLeft(rest, " \t\"'")
	if end := strings.IndexAny(rest, " \t\"';,"); end >= 0 {
		rest = rest[:end]
	}
	return rest
}

func xmlEncoding(head []byte) string {
	head = bytes.TrimLeft(head, " \t\r\n")
	if !bytes.HasPrefix(head, []byte("<?xml")) {
		return ""
	}
	decl, _, ok := bytes.Cut(head, []byte("?>"))
	_, rest, found := bytes.Cut(decl, []byte("encoding"))
	if !ok || !found {
		return ""
	}
	rest = bytes.TrimLeft(rest, " \t\r\n=")
	if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return ""
	}
	name, _, ok := bytes.Cut(rest[1:], rest[:1])
	if !ok {
		return ""
	}
	return string(name)
}

func attrOf(attrs []nethtml.Attribute, key string) string {
	for _, a := range attrs {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
