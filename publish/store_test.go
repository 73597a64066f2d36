package publish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// newStore makes an empty store for writing.
func newStore(t testing.TB) *Store {
	t.Helper()
	s, err := Create(filepath.Join(t.TempDir(), "published"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// steps counts the steps that write, by their names.
func steps(s *Store) *[]string {
	var mu sync.Mutex
	seen := &[]string{}
	s.Fault = func(step string) error {
		mu.Lock()
		defer mu.Unlock()
		*seen = append(*seen, step)
		return nil
	}
	return seen
}

func wantDamage(t *testing.T, err error, name string) {
	t.Helper()
	var d *DamagedError
	if !errors.As(err, &d) || d.Name != name {
		t.Errorf("got %v, want damage of %s", err, name)
	}
}

func TestPutWritesOnceAndHealsDamage(t *testing.T) {
	s := newStore(t)
	must(t, s.Put("a/b/leaf", []byte("text")))
	seen := steps(s)
	must(t, s.Put("a/b/leaf", []byte("text")))
	if len(*seen) != 0 {
		t.Errorf("an equal leaf was written again: %v", *seen)
	}
	must(t, os.WriteFile(s.Path("a/b/leaf"), []byte("texx"), 0o644))
	must(t, s.Put("a/b/leaf", []byte("text")))
	if !s.Equal("a/b/leaf", []byte("text")) || s.Size("a/b/leaf") != 4 {
		t.Error("a damaged leaf was not replaced")
	}
	must(t, errors.Join(os.Remove(s.Path("a/b/leaf")), os.MkdirAll(s.Path("a/b/leaf/inside"), 0o755), s.Put("a/b/leaf", []byte("text"))))
	if !s.Equal("a/b/leaf", []byte("text")) {
		t.Error("a folder in the place of a leaf was not replaced")
	}
	if s.Size("a/b") != -1 || s.Size("none") != -1 || s.Equal("none", nil) {
		t.Error("what is no leaf has a size or bytes")
	}
}

func TestEqualWritersAtTheSameTimeWriteOneLeaf(t *testing.T) {
	s := newStore(t)
	data := bytes.Repeat([]byte("x"), 1<<16)
	errs := make([]error, 32)
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			errs[i] = errors.Join(s.Put("leaf", data), s.PutStream("dir/f.gz", Bytes(data)))
		})
	}
	wg.Wait()
	must(t, errors.Join(errs...))
	if !s.Equal("leaf", data) || !s.Equal("dir/f.gz", data) {
		t.Error("the bytes are not those of the writers")
	}
}

func TestReadSpanGivesExactBytesOrDamage(t *testing.T) {
	s := newStore(t)
	must(t, s.Put("leaf", []byte("0123456789")))
	for _, c := range []struct {
		from, to int64
		want     string
		ok       bool
	}{
		{0, 10, "0123456789", true}, {3, 5, "34", true}, {10, 10, "", true},
		{3, 11, "", false}, {5, 3, "", false}, {-1, 3, "", false}, {0, 1 << 50, "", false},
	} {
		b, err := s.ReadSpan("leaf", c.from, c.to)
		if c.ok {
			if err != nil || string(b) != c.want {
				t.Errorf("%d-%d: %q %v, want %q", c.from, c.to, b, err, c.want)
			}
			continue
		}
		wantDamage(t, err, "leaf")
	}
	if _, err := s.ReadSpan("none", 0, 1); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing leaf: %v", err)
	}
}

func TestNamesDoNotLeadOutOfTheStore(t *testing.T) {
	s := newStore(t)
	outside := filepath.Join(filepath.Dir(s.Dir()), "outside")
	must(t, os.WriteFile(outside, []byte("secret"), 0o644))
	if err := s.Put("../outside", []byte("x")); err == nil {
		t.Error("a leaf was written outside")
	}
	must(t, os.Symlink(outside, s.Path("link")))
	if b, err := s.ReadFile("link"); err == nil {
		t.Errorf("a link led out to %q", b)
	}
	if b, err := os.ReadFile(outside); err != nil || string(b) != "secret" {
		t.Errorf("the file outside is %q %v", b, err)
	}
}

