package secrets

import (
	"strings"
	"sync"
)

// exact is one rule of Scan. It is asked about what stands around one of its words, or
// around the digits it is about.
type exact struct {
	kind  string
	words []string // ASCII letters small; none for rules about numbers
	find  func(text string) []span
}

// exactRules is the table of Scan, in the order by which overlapping finds are named.
// Those about numbers, which no word announces, come last.
var exactRules = sync.OnceValue(func() []exact {
	return append(append(keyRules(), assignedRules()...),
		exact{kind: "credit-card", find: exactCards},
		exact{kind: "iban", find: exactIBANs},
	)
})

// Scan returns the secrets that stand in a text of a document, in order and without
// overlap. It reports what has the documented form of a key, or is assigned to a name
// of one and looks generated; a sentence about passwords is none.
func Scan(text string) []Found {
	seen := survey(text)
	var all []candidate
	for i, windows := range seen {
		for _, w := range windows {
			w = widened(text, w)
			for _, s := range exactRules()[i].find(text[w[0]:w[1]]) {
				all = append(all, candidate{span{s[0] + w[0], s[1] + w[0]}, i})
			}
		}
	}
	return merge(text, all, func(i int) string { return exactRules()[i].kind })
}

// Mask replaces what Scan finds in a line by its kind, for messages that quote.
func Mask(line string) string {
	found := Scan(line)
	if len(found) == 0 {
		return line
	}
	var b strings.Builder
	last := 0
	for _, f := range found {
		b.WriteString(line[last:f.Span[0]] + "[" + f.Kind + "]")
		last = f.Span[1]
	}
	return b.String() + line[last:]
}

// Label says in words what a kind is, with its article.
func Label(kind string) string {
	if l := labels[kind]; l != "" {
		return l
	}
	return "a secret (" + kind + ")"
}

var labels = map[string]string{
	"private-key": "a private key", "aws-key": "an AWS access key", "github-token": "a GitHub token", "gitlab-token": "a GitLab token",
	"slack-token": "a Slack token", "slack-webhook": "the address of a Slack webhook", "stripe-key": "a Stripe key", "google-key": "a Google key",
	"openai-key": "a key of an AI service (OpenAI form)", "anthropic-key": "a key of an AI service (Anthropic form)", "huggingface-token": "a Hugging Face token",
	"npm-token": "an npm token", "pypi-token": "a PyPI token", "sendgrid-key": "a SendGrid key", "jwt": "a signed web token (JWT)",
	"connection-string": "a password in an address (user:password@host)", "authorization": "the value of an authorization header",
	"token": "a key or token assigned to a name", "password": "a password assigned to a name", "credit-card": "a card number", "iban": "a bank account (IBAN)",
}

// wordIndex is the index of survey: by the hash of their first three bytes, the words of
// the rules and the rules that they call.
type wordIndex struct {
	has     [1 << hashBits / 64]uint64
	buckets map[uint32][]indexed
	rules   int
}

type indexed struct {
	word string
	rule int
}

// hashBits is the base-2 logarithm of the bits of the filter over three bytes: 2 KiB,
// which stays in a processor's first cache; some 70 words fill 4 in 1,000 of it.
const hashBits = 14

func hash3(a, b, c byte) uint32 {
	return (uint32(a)<<16 | uint32(b)<<8 | uint32(c)) * 0x9e3779b1 >> (32 - hashBits)
}

var index = sync.OnceValue(func() *wordIndex {
	x := &wordIndex{buckets: map[uint32][]indexed{}, rules: len(exactRules())}
	for i, r := range exactRules() {
		for _, w := range r.words {
			h := hash3(w[0], w[1], w[2])
			x.has[h/64] |= 1 << (h % 64)
			x.buckets[h] = append(x.buckets[h], indexed{w, i})
		}
	}
	return x
})

const (
	// windowBefore is how far before its word a find begins at most, in bytes: the scheme
	// of an address, the groups of a number.
	windowBefore = 64
	// windowAfter is how far behind its word what decides stands: the whole of a web token,
	// whose middle part has some 1,000 bytes.
	windowAfter = 2048
	// windowSlack is how much further a window goes to end at a white space, so that no
	// word is cut.
	windowSlack = 256
)

// survey passes once over a text and says for each rule in which parts it may find
// something: it is what makes Scan cheap where there is nothing, which is nearly
// everywhere. It returns nil where there is nothing at all.
func survey(text string) [][]span {
	x := index()
	var seen [][]span
	add := func(rule, at int) {
		if seen == nil {
			seen = make([][]span, x.rules)
		}
		w := span{max(0, at-windowBefore), min(len(text), at+windowAfter)}
		if n := len(seen[rule]); n > 0 && w[0] <= seen[rule][n-1][1]+windowSlack {
			seen[rule][n-1][1] = w[1]
			return
		}
		seen[rule] = append(seen[rule], w)
	}
	cards, ibans := x.rules-2, x.rules-1
	digits, word := 0, 0 // digits of the run so far; letters and digits of the word so far
	var a, b byte        // the two bytes before, small
	for i := range len(text) {
		c := lowerByte(text[i])
		if h := hash3(a, b, c); i >= 2 && x.has[h/64]&(1<<(h%64)) != 0 {
			for _, k := range x.buckets[h] {
				if foldedPrefix(text[i-2:], k.word) {
					add(k.rule, i-2)
				}
			}
		}
		switch {
		case isDigit(c):
			word++
			if digits++; digits == 13 {
				add(cards, i)
			}
			if word == 4 && i >= 3 && isDigit(b) && isLetterByte(a) && isLetterByte(lowerByte(text[i-3])) {
				add(ibans, i)
			}
		case isLetterByte(c):
			word++
			digits = 0
		default:
			word = 0
			if !groups(c) {
				digits = 0
			}
		}
		a, b = b, c
	}
	return seen
}

// widened returns a window that begins and ends at a white space or at an end of the
// text, as far as one is near.
func widened(text string, w span) span {
	for n := 0; w[0] > 0 && n < windowSlack && !isSpaceByte(text[w[0]-1]); n++ {
		w[0]--
	}
	for n := 0; w[1] < len(text) && n < windowSlack && !isSpaceByte(text[w[1]]); n++ {
		w[1]++
	}
	return w
}

func isSpaceByte(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// groups reports a byte that may stand between the groups of a number: a space, a dash,
// or a byte of U+00A0 or U+202F.
func groups(c byte) bool {
	switch c {
	case ' ', '-', 0xc2, 0xa0, 0xe2, 0x80, 0xaf:
		return true
	}
	return false
}

func isLetterByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func foldedPrefix(text, word string) bool {
	if len(text) < len(word) {
		return false
	}
	for i := range len(word) {
		if lowerByte(text[i]) != word[i] {
			return false
		}
	}
	return true
}
