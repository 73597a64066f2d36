package latex

import (
	"strconv"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// maxMacros is how many macros are replaced in one document.
const maxMacros = 20_000

// special reads the commands that mean something of their own; of others the
// options are dropped, and what they hold is read on.
func (r *reader) special(at int, name string) {
	if body, ok := r.shared.macros[name]; ok {
		if r.shared.used++; r.shared.used < maxMacros && r.depth < maxDepth {
			r.write(r.piece(body))
		}
		return
	}
	switch name {
	case "title":
		r.title = strings.ReplaceAll(r.piece(r.argument()), "\n", " ")
		r.meta.Title = r.title
	case "author":
		r.author = r.piece(r.argument())
		for a := range strings.SplitSeq(r.author, "\n") {
			if a = strings.TrimSpace(a); a != "" && len(r.meta.Authors) < 50 {
				r.meta.Authors = append(r.meta.Authors, a)
			}
		}
	case "and":
		r.text.WriteString(hardBreak)
	case "date":
		r.date = r.piece(r.argument())
	case "maketitle":
		r.maketitle()
	case "newcommand", "renewcommand", "providecommand", "def":
		r.define()
	case "item":
		r.nextItem(at)
	case "bibitem":
		r.nextItem(at)
		r.marker = "[" + r.argument() + "]"
	case "par", "newpage", "clearpage", "bigskip", "medskip", "smallskip":
		r.flush()
	case "footnote", "footnotetext", "thanks":
		r.footnote()
	case "caption":
		r.caption(at)
	case "href":
		target := r.argument()
		text := r.piece(r.argument())
		r.write(text)
		r.link(text, target)
	case "url", "nolinkurl", "path":
		target := r.argument()
		r.write(target)
		r.link(target, target)
	case "includegraphics", "includesvg":
		r.images++
		r.link("", r.argument())
	case "input", "include", "subfile", "bibliography", "addbibresource":
		r.link("", r.argument())
	case "ref", "eqref", "pageref", "autoref", "cref", "Cref", "nameref", "cite", "citep", "citet", "citealp", "citeauthor", "citeyear", "textcite", "parencite", "autocite", "footcite":
		if key := r.argument(); key != "" {
			r.write("[" + key + "]")
		}
	case "verb", "lstinline":
		if r.pos < len(r.src) {
			r.until(r.src[r.pos:r.pos+1], r.write)
		}
	case "textsuperscript":
		r.write("^" + r.piece(r.argument()))
	case "linebreak", "newline", "tabularnewline", "cr":
		r.text.WriteString(hardBreak)
	default:
		r.skipSpace()
		r.optional()
	}
}

// link adds a link that is no command itself.
func (r *reader) link(text, target string) {
	target = strings.TrimSpace(strings.NewReplacer(`\%`, "%", `\#`, "#", `\_`, "_", `\&`, "&").Replace(target))
	if target != "" && !strings.ContainsAny(target, "\\{}\n") && !strings.HasPrefix(target, "#") {
		r.links = append(r.links, knowledge.Link{Text: text, Target: target})
	}
}

// define takes in a macro without arguments.
func (r *reader) define() {
	name := strings.TrimPrefix(strings.TrimSpace(r.argument()), `\`)
	plain := r.pos >= len(r.src) || r.src[r.pos] != '[' && r.src[r.pos] != '#'
	for r.pos < len(r.src) && r.src[r.pos] == '#' {
		r.pos += 2
	}
	r.pos = min(r.pos, len(r.src))
	r.optional()
	body := r.argument()
	if plain && name != "" && !strings.Contains(body, `\`+name) && len(body) < 1000 {
		r.shared.macros[name] = body
	}
}

func (r *reader) maketitle() {
	if r.inline {
		return
	}
	r.flush()
	if r.title != "" {
		r.emit(extract.Head(1, r.title))
	}
	for _, s := range []string{r.author, r.date} {
		if s != "" {
			r.emit(extract.Text(s))
		}
	}
}

// nextItem begins an item of the innermost list.
func (r *reader) nextItem(at int) {
	here := r.pos
	r.pos = at
	r.flush()
	r.pos = here
	r.skipSpace()
	label := r.optional()
	if len(r.lists) == 0 {
		r.write(r.piece(label))
		return
	}
	l := &r.lists[len(r.lists)-1]
	r.item, r.marker = true, ""
	switch {
	case label != "":
		r.write(r.piece(label) + " ")
	case l.ordered:
		l.number++
		r.marker = strconv.Itoa(l.number) + "."
	}
	r.begin = at
}

// footnote keeps a note until its paragraph ends, and marks its place.
func (r *reader) footnote() {
	r.shared.notes++
	mark := "[^" + strconv.Itoa(r.shared.notes) + "]"
	r.write(mark)
	text := r.piece(r.argument())
	if text != "" {
		r.notes = append(r.notes, mark+" "+text)
	}
}

func (r *reader) caption(at int) {
	if r.inline {
		r.write(r.piece(r.argument()))
		return
	}
	here := r.pos
	r.pos = at
	r.flush()
	r.pos = here
	text := r.piece(r.argument())
	r.begin = at
	if text != "" {
		r.emit(extract.Block{Kind: knowledge.Caption, Text: text})
	}
	r.begin = r.pos
}
