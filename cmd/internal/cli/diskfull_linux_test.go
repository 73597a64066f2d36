package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fill runs in a mount namespace of its own: it puts a workspace on a disk of $1 KiB,
// syncs until the disk is full, looks whether readers are served and nothing
// unfinished takes space, makes the disk larger, and syncs again.
const fill = `
mount -t tmpfs -o size=$1k none disk || exit 77
cp -r base/. disk/ || exit 77
quire sync -C disk/ws --json >full.json 2>full.err; echo "full $?"
quire retrieve -C disk/ws "first text" >/dev/null 2>&1; echo "retrieve $?"
quire validate -C disk/ws >/dev/null 2>&1; echo "validate $?"
quire verify -C disk/ws >/dev/null 2>&1; echo "verify $?"
find disk/ws/published -name '.new-*' | sed 's/^/left /'
cat disk/ws/published/CURRENT
mount -o remount,size=64m disk
quire sync -C disk/ws --json >again.json 2>again.err; echo "again $?"
quire verify -C disk/ws >/dev/null 2>&1; echo "verify again $?"
find disk/ws/published disk/ws/.quire -name '*new*' -o -name 'spool-*' | sed 's/^/left /'
cat disk/ws/published/CURRENT
`

// On a disk that is full at any point of a sync, the old snapshot or the new one is
// served whole, the error says so, and with more space the next sync ends where one
// with enough space does.
func TestDiskFullAtAnyPoint(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some dozens of processes")
	}
	base := t.TempDir()
	if out, err := exec.Command("unshare", "-r", "-m", "mount", "-t", "tmpfs", "none", base).CombinedOutput(); err != nil {
		t.Skipf("no small disk can be made here: %v: %s", err, out)
	}
	ws := filepath.Join(base, "base", "ws")
	docs := map[string]string{"a.md": "# Alpha\n\nThe first text.\n"}
	for i := range 12 {
		docs[fmt.Sprintf("d%d.md", i)] = fmt.Sprintf("# Delta %d\n\nText number %d of the base.\n", i, i)
	}
	writeFiles(t, filepath.Join(ws, "corpus"), docs)
	must := func(dir string) {
		t.Helper()
		if out, err := quireHere(t, dir, nil, "sync", "-C", "ws", "--corpus", "ws/corpus"); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	must(filepath.Dir(ws))
	old := currentSnapshot(t, ws)
	for i := range 12 {
		docs[fmt.Sprintf("e%d.md", i)] = fmt.Sprintf("# Epsilon %d\n\n%s\n", i, strings.Repeat(fmt.Sprintf("Sentence %d of the new one. ", i), 400))
	}
	writeFiles(t, filepath.Join(ws, "corpus"), docs)
	whole := filepath.Join(base, "whole")
	if err := os.CopyFS(whole, os.DirFS(filepath.Join(base, "base"))); err != nil {
		t.Fatal(err)
	}
	from := blocks(t, whole)
	must(whole)
	want, to := currentSnapshot(t, filepath.Join(whole, "ws")), blocks(t, whole)
	steps := max(24/stride(), 3)
	failed := 0
	for i := range steps { // half of the way nothing is left to write but what goes again
		if fillUp(t, base, from+(to-from)*i/(2*steps), old, want) {
			failed++
		}
	}
	if failed == 0 {
		t.Errorf("no disk between %d and %d KiB was too small", from, to)
	}
	t.Logf("%d of %d disks between %d and %d KiB were too small", failed, steps, from, to)
}

// fillUp runs the script on a disk of so many KiB; true where the disk was too small.
func fillUp(t *testing.T, base string, size int, old, want string) bool {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(base, "disk"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("unshare", "-r", "-m", "sh", "-c", fill, "sh", fmt.Sprint(size))
	cmd.Dir = base
	cmd.Env = append(os.Environ(), "PATH="+linkDir(t)+":"+os.Getenv("PATH"), "XDG_CONFIG_HOME="+filepath.Join(base, ".config"))
	b, err := cmd.CombinedOutput()
	out := string(b)
	if err != nil {
		t.Fatalf("%d KiB: %v: %s", size, err, out)
	}
	full, _ := os.ReadFile(filepath.Join(base, "full.json"))
	failed := strings.Contains(out, "full 1\n")
	if failed && (!strings.Contains(string(full), `"code":"disk-full"`) || !strings.Contains(string(full), "free some space")) {
		t.Errorf("%d KiB: the error is %s", size, full)
	}
	for _, line := range []string{"retrieve 0\n", "validate 0\n", "verify 0\n", "again 0\n", "verify again 0\n"} {
		if !strings.Contains(out, line) {
			again, _ := os.ReadFile(filepath.Join(base, "again.json"))
			t.Errorf("%d KiB: no %q in %s\n%s\n%s", size, line, out, full, again)
		}
	}
	if strings.Contains(out, "left ") {
		t.Errorf("%d KiB: something unfinished stays: %s", size, out)
	}
	if strings.Count(out, want)+strings.Count(out, old) != 2 || !strings.Contains(out[strings.Index(out, "verify again"):], want) {
		t.Errorf("%d KiB: the snapshots are not %.12s or %.12s, then %.12s: %s", size, old, want, want, out)
	}
	return failed
}

// blocks returns what a folder takes on disk, in KiB.
func blocks(t *testing.T, dir string) int {
	t.Helper()
	out, err := exec.Command("du", "-sk", dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	if _, err := fmt.Sscan(string(out), &n); err != nil {
		t.Fatal(err)
	}
	return n
}
