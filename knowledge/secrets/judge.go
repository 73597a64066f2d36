package secrets

import (
	"strings"
	"unicode"
)

func acceptAlways(_, value string) bool { return !placeholder(value) }

// acceptAssigned takes what stands behind "=" as it is. Behind ":" a sentence may
// follow, in a table and on the next line anything.
func acceptAssigned(before, value string) bool {
	switch {
	case placeholder(value):
		return false
	case strings.ContainsAny(before, "|\n"):
		return looksSecret(value)
	case strings.Contains(before, "="):
		return true
	}
	return !ordinary(value)
}

func acceptPass(before, value string) bool {
	named := strings.Contains(before, "=") && !ordinary(value) && strings.ContainsFunc(value, unicode.IsLetter)
	return !placeholder(value) && (named || looksSecret(value))
}

func acceptSaid(_, value string) bool { return !placeholder(value) && !ordinary(value) }

func acceptPhrase(_, value string) bool {
	first, _, _ := strings.Cut(value, " ")
	return acceptSaid("", first)
}

func acceptChanged(before, value string) bool {
	bare := unquoted(value)
	quoted := strings.ContainsAny(value, "\"'`“«") && len(bare) >= 4 && !strings.Contains(bare, " ")
	return quoted && !placeholder(value) || acceptGuessed(before, value)
}

func acceptGuessed(_, value string) bool {
	known := strings.ToLower(strings.Trim(value, ".,;:!?()"))
	mail := strings.Contains(value, "@") && strings.Contains(value[strings.LastIndexByte(value, '@'):], ".")
	return looksSecret(value) && !placeholder(value) && !mail && !strings.Contains(value, "://") && !ordinaryWords()[known]
}

func unquoted(s string) string {
	return strings.Trim(strings.Trim(s, ".,;:!?()"), "\"'`“”„«»\\*")
}

// looksSecret reports whether a word is unlike one of a sentence: letters mixed
// with digits, symbols or capitals inside.
func looksSecret(s string) bool {
	word := unquoted(s)
	if len(word) < 6 {
		return false
	}
	letter, digit, symbol, inner := false, false, false, false
	for i, r := range word {
		switch {
		case unicode.IsDigit(r):
			digit = true
		case unicode.IsLetter(r):
			letter = true
			inner = inner || i > 0 && unicode.IsUpper(r)
		case !strings.ContainsRune("-'’.,/_()…–—| ", r):
			symbol = true
		}
	}
	return letter && (digit || symbol || inner && strings.ToUpper(word) != word)
}

// placeholder reports whether a value stands for one that is kept elsewhere.
func placeholder(s string) bool {
	s = strings.Trim(s, "\"'`\\.,;|")
	if strings.Trim(s, "*•xX.…?_-") == "" {
		return true
	}
	for _, b := range [][2]string{{"<", ">"}, {"${", "}"}, {"{{", "}}"}, {"$(", ")"}, {"%", "%"}} {
		if strings.HasPrefix(s, b[0]) && strings.HasSuffix(s, b[1]) && len(s) > 2 {
			return true
		}
	}
	return false
}
