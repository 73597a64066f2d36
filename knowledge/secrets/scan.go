package secrets

import (
	"strings"
	"sync"
)

// exact is one rule of Scan. A text is given to it only where one of its words stands
// there, or where survey saw the digits it is about.
type exact struct {
	kind  string
	words []string // ASCII letters small; none for rules about numbers
	find  func(text string) []span
}

// Kinds of numbers, which no word announces: bits of what survey saw.
const (
	cardDigits = 1 << iota
	ibanDigits
	firstWordBit
)

// exactRules is the table of Scan, in the order by which overlapping finds are named.
var exactRules = sync.OnceValue(func() []exact {
	return append(append(keyRules(), assignedRules()...),
		exact{kind: "credit-card", find: exactCards},
		exact{kind: "iban", find: exactIBANs},
	)
})

// ruleBit is the bit of survey that rule i needs.
func ruleBit(i int, r *exact) uint64 {
	switch r.kind {
	case "credit-card":
		return cardDigits
	case "iban":
		return ibanDigits
	}
	return firstWordBit << i
}

// Scan returns the secrets that stand in a text of a document, in order and without
// overlap. It reports what has the documented form of a key, or is assigned to a name
// of one and looks generated; a sentence about passwords is none.
func Scan(text string) []Found {
	seen := survey(text)
	if seen == 0 {
		return nil
	}
	var all []candidate
	for i, r := range exactRules() {
		if seen&ruleBit(i, &r) == 0 {
			continue
		}
		for _, s := range r.find(text) {
			all = append(all, candidate{s, i})
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

// words is the index of survey: by the hash of their first three bytes, the words of the
// rules and the bits of the rules that they call.
type wordIndex struct {
	has     [1 << hashBits / 64]uint64
	buckets map[uint32][]indexed
}

type indexed struct {
	word string
	bit  uint64
}

// hashBits is the base-2 logarithm of the bits of the filter over three bytes: 2 KiB,
// which stays in a processor's first cache; some 70 words fill 4 in 1,000 of it.
const hashBits = 14

func hash3(a, b, c byte) uint32 {
	return (uint32(a)<<16 | uint32(b)<<8 | uint32(c)) * 0x9e3779b1 >> (32 - hashBits)
}

var index = sync.OnceValue(func() *wordIndex {
	x := &wordIndex{buckets: map[uint32][]indexed{}}
	for i, r := range exactRules() {
		for _, w := range r.words {
			h := hash3(w[0], w[1], w[2])
			x.has[h/64] |= 1 << (h % 64)
			x.buckets[h] = append(x.buckets[h], indexed{w, ruleBit(i, &r)})
		}
	}
	return x
})

// survey passes once over a text and says which rules may find something: it is what
// makes Scan cheap where there is nothing, which is nearly everywhere.
func survey(text string) uint64 {
	x := index()
	var seen uint64
	digits, word := 0, 0 // digits of the run so far; letters and digits of the word so far
	var a, b byte        // the two bytes before, small
	for i := range len(text) {
		c := lowerByte(text[i])
		if h := hash3(a, b, c); i >= 2 && x.has[h/64]&(1<<(h%64)) != 0 {
			for _, k := range x.buckets[h] {
				if seen&k.bit == 0 && foldedPrefix(text[i-2:], k.word) {
					seen |= k.bit
				}
			}
		}
		switch {
		case isDigit(c):
			word++
			if digits++; digits == 13 {
				seen |= cardDigits
			}
			if word == 4 && i >= 3 && isDigit(b) && isLetterByte(a) && isLetterByte(lowerByte(text[i-3])) {
				seen |= ibanDigits
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
