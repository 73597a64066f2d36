package semantics

import (
	"strings"
	"sync"
)

// monthNames lists the months of each language in order, from January; names of
// one month are separated by "/". Inflected forms stand beside the plain ones.
const monthNames = `
january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct november/nov december/dec
januar/jänner februar/feber märz/mär/mrz april mai juni juli august september oktober/okt november dezember/dez
janvier/janv février/févr/fév mars avril/avr mai juin juillet/juil août/aout septembre octobre novembre décembre/déc
enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre octubre noviembre diciembre/dic
gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto settembre/set ottobre/ott novembre dicembre
januari februari maart/mrt april mei juni juli augustus september oktober november december
janeiro fevereiro/fev março abril maio junho julho agosto setembro outubro/out novembro dezembro
januari februari mars april maj juni juli augusti september oktober november december
januar februar marts april maj juni juli august september oktober november december/des/desember
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
января февраля марта апреля мая июня июля августа сентября октября ноября декабря`

var months = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for line := range strings.SplitSeq(strings.TrimSpace(monthNames), "\n") {
		for i, names := range strings.Fields(line) {
			for name := range strings.SplitSeq(names, "/") {
				m[name] = i + 1
			}
		}
	}
	return m
})

// month returns the number of a month by its name in any of the languages, 0
// where word is none. Abbreviations that are words elsewhere count only in a
// document of their own language.
func month(word, lang string) int {
	if len(word) < 3 || len(word) > 24 {
		return 0
	}
	word = strings.ToLower(word)
	switch word {
	case "out", "set", "ago", "gen", "mag", "lug":
		if lang != "ita" && lang != "por" && (lang != "spa" || word != "ago") {
			return 0
		}
	}
	return months()[word]
}
