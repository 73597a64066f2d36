package withdrawal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quire/knowledge"
)

var (
	key  = bytes.Repeat([]byte{7}, 32)
	text = knowledge.DigestOf([]byte("text"))
)

func sample() *List {
	l := New(key)
	l.Add(Document{
		Path: "corpus/a.md", IDs: []string{"qaaaaaaaaaaaa", "qcccccccccccc"}, Contents: []knowledge.Digest{text},
		KeepPaths: []string{"corpus/twin.md"}, KeepIDs: []string{"qtttttttttttt"}, At: "2026-03-12T09:00:00Z", Reason: "asked for",
	})
	return l
}

func folder(t *testing.T) *os.Root {
	t.Helper()
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return root
}

func TestWhatIsOut(t *testing.T) {
	l := sample()
	other := knowledge.DigestOf([]byte("other"))
	for _, c := range []struct {
		what      string
		got, want bool
	}{
		{"its path", l.Path("corpus/a.md"), true},
		{"another path", l.Path("corpus/b.md"), false},
		{"a copy", l.Content("corpus/b.md", text), true},
		{"a twin that was there", l.Content("corpus/twin.md", text), false},
		{"other bytes", l.Content("corpus/b.md", other), false},
		{"bytes that were not read", l.Content("corpus/b.md", ""), false},
		{"its id", l.Source("qaaaaaaaaaaaa"), true},
		{"a document in it", l.Source("qcccccccccccc"), true},
		{"another id", l.Source("qbbbbbbbbbbbb"), false},
		{"an old row of the same bytes", l.Row("qbbbbbbbbbbbb", text), true},
		{"an old row of the twin", l.Row("qtttttttttttt", text), false},
		{"an old row of its own, with other bytes", l.Row("qaaaaaaaaaaaa", other), true},
		{"none", (*List)(nil).Path("corpus/a.md"), false},
	} {
		if c.got != c.want {
			t.Errorf("%s: out is %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestAListComesBackAsItWas(t *testing.T) {
	root := folder(t)
	l := sample()
	if err := l.Save(root); err != nil {
		t.Fatal(err)
	}
	b, err := root.ReadFile(FileName)
	if err != nil {
		t.Fatal(err)
	}
	for _, bare := range []string{"a.md", "qaaaa", text.Hex(), "twin"} {
		if strings.Contains(string(b), bare) {
			t.Errorf("the file says %q in the clear", bare)
		}
	}
	again, err := Load(root, key)
	if err != nil {
		t.Fatal(err)
	}
	if !again.Unfinished() || !again.Path("corpus/a.md") || again.Len() != 1 {
		t.Errorf("%+v came back", again.marks)
	}
	again.Finish()
	if again.Unfinished() {
		t.Error("it is not finished")
	}
	if one, err := again.encode(); err != nil || bytes.Equal(one, b) {
		t.Errorf("done is not written (%v)", err)
	}
}

func TestReadersSeeAnUnfinishedWithdrawalWithoutItsKey(t *testing.T) {
	root := folder(t)
	see := func(what string, want bool) {
		t.Helper()
		if got := Unfinished(root); got != want {
			t.Errorf("%s: unfinished is %v", what, got)
		}
	}
	see("no marks", false)
	l := sample()
	save := func() {
		if err := l.Save(root); err != nil {
			t.Fatal(err)
		}
	}
	save()
	see("one mark", true)
	l.Finish()
	save()
	see("it is done", false)
	l.Add(Document{Path: "corpus/b.md", IDs: []string{"qbbbbbbbbbbbb"}, Reason: `"done":true}`})
	save()
	see("another one, whose reason looks like the end of a mark", true)
	l.Finish()
	save()
	see("both are done", false)
}

func TestWithoutItsKeyAListIsRefused(t *testing.T) {
	root := folder(t)
	if l, err := Load(root, nil); err != nil || l.Len() != 0 {
		t.Fatalf("no file: %v", err)
	}
	if err := sample().Save(root); err != nil {
		t.Fatal(err)
	}
	for _, k := range [][]byte{nil, bytes.Repeat([]byte{8}, 32)} {
		if _, err := Load(root, k); !errors.Is(err, ErrNoKey) {
			t.Errorf("with the key %v: %v", k, err)
		}
	}
	name := filepath.Join(root.Name(), FileName)
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b[:len(b)-5], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(root, key); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("a torn line: %v", err)
	}
}

func TestRestore(t *testing.T) {
	l := sample()
	if l.Restore("corpus/b.md", "") {
		t.Error("a file that is not out was restored")
	}
	if !l.Restore("corpus/b.md", text) || l.Content("corpus/b.md", text) || !l.Content("corpus/c.md", text) || !l.Path("corpus/a.md") {
		t.Error("a copy does not come back alone")
	}
	if !l.Restore("corpus/a.md", text) || l.Path("corpus/a.md") || l.Content("corpus/c.md", text) || l.Len() != 0 {
		t.Error("the file does not come back")
	}
}

func FuzzDecode(f *testing.F) {
	b, err := sample().encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Add([]byte("{}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := decode(b, key)
		if err != nil {
			return
		}
		one, err := l.encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := decode(one, key)
		if err != nil {
			t.Fatalf("what was encoded cannot be read: %v", err)
		}
		if two, err := again.encode(); err != nil || !bytes.Equal(one, two) {
			t.Errorf("it changes when it is written again (%v)", err)
		}
	})
}
