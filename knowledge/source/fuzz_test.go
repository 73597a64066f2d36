package source

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzParseIdentity holds that identity.jsonl comes back as it was.
func FuzzParseIdentity(f *testing.F) {
	f.Add([]byte(`{"path":"corpus/a.md","id":"0123456789ab","why":"moved","from":"corpus/b.md"}` + "\n"))
	f.Add([]byte("\n{}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		id, err := ParseIdentity(b)
		if err != nil {
			return
		}
		one, err := id.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseIdentity(one)
		if err != nil {
			t.Fatalf("what was encoded cannot be read: %v\n%s", err, one)
		}
		if two, err := again.Encode(); err != nil || !bytes.Equal(one, two) {
			t.Errorf("the file changes when it is written again (%v)\n%s%s", err, one, two)
		}
	})
}

// FuzzIgnore holds that any pattern is matched in bounded time and names itself.
func FuzzIgnore(f *testing.F) {
	f.Add("*.tmp\n!keep.tmp\n/build/\n**/x/**\n[a-z]?\\#\n", "a/keep.tmp")
	f.Add("*a*a*a*a*a*a*a*a*a*b\n**/**/**/**/c\n[", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa/a/a/a/a/a/a/a")
	f.Fuzz(func(t *testing.T, patterns, path string) {
		ig := ParseIgnore("", patterns)
		for _, dir := range []bool{false, true} {
			if excluded, pattern := ig.Match(path, dir); excluded && (pattern == "" || !strings.Contains(patterns, pattern)) {
				t.Errorf("%q is excluded by %q, which is no line of %q", path, pattern, patterns)
			}
		}
	})
}
