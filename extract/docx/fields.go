package docx

import (
	"slices"
	"strings"

	"quire/extract/ooxml"
)

// fields is the stack of fields that are open where reading is. Fields may span
// paragraphs (a table of contents) and stand in each other.
type fields struct {
	open []*field
	code int // how many of them are in their instruction
}

type field struct {
	instr  string
	result bool   // the separator has been met
	lost   bool   // its instruction never ended in its paragraph
	target string // of a link
	from   int    // where its result begins in the paragraph's text
	owner  *inline
}

// maxFields bounds how many fields stand in each other.
const maxFields = 100

// maxInstruction bounds an instruction that is kept: addresses are shorter.
const maxInstruction = 10_000

// instruction reports whether text here is part of an instruction.
func (f *fields) instruction() bool { return f.code > 0 }

// paragraph begins a new paragraph: text of later ones is no instruction of a
// field that was never closed.
func (f *fields) paragraph() {
	if f.code == 0 {
		return
	}
	for _, o := range f.open {
		if !o.result {
			o.lost = true
		}
	}
	f.code = 0
}

func (f *fields) add(instr string) {
	if n := len(f.open); n > 0 && !f.open[n-1].result && len(f.open[n-1].instr)+len(instr) <= maxInstruction {
		f.open[n-1].instr += instr
	}
}

func (in *inline) fieldChar(k *ooxml.Node, r run) {
	f := &in.st.fields
	switch k.Attr("w:fldCharType") {
	case "begin":
		if len(f.open) >= maxFields {
			return
		}
		in.form(k.Kid("w:ffData"), r)
		f.open = append(f.open, &field{})
		f.code++
	case "separate":
		if n := len(f.open); n > 0 && !f.open[n-1].result {
			f.open[n-1].result = true
			if !f.open[n-1].lost {
				f.code--
			}
			f.open[n-1].separate(in)
		}
	case "end":
		n := len(f.open)
		if n == 0 {
			return
		}
		last := f.open[n-1]
		f.open = f.open[:n-1]
		if !last.result && !last.lost {
			f.code--
		}
		if !last.result {
			in.write(withoutResult(last.instr), r)
			last.separate(in)
		}
		last.end(in)
	}
}

// separate reads the instruction where the result begins.
func (f *field) separate(in *inline) {
	f.owner, f.from = in, in.text.Len()
	words := instructionWords(f.instr)
	if len(words) < 2 {
		return
	}
	switch name := strings.ToUpper(words[0]); name {
	case "HYPERLINK":
		f.target = linkTarget(words[1:])
	case "INCLUDEPICTURE", "INCLUDETEXT", "IMPORT", "INCLUDE", "RD", "LINK", "DDE", "DDEAUTO", "DATABASE":
		if shown, target := loads(words); target != "" {
			in.outside(name, shown, target)
		}
	}
}

// loads returns what a field asks to load: its instruction up to the switches,
// which say only how, and the target in it.
func loads(words []string) (shown, target string) {
	args := words[1:]
	end := slices.IndexFunc(args, func(w string) bool { return strings.HasPrefix(w, `\`) && !strings.HasPrefix(w, `\\`) })
	if end > 0 {
		args = args[:end]
	}
	switch strings.ToUpper(words[0]) {
	case "LINK", "DDE", "DDEAUTO": // the class of the object, or the program, comes first
		if len(args) > 1 {
			target = args[1]
		}
		if len(args) > 0 && !ooxml.IsTarget(target) {
			target = args[0]
		}
	case "DATABASE":
		for i, w := range words[:len(words)-1] {
			if w == `\d` {
				target = words[i+1]
				args = words[i : i+2]
			}
		}
	default:
		for _, w := range words[1:] {
			if !strings.HasPrefix(w, `\`) || strings.HasPrefix(w, `\\`) {
				target = w
				break
			}
		}
	}
	if !ooxml.IsTarget(target) {
		return "", ""
	}
	return words[0] + " " + strings.Join(args, " "), target
}

// end records the link over the result. One that began in an earlier paragraph
// covers this one from its start.
func (f *field) end(in *inline) {
	if f.owner != in {
		f.from = 0
	}
	in.link(f.from, f.target)
}

// linkTarget reads the arguments of HYPERLINK: an address, \l and a place in it.
func linkTarget(words []string) string {
	target := ""
	for i := 0; i < len(words); i++ {
		switch w := words[i]; strings.ToLower(w) {
		case `\l`:
			if i+1 < len(words) {
				i++
				target += "#" + words[i]
			}
		case `\o`, `\t`, `\s`:
			i++
		case `\m`, `\n`, `\h`:
		default:
			if !strings.Contains(target, w) {
				target = w + target
			}
		}
	}
	return target
}

// instructionWords splits an instruction at white space outside quotes.
func instructionWords(s string) []string {
	var words []string
	var b strings.Builder
	quoted, any, escaped := false, false, false
	flush := func() {
		if any {
			words = append(words, b.String())
		}
		b.Reset()
		any = false
	}
	for i, r := range s {
		switch {
		case escaped:
			b.WriteRune(r)
			escaped = false
		case r == '"' || r == '“' || r == '”':
			quoted, any = !quoted, true
		case r == '\\' && quoted && i+1 < len(s) && (s[i+1] == '\\' || s[i+1] == '"'):
			escaped = true // the next character is meant as it is
		case !quoted && (r == ' ' || r == '\t' || r == '\n' || r == '\r'):
			flush()
		default:
			b.WriteRune(r)
			any = true
		}
	}
	flush()
	return words
}

// withoutResult returns what a field shows that has no result in the file: a
// button its label, an equation its arguments.
func withoutResult(instr string) string {
	name, rest, _ := strings.Cut(strings.TrimSpace(instr), " ")
	rest = strings.TrimSpace(rest)
	switch strings.ToUpper(name) {
	case "MACROBUTTON", "GOTOBUTTON":
		_, label, _ := strings.Cut(rest, " ")
		return strings.TrimSpace(label)
	case "EQ":
		return rest
	}
	return ""
}

// form writes the state of a check box and the choice of a drop-down list: both
// have no result in the text. A text field has.
func (in *inline) form(data *ooxml.Node, r run) {
	if box := data.Kid("w:checkBox"); box != nil {
		state := box.Kid("w:checked")
		if state == nil {
			state = box.Kid("w:default")
		}
		in.write(checkMark(state.On("w:val")), r)
	}
	if list := data.Kid("w:ddList"); list != nil {
		entries := list.All("w:listEntry")
		i := list.Kid("w:result").Int("w:val", list.Kid("w:default").Int("w:val", 0))
		if i >= 0 && i < len(entries) {
			in.write(entries[i].Attr("w:val"), r)
		}
	}
}
