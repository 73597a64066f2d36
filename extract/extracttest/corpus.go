package extracttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Corpus returns the folder of one kind of the real files that lie beside the
// repository, or below the folder that QUIRE_SHARED names. Where they are missing
// the test is skipped: they are no part of the project.
func Corpus(t testing.TB, kind string) string {
	t.Helper()
	root := os.Getenv("QUIRE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	dir := filepath.Join(root, "corpora", kind)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no shared corpus of kind %s beside the repository", kind)
	}
	return dir
}

// CorpusFiles calls test for each file of one kind, its text of reference and the
// lists of phrases left out. Fewer than least files are an error.
func CorpusFiles(t *testing.T, kind string, least int, test func(t *testing.T, path string, data []byte)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(Corpus(t, kind), "*"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range files {
		if strings.Contains(path, ".truth.") || strings.HasSuffix(path, ".must.txt") {
			continue
		}
		found++
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			test(t, path, data)
		})
	}
	if found < least {
		t.Errorf("%d files of kind %s, want at least %d", found, kind, least)
	}
}
