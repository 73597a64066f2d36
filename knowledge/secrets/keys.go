package secrets

import (
	"encoding/base64"
	"strings"
)

// keyRules know keys by the forms that their issuers document. The lengths are those of
// the keys that are issued, or somewhat less where issuers changed them.
func keyRules() []exact {
	return []exact{
		keyed("private-key", []string{"private key"},
			`-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\\nrt"'>|]*(?:[A-Za-z-]+: [^\n]*\n|[\s\\nrt"'>|])*[A-Za-z0-9+/=]{24,}(?:(?s:.)*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----)?`, varied),
		keyed("aws-key", []string{"akia", "asia"}, `\b(?:AKIA|ASIA)[A-Z2-7]{16}\b`, varied),
		keyed("github-token", []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"},
			`\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9]{20,}_[A-Za-z0-9]{40,})\b`, generated),
		keyed("gitlab-token", []string{"glpat-"}, `\bglpat-[A-Za-z0-9_-]{20,}`, generated),
		keyed("slack-token", []string{"xox", "xapp-"}, `\b(?:xox[abeoprs]-[0-9]{6,}-[A-Za-z0-9-]{10,}|xox[abeoprs]-[A-Za-z0-9]{10,}-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Z0-9]{6,}-[0-9]+-[a-f0-9]{20,})\b`, generated),
		keyed("slack-webhook", []string{"hooks.slack.com/services/"}, `hooks\.slack\.com/services/T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{16,}`, generated),
		keyed("stripe-key", []string{"sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_"}, `\b(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,})`, generated),
		keyed("google-key", []string{"aiza", "ya29.", "gocspx-"}, `\b(?:AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{30,}|GOCSPX-[A-Za-z0-9_-]{24,})`, generated),
		keyed("anthropic-key", []string{"sk-ant-"}, `\bsk-ant-[a-z0-9]{2,12}-[A-Za-z0-9_-]{20,}`, generated),
		keyed("openai-key", []string{"sk-"}, `\b(?:sk-(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,}|sk-[A-Za-z0-9]{32,})`, generated),
		keyed("huggingface-token", []string{"hf_"}, `\bhf_[A-Za-z0-9]{30,}\b`, generated),
		keyed("npm-token", []string{"npm_"}, `\bnpm_[A-Za-z0-9]{36}\b`, generated),
		keyed("pypi-token", []string{"pypi-"}, `\bpypi-AgE[A-Za-z0-9_-]{50,}`, generated),
		keyed("sendgrid-key", []string{"sg."}, `\bSG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{40,45}\b`, generated),
		keyed("jwt", []string{"eyj"}, `\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*`, signed),
		// The user information of an address. A port and a path that holds @ are none.
		keyed("connection-string", []string{"://"}, `[A-Za-z][A-Za-z0-9+.-]*://[^\s/@:?#"'<>|]*:([^\s/"'<>|@]{3,}@[A-Za-z0-9.\[-]+)`, inAddress),
		keyed("authorization", []string{"authorization"},
			`(?i)\bauthorization["']?[ \t]*[:=][ \t]*["']?(?:bearer|basic|token|digest)[ \t]+([A-Za-z0-9._~+/=-]{12,})`, random),
		keyed("authorization", []string{"bearer"}, `(?i)\bbearer[ \t]+([A-Za-z0-9._~+/=-]{20,})`, random),
	}
}

// keyed is the rule of one regular expression: of its first group where it has one, of
// the whole match otherwise. accept has the last word.
func keyed(kind string, words []string, expr string, accept func(secret string) bool) exact {
	re := lazy(expr)
	return exact{kind: kind, words: words, find: func(text string) []span {
		var out []span
		for _, m := range re().FindAllStringSubmatchIndex(text, -1) {
			s := span{m[0], m[1]}
			if len(m) > 2 {
				s = span{m[2], m[3]}
			}
			if accept(text[s[0]:s[1]]) {
				out = append(out, s)
			}
		}
		return out
	}}
}

// varied reports whether a key has the variety of one that was issued, not the letter
// that a manual repeats.
func varied(s string) bool {
	var seen [256]bool
	n := 0
	for i := range len(s) {
		if !seen[s[i]] {
			seen[s[i]] = true
			n++
		}
	}
	return n >= 8
}

// generated reports whether the part of a key behind its prefix was drawn at random:
// letters with digits, or letters of both cases, and varied. A name in words, as in
// sk-learn-style-pipelines, is not.
func generated(s string) bool {
	lower, upper, digit := false, false, false
	for i := range len(s) {
		switch c := s[i]; {
		case isDigit(c):
			digit = true
		case c >= 'A' && c <= 'Z':
			upper = true
		case c >= 'a' && c <= 'z':
			lower = true
		}
	}
	return varied(s) && (digit && (upper || lower) || upper && lower && changes(s) >= minChanges) && !isReference(s)
}

// minChanges is how often the classes of characters in a generated value of 16 change
// at least: three in four of 16 random letters and digits change some 9 times, words
// with a year once or twice.
const minChanges = 4

// random reports whether a value that a name announces looks generated.
func random(s string) bool {
	return len(s) >= 12 && varied(s) && hasDigit(s) && strings.ContainsFunc(s, isLetter) && changes(s) >= minChanges && !isReference(s)
}

// changes counts the places where small letters, capitals and digits meet.
func changes(s string) int {
	n, last := 0, 0
	for i := range len(s) {
		class := 0
		switch c := s[i]; {
		case isDigit(c):
			class = 1
		case c >= 'A' && c <= 'Z':
			class = 2
		case c >= 'a' && c <= 'z':
			class = 3
		}
		if last != 0 && class != 0 && class != last {
			n++
		}
		if class != 0 {
			last = class
		}
	}
	return n
}

// isReference reports a value that says where the secret is kept: a variable, a call, a
// path, a place to fill in.
func isReference(s string) bool {
	if placeholder(s) || strings.ContainsAny(s, "(){}[]<>") || strings.Contains(s, "://") || strings.Contains(s, "...") || strings.Contains(s, "…") {
		return true
	}
	lower := asciiLower(s)
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "$") || strings.HasPrefix(s, "%") || mentions(lower, []string{"your", "xxxx", "placeholder", "insert", "replace", "redacted", "dummy"})
}

// signed reports whether the first part of a web token is the header of one.
func signed(s string) bool {
	head, _, _ := strings.Cut(s, ".")
	b, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(head, "="))
	return err == nil && strings.Contains(string(b), `"alg"`)
}

// inAddress reports whether the user information of an address, with the host behind it,
// holds a password and not a word that stands for one. The hosts of manuals are none.
func inAddress(s string) bool {
	at := strings.LastIndexByte(s, '@')
	host, secret := strings.ToLower(s[at+1:]), s[:at]
	for _, made := range []string{"example.com", "example.org", "example.net", "example"} {
		if host == made || strings.HasSuffix(host, "."+made) {
			return false
		}
	}
	return !portAndPath().MatchString(secret) && !isReference(secret) && !standIn(secret) && !allDigits(secret)
}

func allDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
