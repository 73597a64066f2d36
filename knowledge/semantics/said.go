package semantics

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
)

// fileEndings are the endings of names that are taken for files.
var fileEndings = lazySet("doc|docx|docm|dotx|rtf|odt|pdf|ppt|pptx|pptm|odp|xls|xlsx|xlsm|xlsb|ods|csv|tsv|txt|md|markdown|tex|html|htm|xml|json|yaml|yml|eml|msg|mbox|epub|ipynb|zip|png|jpg|jpeg|tif|tiff")

// Bounds of names and quoted words in bytes, and how many of each are kept.
const (
	minQuote    = 8
	maxQuote    = 120
	maxFileName = 120
	maxMentions = 40
)

// mentionsOf returns the names of files and the words in quotation marks that the
// body holds, each once, those first that stand first.
func mentionsOf(v *view) []knowledge.Mention {
	var out []knowledge.Mention
	seen := map[string]bool{}
	for i := range v.blocks {
		b := &v.blocks[i]
		if b.Kind == knowledge.Code || b.Kind == knowledge.Formula || b.Kind == knowledge.Quote {
			continue
		}
		body, at := b.body(), b.Span[0]+b.Lead
		add := func(s knowledge.Span, file bool) {
			text := body[s[0]:s[1]]
			if key := strings.ToLower(text); !seen[key] && len(out) < maxMentions {
				seen[key] = true
				out = append(out, knowledge.Mention{File: file, Text: knowledge.Line(text, maxQuote), Unit: b.unit.Name, Span: knowledge.Span{at + s[0], at + s[1]}})
			}
		}
		for _, s := range fileNames(body) {
			add(s, true)
		}
		for _, s := range quotedWords(body) {
			add(s, false)
		}
		if len(out) == maxMentions {
			break
		}
	}
	return out
}

// fileNames returns the spans of words of s with the ending of a document, without
// those in addresses of the web and of mail.
func fileNames(s string) []knowledge.Span {
	var out []knowledge.Span
	for at := 0; at < len(s); {
		dot := strings.IndexByte(s[at:], '.')
		if dot < 0 {
			return out
		}
		dot += at
		end := letters(s, dot+1)
		at = max(end, dot+1)
		if !fileEndings()[strings.ToLower(s[dot+1:end])] || !bounded(s, end) {
			continue
		}
		start := dot
		for start > 0 && dot-start < maxFileName {
			r, n := utf8.DecodeLastRuneInString(s[:start])
			if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("-_./+&", r) {
				break
			}
			start -= n
		}
		if start == dot || start > 0 && (s[start-1] == ':' || s[start-1] == '@') || strings.Contains(s[start:dot], "//") || strings.HasPrefix(s[start:], "www.") {
			continue
		}
		out = append(out, knowledge.Span{start, end})
	}
	return out
}

// quotes are the marks around quoted words: what opens, what closes.
var quotes = [][2]string{{"“", "”"}, {"„", "“"}, {"«", "»"}, {"»", "«"}, {"\"", "\""}, {"「", "」"}, {"《", "》"}}

// quotedWords returns the spans between quotation marks that may be a title: two words
// or more, on one line, no sentence.
func quotedWords(s string) []knowledge.Span {
	var out []knowledge.Span
	for _, q := range quotes {
		for at := 0; ; {
			open := strings.Index(s[at:], q[0])
			if open < 0 {
				break
			}
			from := at + open + len(q[0])
			size := strings.Index(s[from:], q[1])
			if size < 0 {
				break
			}
			at = from + size + len(q[1])
			inner := s[from : from+size]
			trimmed := strings.Trim(inner, " \u00a0\u202f.,")
			if len(trimmed) < minQuote || len(trimmed) > maxQuote || strings.ContainsAny(trimmed, "\n|") || !strings.ContainsAny(trimmed, " -") && utf8.RuneCountInString(trimmed) == len(trimmed) {
				continue
			}
			start := from + strings.Index(inner, trimmed)
			out = append(out, knowledge.Span{start, start + len(trimmed)})
		}
	}
	return out
}
