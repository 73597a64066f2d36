package interaction

import (
	"slices"
	"strings"
	"sync"
)

// announcement is a word that announces a password. What stands around it is
// looked at from there, so that a text is searched once.
type announcement struct {
	word  string // ASCII letters small
	alone bool   // it counts as a word of its own, or behind "_" in a key
	forms func() []findValue
}

func announcements() []announcement {
	password := func() []findValue { return compiled().password }
	phrase := func() []findValue { return compiled().phrase }
	out := []announcement{
		{"passphrase", false, phrase},
		{"seed phrase", false, phrase},
		{"recovery phrase", false, phrase},
		{"mnemonic", false, phrase},
		{"pass", true, func() []findValue { return compiled().pass }},
		{"pin", true, func() []findValue { return compiled().pin }},
		{"my pass", true, password},
		{"pw", true, password},
		{"mdp", true, password},
		{"senha", true, password},
	}
	for _, w := range []string{
		"password", "passwd", "pwd", "passcode", "passwort", "kennwort", "mot de passe", "mots de passe",
		"contraseña", "contraseÑa", "contrasena", "wachtwoord", "пароль", "Пароль", "ПАРОЛЬ", "密码", "密碼", "パスワード",
	} {
		out = append(out, announcement{w, false, password})
	}
	return out
}

// each calls use with every place where a stands in lower.
func (a *announcement) each(lower string, use func(start, end int)) {
	for at := 0; ; {
		i := strings.Index(lower[at:], a.word)
		if i < 0 {
			return
		}
		start, end := at+i, at+i+len(a.word)
		at = end
		if a.alone && (start > 0 && isWordByte(lower[start-1]) || end < len(lower) && isWordByte(lower[end])) {
			continue
		}
		use(start, end)
	}
}

const (
	// keySuffix is what file keys add to the word: PASSWORD_PROD, "password2".
	keySuffix = `(?:[ _-]?(?:[0-9]{1,2}|prod|dev|test|staging|old|new)\b)?[\\"'` + "`" + `*_\])]*`
	// passwordValue is what follows: in quotes or brackets, or up to the next space.
	passwordValue = `(\\"[^"\n]+\\"|"[^"\n]+"|'[^'\n]+'|` + "`[^`\n]+`" + `|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|<[^<>\n]+>|\S+)`
	assigning     = `\s*(?:=>|:=|[:=：|])[*_` + "`" + `]*\s*`
	about         = `(?:\s+(?:for|to|of|on|at|in|für|zum|zur|vom|von|pour|du|de|des|para|del|voor)\s[^.,;:!?\n"]{1,60}?)?`
	saying        = `\s+(?:is|was|ist|lautet|war|est|es|era|é)(?:\s+(?:now|still|currently|simply|just|jetzt|noch|maintenant|ahora))?(?:\s*[:=]\s*|\s+)`
)

// form is one way to go on after the announcement. accept decides by the text
// from the announcement to the value and by the value.
type form struct {
	expr   string // its first group is the value
	accept func(before, value string) bool
}

var passwordForms = []form{
	// password: X, PASSWORD=X, "password": "X", **Password:** X, | password | X |
	{keySuffix + assigning + passwordValue, acceptAssigned},
	// my password is X, das Passwort für den Server lautet X
	{keySuffix + about + saying + passwordValue, acceptSaid},
	{`\s*(?:是|は)\s*[:：]?\s*` + passwordValue, acceptGuessed},
	// the password was changed to X
	{`(?:\s+\S+){0,4}?\s+(?:to|auf|à|en|a)\s+` + passwordValue, acceptChanged},
	// the password's X, use password X
	{`(?:['’]s)?\s+` + passwordValue, acceptGuessed},
}

// "pass" may also be a verb or a mountain's.
var passForms = []form{{keySuffix + `\s*[:=]\s*` + passwordValue, acceptPass}}

// --password X
var optionForms = []form{{`[ =]+` + passwordValue, acceptAlways}}

// A phrase goes on to the end of its line.
var phraseForms = []form{{keySuffix + about + `(?:` + saying + `|` + assigning + `)([^\s"'][^\n]*)`, acceptPhrase}}

var pinForms = []form{{`(?:[ -]?(?:code|number|nummer))?` + about + `(?:` + saying + `|` + assigning + `)([0-9]{4,8})\b`, acceptAlways}}

// findValue finds the value in the text behind an announcement.
type findValue func(after string) (span, bool)

var compiled = sync.OnceValue(func() (out struct{ password, pass, option, phrase, pin []findValue }) {
	out.password = compileForms(passwordForms)
	out.pass = compileForms(passForms)
	out.option = compileForms(optionForms)
	out.phrase = append(compileForms(phraseForms), out.password...)
	out.pin = compileForms(pinForms)
	return out
})

func compileForms(forms []form) []findValue {
	var out []findValue
	for _, f := range forms {
		re := lazy(`(?i)\A` + f.expr)
		out = append(out, func(after string) (span, bool) {
			m := re().FindStringSubmatchIndex(after)
			if m == nil || !f.accept(after[:m[2]], after[m[2]:m[3]]) {
				return span{}, false
			}
			return span{m[2], m[3]}, true
		})
	}
	return out
}

func passwordRules() []rule {
	return []rule{{name: "password", find: findPasswords, named: true}}
}

func findPasswords(text, lower string) []span {
	var out []span
	for _, a := range announcements() {
		a.each(lower, func(start, end int) {
			forms := a.forms()
			if isOption(lower[:start]) {
				forms = compiled().option
			}
			for _, find := range forms {
				if s, ok := find(text[end:]); ok {
					out = append(out, trimmed(text, end+s[0], end+s[1]))
					break
				}
			}
			if s, ok := saidBefore(text, start); ok {
				out = append(out, s)
			}
		})
	}
	return out
}

// isOption reports whether before ends with the dashes of a command's option.
func isOption(before string) bool {
	bare := strings.TrimRight(before, "-")
	return len(bare) < len(before) && (bare == "" || strings.ContainsAny(bare[len(bare)-1:], " \t\n"))
}

// saidBefore finds X in "X is my password", where end is where the announcement
// begins.
func saidBefore(text string, end int) (span, bool) {
	words := wordsBefore(text, end, 5)
	for i := range words { // from the announcement back; two adjectives may come between
		if i > 2 || i+2 >= len(words) {
			break
		}
		whose := strings.ToLower(text[words[i][0]:words[i][1]])
		mine := slices.Contains([]string{"my", "our", "mein", "unser", "mon", "notre", "mi", "nuestra"}, whose)
		theirs := slices.Contains([]string{"the", "your", "das", "dein", "le", "la"}, whose)
		is := strings.ToLower(text[words[i+1][0]:words[i+1][1]])
		if !mine && !theirs || !slices.Contains([]string{"is", "was", "ist", "war", "est", "es"}, is) {
			continue
		}
		at := words[i+2]
		value := text[at[0]:at[1]]
		if acceptGuessed("", value) || mine && acceptSaid("", value) {
			return at, true
		}
	}
	return span{}, false
}

// wordsBefore returns up to n words that stand before end, the last one first.
func wordsBefore(text string, end, n int) []span {
	var out []span
	for len(out) < n {
		to := len(strings.TrimRight(text[:end], " \t\n"))
		from := strings.LastIndexAny(text[:to], " \t\n") + 1
		if from >= to {
			break
		}
		out = append(out, span{from, to})
		end = from
	}
	return out
}

// trimmed leaves a sentence its closing punctuation.
func trimmed(text string, start, end int) span {
	return span{start, start + len(strings.TrimRight(text[start:end], ".,;) \t\r"))}
}
