package charset

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCorpusOfEncodings reads files whose text is known. It allows for one that
// differs: EBCDIC text holds controls that stand for other characters.
func TestCorpusOfEncodings(t *testing.T) {
	root := os.Getenv("QUIRE_SHARED")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared")
	}
	truths, _ := filepath.Glob(filepath.Join(root, "corpora", "txt", "*.truth.txt"))
	if len(truths) == 0 {
		t.Skip("no shared corpora beside the repository")
	}
	wrong := 0
	for _, truth := range truths {
		want, err := os.ReadFile(truth)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(strings.TrimSuffix(truth, ".truth.txt"))
		if err != nil {
			t.Fatal(err)
		}
		text, name, confidence := Decode(b, "")
		if squeeze(text) != squeeze(string(want)) {
			wrong++
			t.Logf("%s is read as %s (%d) and differs", filepath.Base(truth), name, confidence)
		}
		if !Text(b) {
			t.Errorf("%s is not taken for text", filepath.Base(truth))
		}
	}
	if len(truths) < 15 || wrong > 1 {
		t.Errorf("%d of %d files differ", wrong, len(truths))
	}
}

// squeeze leaves out what encodings disagree on: white space and the mark.
func squeeze(s string) string {
	return strings.Join(strings.Fields(strings.TrimPrefix(s, "\uFEFF")), " ")
}
