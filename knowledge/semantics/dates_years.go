package semantics

import (
	"strings"
	"sync"
)

// yearLast reads what ends in a year: March 2026, marzo de 2026, third quarter
// of 2026, and a year alone behind a word that makes it one; end is behind it.
func yearLast(s string, i, end int, lang string) (writtenDate, bool) {
	y := number(s[i:end])
	if m, start := monthBefore(s, i, lang); m > 0 && boundedBefore(s, start) {
		if at := gapBefore(s, start); at > 0 && isDigit(s[at-1]) {
			return writtenDate{}, false // a day that this month does not have
		}
		return inMonth(start, end, y, m)
	}
	if q, start := quarterBefore(s, i); q > 0 {
		return inQuarter(start, end, y, q)
	}
	if y < 1800 || y > 2099 || !yearCue(s, i, end, lang) {
		return writtenDate{}, false
	}
	return writtenDate{start: i, end: end, value: s[i:end], precision: ByYear}, true
}

// sureCues stand before a year and hardly before another number.
var sureCues = lazySet("year|since|jahr|jahre|jahres|seit|année|depuis|año|desde|anno|dal|jaar|sinds|ano|calendar|anfang|ende|mitte|début|fin|principios|finales")

// bareCue reports words that stand before years and before other numbers alike:
// they need a look at what follows.
func bareCue(word, lang string) bool {
	switch word {
	case "in", "by", "until", "during":
		return lang == "eng"
	case "en":
		return lang == "fra" || lang == "spa"
	case "nel":
		return lang == "ita"
	case "em":
		return lang == "por"
	}
	return false
}

// yearCue reports whether the four digits from i to end are a year: the word
// before says so, and after a weaker word no counted thing follows.
func yearCue(s string, i, end int, lang string) bool {
	at := gapBefore(s, i)
	start := lettersBefore(s, at)
	word := strings.ToLower(s[start:at])
	if word == "" || at == i {
		return false
	}
	if sureCues()[word] {
		return true
	}
	if !bareCue(word, lang) {
		return false
	}
	next := gap(s, end)
	if next == end || next >= len(s) {
		return true // the end, or punctuation
	}
	follow := strings.ToLower(s[next:letters(s, next)])
	return followers()[follow]
}

// followers are words that go on with the sentence behind a year.
var followers = lazySet("the|a|an|and|or|to|was|were|is|are|has|had|have|we|it|he|she|they|by|with|for|as|on|at|from|when|which|while|but|after|before|will|would|" +
	"et|ou|la|le|les|un|une|à|au|pour|par|avec|que|qui|est|a|il|elle|nous|y|o|el|los|las|una|se|por|para|con|fue|del|e|il|i|gli|per|da|o|os|as|foi")

// quarterYear reads the year behind quarter q, as in Q3 2026, Q3/2026, Q3 of
// 2026, T3 2026: start is where the quarter is written, end is behind it.
func quarterYear(s string, start, q, end int) (writtenDate, bool) {
	at := end
	if at < len(s) && (s[at] == '/' || s[at] == '-') {
		at++
	} else {
		at = gap(s, at)
		if next := after(s, at, "of ", "de ", "du ", "des jahres ", "/ "); next != at {
			at = next
		}
	}
	yearEnd := digitRun(s, at)
	if yearEnd-at != 4 || at == end {
		return writtenDate{}, false
	}
	return inQuarter(start, yearEnd, number(s[at:yearEnd]), q)
}

var quarterWords = lazySet("quarter|quartal|quartals|trimestre|kwartaal|kvartal|quarters")

// quarterOrdinal reads 3rd quarter of 2026, 3. Quartal 2026, 3e trimestre 2026.
func quarterOrdinal(s string, i, end int) (writtenDate, bool) {
	at := after(s, end, "st", "nd", "rd", "th", "ème", "er", "e", "º", "°", `\.`, ".")
	word := gap(s, at)
	wordEnd := letters(s, word)
	if word == at || !quarterWords()[strings.ToLower(s[word:wordEnd])] {
		return writtenDate{}, false
	}
	return quarterYear(s, i, number(s[i:end]), wordEnd)
}

// ordinals of quarters, in order; forms of one number are separated by "/".
var ordinals = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	for line := range strings.SplitSeq("first second third fourth|erstes/ersten/erste zweites/zweiten/zweite drittes/dritten/dritte viertes/vierten/vierte|"+
		"premier deuxième troisième quatrième|primer segundo tercer cuarto|primo secondo terzo quarto", "|") {
		for i, forms := range strings.Fields(line) {
			for form := range strings.SplitSeq(forms, "/") {
				m[form] = i + 1
			}
		}
	}
	return m
})

// quarterBefore returns the quarter whose words stand before i, as in third
// quarter of 2026, and where they begin.
func quarterBefore(s string, i int) (q, start int) {
	at := gapBefore(s, i)
	if at == i {
		return 0, 0
	}
	word := lettersBefore(s, at)
	if w := strings.ToLower(s[word:at]); w == "of" || w == "de" || w == "del" {
		at = gapBefore(s, word)
		word = lettersBefore(s, at)
	}
	if !quarterWords()[strings.ToLower(s[word:at])] {
		return 0, 0
	}
	end := gapBefore(s, word)
	start = lettersBefore(s, end)
	return ordinals()[strings.ToLower(s[start:end])], start
}
