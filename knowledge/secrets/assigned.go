package secrets

import (
	"strings"
	"unicode"
)

// assignedRules know secrets by the name that they are assigned to.
func assignedRules() []exact {
	return []exact{
		keyed("token", []string{"key", "secret", "token"},
			`(?i)(?:api[ _-]?key|apikey|access[ _-]?key(?:[ _-]?id)?|account[ _-]?key|signing[ _-]?key|encryption[ _-]?key|secret(?:[ _-]?(?:access[ _-]?)?key)?|token)`+
				"[\"'`*\\\\\\]]*"+`[ \t]*(?:\|[ \t]*)?(?:=>|:=|[:=：|])[ \t]*`+"[\"'`*\\\\]*"+`([A-Za-z0-9+/_.=~-]{16,})`, assignedToken),
		{kind: "password", words: passwordNames(), find: assignedPasswords},
	}
}

func assignedToken(s string) bool {
	return random(s) && !isUUID(s) && !dotted(s)
}

// isUUID reports a name of the kind that everything has.
func isUUID(s string) bool {
	return len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-'
}

// dotted reports names joined by dots, as programs write them.
func dotted(s string) bool {
	parts := strings.Split(s, ".")
	if len(parts) < 2 {
		return false
	}
	for _, p := range parts {
		if p == "" || !strings.ContainsFunc(p, isLetter) || changes(p) > 3 {
			return false
		}
	}
	return true
}

// passwordNames are the names that a password is assigned to, ASCII letters small.
func passwordNames() []string {
	var out []string
	for _, a := range announcements() {
		if !a.alone && a.word != "mnemonic" && !strings.Contains(a.word, "phrase") {
			out = append(out, a.word)
		}
	}
	return append(out, "passphrase")
}

// assignedValue is what follows the name on its line: a value in quotes, or up to a
// space or what ends a value in files of settings, addresses and tables.
var assignedValue = lazy(`(?i)\A` + keySuffix + `(?:[ \t]*(=>|:=|[:=：])|[ \t]+(\|))[*_` + "`" + `]*[ \t]*("[^"\s]{4,}"|'[^'\s]{4,}'|` + "`[^`\\s]{4,}`" + `|[^\s"'<>,;|` + "`" + `]{4,})`)

// assignedPasswords finds name=value and name: value.
func assignedPasswords(text string) []span {
	lower := asciiLower(text)
	var out []span
	for _, name := range passwordNames() {
		for at := 0; ; {
			i := strings.Index(lower[at:], name)
			if i < 0 {
				break
			}
			end := at + i + len(name)
			at = end
			after := text[end:min(len(text), end+reach)]
			m := assignedValue().FindStringSubmatchIndex(after)
			if m == nil {
				continue
			}
			value, sign := after[m[6]:m[7]], ""
			if m[2] >= 0 {
				sign = after[m[2]:m[3]]
			}
			if i := strings.IndexByte(value, '&'); i > 0 && strings.Contains(value[i:], "=") {
				value = value[:i] // the next parameter of an address follows
			}
			if bare := strings.Trim(value, "\"'`"); strings.Contains(sign, "=") && LooksAssigned(bare) || LooksPassword(bare) {
				out = append(out, trimmed(text, end+m[6], end+m[6]+len(value)))
			}
		}
	}
	return out
}

// LooksAssigned reports whether a value behind "=" is a password: what stands there is
// one unless it is a word that stands for one.
func LooksAssigned(value string) bool {
	return len(value) >= 6 && !isReference(value) && !standIn(value) && !dotted(value) && !wordy(value) && strings.ContainsFunc(value, isLetter)
}

// LooksPassword reports whether a value behind ":", or in a column of passwords, is one:
// letters mixed with digits, symbols or inner capitals, and no word of a sentence.
func LooksPassword(value string) bool {
	return looksSecret(value) && hasDigitOrSymbol(value) && !isReference(value) && !standIn(value) && !dotted(value) && !wordy(value) && !strings.Contains(value, "@") ||
		strings.Contains(value, "@") && hasDigit(value) && !strings.Contains(value[strings.LastIndexByte(value, '@'):], ".") && looksSecret(value) && !isReference(value)
}

// PasswordName reports whether a column's header names passwords and nothing else.
func PasswordName(header string) bool {
	h := strings.Trim(strings.ToLower(strings.TrimSpace(header)), "*:_ ")
	for _, name := range passwordNames() {
		if h == name || h == name+"s" {
			return true
		}
	}
	return h == "pwd" || h == "pw"
}

func hasDigitOrSymbol(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsDigit(r) || !unicode.IsLetter(r) && !strings.ContainsRune("-'’.,/_()…–—| :", r)
	})
}

// wordy reports a value whose parts are all ordinary words, numbers of them and units:
// case-sensitive, sha-256, 8-characters.
func wordy(s string) bool {
	if ordinary(s) {
		return true
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune("-_./,:", r) })
	if len(parts) < 2 {
		return false
	}
	for _, p := range parts {
		if !allDigits(p) && !ordinary(p) && !ordinaryWords()[strings.ToLower(p)] && (hasDigit(p) || !strings.ContainsFunc(p, isLetter)) {
			return false
		}
	}
	return true
}

// standIn reports a word that manuals write where a password goes.
func standIn(s string) bool {
	lower := strings.ToLower(strings.Trim(s, "\"'`*_.,;:!?()"))
	if placeholder(lower) || ordinaryWords()[lower] {
		return true
	}
	letters := strings.TrimRight(lower, "0123456789")
	switch letters {
	case "pass", "pwd", "pw", "user", "username", "admin", "root", "login", "name", "value", "string", "text", "hidden", "example", "sample", "test", "demo",
		"foo", "bar", "baz", "changeme", "change-me", "change_me", "secret", "mysecret", "token", "key", "hash", "field", "input", "type", "true", "false",
		"null", "none", "nil", "undefined", "something", "anything", "whatever", "empty", "required", "optional", "enabled", "disabled", "default", "guest", "anonymous", "nobody":
		return true
	}
	return !strings.ContainsFunc(lower, func(r rune) bool { return unicode.IsDigit(r) }) &&
		mentions(lower, []string{"password", "passwort", "passwd", "kennwort", "contrase", "motdepasse", "mot_de_passe", "wachtwoord", "senha"})
}
