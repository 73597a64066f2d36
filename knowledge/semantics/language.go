package semantics

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"

	"quire/knowledge"
)

// Language is the language of most of the text.
type Language struct {
	Code   string  `json:"code"`             // ISO 639-3, "und" where unsure
	Shares []Share `json:"shares,omitempty"` // largest first, where there are several
}

// Share is how much of the sampled text is in one language.
type Share struct {
	Code     string `json:"code"`
	PerMille int    `json:"per_mille"`
}

const (
	undetermined = "und"
	// A sample is long enough for trigrams to tell related languages apart.
	// Eight of them show a document in several languages.
	sampleBytes = 1000
	maxSamples  = 8
	minLetters  = 25
	// Below the detector's own threshold of 0.8 a verdict counts only where the
	// document declares the same language, and never a tie between two.
	corroborated = 0.2
)

// languageOf asks frequent words, and then the detector, about samples spread over
// the text and counts their letters by language. A verdict that the detector
// itself calls unreliable and frequent words do not confirm counts as "und",
// unless it is what the document declares.
func languageOf(v *view) Language {
	declared := declaredLanguage(v.doc.Evidence.Meta.Language)
	letters := map[string]int{}
	var order []string // as first met: equal shares keep reading order
	total := 0
	for _, s := range samples(v) {
		code, n := detect(s, declared)
		if n == 0 {
			continue
		}
		if letters[code] == 0 {
			order = append(order, code)
		}
		letters[code] += n
		total += n
	}
	lang := Language{Code: undetermined}
	best := 0
	for _, code := range order {
		if code != undetermined && letters[code] > best && letters[code]*4 >= total {
			lang.Code, best = code, letters[code]
		}
	}
	if len(order) > 1 {
		lang.Shares = shares(order, letters, total)
	}
	return lang
}

// shares sorts by size, insertion by insertion: there are at most eight.
func shares(order []string, letters map[string]int, total int) []Share {
	var out []Share
	for _, code := range order {
		s := Share{code, letters[code] * 1000 / total}
		at := len(out)
		for at > 0 && out[at-1].PerMille < s.PerMille {
			at--
		}
		out = append(out, Share{})
		copy(out[at+1:], out[at:])
		out[at] = s
	}
	return out
}

// samples are pieces of running text; of tables where there is nothing else.
func samples(v *view) []string {
	for _, want := range []func(*block) bool{
		func(b *block) bool { return b.Kind.Channel() == "text" && b.Kind != knowledge.Formula },
		func(b *block) bool { return b.Kind == knowledge.Table || b.Kind.Channel() == "note" },
	} {
		size := 0
		for i := range v.blocks {
			if want(&v.blocks[i]) {
				size += v.blocks[i].Span.Len()
			}
		}
		if size > 0 {
			return sampleBlocks(v, want, size)
		}
	}
	return nil
}

func sampleBlocks(v *view, want func(*block) bool, size int) []string {
	count := min(maxSamples, 1+size/(4*sampleBytes))
	var out []string
	var open strings.Builder
	at := 0
	for i := range v.blocks {
		b := &v.blocks[i]
		if !want(b) {
			continue
		}
		due := len(out) * (size / count)
		if body := b.body(); at+len(body) >= due && len(out) < count {
			from := max(0, min(due-at, len(body)-sampleBytes))
			for from > 0 && !utf8.RuneStart(body[from]) {
				from--
			}
			to := min(len(body), from+sampleBytes-min(open.Len(), sampleBytes-1))
			for to < len(body) && !utf8.RuneStart(body[to]) {
				to++
			}
			open.WriteString(body[from:to])
			open.WriteByte(' ')
		}
		at += b.Span.Len()
		if open.Len() >= sampleBytes {
			out = append(out, open.String())
			open.Reset()
		}
	}
	if open.Len() > 0 {
		out = append(out, open.String())
	}
	return out
}

// lastLatin ends the blocks of Latin letters that European languages are written in.
const lastLatin = 0x24f

// detect returns the language of s and the number of its letters. declared is
// what the document says of itself, "" where it does not.
func detect(s, declared string) (code string, letters int) {
	s = withoutAddresses(s)
	kana, han, latin := 0, 0, 0
	for _, r := range s {
		if unicode.IsLetter(r) {
			letters++
			if r <= lastLatin {
				latin++
			}
		}
		if r >= 0x2e80 && unicode.In(r, unicode.Hiragana, unicode.Katakana) {
			kana++
		} else if r >= 0x2e80 && unicode.Is(unicode.Han, r) {
			han++
		}
	}
	switch {
	case letters == 0:
		return undetermined, 0
	case kana > 0 && (kana+han)*2 > letters && kana*20 > han:
		return "jpn", letters // the detector takes Japanese with much kanji for Chinese
	}
	frequent := countFrequent(s)
	if latin*2 > letters {
		if code := frequent.clear(); code != "" {
			return code, letters
		}
	}
	info := whatlanggo.Detect(s)
	if info.Script == nil || info.Lang < 0 {
		return undetermined, letters
	}
	code = info.Lang.Iso6393()
	if code == "tuk" && info.Script == unicode.Cyrillic {
		return undetermined, letters // Turkmen is written in Latin; this is Kazakh or a neighbour
	}
	single := info.Confidence == 1 && !manyLanguages(info.Script)
	if letters < minLetters && !single {
		return undetermined, letters
	}
	reliable := info.IsReliable()
	if !single {
		code, reliable = frequent.witness(code, reliable)
	}
	if !reliable && (code != declared || info.Confidence < corroborated) {
		return undetermined, letters
	}
	return code, letters
}

// withoutAddresses drops links and mail addresses, which have no language.
func withoutAddresses(s string) string {
	if !strings.Contains(s, "://") && !strings.Contains(s, "@") {
		return s
	}
	words := strings.Fields(s)
	return strings.Join(slices.DeleteFunc(words, func(w string) bool { return strings.Contains(w, "://") || strings.Contains(w, "@") }), " ")
}

// manyLanguages reports scripts in which the detector weighs several languages:
// there few letters decide nothing.
func manyLanguages(script *unicode.RangeTable) bool {
	switch script {
	case unicode.Latin, unicode.Cyrillic, unicode.Devanagari, unicode.Hebrew, unicode.Ethiopic, unicode.Arabic:
		return true
	}
	return false
}

// declaredLanguage maps a BCP 47 tag to ISO 639-3, "" where it is not known.
func declaredLanguage(tag string) string {
	primary, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(tag, "_", "-")), "-")
	if len(primary) < 2 || len(primary) > 3 {
		return ""
	}
	if len(primary) == 2 {
		for lang := range whatlanggo.Langs {
			if lang.Iso6391() == primary {
				return lang.Iso6393()
			}
		}
		return ""
	}
	return primary
}
