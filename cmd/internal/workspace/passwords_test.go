package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestReadPasswords(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", dir)
	t.Setenv("HOME", dir)
	t.Setenv(PasswordsVariable, "")
	if p, err := ReadPasswords(); err != nil || len(p.List) != 0 || p.Stamp != "" {
		t.Errorf("without a file: %v %v", p, err)
	}
	name := filepath.Join(dir, "words")
	if err := os.WriteFile(name, []byte("\ufeffone\r\n\n  two words \n#three\nvier–fünf"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(PasswordsVariable, name)
	p, err := ReadPasswords()
	if want := []string{"one", "  two words ", "#three", "vier–fünf"}; err != nil || !slices.Equal(p.List, want) {
		t.Errorf("%q %v, want %q", p.List, err, want)
	}
	if strings.Contains(p.Stamp, "one") {
		t.Errorf("the stamp %q tells of the list", p.Stamp)
	}
	for what, spoil := range map[string]func() error{
		"chmod 600":     func() error { return os.Chmod(name, 0o640) },
		"not UTF-8":     func() error { return os.WriteFile(name, []byte("ok\n\xff\xfe\n"), 0o600) },
		"more than":     func() error { return os.WriteFile(name, []byte(strings.Repeat("x\n", maxPasswords+1)), 0o600) },
		"no such file":  func() error { return os.Remove(name) },
		"not a regular": func() error { return os.Mkdir(name, 0o700) },
	} {
		os.RemoveAll(name)
		if err := os.WriteFile(name, []byte("one\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if what == "not a regular" {
			os.Remove(name)
		}
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadPasswords(); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
