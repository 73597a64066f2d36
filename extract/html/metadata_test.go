package html_test

import (
	"strings"
	"testing"

	"quire/extract/html"
	"quire/knowledge"
)

func TestMetadata(t *testing.T) {
	tests := []struct {
		name, in string
		get      func(m knowledge.Metadata) string
		want     string
	}{
		{"title element", "<title> The\n plan </title>", title, "The plan"},
		{"og:title is the title without the site", `<title>The plan | Site</title><meta property=og:title content="The plan">`, title, "The plan"},
		{"another og:title does not count", `<title>The plan</title><meta property=og:title content="Click here">`, title, "The plan"},
		{"the title of a drawing is not the document's", "<svg><title>Icon</title></svg><p>x", title, ""},
		{"author", `<meta name=Author content="Ann Lee"><meta name=dc.creator content="Ann Lee"><meta property=article:author content="https://x.example/ann">`,
			func(m knowledge.Metadata) string { return strings.Join(m.Authors, ";") }, "Ann Lee"},
		{"description", `<meta name=description content="In short.">`, func(m knowledge.Metadata) string { return m.Subject }, "In short."},
		{"language", `<html xml:lang="de-AT">`, func(m knowledge.Metadata) string { return m.Language }, "de-AT"},
		{"keywords", `<meta name=keywords content="a, b,,c">`, func(m knowledge.Metadata) string { return strings.Join(m.Keywords, ";") }, "a;b;c"},
		{"published with a zone", `<meta property=article:published_time content="2021-03-04T10:00:00+02:00">`, created, "2021-03-04T08:00:00Z"},
		{"published without a zone", `<meta name=date content="2021-03-04 23:00">`, created, "2021-03-04"},
		{"published in words", `<meta name=pubdate content="March 4, 2021">`, created, "2021-03-04"},
		{"published in a month", `<meta name=dcterms.issued content="2021-03">`, created, "2021-03"},
		{"no date", `<meta name=date content="soon">`, created, ""},
		{"marked time element", `<time class="entry-date published" datetime="2021-03-04T08:00:00Z">`, created, "2021-03-04T08:00:00Z"},
		{"any time element is not the document's", `<time datetime="2021-03-04">`, created, ""},
		{"JSON-LD", `<script type="application/ld+json">{"@graph":[{"@type":"Person","name":"X"},{"@type":["NewsArticle"],"datePublished":"2020-01-02","author":[{"name":"Bo"}]}]}</script>`,
			func(m knowledge.Metadata) string { return m.Created + " " + strings.Join(m.Authors, ";") }, "2020-01-02 Bo"},
		{"broken JSON-LD", `<script type="application/ld+json">{"@type":</script>`, created, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.get(html.Read([]byte(tt.in), html.Options{}).Meta); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func title(m knowledge.Metadata) string   { return m.Title }
func created(m knowledge.Metadata) string { return m.Created }

func TestCharacterSets(t *testing.T) {
	greek := []byte{0xca, 0xe1, 0xeb, 0xe7, 0xec, 0xdd, 0xf1, 0xe1} // Καλημέρα in ISO 8859-7
	tests := []struct {
		name string
		in   []byte
		hint string
		want string
	}{
		{"declared in the markup", append([]byte(`<meta charset="iso-8859-7"><p>`), greek...), "", "Καλημέρα"},
		{"declared by content type", append([]byte(`<meta http-equiv=Content-Type content="text/html; charset='iso-8859-7'"><p>`), greek...), "", "Καλημέρα"},
		{"declared in XML", append([]byte(`<?xml version="1.0" encoding='iso-8859-7'?><html xmlns="x"><p>`), greek...), "", "Καλημέρα"},
		{"the transport outranks the markup", append([]byte(`<meta charset="windows-1251"><p>`), greek...), "iso-8859-7", "Καλημέρα"},
		{"declared UTF-16 that was read as ASCII", []byte(`<meta charset="utf-16"><p>plain é`), "", "plain é"},
		{"a byte order mark decides", []byte("\xef\xbb\xbf<meta charset=iso-8859-7><p>é"), "", "é"},
		{"UTF-16", []byte("\xff\xfe<\x00p\x00>\x00h\x00i\x00"), "", "hi"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			page := html.Read(tt.in, html.Options{Charset: tt.hint})
			if len(page.Blocks) != 1 || page.Blocks[0].Text != tt.want {
				t.Errorf("got %q read as %s, want %q", show(page.Blocks), page.Meta.Charset, tt.want)
			}
		})
	}
}

func TestXHTMLEmptyElements(t *testing.T) {
	page := html.Read([]byte(`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head><body><p>a<a id="q"/>b</p><p><![CDATA[1 < 2]]></p></body></html>`), html.Options{})
	if got := show(page.Blocks); got != "paragraph: ab\nparagraph: 1 < 2\n" {
		t.Errorf("got %q", got)
	}
}
