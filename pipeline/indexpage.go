package pipeline

import (
	"bytes"
	"fmt"
	"path"
	"sort"
	"strings"

	"quire/knowledge"
	"quire/knowledge/pages"
	"quire/publish"
)

// indexPage writes INDEX.md of a snapshot: one line a document, by folder, for a
// person or an agent who looks at the tree without quire.
func (r *run) indexPage() []byte {
	type entry struct{ folder, path, line string }
	var entries []entry
	folders := map[string]bool{}
	length := 0
	for _, it := range r.items {
		outcome := knowledge.Outcome(publish.Field(it.line, "outcome"))
		if outcome == knowledge.Excluded {
			continue
		}
		row, err := it.listed()
		if err != nil {
			continue
		}
		folder := path.Dir(strings.SplitN(row.Path, "!/", 2)[0])
		folders[folder] = true
		e := entry{folder, row.Path, indexLine(row, folder)}
		length += len(e.line)
		entries = append(entries, e)
	}
	sort.Slice(entries, func(i, j int) bool {
		a, b := entries[i], entries[j]
		if a.folder != b.folder {
			return a.folder < b.folder
		}
		return a.path < b.path
	})
	var b bytes.Buffer
	b.Grow(length + 128*len(folders))
	fmt.Fprintf(&b, "# Corpus %s · %d documents · %d folders\n", r.plan.id[:12], len(entries), len(folders))
	b.WriteString("\nThe corpus as a whole:")
	for i, name := range pages.Names {
		if i > 0 {
			b.WriteString(" ·")
		}
		fmt.Fprintf(&b, " [%s](%s/%s.md)", name, pages.Dir, name)
	}
	b.WriteString("\n")
	last := ""
	for _, e := range entries {
		if e.folder != last {
			fmt.Fprintf(&b, "\n## %s/\n\n", escapeMarkdown(e.folder))
			last = e.folder
		}
		b.WriteString(e.line)
	}
	return b.Bytes()
}

func indexLine(row *knowledge.Source, folder string) string {
	name := strings.TrimPrefix(row.Path, folder+"/")
	title := escapeMarkdown(row.Title)
	var parts []string
	if row.Recipe != "" && !row.Stale {
		title = fmt.Sprintf("[%s](../../%s/%s)", title, knowledge.EvidenceDir(row.Recipe), knowledge.TextFile)
	}
	parts = append(parts, title, escapeMarkdown(name))
	if row.Outcome.Searchable() {
		parts = append(parts, fmt.Sprintf("%d words", row.Counts.Words))
	}
	if row.Outcome != knowledge.Extracted {
		parts = append(parts, string(row.Outcome))
	}
	if row.Date != "" {
		parts = append(parts, row.Date)
	}
	parts = append(parts, row.ID)
	return "- " + strings.Join(parts, " · ") + "\n"
}

var markdownEscaper = strings.NewReplacer(`\`, `\\`, `[`, `\[`, `]`, `\]`, `<`, `\<`, "`", "\\`", `*`, `\*`, `_`, `\_`)

func escapeMarkdown(s string) string { return markdownEscaper.Replace(s) }

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
