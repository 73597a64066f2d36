package relations_test

import (
	"testing"

	"quire/knowledge/relations"
)

// shelf is a corpus that links are tried in; the link stands in "from".
func shelf(from relations.Node, l relations.Link) []relations.Node {
	from.ID, from.Links = "from", []relations.Link{l}
	if from.Type == "" {
		from.Type = "html"
	}
	return []relations.Node{
		from,
		{ID: "index", Path: "r/docs/index.html", Type: "html"},
		{ID: "page", Path: "r/docs/page.html", Type: "html"},
		{ID: "top", Path: "r/top.md", Type: "markdown"},
		{ID: "deep", Path: "r/docs/a b/Größe.md", Type: "markdown"},
		{ID: "sharp", Path: "r/docs/C# notes.md", Type: "markdown"},
		{ID: "what", Path: "r/docs/what?.md", Type: "markdown"},
		{ID: "codes", Path: "r/docs/x%20y.md", Type: "markdown"},
		{ID: "decoded", Path: "r/docs/x y.md", Type: "markdown"},
		{ID: "half", Path: "r/docs/100%.md", Type: "markdown"},
		{ID: "report1", Path: "r/docs/Report.md", Type: "markdown"},
		{ID: "report2", Path: "r/old/report.md", Type: "markdown"},
		{ID: "plan", Path: "r/old/Plan.docx", Type: "docx"},
		{ID: "license", Path: "r/LICENSE", Type: "text"},
		{ID: "other", Path: "s/docs/page.html", Type: "html"},
		{ID: "only", Path: "s/Only.md", Type: "markdown"},
		{ID: "zip", Path: "r/site.zip", Type: "zip"},
		{ID: "in", Path: "r/site.zip!/docs/page.html", Parent: "zip", Type: "html"},
		{ID: "inside", Path: "r/site.zip!/Inside.md", Parent: "zip", Type: "markdown"},
	}
}

// linked returns what the link leads to, "" for no edge.
func linked(from relations.Node, l relations.Link) (to string, strength int) {
	for _, e := range relations.Join(shelf(from, l), relations.Corrections{}) {
		if e.Kind == relations.LinksTo {
			return e.To, e.Strength
		}
	}
	return "", 0
}

func TestRelativeLinks(t *testing.T) {
	docs := relations.Node{Path: "r/docs/from.html"}
	tests := []struct{ name, target, want string }{
		{"in the same folder", "page.html", "page"},
		{"with a dot", "./page.html", "page"},
		{"up", "../top.md", "top"},
		{"up and down", "../docs/./a b/../page.html", "page"},
		{"with a fragment", "page.html#part-2", "page"},
		{"with a query", "page.html?x=1&y=../z#f", "page"},
		{"with percent codes", "a%20b/Gr%C3%B6%C3%9Fe.md", "deep"},
		{"with plain spaces", "a b/Größe.md", "deep"},
		{"with decomposed letters", "a b/Gro\u0308ße.md", "deep"},
		{"with the separators of Windows", `..\docs\a b\Größe.md`, "deep"},
		{"with doubled separators", "..//top.md", "top"},
		{"to a name with a sharp", "C# notes.md", "sharp"},
		{"to a name with a coded sharp", "C%23%20notes.md#x", "sharp"},
		{"to a name with a coded question mark", "what%3F.md", "what"},
		{"to a name with a percent sign", "100%.md", "half"},
		{"from the top", "/docs/page.html", "page"},

		{"to nothing", "", ""},
		{"to a missing file", "pages.html", ""},
		{"to a name in another folder", "top.md", ""},
		{"in another case", "Page.html", ""},
		{"to a folder", "../docs", ""},
		{"to a folder with an index", "../docs/", ""},
		{"to its own folder", ".", ""},
		{"to a name without its ending", "page", ""},
		{"to one of two that it may mean", "x%20y.md", ""},
		{"out of the root", "../../s/docs/page.html", ""},
		{"out of the root and back", "../../r/docs/page.html", ""},
		{"to a fragment", "#page.html", ""},
		{"to a query", "?page.html", ""},
		{"to itself", "from.html", ""},
		{"to itself by a detour", "../docs/from.html#x", ""},
		{"to a URL", "https://example.org/docs/page.html", ""},
		{"to another host", "//docs/page.html", ""},
		{"to a share", `\\docs\page.html`, ""},
		{"to a drive", `C:\docs\page.html`, ""},
		{"to a mailbox", "mailto:page.html", ""},
		{"to a member of an archive from outside", "../site.zip/docs/page.html", ""},
		{"by name, which HTML does not know", "Only", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := linked(docs, relations.Link{Target: tt.target}); got != tt.want {
				t.Errorf("%q leads to %q, want %q", tt.target, got, tt.want)
			}
		})
	}
}

