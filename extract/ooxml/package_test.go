package ooxml

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"quire/extract"
	"quire/extract/ooxml/ooxmltest"
	"quire/knowledge"
)

func openParts(t *testing.T, parts map[string]string, lim extract.Limits) *Package {
	t.Helper()
	p, err := Open(ooxmltest.Input(ooxmltest.Zip(t, parts)), lim)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestOpenRefusesWhatIsNoPackage(t *testing.T) {
	encrypted := ooxmltest.Zip(t, map[string]string{"a.xml": "text"})
	for _, sign := range []string{"PK\x03\x04", "PK\x01\x02"} { // both headers carry the flags
		at := bytes.Index(encrypted, []byte(sign))
		flags := at + 6
		if sign == "PK\x01\x02" {
			flags = at + 8
		}
		encrypted[flags] |= 1
	}
	var twice bytes.Buffer
	w := zip.NewWriter(&twice)
	for _, n := range []string{"word/a.xml", `Word\A.xml`} {
		if _, err := w.Create(n); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"text":            {[]byte("just text"), extract.ErrDamaged},
		"nothing":         {nil, extract.ErrDamaged},
		"encrypted entry": {encrypted, extract.ErrEncrypted},
		"one name twice":  {twice.Bytes(), extract.ErrDamaged},
	} {
		if _, err := Open(ooxmltest.Input(c.data), extract.Limits{}); !errors.Is(err, c.want) {
			t.Errorf("%s: error is %v, want %v", name, err, c.want)
		}
	}
}

func TestLimitsTrip(t *testing.T) {
	zeros := strings.Repeat("0", 3<<20)
	deep := strings.Repeat("<a>", 50) + strings.Repeat("</a>", 50)
	for _, c := range []struct {
		limit string
		lim   extract.Limits
		part  string
	}{
		{"members", extract.Limits{Members: 1}, "x"},
		{"inflated", extract.Limits{Inflated: 1 << 20}, zeros},
		{"ratio", extract.Limits{Ratio: 10}, zeros},
		{"elements", extract.Limits{Elements: 40}, deep},
		{"text", extract.Limits{Text: 1 << 10}, "<a>" + zeros + "</a>"},
	} {
		data := ooxmltest.Zip(t, map[string]string{"a.xml": c.part, "b.xml": "x"})
		p, err := Open(ooxmltest.Input(data), c.lim)
		if err == nil {
			_, err = p.Tree("a.xml")
		}
		var lim *extract.LimitError
		if !errors.As(err, &lim) || lim.Limit != c.limit {
			t.Errorf("limit %s: error is %v", c.limit, err)
		}
	}
}

func TestRelationshipsResolve(t *testing.T) {
	p := openParts(t, map[string]string{
		"_rels/.rels": ooxmltest.Rels("r1", "officeDocument", "/odd/main.xml"),
		"odd/_rels/main.xml.rels": ooxmltest.Rels("a", "image", "media/p%20q.png", "b", "header", "../top.xml",
			"c", "hyperlink", "https://example.org/x", "d", "chart", "../../../escape.xml", "e", "footer", `sub\f.xml`),
		"odd/main.xml": "<x/>",
	}, extract.Limits{})
	main, err := p.Main()
	if err != nil || main != "odd/main.xml" {
		t.Fatalf("main part is %q (%v)", main, err)
	}
	want := map[string]string{"a": "odd/media/p q.png", "b": "top.xml", "c": "https://example.org/x", "d": "escape.xml", "e": "odd/sub/f.xml"}
	for id, target := range want {
		r, ok := p.Rels(main).ByID(id)
		if !ok || r.Target != target || r.External != (id == "c") {
			t.Errorf("relationship %s is %+v, want target %s", id, r, target)
		}
	}
	if got := p.Rels(main).First("header"); got != "top.xml" {
		t.Errorf("first header is %q", got)
	}
}

func TestMainFollowsContentTypesWhereRelationshipsAreMissing(t *testing.T) {
	p := openParts(t, map[string]string{
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
			`<Override PartName="/w/d.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"w/d.xml": "<x/>",
	}, extract.Limits{})
	if main, err := p.Main(); err != nil || main != "w/d.xml" {
		t.Errorf("main part is %q (%v)", main, err)
	}
	if got := p.ContentType("other.XML"); got != "application/xml" {
		t.Errorf("default content type is %q", got)
	}
}

func TestAlternateContentGivesOneBranch(t *testing.T) {
	head := `<w:r` + ooxmltest.Namespaces + `><mc:AlternateContent>`
	for name, c := range map[string]struct{ in, want string }{
		"understood choice":         {`<mc:Choice Requires="wps"><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback>`, "new"},
		"unknown choice":            {`<mc:Choice Requires="x9"><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback>`, "old"},
		"one of two requirements":   {`<mc:Choice Requires="wps x9"><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback>`, "old"},
		"second choice":             {`<mc:Choice Requires="x9"><w:t>a</w:t></mc:Choice><mc:Choice Requires="wps"><w:t>b</w:t></mc:Choice>`, "b"},
		"prefix of another name":    {`<mc:Choice xmlns:wps="urn:example:else" Requires="wps"><w:t>a</w:t></mc:Choice><mc:Fallback><w:t>b</w:t></mc:Fallback>`, "b"},
		"nothing fits, no fallback": {`<mc:Choice Requires="x9"><w:t>only</w:t></mc:Choice>`, "only"},
	} {
		s := NewStream(strings.NewReader(head+c.in+`</mc:AlternateContent></w:r>`), extract.Limits{})
		n, err := s.Root()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, x := range n.All("w:t") {
			got = append(got, x.Text)
		}
		if strings.Join(got, "+") != c.want {
			t.Errorf("%s: text is %q, want %q", name, got, c.want)
		}
	}
}

func TestStreamReadsEncodingsAndEntities(t *testing.T) {
	utf16 := []byte{0xff, 0xfe}
	for _, r := range `<?xml version="1.0" encoding="UTF-16"?><a>né</a>` {
		utf16 = append(utf16, byte(r), byte(r>>8))
	}
	for name, c := range map[string]struct{ in, want string }{
		"utf-16":          {string(utf16), "né"},
		"byte order mark": {"\xef\xbb\xbf<a>né</a>", "né"},
		"windows-1252":    {"<?xml version='1.0' encoding='windows-1252'?><a>n\xe9</a>", "né"},
		"unknown entity":  {`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///secret">]><a>&x;</a>`, "&x;"},
	} {
		s := NewStream(strings.NewReader(c.in), extract.Limits{})
		n, err := s.Root()
		if err != nil || n.Text != c.want {
			t.Errorf("%s: %+v (%v), want %q", name, n, err, c.want)
		}
		if s.Doctype() != (name == "unknown entity") {
			t.Errorf("%s: document type met is %v", name, s.Doctype())
		}
	}
}

func TestDamagedPartGivesWhatCameBefore(t *testing.T) {
	s := NewStream(strings.NewReader(`<a><b>one</b><b>two</b><b>thr`), extract.Limits{})
	n, err := s.Root()
	if err == nil || errors.Is(err, io.EOF) {
		t.Errorf("error is %v", err)
	}
	s = NewStream(strings.NewReader("<a><secret \xff></a>"), extract.Limits{})
	if _, err := s.Root(); err == nil || strings.Contains(err.Error(), "secret") || strings.Contains(err.Error(), "\xff") {
		t.Errorf("error %q quotes the document", err)
	}
	if got := len(n.All("b")); got < 2 {
		t.Errorf("%d elements came before the damage, want at least 2", got)
	}
}

// A package whose directory does not list one of its members is read, and says so.
func TestMemberThatADirectoryHidesIsSaid(t *testing.T) {
	data := ooxmltest.Zip(t, map[string]string{"a.xml": "<a/>", "b.xml": "<a/>", "c.xml": "<a/>"})
	issues := func(data []byte) []knowledge.Issue {
		t.Helper()
		p, err := Open(ooxmltest.Input(data), extract.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		a := extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, func(string) int { return 0 }, nil)
		if err := p.Children(t.Context(), a); err != nil {
			t.Error(err)
		}
		return a.Finish(nil).Evidence.Issues
	}
	if got := issues(data); len(got) != 0 {
		t.Errorf("the whole package: %+v", got)
	}
	place := func(name string) []byte { // in the directory
		i := bytes.LastIndex(data, []byte(name)) - 46
		return data[i+42 : i+46]
	}
	copy(place("b.xml"), place("a.xml"))
	if got := issues(data); len(got) != 1 || got[0].Code != "damaged" || got[0].Severity != knowledge.Error || !strings.Contains(got[0].Detail, `"b.xml"`) {
		t.Errorf("b.xml is hidden: %+v", got)
	}
}
