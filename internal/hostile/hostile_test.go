package hostile

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFilesHaveNamesOfTheirOwn(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Files() {
		if seen[f.Name] || f.Name == "" || f.Write == nil {
			t.Errorf("file %q is there twice or has no body", f.Name)
		}
		seen[f.Name] = true
	}
	if len(seen) < 60 {
		t.Errorf("%d files, want at least 60", len(seen))
	}
}

func TestWriteIsRepeatable(t *testing.T) {
	small := map[string]bool{"cycle.pdf": true, "entities.docx": true, "deep.zip": true, "aliases.yaml": true}
	var files []File
	for _, f := range Files() {
		if small[f.Name] {
			files = append(files, f)
		}
	}
	one, two := t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two} {
		if err := Write(dir, files); err != nil {
			t.Fatal(err)
		}
	}
	for name := range small {
		a, err := os.ReadFile(filepath.Join(one, name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(two, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) || len(a) == 0 {
			t.Errorf("%s is empty or not the same twice", name)
		}
	}
}

// TestWriteTo puts the files into the folder that QUIRE_HOSTILE_DIR names, to
// look at single ones.
func TestWriteTo(t *testing.T) {
	dir := os.Getenv("QUIRE_HOSTILE_DIR")
	if dir == "" {
		t.Skip("QUIRE_HOSTILE_DIR names no folder")
	}
	only := os.Getenv("QUIRE_HOSTILE_ONLY")
	for _, f := range Files() {
		if only != "" && !strings.Contains(","+only+",", ","+f.Name+",") {
			continue
		}
		if err := Write(dir, []File{f}); err != nil {
			t.Fatal(err)
		}
	}
}
