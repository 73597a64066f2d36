package email_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"quire/extract/email"
	"quire/extract/extracttest"
	"quire/knowledge"
)

// savedPage is a page as browsers save it.
func savedPage(parts ...string) string {
	head := "From: <Saved by Blink>\r\nSnapshot-Content-Location: https://example.org/docs/page.html\r\nSubject: =?utf-8?Q?Caf=C3=A9?=\r\n" +
		"Date: Mon, 2 Mar 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; type=\"text/html\"; boundary=\"BB\"\r\n\r\n"
	return head + "--BB\r\n" + strings.Join(parts, "\r\n--BB\r\n") + "\r\n--BB--\r\n"
}

const (
	pagePart = "Content-Type: text/html\r\nContent-ID: <frame-0@mhtml>\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Location: https://example.org/docs/page.html\r\n\r\n" +
		"<html><head><meta charset=3D\"utf-8\"><link rel=3D\"stylesheet\" href=3D\"cid:css-1\"></head><body><nav><a href=3D/>Home</a></nav>\r\n" +
		"<main><h1>Rates</h1><p>Caf=C3=A9 costs. See <a href=3D\"more.html\">more</a>.</p><p class=3D\"gone\">unseen</p>\r\n" +
		"<img alt=3D\"The price list\" src=3D\"https://example.org/img/list.png\"><img alt=3D\"Our house\" src=3D\"cid:house\"></main></body></html>"
	sheetPart = "Content-Type: text/css\r\nContent-Location: cid:css-1\r\n\r\n.gone { display: none }"
	framePart = "Content-Type: text/html\r\nContent-ID: <frame-1@mhtml>\r\n\r\n<p>In a frame.</p>"
)

func picturePart(header, bytes string) string {
	return "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n" + header + "\r\n\r\n" + base64.StdEncoding.EncodeToString([]byte(bytes))
}

func savedSample(data string) extracttest.Sample {
	return extracttest.Sample{Name: "page.mhtml", Format: "mhtml", Data: []byte(data)}
}

func TestASavedPageIsReadAsAPage(t *testing.T) {
	s := savedSample(savedPage(pagePart, sheetPart, picturePart("Content-Location: https://example.org/img/list.png", "PNG list"), picturePart("Content-ID: <house>", "PNG house"), framePart))
	extracttest.Run(t, email.New(), s)
	d := extracttest.Extract(t, email.New(), s)
	want := `paragraph [furniture] part=1&element=6: Home
heading part=1&element=9: Rates
paragraph part=1&element=10: Café costs. See more.
paragraph [hidden:css] part=1&element=12: unseen
image part=3: The price list
image part=4: Our house
`
	var got strings.Builder
	for i := range d.Units {
		u := &d.Units[i]
		for j := range u.Blocks {
			b := &u.Blocks[j]
			fmt.Fprint(&got, b.Kind)
			for _, f := range b.Flags {
				fmt.Fprintf(&got, " [%s]", f)
			}
			text := d.UnitText(u)[b.Span[0]:b.Span[1]]
			fmt.Fprintf(&got, " %s: %s\n", b.Locator, knowledge.Plain(b, text, 0))
		}
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
	var children []string
	for _, c := range d.Evidence.Children {
		children = append(children, fmt.Sprint(c.Member, " ", c.Name, " ", c.Size))
	}
	if list := strings.Join(children, ", "); list != "part=3 list.png 8, part=4 part-4.png 9, part=5 part-5.html 18" {
		t.Errorf("children are %s", list)
	}
	m := d.Evidence.Meta
	if m.Title != "Café" || m.Extra["location"] != "https://example.org/docs/page.html" || m.Extra["saved"] != "2026-03-02T09:00:00Z" || m.Charset != "utf-8" {
		t.Errorf("metadata %+v", m)
	}
	if l := d.Units[1].Links; len(l) != 1 || l[0].Target != "https://example.org/docs/more.html" {
		t.Errorf("links are %v", l)
	}
}

func TestThePageOfASavedPageMayStandAnywhere(t *testing.T) {
	first := strings.Replace(savedPage(framePart, pagePart), `boundary="BB"`, `boundary="BB"; start="<frame-0@mhtml>"`, 1)
	single := "From: <Saved by WebKit>\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<h1>Rates</h1><p>Alone.</p>"
	for name, data := range map[string]string{"behind a frame": first, "without parts": single} {
		d := extracttest.Extract(t, email.New(), savedSample(data))
		extracttest.Check(t, d)
		if !strings.Contains(d.Text, "# Rates") || strings.Contains(d.Text, "In a frame") {
			t.Errorf("%s: %s", name, d.Text)
		}
	}
	plain := extracttest.Extract(t, email.New(), savedSample(savedPage("Content-Type: text/plain\r\n\r\nNo page in it.")))
	if !strings.Contains(plain.Text, "No page in it.") {
		t.Errorf("a message without a page is read as %q", plain.Text)
	}
}

func TestTextAroundASavedPageIsNamed(t *testing.T) {
	d := extracttest.Extract(t, email.New(), savedSample(savedPage(framePart)+"The offer ends in May.\r\n"))
	extracttest.Check(t, d)
	if got := issues(d); got != "mime-boundary" || !strings.Contains(d.Text, "In a frame.") {
		t.Errorf("issues are %q, text %q", got, d.Text)
	}
}
