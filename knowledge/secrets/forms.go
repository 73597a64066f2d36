package secrets

import (
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
