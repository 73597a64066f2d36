package email

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"quire/extract"
	"quire/extract/html"
	"quire/knowledge"
)

// deliver gives the message's own metadata and text to the sink.
func (m *reader) deliver() error {
	subject := strings.Join(strings.Fields(m.top.text("Subject")), " ")
	if err := m.sink.Meta(m.metadata(subject)); err != nil {
		return err
	}
	var text []html.Block
	var pages []*html.Page
	var files []child
	part, images := "", 0
	for _, b := range m.bodies {
		r := b.render(m.lim)
		if err := m.account(b, r.form); err != nil {
			return err
		}
		if part == "" && !b.beside {
			part = r.part
		}
		for _, issue := range r.issues {
			if err := m.sink.Issue(issue); err != nil {
				return err
			}
		}
		if r.cipher {
			m.encrypted = true
			detail := "the text is encrypted"
			if len(r.blocks) > 0 {
				detail = "a piece of the text is encrypted"
			}
			if err := m.issue("encrypted", knowledge.Error, r.part, detail); err != nil {
				return err
			}
		}
		images += r.images
		text, pages, files = append(text, r.blocks...), append(pages, r.pages...), append(files, r.files...)
	}
	if part == "" {
		part = "1"
	}
	for _, f := range files {
		m.files = append(m.files, f.name)
	}
	m.children += len(files)
	blocks := m.head(subject)
	if len(blocks)+len(text)+len(m.files) > 0 {
		blocks = append(blocks, text...)
		if len(m.files) > 0 {
			blocks = append(blocks, meta("Attachments: "+knowledge.Line(strings.Join(m.files, ", "), 2000)))
		}
		if err := m.units(blocks, subject, part, max(images, m.unseen(images))); err != nil {
			return err
		}
	}
	for _, p := range pages {
		if err := p.Deliver(m.ctx, m.sink); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := m.sink.Child(knowledge.Child{Member: knowledge.Loc("part", f.part).With("member", f.name), Name: f.name}, bytes.NewReader(f.data)); err != nil {
			return err
		}
	}
	if m.encrypted && len(text) == 0 {
		return fmt.Errorf("message body: %w", extract.ErrEncrypted)
	}
	if !m.top.found && len(text) == 0 && m.children == 0 {
		return fmt.Errorf("no header and no text: %w", extract.ErrDamaged)
	}
	return nil
}

// account notes which parts of a body were read and which hold the same text in
// another form. What belongs to no part is not counted as one.
func (m *reader) account(b *body, read form) error {
	if b.beside {
		return nil
	}
	for f, parts := range b.forms() {
		for _, t := range parts {
			outcome, reason := knowledge.Extracted, ""
			if form(f) != read {
				outcome, reason = knowledge.Excluded, otherForm
			}
			if err := extract.Part(m.sink, knowledge.Loc("part", t.part), outcome, reason); err != nil {
				return err
			}
		}
	}
	return nil
}

// otherForm is why a part was left out whose text another part has.
const otherForm = "other-form"

// unseen returns the pictures that the text does not show, where it shows none.
func (m *reader) unseen(shown int) int {
	if shown > 0 {
		return 0
	}
	return m.images
}

// head makes the blocks in front of the text: the header lines, then the subject
// as the heading that the text stands under.
func (m *reader) head(subject string) []html.Block {
	var lines []string
	for _, name := range []string{"From", "To", "Cc", "Bcc"} {
		var all []string
		for _, field := range m.top.Values(name) {
			all = append(all, addresses(field)...)
		}
		if len(all) > 0 {
			lines = append(lines, name+": "+oneLine(strings.Join(all, ", ")))
		}
	}
	if date := oneLine(m.top.text("Date")); date != "" {
		lines = append(lines, "Date: "+date)
	}
	var out []html.Block
	if len(lines) > 0 {
		out = append(out, meta(strings.Join(lines, "\n")))
	}
	if subject != "" {
		out = append(out, html.Block{Block: extract.Head(1, subject)})
	}
	return out
}

func meta(text string) html.Block {
	return html.Block{Block: extract.Block{Kind: knowledge.Meta, Text: text}}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// units delivers the blocks as unit m1; what is too long for one goes on in parts
// of it.
func (m *reader) units(blocks []html.Block, subject, part string, images int) error {
	room := max(m.lim.UnitBytes/2, 1)
	u := extract.Unit{
		Name: knowledge.UnitName(knowledge.Message, 1), Kind: knowledge.Message, Ordinal: 1,
		Title: subject, Locator: knowledge.Loc("part", part), Images: images,
	}
	used, parts := 0, 0
	for _, b := range html.Fit(blocks, room) {
		if n := html.Size(b); used > 0 && used+n > room {
			if err := m.sink.Unit(u); err != nil {
				return err
			}
			parts++
			u = extract.Unit{
				Name: knowledge.UnitName(knowledge.Part, parts), Kind: knowledge.Part, Ordinal: parts, Parent: "m1",
				Title: subject, Locator: u.Locator, Continues: b.Continues,
			}
			used = 0
		}
		used += html.Size(b)
		u.Blocks = append(u.Blocks, b.Block)
		u.Links = append(u.Links, b.Links...)
	}
	return m.sink.Unit(u)
}

// metadata is what the header says of the message.
func (m *reader) metadata(subject string) knowledge.Metadata {
	meta := knowledge.Metadata{Title: subject, Created: isoDate(m.top.text("Date")), Extra: map[string]string{}}
	from := addresses(m.top.get("From"))
	if len(from) == 0 {
		from = addresses(m.top.get("Sender"))
	}
	meta.Authors = from
	if words := oneLine(m.top.text("Keywords")); words != "" {
		meta.Keywords = strings.Split(words, ", ")
	}
	if lang, _, _ := strings.Cut(m.top.get("Content-Language"), ","); lang != "" {
		meta.Language = strings.TrimSpace(lang)
	}
	for _, name := range []string{"Message-Id", "In-Reply-To", "References", "List-Id"} {
		if v := oneLine(m.top.text(name)); v != "" {
			meta.Extra[strings.ToLower(name)] = v
		}
	}
	for _, name := range []string{"To", "Cc", "Bcc"} {
		if list := slices.Concat(eachAddress(m.top.Values(name))...); len(list) > 0 {
			meta.Extra[strings.ToLower(name)] = strings.Join(list, ", ")
		}
	}
	if len(meta.Extra) == 0 {
		meta.Extra = nil
	}
	return meta
}

func eachAddress(fields []string) [][]string {
	var out [][]string
	for _, f := range fields {
		out = append(out, addresses(f))
	}
	return out
}
