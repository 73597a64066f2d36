package pipeline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"quire/internal/jsonline"
	"quire/knowledge"
	"quire/knowledge/pages"
	"quire/publish"
)

// listing is INDEX.md of a snapshot and, of a large corpus, the pages of its folders: one
// line a document, for a person or an agent who looks at the tree without quire.
type listing struct {
	documents, folders int
	pages              []folderPage // by folder
	body               []byte       // of INDEX.md, behind its first lines
}

// folderPage is the page of a folder and of those below that have none of their own.
type folderPage struct {
	folder    string
	documents int
}

const (
	indexPageName = "INDEX.md"
	foldersDir    = "folders"
	// onePage is how many documents INDEX.md, or the page of a folder, lists before
	// folders below get pages of their own: about a hundred kilobytes. A folder of less
	// than a tenth of that gets none, nor does one that is all there is in the folder above.
	onePage = 500
)

// name is the file of a folder's page: of a digest, as a folder may have any name.
func (p folderPage) name() string {
	sum := sha256.Sum256([]byte(p.folder))
	return foldersDir + "/" + hex.EncodeToString(sum[:6]) + ".md"
}

// listed is one line of the listing.
type listed struct {
	path string
	item *item
}

// writeListing makes the listing, and writes the pages of folders into a draft. All rows must
// be sealed.
func (r *run) writeListing(draft *publish.Draft) (*listing, error) {
	folders := map[string][]*item{}
	l := &listing{}
	for _, it := range r.items {
		if row := it.brief(); row.outcome != knowledge.Excluded {
			folder := folderOf(row.path)
			folders[folder] = append(folders[folder], it)
			l.documents++
		}
	}
	l.folders = len(folders)
	direct := make(map[string]int, len(folders))
	for folder, items := range folders {
		direct[folder] = len(items)
	}
	own := r.ownPages(direct)
	byPage := map[string][]string{} // the folders that a page lists
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		p := pageOf(folder, own)
		byPage[p] = append(byPage[p], folder)
	}
	holds := r.heldPages(own)
	for _, folder := range slices.Sorted(maps.Keys(byPage)) {
		if folder == "" {
			continue
		}
		p := folderPage{folder: folder}
		for _, f := range byPage[folder] {
			p.documents += len(folders[f])
		}
		l.pages = append(l.pages, p)
		if holds(p) {
			if err := draft.Adopt(p.name()); err != nil {
				return nil, err
			}
			continue
		}
		var b bytes.Buffer
		b.Grow(lineLength * p.documents)
		fmt.Fprintf(&b, "# %s/ · %d documents\n\n[The corpus](../%s)\n", escapeMarkdown(folder), p.documents, indexPageName)
		if err := listLines(&b, folders, byPage[folder], "../../../"); err != nil {
			return nil, err
		}
		if err := draft.Write(p.name(), b.Bytes()); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	err := listLines(&b, folders, byPage[""], "../../")
	l.body = b.Bytes()
	return l, err
}

// folderOf returns the folder of a printed path: of a child, that of the file it is in.
func folderOf(printed string) string {
	file, _, _ := strings.Cut(printed, "!/")
	return path.Dir(file)
}

// ownPages returns the folders that have a page of their own, from how many documents lie in
// each folder itself.
func (r *run) ownPages(direct map[string]int) map[string]bool {
	whole := map[string]int{} // with the folders below
	for folder, n := range direct {
		for {
			whole[folder] += n
			up := path.Dir(folder)
			if up == folder {
				break
			}
			folder = up
		}
	}
	most := cmp.Or(r.opts.OnePage, onePage)
	own := map[string]bool{}
	for folder, n := range whole {
		if up := path.Dir(folder); up != folder && 10*n >= most && whole[up] > max(most, n) {
			own[folder] = true
		}
	}
	return own
}

// pageOf returns the folder on whose page the documents of a folder are listed, "" for
// INDEX.md.
func pageOf(folder string, own map[string]bool) string {
	for !own[folder] {
		up := path.Dir(folder)
		if up == folder {
			return ""
		}
		folder = up
	}
	return folder
}