func TestCreateSweepsWhatACrashedWriterLeft(t *testing.T) {
	s := newStore(t)
	must(t, s.Put("leaf", []byte("x")))
	for _, name := range []string{".new-x", "snapshots/.new-draft/index/a", "snapshots/.new-evidence-aa.old/b"} {
		must(t, os.MkdirAll(filepath.Dir(s.Path(name)), 0o755))
		must(t, os.WriteFile(s.Path(name), []byte("torn"), 0o644))
	}
	if again, err := Open(s.Dir()); err != nil {
		t.Fatal(err)
	} else {
		again.Close()
	}
	if _, err := os.Stat(s.Path(".new-x")); err != nil {
		t.Error("a reader swept")
	}
	again, err := Create(s.Dir())
	must(t, err)
	defer again.Close()
	for _, dir := range []string{".", "snapshots"} {
		entries, err := os.ReadDir(s.Path(dir))
		must(t, err)
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), tempPrefix) {
				t.Errorf("%s/%s was left", dir, e.Name())
			}
		}
	}
	if again.Size("leaf") != 1 {
		t.Error("a leaf was swept")
	}
}

func TestListNamesSortedWithoutDots(t *testing.T) {
	s := newStore(t)
	for _, n := range []string{"d/b", "d/a", "d/.hidden", "d/c/x"} {
		must(t, s.Put(n, nil))
	}
	if got, err := s.List("d"); err != nil || fmt.Sprint(got) != "[a b c]" {
		t.Errorf("got %v %v", got, err)
	}
	if got, err := s.List("none"); err != nil || got != nil {
		t.Errorf("missing folder: %v %v", got, err)
	}
}

func TestOneWriterHoldsTheLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "deep", "lock")
	first, err := TryLock(name)
	must(t, err)
	if _, err := TryLock(name); !errors.Is(err, ErrLocked) {
		t.Errorf("second writer: %v, want ErrLocked", err)
	}
	must(t, first.Unlock())
	second, err := TryLock(name)
	must(t, err)
	must(t, second.Unlock())
}

func digestHex(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// A folder of leaves that somebody removes while it is open is made again.
func TestAFolderThatGoesWhileItIsWrittenToIsMadeAgain(t *testing.T) {
	s := newStore(t)
	must(t, s.Put("leaves/aa/one.md", []byte("one")))
	must(t, os.RemoveAll(s.Path("leaves")))
	must(t, s.Put("leaves/aa/two.md", []byte("two")))
	must(t, os.RemoveAll(s.Path(snapshotsDir)))
	must(t, s.Put("leaves/aa/three.md", []byte("three")))
	for _, name := range []string{"two", "three"} {
		if b, err := s.ReadFile("leaves/aa/" + name + ".md"); err != nil || string(b) != name {
			t.Errorf("%s: %q %v", name, b, err)
		}
	}
	if _, err := s.ReadFile("leaves/aa/one.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a leaf that went: %v", err)
	}
}

// A link on the way to a leaf leads nowhere out of the store.
func TestAFolderThatIsALinkOutOfTheStoreIsNotWrittenTo(t *testing.T) {
	s := newStore(t)
	out := t.TempDir()
	must(t, os.MkdirAll(s.Path("leaves"), 0o755))
	if err := os.Symlink(out, s.Path("leaves/aa")); err != nil {
		t.Skipf("no links here: %v", err)
	}
	if err := s.Put("leaves/aa/one.md", []byte("one")); err == nil {
		t.Error("a leaf was written through the link")
	}
	if names, err := os.ReadDir(out); err != nil || len(names) > 0 {
		t.Errorf("outside lies %v, %v", names, err)
	}
}
