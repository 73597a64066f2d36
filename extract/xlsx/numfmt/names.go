package numfmt

import (
	"strconv"
	"strings"
	"sync"
)

// names are those of months and days in a language that a format asks for.
type names struct {
	months, shortMonths, days, shortDays []string // days from Sunday
}

// languages has the names by the primary number of a Windows locale and by
// language tag. A format of another language is shown in English.
var languages = sync.OnceValue(func() map[string]*names {
	out := map[string]*names{}
	for _, l := range []struct{ number, tag, months, shortMonths, days, shortDays string }{
		{"06", "da", "januar februar marts april maj juni juli august september oktober november december", "jan feb mar apr maj jun jul aug sep okt nov dec",
			"søndag mandag tirsdag onsdag torsdag fredag lørdag", "sø ma ti on to fr lø"},
		{"07", "de", "Januar Februar März April Mai Juni Juli August September Oktober November Dezember", "Jan Feb Mrz Apr Mai Jun Jul Aug Sep Okt Nov Dez",
			"Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag", "So Mo Di Mi Do Fr Sa"},
		{"0a", "es", "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre", "ene feb mar abr may jun jul ago sep oct nov dic",
			"domingo lunes martes miércoles jueves viernes sábado", "dom lun mar mié jue vie sáb"},
		{"0c", "fr", "janvier février mars avril mai juin juillet août septembre octobre novembre décembre", "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
			"dimanche lundi mardi mercredi jeudi vendredi samedi", "dim. lun. mar. mer. jeu. ven. sam."},
		{"10", "it", "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre", "gen feb mar apr mag giu lug ago set ott nov dic",
			"domenica lunedì martedì mercoledì giovedì venerdì sabato", "dom lun mar mer gio ven sab"},
		{"13", "nl", "januari februari maart april mei juni juli augustus september oktober november december", "jan feb mrt apr mei jun jul aug sep okt nov dec",
			"zondag maandag dinsdag woensdag donderdag vrijdag zaterdag", "zo ma di wo do vr za"},
		{"14", "nb", "januar februar mars april mai juni juli august september oktober november desember", "jan feb mar apr mai jun jul aug sep okt nov des",
			"søndag mandag tirsdag onsdag torsdag fredag lørdag", "søn man tir ons tor fre lør"},
		{"16", "pt", "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro", "jan fev mar abr mai jun jul ago set out nov dez",
			"domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado", "dom seg ter qua qui sex sáb"},
		{"1d", "sv", "januari februari mars april maj juni juli augusti september oktober november december", "jan feb mar apr maj jun jul aug sep okt nov dec",
			"söndag måndag tisdag onsdag torsdag fredag lördag", "sön mån tis ons tor fre lör"},
	} {
		n := &names{strings.Fields(l.months), strings.Fields(l.shortMonths), strings.Fields(l.days), strings.Fields(l.shortDays)}
		out[l.number], out[l.tag] = n, n
	}
	out["no"] = out["nb"]
	return out
})

// namesOf returns the names for a locale as formats write it, "407" or "de-DE";
// nil where it is English or not known.
func namesOf(locale string) *names {
	locale = strings.ToLower(locale)
	if v, err := strconv.ParseUint(locale, 16, 32); err == nil {
		const primary = 0x3FF // the bits above tell country, calendar and digits
		n := strconv.FormatUint(v&primary, 16)
		if len(n) == 1 {
			n = "0" + n
		}
		return languages()[n]
	}
	tag, _, _ := strings.Cut(locale, "-")
	return languages()[tag]
}
