package index

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"quire/knowledge"
)

// copyOf copies the index in dir to a new folder.
func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

func TestDamageIsAnError(t *testing.T) {
	docs := made(200, 30)
	dir := build(t, docs)
	st := sizesOf(docs)
	files, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	type damage struct {
		name   string
		do     func(path string) error
		verify bool // only Verify has to see it
	}
	cases := []damage{
		{"missing", os.Remove, false},
		{"empty", func(p string) error { return os.Truncate(p, 0) }, false},
		{"one byte short", func(p string) error { return shorten(p, 1) }, false},
		{"cut in half", func(p string) error { return shorten(p, -1) }, false},
		{"longer", func(p string) error { return appendTo(p, "x") }, false},
		{"a folder", func(p string) error { return errors.Join(os.Remove(p), os.Mkdir(p, 0o755)) }, false},
		{"all flipped", func(p string) error { return flip(p, 0, 1<<30) }, true},
		{"first page flipped", func(p string) error { return flip(p, 0, 4096) }, true},
		{"end flipped", func(p string) error { return flip(p, -100, 100) }, true},
		{"middle flipped", func(p string) error { return flip(p, 5000, 3000) }, true},
		{"first page zeroed", func(p string) error { return zero(p, 0, 4096) }, true},
	}
	for _, f := range files {
		for _, c := range cases {
			t.Run(f.Name+" "+c.name, func(t *testing.T) {
				bad := copyOf(t, dir)
				if err := c.do(filepath.Join(bad, f.Name)); err != nil {
					t.Fatal(err)
				}
				var damaged *DamagedError
				if err := Verify(bad, files); !errors.As(err, &damaged) || damaged.File != f.Name {
					t.Errorf("verify: got %v", err)
				}
				r, err := Open(bad, files, st)
				if err != nil {
					if !errors.As(err, &damaged) {
						t.Errorf("open: got %v", err)
					}
					return
				}
				defer r.Close()
				if !c.verify {
					t.Error("open accepted it")
				}
				for _, q := range probes() { // an answer or an error, but no panic
					if _, _, err := r.Search(t.Context(), q); err != nil && !strings.Contains(err.Error(), "index") {
						t.Errorf("search: got %v", err)
					}
				}
			})
		}
	}
}

func TestUpdateOfADamagedIndexFails(t *testing.T) {
	docs := made(50, 20)
	dir := build(t, docs)
	for name := range readAll(t, dir) {
		bad := copyOf(t, dir)
		if err := flip(filepath.Join(bad, name), 0, 1<<30); err != nil {
			t.Fatal(err)
		}
		if err := Update(t.Context(), bad, filepath.Join(t.TempDir(), "next"), nil, slices.Values(docs)); err == nil {
			t.Errorf("%s flipped: no error", name)
		}
	}
}

func shorten(path string, by int64) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if by < 0 {
		by = info.Size() / 2
	}
	return os.Truncate(path, info.Size()-by)
}

func appendTo(path, s string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(s)
	return errors.Join(err, f.Close())
}

// flip inverts n bytes from at, counted from the end where it is negative.
func flip(path string, at, n int) error {
	return edit(path, at, n, func(b byte) byte { return ^b })
}

func zero(path string, at, n int) error {
	return edit(path, at, n, func(byte) byte { return 0 })
}

func edit(path string, at, n int, f func(byte) byte) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if at < 0 {
		at = max(at+len(b), 0)
	}
	if at >= len(b) { // of a short file its middle
		at = len(b) / 2
	}
	for i := at; i < min(at+n, len(b)); i++ {
		b[i] = f(b[i])
	}
	return os.WriteFile(path, b, 0o644)
}

func TestOpenChecksWhatItsCallerKnows(t *testing.T) {
	docs := made(20, 20)
	dir := build(t, docs)
	files, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	st := sizesOf(docs)
	fewer := st
	fewer.Docs--
	for _, c := range []struct {
		name  string
		dir   string
		files []File
		st    Stats
	}{
		{"no list", dir, nil, st},
		{"other number of passages", dir, files, fewer},
		{"no folder", filepath.Join(dir, "none"), files, st},
	} {
		t.Run(c.name, func(t *testing.T) {
			var damaged *DamagedError
			if _, err := Open(c.dir, c.files, c.st); !errors.As(err, &damaged) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestOtherFormatIsRefused(t *testing.T) {
	docs := made(5, 10)
	dir := copyOf(t, build(t, docs))
	name := filepath.Join(dir, listFile)
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	other := strings.Replace(string(b), fmt.Sprintf(`"format":%d`, Version), `"format":999`, 1)
	if err := os.WriteFile(name, []byte(other), 0o644); err != nil || other == string(b) {
		t.Fatal(err, other)
	}
	files, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	next := filepath.Join(t.TempDir(), "next")
	var format *knowledge.FormatError
	if err := Update(t.Context(), dir, next, nil, slices.Values(docs)); !errors.As(err, &format) {
		t.Errorf("update: got %v", err)
	}
	if _, err := Open(dir, files, sizesOf(docs)); !errors.As(err, &format) || format.Found != "999" {
		t.Errorf("got %v", err)
	}
}

func TestReadingChangesNothingAndNeedsNoWrite(t *testing.T) {
	docs := made(100, 20)
	dir := copyOf(t, build(t, docs))
	before := readAll(t, dir)
	for name := range before {
		if err := os.Chmod(filepath.Join(dir, name), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	answers(t, dir, sizesOf(docs))
	if !maps.Equal(before, readAll(t, dir)) {
		t.Error("reading changed the folder")
	}
}

func TestReaderOutlivesItsFolder(t *testing.T) {
	docs := made(100, 20)
	dir := build(t, docs)
	r := open(t, dir, sizesOf(docs))
	if err := os.RemoveAll(dir); err != nil {
		t.Skip(err)
	}
	if hits, _ := search(t, r, Query{Text: wordOfRank(0)}); len(hits) == 0 {
		t.Error("found nothing")
	}
}

func TestManyReadersWhileTheNextIsWritten(t *testing.T) {
	docs := made(400, 20)
	st := sizesOf(docs)
	dir := build(t, docs)
	want := fmt.Sprint(answers(t, dir, st))
	files, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	var group sync.WaitGroup
	stop := make(chan struct{})
	for range 20 {
		group.Go(func() {
			for {
				r, err := Open(dir, files, st)
				if err != nil {
					t.Error(err)
					return
				}
				var got []answer
				for _, q := range probes() {
					hits, total, err := r.Search(t.Context(), q)
					if err != nil {
						t.Error(err)
					}
					got = append(got, answer{hits, total})
				}
				if fmt.Sprint(got) != want {
					t.Error("answers changed")
				}
				if err := r.Close(); err != nil {
					t.Error(err)
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	from := dir
	for step := range 10 {
		next := filepath.Join(root, fmt.Sprint(step))
		if err := Update(t.Context(), from, next, []string{docs[step].ID}, slices.Values(made(410, 20)[400+step:401+step])); err != nil {
			t.Error(err)
			break
		}
		from = next
	}
	close(stop)
	group.Wait()
}

func TestOneReaderServesManyGoroutines(t *testing.T) {
	docs := made(300, 20)
	r := open(t, build(t, docs), sizesOf(docs))
	want, _ := search(t, r, probes()[2])
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 20 {
				got, _, err := r.Search(t.Context(), probes()[2])
				if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("got %v, %v", got, err)
				}
			}
		})
	}
	group.Wait()
}
