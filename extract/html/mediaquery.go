package html

import "strings"

// How many pixels a wide and a narrow screen have.
const (
	wideWidth, wideHeight     = 1440, 900
	narrowWidth, narrowHeight = 390, 844
)

// screensOf returns the screens that a media query holds for: none for paper, or
// where a condition is not known.
func screensOf(query string) screens {
	query = strings.ToLower(strings.TrimSpace(query))
	if query == "" {
		return everyScreen
	}
	var out screens
	for one := range pieces(query, ',') {
		out |= screensOfOne(one)
	}
	return out
}

func screensOfOne(query string) screens {
	query = strings.TrimSpace(query)
	query, not := strings.CutPrefix(query, "not ")
	query = strings.TrimPrefix(query, "only ")
	out := everyScreen
	for part := range strings.SplitSeq(strings.ReplaceAll(query, ")and", ") and"), " and ") {
		switch part = strings.TrimSpace(part); {
		case part == "screen" || part == "all":
		case strings.HasPrefix(part, "(") && strings.HasSuffix(part, ")"):
			on, known := feature(strings.Trim(part, "()"))
			if !known {
				return 0
			}
			out &= on
		case part == "print" || part == "speech" || part == "handheld" || part == "tv" || part == "projection":
			out = 0
		default:
			return 0
		}
	}
	if not {
		out = everyScreen &^ out
	}
	return out
}

// feature returns the screens with a property, and whether that is known.
func feature(text string) (on screens, known bool) {
	key, value, _ := strings.Cut(text, ":")
	key, value = strings.TrimSpace(key), strings.TrimSpace(value)
	n := length(value)
	if strings.HasSuffix(value, "em") {
		n *= 16
	}
	pick := func(onWide, onNarrow bool) (screens, bool) {
		var out screens
		if onWide {
			out |= wide
		}
		if onNarrow {
			out |= narrow
		}
		return out, true
	}
	switch key {
	case "min-width", "min-device-width":
		return pick(wideWidth >= n, narrowWidth >= n)
	case "max-width", "max-device-width":
		return pick(wideWidth <= n, narrowWidth <= n)
	case "min-height":
		return pick(wideHeight >= n, narrowHeight >= n)
	case "max-height":
		return pick(wideHeight <= n, narrowHeight <= n)
	case "orientation":
		return pick(value == "landscape", value == "portrait")
	case "hover", "any-hover":
		return pick(value != "none", value == "none")
	case "pointer", "any-pointer":
		return pick(value == "fine", value == "coarse")
	case "prefers-color-scheme":
		return pick(value == "light", value == "light")
	case "prefers-reduced-motion":
		return pick(value == "no-preference", value == "no-preference")
	}
	return 0, false
}
