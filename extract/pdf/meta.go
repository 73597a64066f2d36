package pdf

import (
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"quire/knowledge"
)

// metadata reads the information dictionary through get.
func metadata(get func(tag string) string, language string) knowledge.Metadata {
	text := func(tag string) string { return strings.TrimSpace(get(tag)) }
	m := knowledge.Metadata{
		Title: text("Title"), Subject: text("Subject"), Language: strings.TrimSpace(language),
		Created: pdfDate(get("CreationDate")), Modified: pdfDate(get("ModDate")),
		Authors: listOf(text("Author"), ";"), Keywords: keywords(text("Keywords")),
	}
	for _, tag := range []string{"Creator", "Producer"} {
		if v := text(tag); v != "" {
			if m.Extra == nil {
				m.Extra = map[string]string{}
			}
			m.Extra[strings.ToLower(tag)] = v
		}
	}
	return m
}

// keywords splits at semicolons where there are any, else at commas.
func keywords(s string) []string {
	if strings.Contains(s, ";") {
		return listOf(s, ";")
	}
	return listOf(s, ",")
}

func listOf(s, separator string) []string {
	var out []string
	for v := range strings.SplitSeq(s, separator) {
		if v = strings.TrimSpace(v); v != "" {
			out = append(out, v)
		}
	}
	return out
}

// pdfDate converts D:YYYYMMDDHHmmSSOHH'mm' to RFC 3339 in UTC. A date without a
// time zone or without a time of day becomes the EDTF day, month or year it
// names; what is no date becomes "".
func pdfDate(s string) string {
	s = strings.TrimPrefix(strings.TrimSpace(s), "D:")
	n := 0
	for n < len(s) && n < 14 && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	digits, zone := s[:n], strings.TrimSpace(s[n:])
	layouts := map[int]string{14: "20060102150405", 12: "200601021504", 8: "20060102", 6: "200601", 4: "2006"}
	t, err := time.Parse(layouts[n], digits)
	if layouts[n] == "" || err != nil || t.Year() < 1000 {
		return ""
	}
	switch {
	case n == 4:
		return t.Format("2006")
	case n == 6:
		return t.Format("2006-01")
	}
	offset, ok := zoneOffset(zone)
	if n == 8 || !ok {
		return t.Format("2006-01-02")
	}
	return t.Add(-offset).UTC().Format(time.RFC3339)
}

// zoneOffset reads Z, +HH'mm' and the like.
func zoneOffset(s string) (time.Duration, bool) {
	if s == "" {
		return 0, false
	}
	if s[0] == 'Z' || s[0] == 'z' {
		return 0, true
	}
	sign := time.Duration(1)
	switch s[0] {
	case '-':
		sign = -1
	case '+':
	default:
		return 0, false
	}
	d := strings.NewReplacer("'", "", ":", "").Replace(s[1:])
	if len(d) == 2 {
		d += "00"
	}
	if len(d) < 4 {
		return 0, false
	}
	t, err := time.Parse("1504", d[:4])
	if err != nil {
		return 0, false
	}
	return sign * (time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute), true
}

// passwordForms returns each password as given and, where it differs, as RFC 4013
// prepares it, which is what newer encryption is made from.
func passwordForms(list []string) []string {
	var out []string
	for _, p := range list {
		out = append(out, p)
		if prepared := prepare(p); prepared != p {
			out = append(out, prepared)
		}
	}
	return out
}

func prepare(p string) string {
	return norm.NFKC.String(strings.Map(func(r rune) rune {
		switch {
		case r == 0xAD, r == 0x34F, r == 0x1806, 0x180B <= r && r <= 0x180D, 0x200B <= r && r <= 0x200D,
			r == 0x2060, 0xFE00 <= r && r <= 0xFE0F, r == 0xFEFF:
			return -1
		case r == 0xA0, r == 0x1680, 0x2000 <= r && r <= 0x200A, r == 0x202F, r == 0x205F, r == 0x3000:
			return ' '
		}
		return r
	}, p))
}