func TestLinksStayInTheirArchive(t *testing.T) {
	tests := []struct {
		path, target string
		wiki         bool
		want         string
	}{
		{"r/site.zip!/from.html", "docs/page.html", false, "in"},
		{"r/site.zip!/docs/from.html", "../docs/page.html", false, "in"},
		{"r/site.zip!/docs/from.html", "../../top.md", false, ""},
		{"r/site.zip!/docs/from.html", "../../site.zip!/docs/page.html", false, ""},
		{"r/site.zip!/from.html", "/docs/page.html", false, "in"},
		{"r/site.zip!/from.html", "top.md", false, ""},
		{"r/site.zip!/from.html", "Inside", true, "inside"},
		{"r/site.zip!/from.html", "Plan", true, ""},
		{"r/site.zip!/../docs/from.html", "page.html", false, ""},
	}
	for _, tt := range tests {
		if got, _ := linked(relations.Node{Path: tt.path, Parent: "zip"}, relations.Link{Target: tt.target, Wiki: tt.wiki}); got != tt.want {
			t.Errorf("%q in %s leads to %q, want %q", tt.target, tt.path, got, tt.want)
		}
	}
}

func TestWikiLinks(t *testing.T) {
	from := relations.Node{Path: "r/notes/from.md", Type: "markdown"}
	tests := []struct{ name, target, want string }{
		{"by name", "Größe", "deep"},
		{"in another case", "größe", "deep"},
		{"with its ending", "Plan.docx", "plan"},
		{"without its ending, whatever it is", "plan", "plan"},
		{"with heading and label", "Größe#Teil 2|hier", "deep"},
		{"with brackets", "[[Größe|hier]]", "deep"},
		{"with its folder", "a b/Größe", "deep"},
		{"with all its folders", "docs/a b/Größe", "deep"},
		{"to one of two, told apart by folder", "docs/Report", "report1"},
		{"to one of two, told apart by the folder in another case", "OLD/Report", "report2"},

		{"to one of two", "Report", ""},
		{"to one of two with its ending", "Report.md", ""},
		{"with another folder", "b/Größe", ""},
		{"with another folder above", "x/a b/Größe", ""},
		{"to a part of a name", "Größ", ""},
		{"to a name in another root", "Only", ""},
		{"to a name in an archive", "Inside", ""},
		{"to a heading of its own", "#Größe", ""},
		{"to itself", "from", ""},
		{"out of the root", "../r/docs/Größe", ""},
		{"to nothing", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := linked(from, relations.Link{Target: tt.target, Wiki: true}); got != tt.want {
				t.Errorf("%q leads to %q, want %q", tt.target, got, tt.want)
			}
		})
	}
}

func TestBareNamesInMarkdownMayBeWikiLinks(t *testing.T) {
	from := relations.Node{Path: "r/notes/from.md", Type: "markdown"}
	tests := []struct{ name, target, want string }{
		{"a note", "Größe", "deep"},
		{"a note with a heading", "Größe#Teil", "deep"},
		{"a file without ending in another folder", "LICENSE", ""},
		{"a note in another folder by its file name", "top.md", ""},
		{"a document that is no note", "Plan", ""},
		{"one of two notes", "Report", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, _ := linked(from, relations.Link{Target: tt.target}); got != tt.want {
				t.Errorf("%q leads to %q, want %q", tt.target, got, tt.want)
			}
		})
	}
}

func TestStrengthSaysHowDirectALinkIs(t *testing.T) {
	from := relations.Node{Path: "r/docs/from.md", Type: "markdown"}
	tests := []struct {
		link relations.Link
		want int
	}{
		{relations.Link{Target: "page.html"}, 1000},
		{relations.Link{Target: "Größe", Wiki: true}, 900},
		{relations.Link{Target: "/docs/page.html"}, 800},
		{relations.Link{Target: "Größe"}, 700},
	}
	for _, tt := range tests {
		if _, got := linked(from, tt.link); got != tt.want {
			t.Errorf("%+v has strength %d, want %d", tt.link, got, tt.want)
		}
	}
}

// FuzzLinks asks for no panic, and for no edge that leaves its root.
func FuzzLinks(f *testing.F) {
	f.Add("r/docs/from.md", "../docs/page.html#x", true)
	f.Add("r/from", `..\..\s/docs/page.html`, false)
	f.Add("", "[[a/b|c]]", false)
	f.Fuzz(func(t *testing.T, path, target string, wiki bool) {
		to, _ := linked(relations.Node{Path: path, Type: "markdown"}, relations.Link{Target: target, Wiki: wiki})
		if to == "in" || to == "inside" || len(path) > 1 && path[:2] == "r/" && (to == "other" || to == "only") {
			t.Errorf("%q in %q leads to %s", target, path, to)
		}
	})
}
