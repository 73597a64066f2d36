package semantics

import (
	"slices"
	"sort"
	"strings"

	"quire/internal/lazy"
	"quire/knowledge"
)

// How far the top of a document reaches in which it says what it is and what it
// replaces.
const (
	selfBlocks = 30
	selfBytes  = 4000
	maxSaid    = 6

	minOwnTitle = 8 // bytes of a title by which a sentence may call its document
)

// replaceCues are the words by which a document says that it replaces another one;
// with by, that another one replaces it.
var replaceCues = []struct {
	words string
	by    bool
}{
	{"superseded by", true}, {"replaced by", true}, {"obsoleted by", true}, {"ersetzt durch", true}, {"abgelöst durch", true}, {"remplacé par", true},
	{"remplacée par", true}, {"sustituido por", true}, {"sustituida por", true}, {"reemplazado por", true}, {"reemplazada por", true},
	{"sostituito da", true}, {"sostituita da", true}, {"vervangen door", true}, {"substituído por", true}, {"substituída por", true},
	{"cancels and replaces", false}, {"annule et remplace", false}, {"replaces", false}, {"supersedes", false}, {"obsoletes", false}, {"ersetzt", false},
	{"remplace", false}, {"sustituye", false}, {"reemplaza", false}, {"sostituisce", false}, {"vervangt", false}, {"substitui", false},
}

// selfWords begin a sentence in which a document speaks of itself.
var selfWords = lazySet("this|these|the present|it|status|note|superseded|supersedes|replaced|replaces|obsoleted|obsoletes|cancels|" +
	"diese|dieser|dieses|die vorliegende|das vorliegende|sie|es|ersetzt|abgelöst|hinweis|" +
	"ce|cet|cette|la présente|le présent|annule|remplace|remplacé|remplacée|statut|" +
	"este|esta|el presente|sustituye|sustituido|sustituida|reemplaza|reemplazado|reemplazada|estado|" +
	"questo|questa|il presente|sostituisce|sostituito|sostituita|deze|dit|vervangt|vervangen|substitui")

// replacesOf returns what the document says of documents that it replaces or that
// replace it: in its metadata, and in sentences at its top that speak of itself.
func replacesOf(v *view, title string) []knowledge.Said {
	own := strings.ToLower(title)
	var out []knowledge.Said
	size := 0
	for i := range v.blocks {
		b := &v.blocks[i]
		if i >= selfBlocks || size > selfBytes || len(out) >= maxSaid {
			break
		}
		size += b.Span.Len()
		if b.Kind != knowledge.Paragraph && b.Kind != knowledge.ListItem && b.Kind != knowledge.TextBox {
			continue
		}
		b.sentences(func(s knowledge.Span) bool {
			if said, ok := saidIn(b, s, own); ok && s.Len() <= 600 {
				out = append(out, said)
			}
			return len(out) < maxSaid
		})
	}
	extra := v.doc.Evidence.Meta.Extra
	keys := make([]string, 0, len(extra))
	for k := range extra {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		by, ok := replaceKey(k)
		target := strings.TrimSpace(knowledge.Line(extra[k], 200))
		if ok && target != "" && !slices.ContainsFunc(out, func(s knowledge.Said) bool { return s.By == by && s.Target == target }) {
			out = append(out, knowledge.Said{By: by, Target: target, Text: k + ": " + target})
		}
	}
	return out
}

func replaceKey(key string) (by, ok bool) {
	switch strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(key)) {
	case "replaces", "supersedes", "obsoletes", "ersetzt", "remplace", "sustituye":
		return false, true
	case "replacedby", "supersededby", "obsoletedby", "ersetztdurch", "remplacépar", "sustituidopor":
		return true, true
	}
	return false, false
}

// saidIn reads one sentence.
func saidIn(b *block, s knowledge.Span, own string) (knowledge.Said, bool) {
	text := b.plain(s)
	lower := strings.ToLower(text)
	if len(lower) != len(text) || !speaksOfItself(lower, own) {
		return knowledge.Said{}, false
	}
	for _, cue := range replaceCues {
		at := strings.Index(lower, cue.words)
		if at < 0 || !bounded(lower, at+len(cue.words)) || !boundedBefore(lower, at) || denied(lower[:at]) {
			continue
		}
		by := cue.by || cue.words == "ersetzt" && strings.Contains(lower[:at], "durch ")
		rest := text[at+len(cue.words):]
		if by && !cue.by {
			rest = text[strings.Index(lower[:at], "durch ")+len("durch "):]
		}
		return knowledge.Said{
			By: by, Target: targetIn(b, text, rest), Text: knowledge.Line(text, 100), Unit: b.unit.Name, Span: s,
		}, true
	}
	return knowledge.Said{}, false
}

// denied reports a sentence that says that nothing is replaced.
func denied(before string) bool {
	for _, w := range []string{" not ", " nicht ", " ne ", " no ", " non ", " does not", " niet "} {
		if strings.Contains(before+" ", w) {
			return true
		}
	}
	return false
}

// speaksOfItself reports a sentence that begins with such a word or with the title of
// its document.
func speaksOfItself(lower, own string) bool {
	if len(own) >= minOwnTitle && strings.HasPrefix(strings.TrimPrefix(lower, "the "), own) {
		return true
	}
	words := strings.Fields(strings.TrimLeft(lower, "*_#>(\"“ "))
	if len(words) == 0 {
		return false
	}
	first := strings.Trim(words[0], ".,:;!()*_")
	return selfWords()[first] || len(words) > 1 && selfWords()[first+" "+words[1]]
}

