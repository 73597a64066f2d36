package interaction

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const forgetMe = "the Lyon merger is off, says Odile, and \"nobody\" may know of it"

// folderToForgetIn holds an entry in every kind of file that can hold one.
func folderToForgetIn(t *testing.T) (string, *Ledger, Entry) {
	t.Helper()
	dir, l := testLedger(t)
	l.opts.SegmentBytes = 1500
	e := testEntry(t, "secret-talk", 7, forgetMe)
	for i := range 12 {
		mustAppend(t, l, testEntry(t, "c", i, fmt.Sprintf("other text %d", i)))
		if i == 5 {
			mustAppend(t, l, e)
		}
	}
	if err := l.Decide(context.Background(), Decision{e.ID, Reject, "gossip", "2026-03-01T10:00:00Z"}); err != nil {
		t.Fatal(err)
	}
	line, err := encodeLine(entryLine, e)
	if err != nil {
		t.Fatal(err)
	}
	line = line[:len(line)-1]
	// A damaged copy without its id, and a torn end.
	damaged := bytes.Replace(bytes.Clone(line), []byte(e.ID), []byte("iXXXXXXXXXXXX"), 1)
	appendTo(t, filepath.Join(dir, segmentName(1)), append(damaged, '\n'))
	appendTo(t, filepath.Join(dir, segmentName(2)), line[:len(line)-40])
	return dir, l, e
}

func tracesOf(t *testing.T, dir string, e Entry) []string {
	return filesWith(t, dir, e.ID, "Lyon merger", "says Odile", "may know", "gossip")
}

func TestForgetLeavesNoByteAndKeepsTheRest(t *testing.T) {
	dir, l, e := folderToForgetIn(t)
	if len(tracesOf(t, dir, e)) < 8 {
		t.Fatalf("the folder is not as the test needs it: %v", tracesOf(t, dir, e))
	}
	got, err := l.Forget(context.Background(), e.ID)
	if err != nil {
		t.Fatal(err)
	}
	if got.Lines != 4 || got.Already {
		t.Errorf("removed %+v", got)
	}
	if traces := tracesOf(t, dir, e); traces != nil {
		t.Errorf("left in %v", traces)
	}
	if n := len(mustEntries(t, l)); n != 12 {
		t.Errorf("%d entries are left", n)
	}
	if info, err := os.Stat(filepath.Join(dir, secretFile)); err != nil || info.Size() != secretBytes || info.Mode().Perm() != 0o600 {
		t.Errorf("secret: %v, %v", info, err)
	}
	again, err := l.Forget(context.Background(), e.ID)
	if err != nil || !again.Already || again.Lines != 0 {
		t.Errorf("the second time: %+v, %v", again, err)
	}
}

func TestAForgottenEntryIsRefusedHoweverItComesBack(t *testing.T) {
	dir, l, e := folderToForgetIn(t)
	if _, err := l.Forget(context.Background(), e.ID); err != nil {
		t.Fatal(err)
	}
	cut := e // same words of the same turn, cut otherwise
	cut.Span = [2]int{100, 100 + len(e.Text)}
	cut.ID = entryID(cut.Origin, cut.Span)
	renamed := e // same bytes of the same transcript, told as another conversation
	renamed.Origin.Conversation = "renamed"
	renamed.ID = entryID(renamed.Origin, renamed.Span)
	other := testEntry(t, "secret-talk", 8, "something else")
	got := mustAppend(t, l, e, cut, renamed, other)
	if strings.Join(got.Forgotten, " ") != strings.Join([]string{e.ID, cut.ID, renamed.ID}, " ") {
		t.Errorf("refused %v", got.Forgotten)
	}
	if len(got.Added) != 1 || got.Added[0] != other.ID {
		t.Errorf("added %v", got.Added)
	}
	if traces := tracesOf(t, dir, e); traces != nil {
		t.Errorf("back in %v", traces)
	}
}

