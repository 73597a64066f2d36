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

// list makes the listing on another processor while the index is made. All rows must be
// closed. The result is called for once.
func list(items []*item) func() *listing {
	done := make(chan *listing, 1)
	go func() { done <- listingOf(items) }()
	return func() *listing { return <-done }
}

func listingOf(items []*item) *listing {
	type entry struct {
		folder, path string
		item         *item
	}
	entries := make([]entry, 0, len(items))
	for _, it := range items {
		if knowledge.Outcome(publish.Field(it.line, "outcome")) == knowledge.Excluded {
			continue
		}
		p := pathOf(it.line)
		file, _, _ := strings.Cut(p, "!/")
		entries = append(entries, entry{path.Dir(file), p, it})
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(strings.Compare(a.folder, b.folder), strings.Compare(a.path, b.path))
	})
	l := new(listing)
	l.body.Grow(lineLength * len(entries))
	last := ""
	for i := range entries {
		e := &entries[i]
		row, err := e.item.listed()
		if err != nil {
			continue
		}
		if e.folder != last || l.folders == 0 {
			fmt.Fprintf(&l.body, "\n## %s/\n\n", escapeMarkdown(e.folder))
			last = e.folder
			l.folders++
		}
		l.documents++
		writeIndexLine(&l.body, row, e.folder)
	}
	return l
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