// targetIn names the document that a sentence is about: the link that is written in
// it, a file name, words in quotation marks, or what follows the cue.
func targetIn(b *block, text, rest string) string {
	for _, l := range b.unit.Links {
		if l.Text != "" && strings.Contains(text, l.Text) && joins(l.Target) {
			return l.Target
		}
	}
	if names := fileNames(text); len(names) > 0 {
		return text[names[0][0]:names[0][1]]
	}
	if quotes := quotedWords(text); len(quotes) > 0 {
		return text[quotes[0][0]:quotes[0][1]]
	}
	rest = strings.TrimLeft(rest, " :")
	if end := strings.IndexAny(rest, ".,;(\n"); end >= 0 {
		rest = rest[:end]
	}
	return knowledge.Line(strings.TrimSpace(rest), 120)
}

// revisionLine is a line that says which version a document is.
var revisionLine = lazy.Regexp(`(?i)^[*_# ]*(?:document )?(?:version|revision|rev\.?|fassung|versión|versione|versie|versão|révision)[ :*_]*(?:no\.? ?|nr\.? ?)?v?(\d{1,3}(?:\.\d{1,3}){0,2})\b`)

// revisionTitle is the mark of a version in a title, in brackets or at its end.
var revisionTitle = lazy.Regexp(`(?i)[ (,:–-](?:version|revision|rev\.?|fassung|versión|versione|v) ?(\d{1,3}(?:\.\d{1,3}){0,2})\)?$`)

// stageWords say how far a document has come.
var stageWords = []struct{ word, stage string }{
	{"superseded", "old"}, {"obsolete", "old"}, {"withdrawn", "old"}, {"no longer in force", "old"}, {"außer kraft", "old"}, {"überholt", "old"}, {"ersetzt durch", "old"},
	{"remplacé", "old"}, {"obsolète", "old"}, {"obsoleto", "old"}, {"derogad", "old"},
	{"draft", "draft"}, {"entwurf", "draft"}, {"brouillon", "draft"}, {"projet", "draft"}, {"borrador", "draft"}, {"bozza", "draft"}, {"concept", "draft"}, {"rascunho", "draft"},
	{"final", "final"}, {"approved", "final"}, {"adopted", "final"}, {"signed", "final"}, {"in force", "final"}, {"endfassung", "final"}, {"genehmigt", "final"},
	{"verabschiedet", "final"}, {"beschlossen", "final"}, {"in kraft", "final"}, {"définiti", "final"}, {"adopté", "final"}, {"approuvé", "final"}, {"en vigueur", "final"},
	{"aprobado", "final"}, {"aprobada", "final"}, {"definitiv", "final"}, {"vigente", "final"},
}

func stageOf(s string) string {
	lower := strings.ToLower(s)
	for _, w := range stageWords {
		if i := strings.Index(lower, w.word); i >= 0 && boundedBefore(lower, i) && !denied(" "+lower[:i]) {
			return w.stage
		}
	}
	return ""
}

// statusLine is a line that says what the status of a document is.
var statusLine = lazy.Regexp(`(?i)^[*_# ]*(?:status|state|statut|estado|stato)[ *_]*:[ *_]*(.{3,80})`)

// revisions returns the number and the stage that a document says it has: in its
// metadata, in its title, in a line at its top that says nothing else.
func revisions(v *view, title Title) (revision, stage *knowledge.Mark) {
	extra := v.doc.Evidence.Meta.Extra
	for _, k := range []string{"version", "Version", "revision", "Revision"} {
		if value := strings.TrimPrefix(strings.TrimSpace(extra[k]), "v"); revision == nil && value != "" && len(value) < 12 && strings.Trim(value, "0123456789.") == "" {
			revision = &knowledge.Mark{Value: value, Text: k + ": " + extra[k]}
		}
	}
	for _, k := range []string{"status", "Status"} {
		if s := stageOf(extra[k]); s != "" && stage == nil {
			stage = &knowledge.Mark{Value: s, Text: k + ": " + knowledge.Line(extra[k], 80)}
		}
	}
	if m := revisionTitle().FindStringSubmatch(title.Text); m != nil && revision == nil {
		revision = titleMark(title, m[1])
	}
	size := 0
	for i := range v.blocks {
		b := &v.blocks[i]
		if i >= selfBlocks || size > selfBytes || revision != nil && stage != nil {
			break
		}
		size += b.Span.Len()
		b.lines(func(s knowledge.Span) bool {
			line := b.text[s[0]:s[1]]
			if len(line) > dateLine {
				return true
			}
			if m := revisionLine().FindStringSubmatch(line); m != nil && revision == nil {
				revision = &knowledge.Mark{Value: m[1], Text: knowledge.Line(line, 80), Unit: b.unit.Name, Span: s}
			}
			said := ""
			if m := statusLine().FindStringSubmatch(line); m != nil {
				said = m[1]
			} else if len(strings.Fields(line)) == 1 && b.Kind != knowledge.Table {
				said = strings.Trim(line, "*_#[]() ") // DRAFT
			}
			if value := stageOf(said); value != "" && stage == nil {
				stage = &knowledge.Mark{Value: value, Text: knowledge.Line(line, 80), Unit: b.unit.Name, Span: s}
			}
			return true
		})
	}
	return revision, stage
}

func titleMark(title Title, value string) *knowledge.Mark {
	m := &knowledge.Mark{Value: value, Text: title.Text}
	if title.Quote != nil {
		m.Unit, m.Span = title.Quote.Unit, title.Quote.Span
	}
	return m
}