func TestTombstonesCannotBeTestedWithoutTheSecret(t *testing.T) {
	marks := func(key string) string {
		dir, root := testFolder(t)
		l := Open(root, Options{Random: strings.NewReader(strings.Repeat(key, secretBytes))})
		e := testEntry(t, "c", 1, "yes")
		mustAppend(t, l, e)
		if _, err := l.Forget(context.Background(), e.ID); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, tombstoneFile))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	a, again, b := marks("a"), marks("a"), marks("b")
	if a == b {
		t.Error("the marks do not depend on the secret")
	}
	if a != again {
		t.Error("the marks depend on something besides entry and secret")
	}
}

func TestWithoutTheSecretWritersStopAndReadersSaySo(t *testing.T) {
	dir, l, e := folderToForgetIn(t)
	if _, err := l.Forget(context.Background(), e.ID); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, secretFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Append(context.Background(), []Entry{e}); !errors.Is(err, ErrNoSecret) {
		t.Errorf("writer: %v", err)
	}
	entries, damage, err := l.Entries()
	if err != nil || len(entries) != 12 || len(damage) != 1 || damage[0].File != secretFile {
		t.Errorf("reader: %d entries, %v, %v", len(entries), damage, err)
	}
}

func TestForgetOfWhatIsNotThereChangesNothing(t *testing.T) {
	dir, l := testLedger(t)
	mustAppend(t, l, testEntry(t, "c", 1, "text"))
	for _, id := range []string{"iaaaaaaaaaaaa", "", "x"} {
		if _, err := l.Forget(context.Background(), id); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", id, err)
		}
	}
	for _, name := range []string{secretFile, tombstoneFile} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s was made", name)
		}
	}
}

func TestAnEntryKnownByADamagedLineOnlyCanBeForgotten(t *testing.T) {
	dir, l := testLedger(t)
	e := testEntry(t, "c", 1, forgetMe)
	mustAppend(t, l, e)
	name := filepath.Join(dir, segmentName(1))
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(data, []byte("Lyon"), []byte("lyon"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Forget(context.Background(), e.ID); err != nil {
		t.Fatal(err)
	}
	if traces := tracesOf(t, dir, e); traces != nil {
		t.Errorf("left in %v", traces)
	}
}

// A crash at any step of Forget leaves the entry as it was or out of every
// reader's sight, and the next writer finishes.
func TestAForgetThatIsCutShortHoldsAndIsFinished(t *testing.T) {
	type crash struct{}
	for at := 1; ; at++ {
		dir, l, e := folderToForgetIn(t)
		steps := 0
		l.step = func(string) {
			if steps++; steps == at {
				panic(crash{})
			}
		}
		crashed := func() (crashed bool) {
			defer func() { crashed = recover() != nil }()
			_, err := l.Forget(context.Background(), e.ID)
			if err != nil {
				t.Fatal(err)
			}
			return false
		}()
		if !crashed {
			if at < 8 {
				t.Fatalf("only %d steps", at-1)
			}
			return
		}
		l.step = func(string) {}
		marked, err := os.ReadFile(filepath.Join(dir, tombstoneFile))
		gone := err == nil && bytes.HasSuffix(marked, []byte("\n"))
		entries, _, err := l.Entries()
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{false: 13, true: 12}[gone]; len(entries) != want {
			t.Fatalf("step %d: %d entries are read, want %d", at, len(entries), want)
		}
		got := mustAppend(t, l, e)
		if gone && (len(got.Forgotten) != 1 || tracesOf(t, dir, e) != nil) {
			t.Fatalf("step %d: %+v, left in %v", at, got, tracesOf(t, dir, e))
		}
		if _, err := l.Forget(context.Background(), e.ID); err != nil {
			t.Fatal(err)
		}
		if traces := tracesOf(t, dir, e); traces != nil {
			t.Fatalf("step %d: left in %v", at, traces)
		}
	}
}
