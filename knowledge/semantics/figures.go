package semantics

import (
	"strings"
	"unicode/utf8"

	"quire/knowledge"
)

// figure is a value in running text that one reading gives.
type figure struct {
	span  knowledge.Span // of the text it was found in
	kind  byte           // as in knowledge.Claim
	value string
}

// figuresIn returns the dates, amounts and numbers of s that say one thing exactly:
// not about how much, not what a figure, a page or a paragraph is numbered.
func figuresIn(s, lang string) []figure {
	var out []figure
	floor := 0
	for i := 0; i < len(s); {
		next := strings.IndexAny(s[i:], "0123456789")
		if next < 0 {
			break
		}
		i += next
		f, end := figureAt(s, floor, i, lang)
		if f.value != "" && !vague(s[:f.span[0]]) && !numbering(s[:f.span[0]]) {
			out = append(out, f)
		}
		i, floor = end, end
	}
	return out
}

// figureAt reads the value whose first digit stands at i, and returns where it ends;
// nothing before floor belongs to it.
func figureAt(s string, floor, i int, lang string) (figure, int) {
	rest := s[floor:]
	if d, ok := dateAt(rest, i-floor, lang); ok {
		f := figure{span: knowledge.Span{floor + d.start, floor + d.end}, kind: 'd', value: d.value}
		if d.precision == ByYear || d.precision == ByQuarter {
			f.value = "" // a year is a part of what is spoken of
		}
		return f, max(f.span[1], i+1)
	}
	if a, ok := amountAt(rest, i-floor, lang); ok {
		f := figure{span: knowledge.Span{floor + a.start, floor + a.end}, kind: 'n'}
		if a.value != "" {
			f.value = cleanDecimal(a.value) + " " + a.currency
		}
		return f, max(f.span[1], i+1)
	}
	end := numberEnd(s, i)
	value, _ := parseNumber(s[i:end], lang)
	if value == "" || !boundedBefore(s, i) || i > 0 && strings.IndexByte("#/.-–_@:", s[i-1]) >= 0 || s[i] == '0' && end > i+1 && isDigit(s[i+1]) {
		return figure{}, max(end, i+1)
	}
	power, scaled, known := scale(s, end, lang)
	if !known {
		return figure{}, end
	}
	value = cleanDecimal(shift(value, power))
	stop := scaled
	if at := gap(s, stop); at < len(s) && (s[at] == '%' || strings.HasPrefix(s[at:], "‰")) {
		_, n := utf8.DecodeRuneInString(s[at:])
		value += s[at : at+n]
		stop = at + n
	} else if !bounded(s, stop) || stop < len(s) && strings.IndexByte("-–/:.", s[stop]) >= 0 && stop+1 < len(s) && s[stop+1] > ' ' {
		return figure{}, max(stop, i+1) // 3rd, 10-12, 7:30, 2.1.4
	}
	if len(value) == 4 && power == 0 && (strings.HasPrefix(value, "19") || strings.HasPrefix(value, "20")) && stop == end {
		return figure{}, end // a year
	}
	if stop == end && strings.Contains(value, ".") && strings.Trim(s[:i], " \\") == "" {
		return figure{}, end // the number of a clause
	}
	return figure{span: knowledge.Span{i, stop}, kind: 'n', value: value}, stop
}

// cleanDecimal is a decimal without zeros at its end: 500.00 is 500.
func cleanDecimal(v string) string {
	if strings.Contains(v, ".") {
		v = strings.TrimRight(strings.TrimRight(v, "0"), ".")
	}
	return v
}

var vagueWords = lazySet("about|around|approximately|approx|roughly|nearly|almost|least|most|over|under|than|to|circa|ca|c|some|up|between|from|minimum|maximum|" +
	"etwa|rund|ungefähr|mindestens|höchstens|bis|fast|knapp|gut|über|unter|als|zwischen|" +
	"environ|près|plus|moins|jusqu|jusqu'à|à|entre|maximum|minimum|unos|unas|aproximadamente|cerca|casi|más|menos|hasta|máximo|mínimo|quasi|oltre|fino|ongeveer|bijna")

// vague reports words before a figure that make it a bound or an estimate.
func vague(before string) bool {
	t := strings.TrimRight(before, " \n\u00a0€$£(")
	return strings.HasSuffix(t, "~") || strings.HasSuffix(t, "≈") || strings.HasSuffix(t, "<") || strings.HasSuffix(t, ">") || strings.HasSuffix(t, "≤") ||
		strings.HasSuffix(t, "≥") || vagueWords()[lastLower(t)]
}

var numberingWords = lazySet("figure|fig|table|section|sec|chapter|page|p|pp|article|art|paragraph|para|no|nr|number|version|v|step|item|annex|appendix|slide|line|room|" +
	"abbildung|abb|tabelle|tab|abschnitt|kapitel|seite|s|artikel|absatz|abs|nummer|schritt|anhang|anlage|folie|zeile|raum|paragraf|" +
	"tableau|chapitre|étape|annexe|ligne|numéro|figura|tabla|capítulo|página|artículo|número|paso|anexo|capitolo|pagina|articolo|numero")

// numbering reports words before a figure that make it a number of something.
func numbering(before string) bool {
	t := strings.TrimRight(before, " \n\u00a0.")
	return strings.HasSuffix(t, "§") || strings.HasSuffix(t, "№") || strings.HasSuffix(t, "°") || numberingWords()[lastLower(t)]
}

// lastLower is the last word of s in lower case.
func lastLower(s string) string {
	at := len(s)
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:at])
		if !wordRune(r) && r != '\'' {
			break
		}
		at -= n
	}
	if len(s)-at > 24 {
		return ""
	}
	return strings.ToLower(s[at:])
}
