package secrets

import "strings"

// credentialRules know secrets by their own form: prefixes that their issuers
// document, and the syntax around them.
func credentialRules() []rule {
	return []rule{
		pattern("private-key", []string{"private key"},
			`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:(?s:.)*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|(?s:.)*)`, nil),
		// The user information of a URL. A port and a path that holds @ are none.
		pattern("connection-string", []string{"://"},
			`[A-Za-z][A-Za-z0-9+.-]*://[^\s/@:?#"'<>]*:([^\s"'<>]+)@[^\s@]`,
			func(secret string) bool { return !portAndPath().MatchString(secret) }),
		pattern("jwt", []string{"eyj"}, `\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*)?`, nil),
		pattern("api-key", []string{"sk-", "sk_", "rk_", "aiza", "npm_", "hf_", "sg.", "pypi-", "glpat-", "ya29."},
			`\b(?:sk-[A-Za-z0-9_-]{16,}|[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|AIza[A-Za-z0-9_-]{30,}|npm_[A-Za-z0-9]{30,}`+
				`|hf_[A-Za-z0-9]{20,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|pypi-[A-Za-z0-9_-]{32,}|glpat-[A-Za-z0-9_-]{16,}|ya29\.[A-Za-z0-9_-]{20,})`,
			hasDigit),
		pattern("github-token", []string{"gh", "github_pat_"}, `\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})`, nil),
		pattern("aws-key", []string{"akia", "asia"}, `\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`, nil),
		pattern("slack-token", []string{"xox", "xapp-"}, `\b(?:xox[a-z]|xapp)-[A-Za-z0-9-]{10,}`, nil),
		pattern("authorization", []string{"authorization"},
			`(?i)\bauthorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token|digest)\s+)?([A-Za-z0-9._~+/=-]{8,})`, nil),
		pattern("bearer-token", []string{"bearer"}, `(?i)\bbearer\s+([A-Za-z0-9._~+/=-]{8,})`, hasDigit),
		// A named value: api_key=…, "client_secret": "…", --token …, "the API key is …".
		pattern("api-key", []string{"key", "secret", "token"},
			`(?i)(?:api[ _-]?key|apikey|access[ _-]?key(?:[ _-]?id)?|account[ _-]?key|secret(?:[ _-]?(?:access[ _-]?)?key)?|token|credentials?)[\\"'`+"`"+`*]*`+
				`(?:\s*(?:=>|:=|[:=])\s*|\s+(?:is|was|ist|lautet|est|es)\s+:?\s*|\s+)[\\"'`+"`"+`*]*([^\s"'`+"`"+`<>,;\\]{8,})`,
			looksRandom),
	}
}

// pattern is the rule of one regular expression: of its first group where it has
// one, of the whole match otherwise. accept, where given, has the last word.
func pattern(name string, words []string, expr string, accept func(secret string) bool) rule {
	re := lazy(expr)
	find := func(text, lower string) []span {
		if !mentions(lower, words) {
			return nil
		}
		var out []span
		for _, m := range re().FindAllStringSubmatchIndex(text, -1) {
			s := span{m[0], m[1]}
			if len(m) > 2 {
				s = span{m[2], m[3]}
			}
			if accept == nil || accept(text[s[0]:s[1]]) {
				out = append(out, s)
			}
		}
		return out
	}
	return rule{name: name, find: find, named: true}
}

var portAndPath = lazy(`^[0-9]{1,5}(?:[/?#]|$)`)

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// looksRandom reports whether s reads like a generated key: letters and digits
// mixed, and not a path, a call or a reference to where the key is kept.
func looksRandom(s string) bool {
	letters := strings.ContainsFunc(s, isLetter)
	return letters && hasDigit(s) && !strings.ContainsAny(s, "(){}$[]") && !strings.Contains(s, "://") && !strings.HasPrefix(s, "/")
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
