package html_test

import (
	"strings"
	"testing"

	"quire/extract/html"
	"quire/knowledge"
)

const prose = `<p>The committee met on Tuesday and agreed that the harbour wall has to be repaired before the winter storms arrive.</p>
<p>Members asked for three offers, of which the second was taken because it names a date, a price and a person in charge.</p>
<p>Work begins in the first week of May; until then the northern quay stays closed to everything but small fishing boats.</p>
<p>The minutes of the meeting are kept in the archive and may be read there by anyone who asks for them in good time.</p>`

func TestFurnitureIsToldFromContent(t *testing.T) {
	tests := []struct {
		name, in string
		out, in2 []string // words that have to be furniture, and content
	}{
		{"landmarks", `<header><a href=/>SITE</a></header><nav><ul><li><a href=/a>MENU</a></ul></nav>` + prose + `<footer>IMPRINT</footer>`,
			[]string{"SITE", "MENU", "IMPRINT"}, []string{"committee", "minutes"}},
		{"a header with the only title is content", `<header><h1>TITLE</h1><nav><a href=/>MENU</a></nav></header>` + prose, []string{"MENU"}, []string{"TITLE"}},
		{"what surrounds the main element", `<div><h1>TITLE</h1></div><main>` + prose + `</main><div>AROUND some words</div>`, []string{"AROUND"}, []string{"TITLE", "committee"}},
		{"an aside in an article is a note, beside it is not", `<article>` + prose + `<aside>NOTE on the wall</aside></article><aside>TEASER</aside>`, []string{"TEASER"}, []string{"NOTE"}},
		{"class names", `<div class="site-nav">MENU</div><div id=cookieBanner>COOKIES</div>` + prose + `<div class="share-buttons">SHARE</div>`,
			[]string{"MENU", "COOKIES", "SHARE"}, []string{"committee"}},
		{"a name that holds the page is no furniture", `<div class="sidebar">` + prose + `</div>`, nil, []string{"committee", "minutes"}},
		{"a heading's id is its text", prose + `<h2 id="share-of-promotion">HEADING</h2>` + prose, nil, []string{"HEADING"}},
		{"lists of links around the text", `<div><div><a href=/1>LINKA</a> <a href=/2>LINKB</a></div><div>` + prose + `</div></div>`, []string{"LINKA", "LINKB"}, []string{"committee"}},
		{"a page that is a list of links", `<h1>Index</h1><ul><li><a href=/1>LINKA</a><li><a href=/2>LINKB</a></ul>`, nil, []string{"LINKA", "LINKB"}},
		{"a table beside the text", `<div>` + prose + `</div><table><tr><th>Item<th>Price<tr><td>STONE<td>12</table>`, nil, []string{"STONE", "committee"}},
		{"a form without prose", `<form><label>NAME</label><input value=ANN></form>`, nil, []string{"NAME", "ANN"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page := html.Read([]byte("<body>"+tt.in+"</body>"), html.Options{Page: true})
			for _, w := range tt.out {
				if furniture, found := placed(page, w); !found || !furniture {
					t.Errorf("%s: found %v, furniture %v\n%s", w, found, furniture, show(page.Blocks))
				}
			}
			for _, w := range tt.in2 {
				if furniture, found := placed(page, w); !found || furniture {
					t.Errorf("%s: found %v, furniture %v\n%s", w, found, furniture, show(page.Blocks))
				}
			}
		})
	}
}

// placed reports whether word is in a furniture block, and whether it is there.
func placed(page *html.Page, word string) (furniture, found bool) {
	for _, b := range page.Blocks {
		text := b.Text
		for _, row := range b.Rows {
			for _, c := range row {
				text += " " + c.Text
			}
		}
		if strings.Contains(text, word) {
			return knowledge.HasFlag(b.Flags, knowledge.Furniture), true
		}
	}
	return false, false
}

func TestFragmentsHaveNoFurniture(t *testing.T) {
	page := html.Read([]byte(`<nav>a</nav><div class=footer>b</div>`), html.Options{})
	if got := show(page.Blocks); got != "paragraph: a\nparagraph: b\n" {
		t.Errorf("got %q", got)
	}
}

func TestFurnitureHeadingIsOverNothing(t *testing.T) {
	page := html.Read([]byte(`<main>`+prose+`</main><aside><h2>More</h2><p>`+prose+`</aside>`), html.Options{Page: true})
	for _, b := range page.Blocks {
		if b.Kind == knowledge.Heading {
			t.Errorf("heading %q", b.Text)
		}
	}
}

func TestNoticesOfCopyrightAtTheEndAreFurniture(t *testing.T) {
	text := "<p>" + strings.Repeat("A sentence of the text. ", 20)
	seen := "paragraph: " + strings.TrimSpace(strings.Repeat("A sentence of the text. ", 20))
	runBlocks(t, html.Options{Page: true}, []blockTest{
		{"with lines behind it", text + "<p>Copyright © 2015, Eklektix<p>Linux is a trademark", []string{seen, "paragraph [furniture]: Copyright © 2015, Eklektix", "paragraph [furniture]: Linux is a trademark"}},
		{"in the text", "<p>© 2015 by nobody" + text, []string{"paragraph: © 2015 by nobody", seen}},
		{"a sentence about it", text + "<p>Copyright is a right.", []string{seen, "paragraph: Copyright is a right."}},
		{"a page that is nothing else", "<p>© 2015 A", []string{"paragraph: © 2015 A"}},
	})
}
