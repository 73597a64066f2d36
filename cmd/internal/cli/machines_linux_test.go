package cli

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// goldenSnapshot holds the snapshot that the sample corpus gives on every machine.
const goldenSnapshot = "testdata/sample.snapshot"

// machine is a place where the sample corpus is compiled.
type machine struct {
	name, dir, umask, jobs string
	env                    []string
	user                   uint32 // 0: as who runs the test
}

// The sample corpus gives one snapshot whatever the locale, time zone, umask, number
// of jobs, user and path: the golden one, which make arm64 compares as well.
func TestTheSampleCorpusGivesOneSnapshotEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the sample corpus several times")
	}
	machines := []machine{
		{name: "one job", dir: "a", umask: "0022", jobs: "1", env: []string{"LC_ALL=C", "TZ=UTC"}},
		{name: "eight jobs, Turkish, east of everything, private files", dir: "Dépôt – 数据 of Zoë", umask: "0077", jobs: "8",
			env: []string{"LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8", "TZ=Pacific/Kiritimati"}},
		{name: "another user, group files, half an hour off", dir: "b", umask: "0002", jobs: "2",
			env: []string{"LC_ALL=zh_CN.GB18030", "LANG=de_DE", "TZ=America/St_Johns"}, user: 65534},
	}
	b, err := os.ReadFile(goldenSnapshot)
	if err != nil && !*update {
		t.Fatal(err)
	}
	golden := strings.TrimSpace(string(b))
	base := openDir(t)
	program := programIn(t, base)
	for i, m := range machines {
		got := m.compile(t, base, program)
		if *update && i == 0 {
			golden = got
			if err := os.WriteFile(goldenSnapshot, []byte(got+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got != golden {
			t.Errorf("%s: the snapshot is %s, not %s; if what quire extracts changed on purpose: go test ./cmd/internal/cli -run OneSnapshot -update", m.name, got, golden)
		}
	}
}

// compile compiles the sample corpus and returns the snapshot.
func (m machine) compile(t *testing.T, base, program string) string {
	t.Helper()
	dir := filepath.Join(base, m.dir)
	if err := os.CopyFS(filepath.Join(dir, "ws", "corpus"), os.DirFS("../../../sample-corpus/documents")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/bin/sh", "-c", `umask `+m.umask+`; for verb in "sync --corpus ws/corpus -C ws --jobs `+m.jobs+`" "verify -C ws" "validate -C ws"; do "$0" $verb || test $? = 3 || exit 1; done`, program)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(dir, ".config"), "HOME="+dir)
	cmd.Env = append(cmd.Env, m.env...)
	cache := userCache(t)
	if m.user != 0 && os.Geteuid() == 0 {
		cache = filepath.Join(dir, ".cache")
		copyCache(t, cache)
		giveTo(t, dir, int(m.user))
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: m.user, Gid: m.user}}
	}
	cmd.Env = append(cmd.Env, "XDG_CACHE_HOME="+cache)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", m.name, err, out)
	}
	return currentSnapshot(t, filepath.Join(dir, "ws"))
}

// openDir is a folder that every user can reach.
func openDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for at := dir; at != filepath.Clean(os.TempDir()) && at != "/"; at = filepath.Dir(at) {
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// programIn copies this binary to a folder that every user can reach, under the name
// that makes it quire.
func programIn(t *testing.T, dir string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "quire")
	if err := os.WriteFile(name, b, 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

func userCache(t *testing.T) string {
	t.Helper()
	dir, err := os.UserCacheDir()
	if err != nil {
		return t.TempDir()
	}
	return dir
}

// copyCache copies the compiled PDF engine, which takes its user many seconds to make.
func copyCache(t *testing.T, to string) {
	t.Helper()
	from := filepath.Join(userCache(t), "quire")
	if err := os.CopyFS(filepath.Join(to, "quire"), os.DirFS(from)); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
}

// giveTo makes a user the owner of a folder and all that is in it.
func giveTo(t *testing.T, dir string, user int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if err := os.Chmod(name, 0o700); err != nil {
				return err
			}
		}
		return os.Lchown(name, user, user)
	})
	if err != nil {
		t.Fatal(err)
	}
}
