package relations

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// name is what the path of a source says of its kind, its version and its place in a
// series.
type name struct {
	folder   string // without folders of old versions and drafts
	aside    stage  // what such a folder says
	document string // words without the marks of a version; dates and numbers stay
	version  int    // thousandths: v2 is 2000, v2.1 is 2001; 0 where there is none
	stage    stage
	copied   bool   // it is called a copy
	series   string // words with # for dates and numbers; "" where there are none
	ordinal  []int  // the dates and numbers
	dated    bool   // there is a whole day among them
	periods  []string
	language string // of a mark such as _en or a folder en/
	original string // folder and words without that mark
}

// stage is how far a document has come.
type stage int

const (
	old   stage = -2
	draft stage = -1
	final stage = 1
)

// stages are the words for it in names of files.
var stages = map[string]stage{
	"draft": draft, "drafts": draft, "wip": draft, "entwurf": draft, "brouillon": draft, "borrador": draft, "bozza": draft, "rascunho": draft,
	"final": final, "approved": final, "signed": final, "endfassung": final, "genehmigt": final, "unterschrieben": final, "signé": final, "firmado": final,
	"définitif": final, "definitivo": final, "latest": final,
	"old": old, "superseded": old, "obsolete": old, "veraltet": old, "überholt": old, "obsolète": old,
}

// asides are folders in which what is left behind lies.
var asides = map[string]stage{
	"archive": old, "archives": old, "archiv": old, "archivo": old, "old": old, "alt": old, "superseded": old, "previous": old, "obsolete": old, "history": old,
	"drafts": draft, "draft": draft, "entwürfe": draft, "versions": 0, "versionen": 0,
}

var versionWords = map[string]bool{"version": true, "ver": true, "v": true, "rev": true, "revision": true, "fassung": true, "versión": true, "versione": true, "versie": true}

var copyWords = map[string]bool{"copy": true, "kopie": true, "copie": true, "copia": true, "kopia": true}

var monthWords = func() map[string]int {
	m := map[string]int{}
	for _, list := range []string{
		"january|february|march|april|may|june|july|august|september|october|november|december",
		"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec",
		"januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember",
		"janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre",
		"enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre",
	} {
		for i, w := range strings.Split(list, "|") {
			m[w] = i + 1
		}
	}
	return m
}()

var languageMarks = map[string]string{
	"en": "eng", "eng": "eng", "english": "eng", "de": "deu", "ger": "deu", "deu": "deu", "german": "deu", "deutsch": "deu", "fr": "fra", "fra": "fra", "fre": "fra",
	"french": "fra", "français": "fra", "francais": "fra", "es": "spa", "spa": "spa", "spanish": "spa", "español": "spa", "it": "ita", "ita": "ita", "italian": "ita",
	"italiano": "ita", "pt": "por", "por": "por", "portuguese": "por", "nl": "nld", "nld": "nld", "dutch": "nld", "zh": "zho", "cn": "zho", "chinese": "zho",
	"ja": "jpn", "jp": "jpn", "pl": "pol", "sv": "swe", "da": "dan", "fi": "fin", "cs": "ces", "ru": "rus", "ar": "arb", "ko": "kor", "tr": "tur", "uk": "ukr",
}

func parseName(p string) name {
	p = strings.ToLower(norm.NFC.String(p))
	dir, base := path.Split(p)
	var n name
	var folders, plain []string
	for _, f := range strings.Split(strings.TrimSuffix(dir, "/"), "/") {
		s, aside := asides[f]
		if aside {
			n.aside = s
		} else {
			folders = append(folders, f)
		}
		if l := languageMarks[f]; l != "" {
			n.language = l
		} else {
			plain = append(plain, f)
		}
	}
	n.folder = strings.Join(folders, "/")
	if ext := path.Ext(base); len(ext) > 1 && len(ext) <= 6 && ext != base {
		base = strings.TrimSuffix(base, ext)
	}
	n.words(split(base))
	if n.language == "" {
		n.original = ""
	} else {
		n.original = strings.Join(plain, "/") + "/" + n.original
	}
	if n.original == "" {
		n.original = strings.Join(plain, "/") + "/" + n.document
	}
	return n
}

// piece is a word of a file name, with the character that stands before it.
type piece struct {
	word   string
	before byte
}

// split cuts a name at what is no letter and no digit.
func split(base string) []piece {
	var out []piece
	start := -1
	for i, r := range base {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			out = append(out, pieceAt(base, start, i))
		}
		start = -1
	}
	if start >= 0 {
		out = append(out, pieceAt(base, start, len(base)))
	}
	return out
}

