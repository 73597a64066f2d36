//go:build unix

package regular

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAPipeIsAnErrorAndNoWait(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, read := range map[string]func(string) ([]byte, error){
		"by path":      func(n string) ([]byte, error) { return ReadFile(filepath.Join(dir, n)) },
		"below a root": func(n string) ([]byte, error) { return ReadIn(root, n) },
	} {
		if b, err := read("file"); string(b) != "text" || err != nil {
			t.Errorf("%s: %q, %v", name, b, err)
		}
		for _, odd := range []string{"pipe", "."} {
			if _, err := read(odd); err == nil || !strings.Contains(err.Error(), "not a regular file") {
				t.Errorf("%s: %s gives %v", name, odd, err)
			}
		}
		if _, err := read("nothing"); !os.IsNotExist(err) {
			t.Errorf("%s: a missing file gives %v", name, err)
		}
	}
}
