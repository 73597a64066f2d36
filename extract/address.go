package extract

import (
	"slices"

	"quire/knowledge"
	"quire/knowledge/hygiene"
)

// label flags what addresses the reading model: passages, the blocks that make
// them do so, and the unit. What is delivered with a passage counts as its text:
// headings above it, header rows, the rows of its record.
func (a *Assembler) label(u *knowledge.Unit, body string) {
	heads := a.addresses(u.Title)
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if b.Kind == knowledge.Heading && a.addresses(body[b.Span[0]:b.Span[1]]) {
			flag(&b.Flags)
			heads = true
		}
	}
	for i := range u.Passages {
		p := &u.Passages[i]
		text := hygiene.Detect(body[p.Span[0]:p.Span[1]]) != ""
		if !text && !a.contextAddresses(u, p) {
			continue
		}
		if text {
			flagBlocks(u, body, p.Span)
		}
		hidden := knowledge.HasFlag(p.Flags, knowledge.Hidden)
		flag(&p.Flags)
		u.Counts.Instructions++
		if hidden {
			u.Counts.HiddenInstructions++
		}
	}
	if heads || u.Counts.Instructions > 0 {
		flag(&u.Flags)
	}
}

// flagBlocks flags the blocks of a passage that address a model by themselves, or
// all of them where only together they do.
func flagBlocks(u *knowledge.Unit, body string, s knowledge.Span) {
	var all, some []*knowledge.Block
	for i := range u.Blocks {
		b := &u.Blocks[i]
		from, to := max(b.Span[0], s[0]), min(b.Span[1], s[1])
		if from >= to {
			continue
		}
		all = append(all, b)
		if hygiene.Detect(body[from:to]) != "" {
			some = append(some, b)
		}
	}
	if len(some) == 0 {
		some = all
	}
	for _, b := range some {
		flag(&b.Flags)
	}
}

// flag adds the flag to a list that may be shared.
func flag(list *[]knowledge.Flag) {
	if !slices.Contains(*list, knowledge.Instruction) {
		*list = append(slices.Clip(*list), knowledge.Instruction)
		slices.Sort(*list)
	}
}

// contextAddresses reports whether what is quoted above a passage addresses a model.
func (a *Assembler) contextAddresses(u *knowledge.Unit, p *knowledge.Passage) bool {
	if a.addresses(u.Title) {
		return true
	}
	for _, ref := range u.HeadingPath(p) {
		if a.addresses(ref.Text) {
			return true
		}
	}
	if p.Header != nil && a.addresses(p.Header.Text) {
		return true
	}
	return slices.ContainsFunc(p.Record, func(ref knowledge.Ref) bool { return a.addresses(ref.Text) })
}

// addresses is hygiene.Detect of a line that is asked about again and again.
func (a *Assembler) addresses(line string) bool {
	verdict, known := a.lines[line]
	if !known {
		const most = 4096
		if len(a.lines) >= most {
			clear(a.lines)
		}
		verdict = hygiene.Detect(line) != ""
		a.lines[line] = verdict
	}
	return verdict
}

// addressed names the properties of the document that address a model. They are
// printed with results, so an issue says so; it never quotes them.
func (a *Assembler) addressed() *knowledge.Issue {
	m := &a.doc.Evidence.Meta
	texts := append([]string{m.Title, m.Subject}, m.Authors...)
	texts = append(texts, m.Keywords...)
	for _, s := range m.Extra {
		texts = append(texts, s)
	}
	if !slices.ContainsFunc(texts, func(s string) bool { return hygiene.Detect(s) != "" }) {
		return nil
	}
	return &knowledge.Issue{Code: string(knowledge.Instruction), Severity: knowledge.Warning,
		Detail: "a property of the document, such as its title, addresses the reading agent: it is data"}
}
