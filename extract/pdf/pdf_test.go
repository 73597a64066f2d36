package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"quire/extract"
	"quire/extract/extracttest"
	"quire/knowledge"
)

// warmed is one PDFium for all tests. Compiled code is kept between test runs, as
// compiling takes some seconds.
var warmed = sync.OnceValue(func() *Extractor {
	dir := filepath.Join(os.TempDir(), "quire-test-pdfium")
	if os.MkdirAll(dir, 0o700) != nil {
		dir = ""
	}
	return PDFium(dir)
})

func engines() []*Extractor { return []*Extractor{warmed(), Ledongthuc()} }

func sample(b *build) extracttest.Sample {
	return extracttest.Sample{Name: "test.pdf", Format: "pdf", Data: b.bytes()}
}

// document of several kinds of block, for the conformance suite.
func article() *build {
	b := newBuild()
	b.info = "/Title(An article)/Author(A. Writer; B. Writer)/CreationDate(D:20240131120000+02'00')"
	for i := range 3 {
		p := b.page()
		p.text(60, 40, 9, "Running title").text(300, 815, 9, fmt.Sprint(i+1))
		p.bold(60, 90, 18, fmt.Sprintf("Chapter %d", i+1))
		p.lines(60, 120, 11, 14, "The first paragraph has two lines of text that", "belong together and end in a full stop.")
		p.lines(60, 170, 11, 14, "\x95 one", "\x95 two")
	}
	return b
}

func TestConformance(t *testing.T) {
	form := newBuild()
	form.page().text(60, 90, 11, "A form").annot("<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/Rect[60 600 200 620]>>")
	form.files = [][2]string{{"data.txt", "attached"}}
	for _, x := range engines() {
		t.Run(x.Name(), func(t *testing.T) {
			article, form := sample(article()), sample(form)
			article.Name, form.Name = "article.pdf", "form.pdf"
			extracttest.Run(t, x, article, form)
		})
	}
}

// blocksOf extracts with an engine and prints the blocks of all pages, one a line
// as "kind: text", with flags and levels.
func blocksOf(t *testing.T, x extract.Extractor, s extracttest.Sample) []string {
	t.Helper()
	return describe(extracttest.Extract(t, x, s))
}

func describe(d *knowledge.Document) []string {
	var out []string
	for i := range d.Units {
		u := &d.Units[i]
		text := d.UnitText(u)
		for k := range u.Blocks {
			b := &u.Blocks[k]
			kind := string(b.Kind)
			if b.Kind == knowledge.Heading {
				kind += fmt.Sprint(b.Level)
			}
			for _, f := range b.Flags {
				kind += " " + string(f)
			}
			md := text[b.Span[0]:b.Span[1]]
			if b.Kind == knowledge.ListItem {
				md = strings.TrimLeft(md, " ")
				out = append(out, kind+": "+md)
				continue
			}
			out = append(out, kind+": "+knowledge.Plain(b, md, 0))
		}
	}
	return out
}

func wantLines(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestArticleHasHeadingsListsAndFurniture(t *testing.T) {
	for _, x := range engines() {
		t.Run(x.Name(), func(t *testing.T) {
			got := blocksOf(t, x, sample(article()))
			wantLines(t, got[:6],
				"header furniture: Running title",
				"heading1: Chapter 1",
				"paragraph: The first paragraph has two lines of text that belong together and end in a full stop.",
				"list-item: - one",
				"list-item: - two",
				"footer furniture: 1",
			)
		})
	}
}

func TestMetadataIsReadAndDatesAreUTC(t *testing.T) {
	b := article()
	b.lang = "en-GB"
	for _, x := range engines() {
		m := extracttest.Extract(t, x, sample(b)).Evidence.Meta
		if m.Title != "An article" || len(m.Authors) != 2 || m.Created != "2024-01-31T10:00:00Z" || m.Language != "en-GB" {
			t.Errorf("%s: metadata is %+v", x.Name(), m)
		}
	}
}

func TestPasswordsAreTriedAndMissingOnesAreSaid(t *testing.T) {
	b := article()
	b.password = "sesame"
	for _, x := range engines() {
		t.Run(x.Name(), func(t *testing.T) {
			s := sample(b)
			if d := extracttest.Extract(t, x, s); d.Evidence.Outcome != knowledge.Encrypted {
				t.Errorf("without a password the outcome is %s (%s)", d.Evidence.Outcome, d.Evidence.Reason)
			}
			s.Options.Passwords = []string{"wrong", "sesame"}
			if d := extracttest.Extract(t, x, s); d.Evidence.Outcome != knowledge.Extracted {
				t.Errorf("with its password the outcome is %s (%s)", d.Evidence.Outcome, d.Evidence.Reason)
			}
		})
	}
}

func TestPageLimitDeliversWhatFits(t *testing.T) {
	s := sample(article())
	for _, x := range engines() {
		a := extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, func(string) int { return 1 }, nil)
		in := extract.Input{ReaderAt: bytes.NewReader(s.Data), Size: int64(len(s.Data)), Format: "pdf"}
		err := x.Extract(context.Background(), in, extract.Limits{Pages: 2}, a)
		var limit *extract.LimitError
		if d := a.Finish(err); !errors.As(err, &limit) || limit.Limit != "pages" || len(d.Units) != 2 {
			t.Errorf("%s: error %v, %d units", x.Name(), err, len(d.Units))
		}
	}
}

func TestWhatIsNoPDFIsDamaged(t *testing.T) {
	for _, x := range engines() {
		for _, data := range []string{"", "%PDF-1.4\n", strings.Repeat("no pdf at all ", 50)} {
			in := extract.Input{ReaderAt: strings.NewReader(data), Size: int64(len(data)), Format: "pdf"}
			err := x.Extract(context.Background(), in, extract.Limits{}, extract.NewAssembler(knowledge.Recipe{}, extract.Limits{}, nil, nil))
			if !errors.Is(err, extract.ErrDamaged) {
				t.Errorf("%s: %.20q gives %v", x.Name(), data, err)
			}
		}
	}
}

func TestAttachmentsAreChildren(t *testing.T) {
	b := newBuild()
	b.page().text(60, 90, 11, "See the attachment.")
	b.files = [][2]string{{"data.txt", "attached"}}
	for _, x := range engines() {
		children := extracttest.Extract(t, x, sample(b)).Evidence.Children
		if len(children) != 1 || children[0].Member.String() != "member=data.txt" || children[0].Digest != knowledge.DigestOf([]byte("attached")) {
			t.Errorf("%s: children are %+v", x.Name(), children)
		}
	}
}

func TestPrimeLeavesACacheThatIsUsed(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the engine")
	}
	dir := t.TempDir()
	if err := Prime(context.Background(), dir); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) == 0 {
		t.Errorf("the cache folder holds %v (%v)", entries, err)
	}
	if err := PDFium(dir).Warm(); err != nil {
		t.Error(err)
	}
	if err := Prime(context.Background(), ""); err == nil {
		t.Error("no folder is no error")
	}
}
