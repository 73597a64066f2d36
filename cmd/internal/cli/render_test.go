package cli

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A page is drawn from the original, wherever it lies: in a folder, in an archive in
// an archive. One that has changed is refused, and so is what has no pages.
func TestRenderDrawsFromTheOriginal(t *testing.T) {
	report, err := os.ReadFile("../../../sample-corpus/documents/evaluation/2025-report.pdf")
	if err != nil {
		t.Fatal(err)
	}
	base := t.TempDir()
	inner := archive(t, "report.pdf", report)
	writeFiles(t, base, map[string]string{
		"corpus/report.pdf": string(report), "corpus/note.md": "# A note\n\nIt has no pages.\n", "corpus/outer.zip": string(archive(t, "folder/inner.zip", inner)),
	})
	ws := filepath.Join(base, "ws")
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no cache folder for the PDF engine")
	}
	env := []string{"XDG_CACHE_HOME=" + cache}
	run := func(args ...string) (string, error) {
		return quireHere(t, base, env, append(args, "-C", ws)...)
	}
	if out, err := run("sync", "--corpus", filepath.Join(base, "corpus")); err != nil {
		t.Fatal(err, out)
	}
	size := map[string]int{}
	for _, path := range []string{"corpus/report.pdf", "corpus/outer.zip!/folder/inner.zip!/report.pdf"} {
		out, err := run("show", "--json", "--outline", path)
		var shown struct{ Units []struct{ Address string } }
		if err != nil || json.Unmarshal([]byte(out), &shown) != nil || len(shown.Units) == 0 {
			t.Fatal(err, out)
		}
		for range 2 { // drawn, then from the cache
			out, err = run("render", "--json", "--dpi", "50", shown.Units[0].Address)
			var drawn struct{ File, Locator string }
			if err != nil || json.Unmarshal([]byte(out), &drawn) != nil {
				t.Fatal(err, out)
			}
			b, err := os.ReadFile(drawn.File)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(b))
			if err != nil || img.Bounds().Dx() < 300 || drawn.Locator != "page=1" {
				t.Errorf("%s: %v %v at %s", path, err, img.Bounds(), drawn.Locator)
			}
			if before, ok := size[drawn.File]; ok && before != len(b) {
				t.Errorf("%s was drawn twice, and otherwise", path)
			}
			size[drawn.File] = len(b)
		}
	}
	refuse := func(want string, args ...string) {
		t.Helper()
		if out, err := run(args...); err == nil || !strings.Contains(out, want) {
			t.Errorf("quire %s: %v: %s; want %q", strings.Join(args, " "), err, out, want)
		}
	}
	refuse("only pages of PDFs can be drawn", "render", "corpus/note.md")
	refuse("dots an inch", "render", "--dpi", "1000000", "corpus/report.pdf")
	writeFiles(t, base, map[string]string{"corpus/report.pdf": string(report) + "%", "corpus/outer.zip": string(archive(t, "other.pdf", report))})
	refuse("has changed since the snapshot", "render", "--dpi", "40", "corpus/report.pdf")
	refuse("has changed since the snapshot", "render", "--dpi", "40", "corpus/outer.zip!/folder/inner.zip!/report.pdf")
}

func archive(t *testing.T, name string, body []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(body); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
