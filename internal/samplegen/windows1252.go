package main

// windows1252High are the characters the code page adds to Latin-1, as far as
// the samples use them.
var windows1252High = map[rune]byte{
	'€': 0x80, '…': 0x85, '‘': 0x91, '’': 0x92, '“': 0x93, '”': 0x94, '•': 0x95, '–': 0x96, '—': 0x97,
}

// windows1252 encodes text; a character the code page lacks becomes a
// question mark, as it does in the editors of that time.
func windows1252(text string) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		high, known := windows1252High[r]
		switch {
		case known:
			out = append(out, high)
		case r < 0x80 || r >= 0xA0 && r <= 0xFF:
			out = append(out, byte(r))
		default:
			out = append(out, '?')
		}
	}
	return out
}
