package latex

import (
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// environments whose content is read in a way of its own.
var (
	verbatims = map[string]bool{"verbatim": true, "Verbatim": true, "lstlisting": true, "minted": true, "alltt": true, "filecontents": true}
	formulas  = map[string]bool{
		"equation": true, "align": true, "gather": true, "multline": true, "displaymath": true, "eqnarray": true, "math": true, "flalign": true, "alignat": true,
	}
	tabulars = map[string]bool{"tabular": true, "tabularx": true, "longtable": true, "array": true, "supertabular": true, "tabu": true}
	quotes   = map[string]bool{"quote": true, "quotation": true, "verse": true}
	listings = map[string]bool{"itemize": true, "enumerate": true, "description": true, "thebibliography": true, "compactitem": true, "compactenum": true}
)

// environment begins an environment. at is where its command stands.
func (r *reader) environment(at int, name string) {
	plain := strings.TrimSuffix(name, "*")
	switch {
	case plain == "comment":
		r.raw(name)
	case verbatims[plain]:
		r.verbatim(at, name)
	case formulas[plain]:
		r.optional()
		start := r.pos
		body := r.raw(name)
		end := r.pos
		r.pos = start
		r.formula(body, end)
	case tabulars[plain]:
		if plain == "tabularx" || name == "tabular*" {
			r.argument()
		}
		r.argument()
		r.tabular(at, r.raw(name))
	default:
		r.open(at, plain)
	}
}

// open begins an environment whose content is read on.
func (r *reader) open(at int, plain string) {
	here := r.pos
	r.pos = at
	r.flush()
	r.pos = here
	switch {
	case quotes[plain]:
		r.quote++
	case listings[plain]:
		r.optional()
		if plain == "thebibliography" {
			r.argument()
		}
		if len(r.lists) < maxDepth {
			r.lists = append(r.lists, list{ordered: strings.HasSuffix(plain, "enumerate") || plain == "compactenum"})
		}
	default:
		if title := r.optional(); title != "" && !strings.ContainsAny(title, "=!") && len(title) > 4 {
			r.write(r.piece(title) + " ") // the name of a theorem, not the place of a figure
		}
		for r.pos < len(r.src) && r.src[r.pos] == '{' {
			r.argument()
		}
	}
}

// end ends an environment.
func (r *reader) end(name string) {
	plain := strings.TrimSuffix(name, "*")
	r.flush()
	switch {
	case quotes[plain]:
		r.quote = max(r.quote-1, 0)
	case listings[plain] && len(r.lists) > 0:
		r.lists = r.lists[:len(r.lists)-1]
		r.item = false
	}
}

// raw returns what stands before the end of an environment, others of the same
// name inside it included, and goes behind it.
func (r *reader) raw(name string) string {
	begin, end := `\begin{`+name+"}", `\end{`+name+"}"
	depth, at := 1, r.pos
	for {
		i := strings.Index(r.src[at:], end)
		if i < 0 {
			s := r.src[r.pos:]
			r.pos = len(r.src)
			return s
		}
		depth += strings.Count(r.src[at:at+i], begin) - 1
		if at += i + len(end); depth <= 0 {
			s := r.src[r.pos : at-len(end)]
			r.pos = at
			return s
		}
	}
}

// verbatim makes a block of text that is set as it is written.
func (r *reader) verbatim(at int, name string) {
	here := r.pos
	r.pos = at
	r.flush()
	r.pos = here
	options := r.optional()
	language := ""
	if name == "minted" {
		language = r.argument()
	}
	for o := range strings.SplitSeq(options, ",") {
		if k, v, ok := strings.Cut(o, "="); ok && strings.TrimSpace(k) == "language" {
			language = strings.TrimSpace(v)
		}
	}
	body := r.raw(name)
	if r.inline {
		r.write(body)
		return
	}
	r.begin = at
	for body = strings.Trim(body, "\n"); strings.TrimSpace(body) != ""; {
		n := len(body)
		if n > maxBlock {
			n = max(strings.LastIndexByte(body[:maxBlock], '\n')+1, cut(body[:min(len(body), maxBlock+4)]))
		}
		r.emit(extract.Block{Kind: knowledge.Code, Text: body[:n], Language: strings.ToLower(language)})
		body = body[n:]
	}
	r.begin = r.pos
}