// heldPages reports which pages of the last snapshot hold: the same folders have pages, and
// no document on this one came, went or changed. None hold that were made by other rules.
func (r *run) heldPages(own map[string]bool) func(folderPage) bool {
	none := func(folderPage) bool { return false }
	if !r.delta.amends || r.prev.body.Pages != pages.Version {
		return none
	}
	direct := map[string]int{}
	for _, b := range r.prev.briefs {
		if b.outcome != knowledge.Excluded {
			direct[folderOf(b.path)]++
		}
	}
	if !maps.Equal(r.ownPages(direct), own) {
		return none
	}
	touched := map[string]bool{}
	before := func(id string) {
		if b := r.prev.briefs[id]; b != nil {
			touched[pageOf(folderOf(b.path), own)] = true
		}
	}
	for _, it := range r.delta.fresh {
		touched[pageOf(folderOf(it.brief().path), own)] = true
		before(it.id)
	}
	for _, id := range r.delta.gone {
		before(id)
	}
	there := map[string]bool{}
	for _, f := range r.prev.snapshot.FilesBelow(foldersDir) {
		there[foldersDir+"/"+f.Name] = true
	}
	return func(p folderPage) bool { return there[p.name()] && !touched[p.folder] }
}

// listLines writes the lines of the documents of some folders. up leads to the published tree.
func listLines(b *bytes.Buffer, folders map[string][]*item, list []string, up string) error {
	for _, folder := range list {
		entries := make([]listed, 0, len(folders[folder]))
		for _, it := range folders[folder] {
			row, err := it.listed()
			if err != nil {
				return err
			}
			entries = append(entries, listed{row.Path, it})
		}
		slices.SortFunc(entries, func(a, b listed) int { return strings.Compare(a.path, b.path) })
		fmt.Fprintf(b, "\n## %s/\n\n", escapeMarkdown(folder))
		for _, e := range entries {
			row, err := e.item.listed()
			if err != nil {
				return err
			}
			writeIndexLine(b, row, folder, up)
		}
	}
	return nil
}

// lineLength is about the length of a line of a listing.
const lineLength = 256

// indexPage returns INDEX.md.
func (r *run) indexPage(l *listing) []byte {
	var b bytes.Buffer
	b.Grow(len(l.body) + 512)
	fmt.Fprintf(&b, "# Corpus %s · %d documents · %d folders\n", r.plan.id[:12], l.documents, l.folders)
	b.WriteString("\nThe corpus as a whole:")
	for i, name := range pages.Names {
		if i > 0 {
			b.WriteString(" ·")
		}
		fmt.Fprintf(&b, " [%s](%s/%s.md)", name, pages.Dir, name)
	}
	b.WriteString("\n")
	if len(l.pages) > 0 {
		b.WriteString("\nFolders with a page of their own:\n\n")
	}
	for _, p := range l.pages {
		fmt.Fprintf(&b, "- [%s/](%s) · %d documents\n", escapeMarkdown(p.folder), p.name(), p.documents)
	}
	b.Write(l.body)
	return b.Bytes()
}

func writeIndexLine(b *bytes.Buffer, row *knowledge.Source, folder, up string) {
	name := strings.TrimPrefix(row.Path, folder+"/")
	title := escapeMarkdown(row.Title)
	b.WriteString("- ")
	if row.Recipe != "" && !row.Stale {
		for _, s := range []string{"[", title, "](", up, knowledge.TextName(row.Recipe), ")"} {
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
// unless its title holds characters that JSON escapes.
func (it *item) listed() (*knowledge.Source, error) {
	title := jsonline.Field(it.line, "title")
	if title == "" {
		return it.full()
	}
	b := it.brief()
	row := &knowledge.Source{
		ID: it.id, Path: b.path, Title: title, Date: jsonline.Field(it.line, "date"), Recipe: knowledge.Digest(b.recipe),
		Outcome: b.outcome, Reason: b.reason, Stale: b.stale,
	}
	row.Counts.Words = int(jsonline.IntField(it.line, "words"))
	return row, nil
}
