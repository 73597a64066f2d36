package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDetectOnTheSharedCorpora compares formats with the folders that files were
// sorted into by hand. The floor leaves room for files that are named for what
// they are not, which is why they were collected.
func TestDetectOnTheSharedCorpora(t *testing.T) {
	root := os.Getenv("QUIRE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "shared")
	}
	other := map[string]string{ // formats that stand in a folder rightly
		"doc": "docx word2", "md": "markdown text", "txt": "text csv xml", "xlsx": "encrypted-office", "pptx": "encrypted-office",
		"eml": "mbox", "odt": "text", "mbox": "eml", "csv": "tsv",
	}
	seen, wrong := 0, 0
	for _, dir := range strings.Fields("csv doc docx eml epub fb2 html mbox md msg odp ods odt pdf ppt pptx pst rtf tnef txt xls xlsb xlsx") {
		files, _ := filepath.Glob(filepath.Join(root, "corpora", dir, "*"))
		for _, path := range files {
			if strings.Contains(path, ".truth.") || strings.HasSuffix(path, ".must.txt") {
				continue
			}
			f, err := os.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			info, err := f.Stat()
			if err != nil {
				t.Fatal(err)
			}
			got := Detect(f, info.Size(), path)
			f.Close()
			seen++
			if got.Name != dir && !strings.Contains(" "+other[dir]+" ", " "+got.Name+" ") {
				wrong++
				t.Logf("%s/%s is taken for %s", dir, filepath.Base(path), got.Name)
			}
		}
	}
	if seen == 0 {
		t.Skip("no shared corpora beside the repository")
	}
	if wrong*100 > seen*2 {
		t.Errorf("%d of %d files are taken for something else", wrong, seen)
	}
}
