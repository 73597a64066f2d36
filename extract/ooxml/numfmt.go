package ooxml

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// FormatNumber writes n in one of the number formats of WordprocessingML.
// Formats that are not known, and numbers outside a format, are decimal.
func FormatNumber(n int, format, pattern string) string {
	s := ""
	switch format {
	case "none":
		return ""
	case "upperRoman":
		s = roman(n)
	case "lowerRoman":
		s = strings.ToLower(roman(n))
	case "upperLetter":
		s = letters(n, 'A', 26)
	case "lowerLetter":
		s = letters(n, 'a', 26)
	case "decimalZero":
		if n >= 0 && n < 10 {
			s = "0" + strconv.Itoa(n)
		}
	case "ordinal":
		s = ordinal(n)
	case "cardinalText":
		s = title(cardinal(n))
	case "ordinalText":
		s = title(ordinalText(n))
	case "hebrew1":
		s = hebrew(n)
	case "koreanCounting":
		s = korean(n)
	case "koreanLegal":
		s = koreanNative(n)
	case "hex":
		s = strings.ToUpper(strconv.FormatInt(int64(n), 16))
	case "chicago":
		s = repeated(n, "*", "†", "‡", "§")
	case "numberInDash":
		s = "- " + strconv.Itoa(n) + " -"
	case "custom":
		s = custom(n, pattern)
	default:
		if set := alphabets[format]; set != "" {
			s = fromSet(n, set)
		} else if digits := digitSets[format]; digits != "" {
			s = withDigits(n, digits)
		} else if strings.HasPrefix(format, "chinese") || strings.HasPrefix(format, "japanese") || format == "taiwaneseCounting" {
			s = chinese(n)
		}
	}
	if s == "" {
		s = strconv.Itoa(n)
	}
	return s
}

// alphabets are formats that count through a fixed list.
var alphabets = map[string]string{
	"russianLower":                 "абвгдежзиклмнопрстуфхцчшщыэюя",
	"russianUpper":                 "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ",
	"hebrew2":                      "אבגדהוזחטיכלמנסעפצקרשת",
	"arabicAlpha":                  "أبتثجحخدذرزسشصضطظعغفقكلمنهوي",
	"arabicAbjad":                  "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
	"aiueoFullWidth":               "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
	"aiueo":                        "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ",
	"iroha":                        "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽﾝ",
	"irohaFullWidth":               "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
	"ganada":                       "가나다라마바사아자차카타파하",
	"chosung":                      "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
	"ideographTraditional":         "甲乙丙丁戊己庚辛壬癸",
	"ideographZodiac":              "子丑寅卯辰巳午未申酉戌亥",
	"decimalEnclosedCircle":        "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳",
	"decimalEnclosedCircleChinese": "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳",
	"decimalEnclosedFullstop":      "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛",
	"decimalEnclosedParen":         "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇",
	"ideographEnclosedCircle":      "㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉",
	"koreanDigital2":               "一二三四五六七八九十",
	"thaiLetters":                  "กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
	"hindiVowels":                  "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह",
}

// digitSets are formats that write decimal numbers with other digits.
var digitSets = map[string]string{
	"decimalFullWidth":  "０１２３４５６７８９",
	"decimalFullWidth2": "０１２３４５６７８９",
	"hindiNumbers":      "०१२३४५६७८९",
	"hindiArabic":       "٠١٢٣٤٥٦٧٨٩",
	"thaiNumbers":       "๐๑๒๓๔๕๖๗๘๙",
	"ideographDigital":  "〇一二三四五六七八九",
	"koreanDigital":     "영일이삼사오육칠팔구",
}

func fromSet(n int, set string) string {
	runes := []rune(set)
	if n < 1 || n > len(runes) {
		return ""
	}
	return string(runes[n-1])
}

func withDigits(n int, digits string) string {
	runes := []rune(digits)
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return runes[r-'0']
		}
		return r
	}, strconv.Itoa(n))
}

func roman(n int) string {
	if n < 1 || n > 4999 {
		return ""
	}
	var b strings.Builder
	for _, s := range []struct {
		v int
		t string
	}{{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}} {
		for n >= s.v {
			b.WriteString(s.t)
			n -= s.v
		}
	}
	return b.String()
}

// maxRepeat bounds the formats that repeat a sign as the number grows.
const maxRepeat = 30

// letters counts a to z, aa, bb: the letter is repeated, not carried.
func letters(n int, first rune, size int) string {
	if n < 1 || (n-1)/size >= maxRepeat {
		return ""
	}
	return strings.Repeat(string(first+rune((n-1)%size)), (n-1)/size+1)
}

func repeated(n int, signs ...string) string {
	if n < 1 || (n-1)/len(signs) >= maxRepeat {
		return ""
	}
	return strings.Repeat(signs[(n-1)%len(signs)], (n-1)/len(signs)+1)
}

// custom reads the pattern of a custom format from its first example: so many
// zeros in front, or the examples themselves.
func custom(n int, pattern string) string {
	parts := strings.Split(pattern, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	first := parts[0]
	if strings.Trim(first, "0123456789") == "" && first != "" {
		s := strconv.Itoa(n)
		return strings.Repeat("0", min(max(len(first)-len(s), 0), maxRepeat)) + s
	}
	if first == "α" || first == "Α" {
		greek := "αβγδεζηθικλμνξοπρστυφχψω"
		if first == "Α" {
			greek = strings.ToUpper(greek)
		}
		return fromSet(n, greek)
	}
	if n >= 1 && n <= len(parts) && utf8.RuneCountInString(parts[n-1]) <= 8 && parts[n-1] != "..." {
		return parts[n-1]
	}
	return ""
}

func ordinal(n int) string {
	suffix := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return strconv.Itoa(n) + suffix
}

var small = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
var tens = strings.Fields("_ _ twenty thirty forty fifty sixty seventy eighty ninety")

func cardinal(n int) string {
	switch {
	case n < 0 || n > 9999:
		return ""
	case n < 20:
		return small[n]
	case n < 100:
		if n%10 == 0 {
			return tens[n/10]
		}
		return tens[n/10] + "-" + small[n%10]
	}
	unit, name := 100, " hundred"
	if n >= 1000 {
		unit, name = 1000, " thousand"
	}
	s := cardinal(n/unit) + name
	if n%unit > 0 {
		s += " " + cardinal(n%unit)
	}
	return s
}

var irregular = map[string]string{
	"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}

func ordinalText(n int) string {
	s := cardinal(n)
	if s == "" {
		return ""
	}
	at := strings.LastIndexAny(s, " -") + 1
	last := s[at:]
	switch {
	case irregular[last] != "":
		last = irregular[last]
	case strings.HasSuffix(last, "y"):
		last = strings.TrimSuffix(last, "y") + "ieth"
	default:
		last += "th"
	}
	return s[:at] + last
}

func title(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// chinese writes 1 to 9999 with the multipliers ten, hundred and thousand.
func chinese(n int) string {
	if n < 1 || n > 9999 {
		return ""
	}
	digits := []rune("〇一二三四五六七八九")
	var b strings.Builder
	zero := false
	for i, unit := range []int{1000, 100, 10, 1} {
		d := n / unit % 10
		switch {
		case d == 0:
			zero = b.Len() > 0
			continue
		case zero:
			b.WriteRune('〇')
		}
		zero = false
		if d > 1 || unit != 10 || b.Len() > 0 {
			b.WriteRune(digits[d])
		}
		b.WriteString([]string{"千", "百", "十", ""}[i])
	}
	return b.String()
}
