package email

import (
	"io"
	"mime"
	"net/mail"
	"strings"

	"quire/extract/charset"
)

// addresses returns the persons of an address field as they are shown: "Name
// <user@host>". A field that is no list of addresses comes back as its text.
func addresses(field string) []string {
	if field = strings.TrimSpace(field); field == "" {
		return nil
	}
	if name, members, ok := group(field); ok {
		if list := addresses(members); len(list) > 0 && !strings.HasPrefix(strings.TrimSpace(members), "@") {
			return list
		}
		return []string{oneLine(decodeWords(name))}
	}
	parser := mail.AddressParser{WordDecoder: &mime.WordDecoder{CharsetReader: func(label string, r io.Reader) (io.Reader, error) {
		b, err := io.ReadAll(r)
		if err != nil {
			return nil, err
		}
		text, _, _ := charset.Decode(b, label)
		return strings.NewReader(text), nil
	}}}
	if !divided(field) {
		if list, err := parser.ParseList(field); err == nil && len(list) > 0 {
			var out []string
			for _, a := range list {
				out = append(out, showAddress(a.Name, a.Address))
			}
			return out
		}
	}
	return loose(decodeWords(field))
}

// group reads a field that is one named group, as "undisclosed-recipients:;".
func group(field string) (name, members string, ok bool) {
	if i := strings.LastIndex(field, "("); i > 0 && strings.HasSuffix(field, ")") {
		field = field[:i]
	}
	inner, ok := strings.CutSuffix(strings.TrimRight(field, "<> "), ";")
	name, members, found := strings.Cut(inner, ":")
	name = strings.Trim(strings.TrimSpace(name), `"<`)
	if !ok || !found || name == "" || strings.ContainsAny(name, `@<>",;`) || strings.Contains(members, ":") {
		return "", "", false
	}
	return name, members, true
}

// divided reports whether two encoded words touch each other, so that a character
// may be divided between them.
func divided(field string) bool {
	for {
		_, rest, ok := strings.Cut(field, "?=")
		if !ok {
			return false
		}
		if strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "=?") {
			return true
		}
		field = rest
	}
}

func showAddress(name, addr string) string {
	name = strings.Join(strings.Fields(decodeWords(name)), " ")
	switch {
	case name == "" || name == addr:
		return addr
	case addr == "":
		return name
	}
	return name + " <" + addr + ">"
}

// loose cuts a list at the commas outside quotes and brackets.
func loose(field string) []string {
	var out []string
	start, quoted, angle := 0, false, false
	add := func(s string) {
		s = strings.TrimSpace(s)
		name, rest, ok := strings.Cut(s, "<")
		if ok {
			addr, _, _ := strings.Cut(rest, ">")
			s = showAddress(strings.ReplaceAll(strings.Trim(strings.TrimSpace(name), `"'`), `\"`, `"`), strings.TrimSpace(addr))
		}
		if s != "" {
			out = append(out, s)
		}
	}
	for i := 0; i < len(field); i++ {
		switch field[i] {
		case '"':
			quoted = !quoted
		case '<':
			angle = true
		case '>':
			angle = false
		case ',', ';':
			if !quoted && !angle {
				add(field[start:i])
				start = i + 1
			}
		}
	}
	add(field[start:])
	return out
}
