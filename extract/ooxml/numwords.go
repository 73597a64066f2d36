package ooxml

import "strings"

// hebrew writes 1 to 999 in letters that stand for values, the largest first.
// 15 and 16 are nine and six or seven: the other letters would spell a name of God.
func hebrew(n int) string {
	if n < 1 || n > 999 {
		return ""
	}
	var b strings.Builder
	for _, l := range []struct {
		value int
		text  string
	}{{400, "ת"}, {300, "ש"}, {200, "ר"}, {100, "ק"}, {90, "צ"}, {80, "פ"}, {70, "ע"}, {60, "ס"}, {50, "נ"}, {40, "מ"}, {30, "ל"}, {20, "כ"},
		{16, "טז"}, {15, "טו"}, {10, "י"}, {9, "ט"}, {8, "ח"}, {7, "ז"}, {6, "ו"}, {5, "ה"}, {4, "ד"}, {3, "ג"}, {2, "ב"}, {1, "א"}} {
		for n >= l.value && (l.value > 16 || l.value < 15 || n == l.value) {
			b.WriteString(l.text)
			n -= l.value
		}
	}
	return b.String()
}

// korean writes 1 to 9999 with Chinese words: a one in front of ten, hundred and
// thousand is left out.
func korean(n int) string {
	if n < 1 || n > 9999 {
		return ""
	}
	digits := []rune("영일이삼사오육칠팔구")
	var b strings.Builder
	for i, unit := range []int{1000, 100, 10, 1} {
		d := n / unit % 10
		if d > 1 || d == 1 && unit == 1 {
			b.WriteRune(digits[d])
		}
		if d > 0 {
			b.WriteString([]string{"천", "백", "십", ""}[i])
		}
	}
	return b.String()
}

// koreanNative writes 1 to 99 with Korean words.
func koreanNative(n int) string {
	if n < 1 || n > 99 {
		return ""
	}
	tens := []string{"", "열", "스물", "서른", "마흔", "쉰", "예순", "일흔", "여든", "아흔"}
	ones := []string{"", "하나", "둘", "셋", "넷", "다섯", "여섯", "일곱", "여덟", "아홉"}
	return tens[n/10] + ones[n%10]
}
