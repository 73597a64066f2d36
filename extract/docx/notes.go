package docx

import (
	"cmp"
	"strconv"
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
	"quire/knowledge"
)

// notes are the footnotes or the endnotes of the document.
type notes struct {
	part      string
	byID      map[string]*ooxml.Node
	order     []string
	documents string // format where a section says nothing
	format    string
	next      int
	cited     map[string]bool
	own       []noteSettings // of the sections, in their order; nil where none says anything
}

// noteSettings are what a section says of its notes; "" is what it does not say.
type noteSettings struct {
	format  string
	start   int  // 1 where it does not say
	renewed bool // the section counts from start
}

func settingsOf(pr *ooxml.Node) noteSettings {
	start := pr.Kid("w:numStart")
	return noteSettings{
		format: pr.Kid("w:numFmt").Attr("w:val"), start: start.Int("w:val", 1),
		renewed: pr.Kid("w:numRestart").Attr("w:val") == "eachSect",
	}
}

// section begins a section, from 0: the notes in it are numbered as it says.
func (n *notes) section(i int) {
	if i >= len(n.own) {
		return
	}
	s := n.own[i]
	n.format = cmp.Or(s.format, n.documents)
	if s.renewed || i == 0 && s.start != 1 {
		n.next = s.start
	}
}

// noteRef is one reference to a note.
type noteRef struct {
	from   *notes
	id     string
	marker string
	gone   *change
}

// readNotes reads footnotes.xml or endnotes.xml; root may be nil. pr are the
// settings of the document for this kind of note.
func readNotes(root *ooxml.Node, part string, pr *ooxml.Node, format string) *notes {
	s := settingsOf(pr)
	n := &notes{part: part, byID: map[string]*ooxml.Node{}, cited: map[string]bool{}, next: s.start}
	n.documents = cmp.Or(s.format, format)
	n.format = n.documents
	if root == nil {
		return n
	}
	for _, k := range root.Kids {
		switch k.Attr("w:type") {
		case "separator", "continuationSeparator", "continuationNotice":
			continue
		}
		if id := k.Attr("w:id"); k.Name == "w:footnote" || k.Name == "w:endnote" {
			id = own(n.byID, id)
			n.byID[id] = k
			n.order = append(n.order, id)
		}
	}
	return n
}

// own returns id, or where another note has it already, one that no reference can
// name: the first is the one that is referred to, and no text is lost.
func own(byID map[string]*ooxml.Node, id string) string {
	if byID[id] == nil {
		return id
	}
	return id + "\x00" + strconv.Itoa(len(byID))
}

// noteReference writes the number of a note in brackets, as the page shows it
// raised, and keeps the note for after the paragraph.
func (in *inline) noteReference(k *ooxml.Node, r run) {
	from := in.st.doc.footnotes
	if k.Name == "w:endnoteReference" {
		from = in.st.doc.endnotes
	}
	ref := noteRef{from: from, id: k.Attr("w:id"), gone: r.gone}
	if from.byID[ref.id] == nil || !in.st.body {
		return
	}
	from.cited[ref.id] = true
	if own, set := k.Lookup("w:customMarkFollows"); !set || own == "0" || own == "false" {
		ref.marker = "[" + ooxml.FormatNumber(from.next, from.format, "") + "]"
		if r.gone == nil {
			from.next++
			in.write(ref.marker, r)
		}
	}
	in.notes = append(in.notes, ref)
}

// note returns the blocks of a note. Its links and pictures count for res.
func (d *document) note(r noteRef, res *result) []extract.Block {
	content := d.all(r.from.part, r.from.byID[r.id])
	res.links = append(res.links, content.links...)
	res.images += content.images
	b := extract.Block{Kind: knowledge.NoteText, Text: strings.TrimSpace(flatten(content.blocks))}
	if b.Text == "" {
		return content.anchored()
	}
	if r.marker != "" {
		b.Text = r.marker + " " + b.Text
	}
	if r.gone != nil {
		b.Flags = []knowledge.Flag{knowledge.Hidden + ":deleted"}
	}
	return append([]extract.Block{b}, content.anchored()...)
}

// uncitedNotes returns the notes that nothing refers to, which no page shows.
func (d *document) uncitedNotes() []extract.Block {
	var res result
	var out []extract.Block
	for _, from := range []*notes{d.footnotes, d.endnotes} {
		for _, id := range from.order {
			if from.cited[id] {
				continue
			}
			for _, b := range d.note(noteRef{from: from, id: id}, &res) {
				b.Flags = append(b.Flags, knowledge.Hidden+":uncited")
				out = append(out, b)
			}
		}
	}
	return out
}

// comments are the review comments of the document.
type comments struct {
	part  string
	byID  map[string]*ooxml.Node
	order []string
}

// readComments reads comments.xml; root may be nil.
func readComments(root *ooxml.Node, part string) *comments {
	c := &comments{part: part, byID: map[string]*ooxml.Node{}}
	if root == nil {
		return c
	}
	for _, k := range root.Kids {
		if k.Name == "w:comment" {
			id := own(c.byID, k.Attr("w:id"))
			c.byID[id] = k
			c.order = append(c.order, id)
		}
	}
	return c
}

// comment returns the block of a comment.
func (d *document) comment(id string, res *result) []extract.Block {
	n := d.comments.byID[id]
	if n == nil {
		return nil
	}
	content := d.all(d.comments.part, n)
	res.links = append(res.links, content.links...)
	author := n.Attr("w:author")
	if author == "" {
		author = n.Attr("w:initials")
	}
	b := extract.Block{Kind: knowledge.Comment, Text: strings.TrimSpace(flatten(content.blocks)), Author: author, Date: ooxml.Date(n.Attr("w:date"))}
	if b.Text == "" {
		return content.anchored()
	}
	return append([]extract.Block{b}, content.anchored()...)
}

// uncitedComments returns the comments whose anchor is not in the body.
func (d *document) uncitedComments() []extract.Block {
	var res result
	var out []extract.Block
	for _, id := range d.comments.order {
		if !d.cited[id] {
			out = append(out, d.comment(id, &res)...)
		}
	}
	return out
}
