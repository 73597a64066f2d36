package docx

import "strings"

// symbolFont returns what the characters of a symbol font are in Unicode, nil
// for any other font.
func symbolFont(font string) map[byte]rune {
	switch strings.ToLower(font) {
	case "symbol":
		return symbolTable
	case "wingdings":
		return wingdingsTable
	case "wingdings 2":
		return wingdings2Table
	}
	return nil
}

var symbolTable = runes(map[byte]string{
	0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?",
	0x40: "≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
	0x61: "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
	0xA0: "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…",
	0xC0: "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈",
	0xE5: "∑",
	0xF1: "〉∫",
})

var wingdingsTable = runes(map[byte]string{
	0x21: "✏✂✁", 0x28: "☎✆✉", 0x36: "⌛⌨", 0x3F: "✍", 0x41: "✌", 0x43: "👍👎☜☞☝☟✋☺😐☹💣☠",
	0x51: "✈☼💧❄", 0x58: "✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓", 0x6C: "●❍■□", 0x70: "❐❑❒⬧⧫◆❖⬥⌧⍓⌘❀✿❝❞",
	0x80: "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿", 0x9E: "·•▪○", 0xA4: "◉◎", 0xA7: "▪◻", 0xAA: "✦★✶✴✹✵",
	0xD8: "➢", 0xDF: "←→↑↓↖↗↙↘", 0xE7: "🡸➔", 0xE8: "➔", 0xEF: "⇦⇨⇧⇩⬄⇳", 0xFB: "✗✓☒☑",
})

var wingdings2Table = runes(map[byte]string{0x4F: "✗✓☒☑☒", 0x50: "✓", 0x51: "☒☑", 0x52: "☑", 0x53: "☒", 0xA3: "□"})

func runes(ranges map[byte]string) map[byte]rune {
	out := map[byte]rune{}
	for first := range 0x100 {
		i := first
		for _, r := range ranges[byte(first)] {
			if i > 0xFF {
				break
			}
			out[byte(i)] = r
			i++
		}
	}
	return out
}
