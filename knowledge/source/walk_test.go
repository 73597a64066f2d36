//go:build unix

package source

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// tree makes a root of files; a name that ends in "/" is an empty folder.
func tree(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		name, text, _ := strings.Cut(n, "=")
		full := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			check(t, os.MkdirAll(full, 0o755))
			continue
		}
		check(t, os.MkdirAll(filepath.Dir(full), 0o755))
		write(t, full, text)
	}
	return dir
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// walk prints what Walk lists, one "path reason" an entry.
func walk(t *testing.T, dir string, opts WalkOptions) string {
	t.Helper()
	root, err := os.OpenRoot(dir)
	check(t, err)
	defer root.Close()
	entries, err := Walk(context.Background(), root, opts)
	check(t, err)
	var out []string
	for _, e := range entries {
		if e.Reason == "" && (e.Stat == Stat{} || e.Denied) || e.Reason != "" && e.Detail == "" {
			t.Errorf("%s: %+v", e.Path, e)
		}
		out = append(out, strings.TrimSpace(e.Path+" "+e.Reason))
	}
	return strings.Join(out, "\n")
}

func wantWalk(t *testing.T, got string, want ...string) {
	t.Helper()
	if w := strings.Join(want, "\n"); got != w {
		t.Errorf("got\n%s\nwant\n%s", got, w)
	}
}

func TestWalkListsFilesInBytewiseOrder(t *testing.T) {
	dir := tree(t, "b", "a/x", "a.txt", "a-z", "Z", "\u00e9", "a/y/z", "none/")
	wantWalk(t, walk(t, dir, WalkOptions{}), "Z", "a-z", "a.txt", "a/x", "a/y/z", "b", "\u00e9")
}

func TestWalkNeverFollowsLinksNorOpensPipes(t *testing.T) {
	dir := tree(t, "real/file", "sub/x")
	for name, target := range map[string]string{"to-file": "real/file", "to-folder": "real", "out": "/", "broken": "none", "sub/loop": ".."} {
		check(t, os.Symlink(target, filepath.Join(dir, name)))
	}
	check(t, syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644))
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	check(t, err)
	defer l.Close()
	wantWalk(t, walk(t, dir, WalkOptions{}), "broken symlink", "out symlink", "pipe special-file", "real/file", "s special-file",
		"sub/loop symlink", "sub/x", "to-file symlink", "to-folder symlink")
}

func TestWalkListsWhatItLeavesOutWithAReason(t *testing.T) {
	dir := tree(t, ".git/config", ".hidden", "~$report.docx", "note.gdoc", "big.iso.icloud", "skip.tmp", "build/out/x", "keep")
	got := walk(t, dir, WalkOptions{Exclude: ParseIgnore("", "*.tmp\nbuild/")})
	wantWalk(t, got, ".git/ hidden", ".hidden hidden", "big.iso.icloud cloud-placeholder", "build/ ignored", "keep",
		"note.gdoc cloud-placeholder", "skip.tmp ignored", "~$report.docx owner-file")
}

func TestAHiddenRootIsReadAll(t *testing.T) {
	dir := filepath.Join(tree(t, ".notes/a"), ".notes")
	wantWalk(t, walk(t, dir, WalkOptions{}), "a")
}

func TestIgnoreFilesHoldForTheirFolderAndBelow(t *testing.T) {
	dir := tree(t, ".quireignore=*.log\n", "a.log", "a/b.log", "a/keep/.quireignore=!*.log\n/x\n", "a/keep/c.log", "a/keep/x", "a/x", "a/keep/y/x")
	wantWalk(t, walk(t, dir, WalkOptions{}), "a.log ignored", "a/b.log ignored", "a/keep/c.log", "a/keep/x ignored", "a/keep/y/x", "a/x")
}

func TestAnIgnoreFileThatIsNoFileIsListedAndNotOpened(t *testing.T) {
	dir := tree(t, "a", "sub/a", "patterns=a\n", "deep/.quireignore/x")
	check(t, syscall.Mkfifo(filepath.Join(dir, IgnoreFile), 0o644))
	check(t, os.Symlink("../patterns", filepath.Join(dir, "sub", IgnoreFile)))
	wantWalk(t, walk(t, dir, WalkOptions{}), ".quireignore special-file", "a", "deep/.quireignore/ hidden", "patterns",
		"sub/.quireignore symlink", "sub/a")
}

func TestQuiresOwnNamesAreNotListed(t *testing.T) {
	dir := tree(t, "quire.yaml", "published/CURRENT", "docs/quire.yaml", "docs/a")
	own := func(path string) bool { return path == "quire.yaml" || path == "published" }
	wantWalk(t, walk(t, dir, WalkOptions{Own: own}), "docs/a", "docs/quire.yaml")
}

func TestAnUnreadableFolderCostsOnlyItself(t *testing.T) {
	dir := tree(t, "a", "locked/x", "z")
	locked := filepath.Join(dir, "locked")
	check(t, os.Chmod(locked, 0))
	t.Cleanup(func() { os.Chmod(locked, 0o755) })
	want := "locked/ unreadable"
	if _, err := os.ReadDir(locked); err == nil {
		want = "locked/x" // the superuser reads everything
	}
	wantWalk(t, walk(t, dir, WalkOptions{}), "a", want, "z")
}

func TestWalkStopsWhenItIsCancelled(t *testing.T) {
	root, err := os.OpenRoot(tree(t, "a/b/c"))
	check(t, err)
	defer root.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Walk(ctx, root, WalkOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestWalkGoesDeep(t *testing.T) {
	deep := strings.Repeat("d/", 300) + "x"
	if got := walk(t, tree(t, deep), WalkOptions{}); got != deep {
		t.Errorf("%.80s", got)
	}
}

// Whoever waits for a change hears of the first one, be it of a file or of a folder, and of
// nothing that is older.
func TestWalkSaysOnceThatSomethingChanged(t *testing.T) {
	dir := tree(t, "a/old=1", "a/deep/old=1", "b/old=1")
	long := time.Now().Add(-time.Hour)
	for _, name := range []string{"a/old", "a/deep/old", "b/old", "a/deep", "a", "b", "."} {
		check(t, os.Chtimes(filepath.Join(dir, name), long, long))
	}
	time.Sleep(20 * time.Millisecond) // the change time of an inode cannot be set back
	calls := 0
	opts := WalkOptions{Newer: func() { calls++ }, Since: time.Now().UnixNano()}
	if walk(t, dir, opts); calls != 0 {
		t.Errorf("%d calls where nothing changed", calls)
	}
	time.Sleep(20 * time.Millisecond) // the clock of file systems is a coarse one
	check(t, os.Remove(filepath.Join(dir, "a/deep/old")))
	if walk(t, dir, opts); calls != 1 {
		t.Errorf("%d calls for a folder that lost a file", calls)
	}
	write(t, filepath.Join(dir, "b/old"), "2")
	if walk(t, dir, opts); calls != 2 {
		t.Errorf("%d calls for two changes that one walk meets", calls)
	}
}
