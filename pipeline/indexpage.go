package pipeline

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"quire/knowledge"
	"quire/knowledge/pages"
	"quire/publish"
)

// listing is INDEX.md of a snapshot behind its first lines: one line a document, by
// folder, for a person or an agent who looks at the tree without quire.
type listing struct {
	documents, folders int
	body               bytes.Buffer
}

// listingOf makes the listing. All rows must be sealed.
func (r *run) listingOf() (*listing, error) {
	type entry struct {
		folder, path string
		item         *item
	}
	entries := make([]entry, 0, len(r.items))
	for _, it := range r.items {
		row := it.brief()
		if row.outcome == knowledge.Excluded {
			continue
		}
		file, _, _ := strings.Cut(row.path, "!/")
		entries = append(entries, entry{path.Dir(file), row.path, it})
	}
	before := r.listedBefore()
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.folder, b.folder), strings.Compare(a.path, b.path))
	})
	l := new(listing)
	l.body.Grow(lineLength * len(entries))
	last := ""
	for i := range entries {
		e := &entries[i]
		var line []byte
		if e.item.reused {
			line = before[e.item.id]
		}
		if line == nil {
			line = listLine(e.item, e.folder)
		}
		if line == nil {
			continue
		}
		if e.folder != last || l.folders == 0 {
			fmt.Fprintf(&l.body, "\n## %s/\n\n", escapeMarkdown(e.folder))
			last = e.folder
			l.folders++
		}
		l.documents++
		l.body.Write(line)
	}
	return l, nil
}

// listedBefore returns the lines of the last INDEX.md by the ids at their ends: that of a row
// that is reused is the same now. None are taken where the file was made by other rules.
func (r *run) listedBefore() map[string][]byte {
	if !r.delta.amends || r.prev.body.Pages != pages.Version {
		return nil
	}
	b, err := r.prev.snapshot.ReadFile(indexPageName)
	if err != nil {
		return nil
	}
	out := make(map[string][]byte, len(r.items))
	for len(b) > 0 {
		end := bytes.IndexByte(b, '\n') + 1
		if end == 0 {
			break
		}
		line := b[:end]
		b = b[end:]
		if at := end - 1 - knowledge.IDLength; at > 0 && bytes.HasPrefix(line, []byte("- ")) {
			out[string(line[at:end-1])] = line
		}
	}
	return out
}

const indexPageName = "INDEX.md"

// listLine returns the line of a source, nil where its row cannot be read.
func listLine(it *item, folder string) []byte {
	row, err := it.listed()
	if err != nil {
		return nil
	}
	var b bytes.Buffer
	writeIndexLine(&b, row, folder)
	return b.Bytes()
}

// lineLength is about the length of a line of INDEX.md.
const lineLength = 256

// indexPage returns INDEX.md.
func (r *run) indexPage(l *listing) []byte {
	var b bytes.Buffer
	b.Grow(l.body.Len() + 512)
	fmt.Fprintf(&b, "# Corpus %s · %d documents · %d folders\n", r.plan.id[:12], l.documents, l.folders)
	b.WriteString("\nThe corpus as a whole:")
	for i, name := range pages.Names {
		if i > 0 {
			b.WriteString(" ·")
		}
		fmt.Fprintf(&b, " [%s](%s/%s.md)", name, pages.Dir, name)
	}
	b.WriteString("\n")
	b.Write(l.body.Bytes())
	return b.Bytes()
}

func writeIndexLine(b *bytes.Buffer, row *knowledge.Source, folder string) {
	name := strings.TrimPrefix(row.Path, folder+"/")
	title := escapeMarkdown(row.Title)
	b.WriteString("- ")
	if row.Recipe != "" && !row.Stale {
		for _, s := range []string{"[", title, "](../../", knowledge.TextName(row.Recipe), ")"} {
			b.WriteString(s)
		}
	} else {
		b.WriteString(title)
	}
	b.WriteString(" · " + escapeMarkdown(name))
	if row.Outcome.Searchable() {
		b.WriteString(" · " + strconv.Itoa(row.Counts.Words) + " words")
	}
	if row.Outcome != knowledge.Extracted {
		b.WriteString(" · " + string(row.Outcome))
	}
	if row.Date != "" {
		b.WriteString(" · " + row.Date)
	}
	b.WriteString(" · " + row.ID + "\n")
}

const markdownSigns = "\\[]<`*_"

var markdownEscaper = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `<`, `\<`, "`", "\\`", `*`, `\*`, `_`, `\_`)

func escapeMarkdown(s string) string {
	if !strings.ContainsAny(s, markdownSigns) {
		return s
	}
	return markdownEscaper.Replace(s)
}

// listed is what INDEX.md and the pages say of an item. The row is not decoded for it
// unless its title or path holds characters that JSON escapes.
func (it *item) listed() (*knowledge.Source, error) {
	title, where := publish.Field(it.line, "title"), publish.Field(it.line, "path")
	if title == "" || where == "" {
		return it.full()
	}
	row := &knowledge.Source{
		ID: it.id, Path: where, Title: title, Date: publish.Field(it.line, "date"), Recipe: knowledge.Digest(publish.Field(it.line, "recipe")),
		Outcome: knowledge.Outcome(publish.Field(it.line, "outcome")), Reason: publish.Field(it.line, "reason"), Stale: bytes.Contains(it.line, []byte(`"stale":true`)),
	}
	row.Counts.Words = int(publish.IntField(it.line, "words"))
	return row, nil
}