func pieceAt(base string, start, end int) piece {
	before := byte(0)
	if start > 0 {
		before = base[start-1]
	}
	return piece{base[start:end], before}
}

// words reads the words of the name.
func (n *name) words(pieces []piece) {
	var document, series, original []string
	count := func(v int, word string) {
		document, series, original = append(document, word), append(series, "#"), append(original, word)
		n.ordinal = append(n.ordinal, v)
	}
	for i := 0; i < len(pieces); i++ {
		w := pieces[i].word
		last := i == len(pieces)-1
		var after *piece
		if !last {
			after = &pieces[i+1]
		}
		switch v := number(w); {
		case versionToken(w) > 0:
			n.version = versionToken(w) * 1000
			if after != nil && after.before == '.' && number(after.word) >= 0 {
				n.version += number(after.word)
				i++
			}
		case versionWords[w] && after != nil && number(after.word) >= 0 && len(after.word) < 4:
			n.version = number(after.word) * 1000
			if i++; i+1 < len(pieces) && pieces[i+1].before == '.' && number(pieces[i+1].word) >= 0 {
				n.version += number(pieces[i+1].word)
				i++
			}
		case w == "rev" && after != nil && len(after.word) == 1 && after.word >= "a" && after.word <= "h":
			n.version = int(after.word[0]-'a'+1) * 1000
			i++
		case i > 0 && stages[w] != 0:
			n.stage = stages[w]
		case i > 0 && copyWords[w], last && pieces[i].before == '(' && v >= 0:
			n.copied = true
		case v >= 0 && len(w) == 8 && v/10000 >= 1900 && v/10000 < 2100:
			count(v/10000, w[:4])
			count(v/100%100, w[4:6])
			count(v%100, w[6:])
			n.dated = true
			n.periods = append(n.periods, w[:4], w[:6], w)
		case v >= 1900 && v < 2100 && len(w) == 4:
			count(v, w)
			n.periods = append(n.periods, w)
		case v >= 0 && len(w) < 10:
			count(v, w)
			if i > 0 && len(w) == 2 && pieces[i].before == '-' && len(n.periods) > 0 {
				n.dated = n.dated || len(n.periods[len(n.periods)-1]) == 6
				n.periods = append(n.periods, n.periods[len(n.periods)-1]+w)
			}
		case monthWords[w] > 0 && (i > 0 || after != nil && isYear(after.word)):
			count(monthWords[w], w)
			n.periods = append(n.periods, "m"+strconv.Itoa(monthWords[w]))
		case len(w) == 2 && w[0] == 'q' && w[1] >= '1' && w[1] <= '4':
			count(int(w[1]-'0'), w)
			n.periods = append(n.periods, w)
		case last && i > 0 && languageMarks[w] != "":
			n.language = languageMarks[w]
			document, series = append(document, w), append(series, w)
		default:
			if head, tail := letterDigits(w); tail >= 0 {
				document, series, original = append(document, w), append(series, head+"#"), append(original, w)
				n.ordinal = append(n.ordinal, tail)
				continue
			}
			document, series, original = append(document, w), append(series, w), append(original, w)
		}
	}
	n.document, n.original = strings.Join(document, " "), strings.Join(original, " ")
	if len(n.ordinal) > 0 && slices.ContainsFunc(series, func(s string) bool { return len(s) > 2 }) {
		n.series = strings.Join(series, " ")
	}
}

func isYear(w string) bool { v := number(w); return len(w) == 4 && v >= 1900 && v < 2100 }

// versionToken reads v2, rev3, version4; 0 where w is none of them.
func versionToken(w string) int {
	head, tail := letterDigits(w)
	if versionWords[head] && tail > 0 && tail < 1000 {
		return tail
	}
	return 0
}

// letterDigits cuts inv0012 into inv and 12; tail is -1 where w is not of that form.
func letterDigits(w string) (head string, tail int) {
	head = strings.TrimRight(w, "0123456789")
	if head == "" || head == w || len(w)-len(head) > 9 || strings.ContainsAny(head, "0123456789") {
		return "", -1
	}
	return head, number(w[len(head):])
}

// number reads up to nine digits, -1 where w is something else.
func number(w string) int {
	if w == "" || len(w) > 9 {
		return -1
	}
	n := 0
	for i := range len(w) {
		if w[i] < '0' || w[i] > '9' {
			return -1
		}
		n = n*10 + int(w[i]-'0')
	}
	return n
}
