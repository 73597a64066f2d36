package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const corpus = "../../sample-corpus"

const refresh = "run `go run ./internal/samplegen` and look at the difference"

func readCorpus(t *testing.T, path string) string {
	t.Helper()
	body, err := os.ReadFile(filepath.Join(corpus, filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestGeneratedDocumentsAreTheCheckedInOnes(t *testing.T) {
	dir := t.TempDir()
	if err := run(dir); err != nil {
		t.Fatal(err)
	}
	for _, g := range catalogue() {
		fresh, err := os.ReadFile(filepath.Join(dir, "documents", filepath.FromSlash(g.path)))
		if err != nil {
			t.Fatal(err)
		}
		if string(fresh) != readCorpus(t, "documents/"+g.path) {
			t.Errorf("%s differs from what the generator writes; %s", g.path, refresh)
		}
	}
}

func TestEachBuildGivesTheSameBytes(t *testing.T) {
	for _, g := range catalogue() {
		first, err := g.build()
		if err != nil {
			t.Fatal(err)
		}
		second, err := g.build()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, second) {
			t.Errorf("%s: two builds differ", g.path)
		}
	}
}

func TestManifestListsTheCheckedInDocuments(t *testing.T) {
	want, err := manifest(os.DirFS(filepath.Join(corpus, "documents")))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(want, []byte(`"path"`)); n < 18 {
		t.Errorf("the corpus has %d documents, want at least 18", n)
	}
	if readCorpus(t, "manifest.json") != string(want) {
		t.Errorf("manifest.json is out of date; %s", refresh)
	}
}

func TestReadmeNamesEveryDocument(t *testing.T) {
	readme := readCorpus(t, "README.md")
	root := filepath.Join(corpus, "documents")
	named := 0
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if !strings.Contains(readme, "`"+filepath.ToSlash(relative)+"`") {
			t.Errorf("README.md does not name %s", relative)
		}
		named++
		return nil
	})
	if err != nil || named == 0 {
		t.Fatalf("walked %d documents, %v", named, err)
	}
}

func TestCatalogueIsSortedByPath(t *testing.T) {
	list := catalogue()
	for i := 1; i < len(list); i++ {
		if list[i-1].path >= list[i].path {
			t.Errorf("%s comes before %s", list[i-1].path, list[i].path)
		}
	}
}
