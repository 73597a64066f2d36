package archive_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/extract"
)

// TestRealArchives reads archives that other programs made.
func TestRealArchives(t *testing.T) {
	root := os.Getenv("QUIRE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	dir := filepath.Join(root, "corpora", "archive")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no shared corpus of archives beside the repository")
	}
	tests := []struct {
		file, format string
		children     int
		first        string
	}{
		{"tika__test-documents.tbz2", "bz2", 9, "testEXCEL.xls"},
		{"tika__testZipEncrypted.zip", "zip", 2, "unencrypted.txt"},
		{"tika__testZipEntryNameCharsetShiftSJIS.zip", "zip", 2, "文章1.txt"},
	}
	for _, tt := range tests {
		t.Run(tt.file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(dir, tt.file))
			if err != nil {
				t.Fatal(err)
			}
			in := sample(tt.format, data)
			if got := extract.Detect(in, in.Size, tt.file).Name; got != tt.format {
				t.Errorf("the format is %s, want %s", got, tt.format)
			}
			d, _ := read(t, in, extract.Limits{})
			c := d.Evidence.Children
			if len(c) != tt.children || !strings.HasSuffix(c[0].Name, tt.first) {
				t.Errorf("%d children\n%s", len(c), show(d))
			}
		})
	}
}
