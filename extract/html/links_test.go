package html_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"quire/extract/extracttest"
	"quire/extract/html"
	"quire/knowledge"
)

// targets lists the targets of all links of a page.
func targets(t *testing.T, page string) []string {
	t.Helper()
	d := extracttest.Extract(t, html.New(), extracttest.Sample{Format: "html", Data: []byte(page)})
	extracttest.Check(t, d)
	var out []string
	for i := range d.Units {
		for _, l := range d.Units[i].Links {
			out = append(out, l.Target)
		}
	}
	return out
}

func TestLinksLeadWhereTheBaseSays(t *testing.T) {
	for _, tt := range []struct{ name, base, target, want string }{
		{"no base", "", "plan.html#a", "plan.html#a"},
		{"another site", "https://example.org/docs/index.html", "plan.html", "https://example.org/docs/plan.html"},
		{"the top of another site", "https://example.org/docs/", "/plan.html?x=1", "https://example.org/plan.html?x=1"},
		{"a folder", "../docs/", "plan.html", "../docs/plan.html"},
		{"a page in a folder", "docs/index.html?v=2", "plan.html", "docs/plan.html"},
		{"a folder from the top", "/docs/", "plan.html", "/docs/plan.html"},
		{"an address that is whole", "https://example.org/", "mailto:a@b.c", "mailto:a@b.c"},
		{"a base that is none", "http://[", "plan.html", "plan.html"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			page := fmt.Sprintf(`<head><base href="%s"></head><p><a href="%s">x</a>`, tt.base, tt.target)
			if got := targets(t, page); len(got) != 1 || got[0] != tt.want {
				t.Errorf("links to %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFilesThatAPageShowsAreLinks(t *testing.T) {
	for page, want := range map[string]string{
		`<p>a<img src="plan.png"><img src="https://example.org/a.png">`:                                 "plan.png",
		`<frameset><frame src="menu.html"><frame src="text.html"></frameset>`:                           "menu.html text.html",
		`<p>a<iframe src="map.html"></iframe><video><source src="a.mp4"></video>`:                       "map.html a.mp4",
		`<p>a</p><a href="big.png"><img src="small.png"></a>`:                                           "small.png big.png",
		`<img src=m.png usemap="#m"><map name=m><area href="north.html"></map><p>a`:                     "m.png north.html",
		`<p>a<img src="cid:1"><iframe src="//example.org/x"></iframe><iframe src=about:blank></iframe>`: "",
	} {
		if got := strings.Join(targets(t, page), " "); got != want {
			t.Errorf("%s links to %q, want %q", page, got, want)
		}
	}
}

func TestDataAddressesBecomeChildren(t *testing.T) {
	picture := strings.Repeat("picture ", 40)
	code := base64.StdEncoding.EncodeToString([]byte(picture))
	page := `<p>See <img alt="Plan" src="data:image/png;base64,` + code + `"><img src="data:image/png;base64,` + code + `">
<img src="data:image/gif;base64,R0lGODlh"><a href="data:text/csv;charset=utf-8,` + strings.Repeat("a%2Cb%0A", 60) + `">table</a>
<object data="data:application/pdf;base64,!!!` + code + `"></object></p>`
	d := extracttest.Extract(t, html.New(), extracttest.Sample{Format: "html", Data: []byte(page)})
	extracttest.Check(t, d)
	if strings.Contains(d.Text, code[:20]) || strings.Contains(d.Text, "base64") {
		t.Errorf("the text holds the data: %s", d.Text)
	}
	var got []string
	for _, c := range d.Evidence.Children {
		got = append(got, fmt.Sprintf("%s %d %s", c.Name, c.Size, c.Reason))
	}
	want := []string{"embedded-1.png 320 ", "embedded-2.csv 240 ", "embedded-3.pdf 0 the base64 of the data address is damaged"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("children %q, want %q", got, want)
	}
	if d.Evidence.Children[0].Digest != knowledge.DigestOf([]byte(picture)) {
		t.Error("the bytes of the picture are not those it holds")
	}
	if n := d.Evidence.Counts.Images; n != 3 {
		t.Errorf("%d pictures", n)
	}
}
