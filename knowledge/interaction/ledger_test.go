package interaction

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quire/knowledge"
)

func testFolder(t *testing.T) (string, *os.Root) {
	t.Helper()
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	return dir, root
}

// endless is a source of one letter: tests need the key to be the same, not secret.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'k'
	}
	return len(p), nil
}

func testLedger(t *testing.T) (string, *Ledger) {
	t.Helper()
	dir, root := testFolder(t)
	return dir, Open(root, Options{Random: endless{}})
}

func testEntry(t *testing.T, conversation string, turn int, text string) Entry {
	t.Helper()
	e, err := New(Capture{Host: "generic", Transcript: knowledge.DigestOf([]byte(conversation))}, RawEntry{
		Conversation: conversation, Turn: fmt.Sprint(turn), Role: "user", Text: text, Time: "2026-03-01T10:00:00Z",
		Bytes: [2]int64{int64(turn) * 1000, int64(turn)*1000 + 900}, Span: [2]int{0, len(text)},
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func mustAppend(t *testing.T, l *Ledger, entries ...Entry) Appended {
	t.Helper()
	got, err := l.Append(context.Background(), entries)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func mustEntries(t *testing.T, l *Ledger) []Entry {
	t.Helper()
	entries, damage, err := l.Entries()
	if err != nil || len(damage) > 0 {
		t.Fatalf("entries: %v, damage %v", err, damage)
	}
	return entries
}

// filesWith lists the files below dir in which one of the texts stands.
func filesWith(t *testing.T, dir string, texts ...string) []string {
	t.Helper()
	var out []string
	checked := 0
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		checked++
		data, err := os.ReadFile(name)
		for _, text := range texts {
			if bytes.Contains(data, []byte(text)) || strings.Contains(name, text) {
				out = append(out, filepath.Base(name)+": "+text)
			}
		}
		return err
	})
	if err != nil || checked == 0 {
		t.Fatalf("searched %d files: %v", checked, err)
	}
	return out
}

func TestAppendedEntriesAreReadBackInOrderAndOnce(t *testing.T) {
	_, l := testLedger(t)
	a, b, c := testEntry(t, "c", 1, "first"), testEntry(t, "c", 2, "second\nline < & \u2028"), testEntry(t, "d", 1, "first")
	mustAppend(t, l, a, b)
	got := mustAppend(t, l, b, c, c)
	want := Appended{Added: []string{c.ID}, Duplicates: []string{b.ID, c.ID}, Forgotten: []string{}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]Entry{a, b, c}, mustEntries(t, l)); d != "" {
		t.Error(d)
	}
}

func TestAnEmptyFolderIsAnEmptyLedger(t *testing.T) {
	dir, l := testLedger(t)
	if got := mustEntries(t, l); got == nil || len(got) != 0 {
		t.Errorf("got %v", got)
	}
	if names, _ := os.ReadDir(dir); len(names) != 0 {
		t.Errorf("reading wrote %v", names)
	}
}

func TestSecretsNeverReachTheDisk(t *testing.T) {
	dir, l := testLedger(t)
	e := testEntry(t, "c", 1, "my password is hunter2")
	raw := e // built without New
	raw.Span, raw.Text = [2]int{5, 40}, "again: password=hunter2 and ghp_0123456789abcdefghijABCDEFGHIJ012345"
	raw.Sources = []string{"https://u:hunter2@example.com/x"}
	raw.Attachments = []Attachment{{Name: "password=hunter2.txt"}}
	raw.ID = entryID(raw.Origin, raw.Span)
	mustAppend(t, l, e, raw)
	if err := l.Decide(context.Background(), Decision{e.ID, Reject, "the password is hunter2", "2026-03-01T10:00:00Z"}); err != nil {
		t.Fatal(err)
	}
	if got := filesWith(t, dir, "hunter2", "ghp_"); got != nil {
		t.Error(got)
	}
	bad := raw
	bad.Origin.Conversation = "my password is hunter2"
	bad.ID = entryID(bad.Origin, bad.Span)
	if _, err := l.Append(context.Background(), []Entry{bad}); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("an origin with a secret: %v", err)
	}
}

func TestSegmentsRotateAndDuplicatesAreSeenAcrossThem(t *testing.T) {
	dir, l := testLedger(t)
	l.opts.SegmentBytes = 2000
	var all []Entry
	for i := range 40 {
		all = append(all, testEntry(t, "c", i, fmt.Sprintf("text %d %s", i, strings.Repeat("x", 100))))
	}
	mustAppend(t, l, all[:25]...)
	mustAppend(t, l, all[25:]...)
	if got := mustAppend(t, l, all...); len(got.Duplicates) != len(all) || len(got.Added) != 0 {
		t.Errorf("got %d duplicates, %d added", len(got.Duplicates), len(got.Added))
	}
	if d := cmp.Diff(all, mustEntries(t, l)); d != "" {
		t.Error(d)
	}
	if names, _ := os.ReadDir(filepath.Join(dir, segmentDir)); len(names) < 5 {
		t.Errorf("only %d segments", len(names))
	}
}

func TestATornEndIsIgnoredByReadersAndRepairedByTheNextWriter(t *testing.T) {
	a, b, c := testEntry(t, "c", 1, "first"), testEntry(t, "c", 2, "second"), testEntry(t, "c", 3, "third")
	whole, err := encodeLine(entryLine, b)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range whole {
		dir, root := testFolder(t)
		l := Open(root, Options{})
		mustAppend(t, l, a)
		appendTo(t, filepath.Join(dir, segmentName(1)), whole[:cut])
		if d := cmp.Diff([]Entry{a}, mustEntries(t, l)); d != "" {
			t.Fatalf("cut at %d, reader: %s", cut, d)
		}
		want := []Entry{a, c, b}
		if cut == len(whole)-1 { // only the line feed is missing
			want = []Entry{a, b, c}
		}
		mustAppend(t, l, c)
		mustAppend(t, l, b)
		if d := cmp.Diff(want, mustEntries(t, l)); d != "" {
			t.Fatalf("cut at %d: %s", cut, d)
		}
		torn, err := os.ReadFile(filepath.Join(dir, tornDir, "000001.jsonl"))
		if kept := cut > 0 && cut < len(whole)-1; kept != (err == nil) || kept && string(torn) != string(whole[:cut])+"\n" {
			t.Fatalf("cut at %d: torn end %q, %v", cut, torn, err)
		}
	}
}

func appendTo(t *testing.T, name string, data []byte) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.Write(data); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedLineIsReportedAndCostsNoOther(t *testing.T) {
	dir, l := testLedger(t)
	a, b, c := testEntry(t, "c", 1, "first"), testEntry(t, "c", 2, "second"), testEntry(t, "c", 3, "third")
	mustAppend(t, l, a, b, c)
	name := filepath.Join(dir, segmentName(1))
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.Replace(data, []byte("second"), []byte("secomd"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	entries, damage, err := l.Entries()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]Entry{a, c}, entries); d != "" {
		t.Error(d)
	}
	if len(damage) != 1 || damage[0].Line != 2 || damage[0].File != segmentName(1) || strings.Contains(damage[0].Detail, "secomd") {
		t.Errorf("damage %v", damage)
	}
	mustAppend(t, l, b) // captured again, it is there again
	if entries, _, _ := l.Entries(); len(entries) != 3 {
		t.Errorf("%d entries after the second capture", len(entries))
	}
}

func TestALineOfALaterVersionIsRefused(t *testing.T) {
	dir, l := testLedger(t)
	mustAppend(t, l, testEntry(t, "c", 1, "first"))
	body := []byte(`"v":2,"entry":{"id":"x"}}`)
	line := linePrefix + checksum(body) + lineSep + string(body) + "\n"
	appendTo(t, filepath.Join(dir, segmentName(1)), []byte(line))
	var format *knowledge.FormatError
	if _, _, err := l.Entries(); !errors.As(err, &format) {
		t.Errorf("reader: %v", err)
	}
	if _, err := l.Append(context.Background(), nil); !errors.As(err, &format) {
		t.Errorf("writer: %v", err)
	}
}

func TestAWaitingWriterGivesUpWithItsContext(t *testing.T) {
	_, l := testLedger(t)
	unlock, err := l.lock(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := l.Append(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestDecisionsCountOnceAndPendingFollowsThem(t *testing.T) {
	_, l := testLedger(t)
	var all []Entry
	for i := range 5 {
		all = append(all, testEntry(t, "c", i, fmt.Sprintf("text %d", i)))
	}
	mustAppend(t, l, all...)
	const at = "2026-03-01T10:00:00Z"
	for _, d := range []Decision{
		{all[0].ID, Reject, "wrong", at}, {all[0].ID, Reject, "wrong", at}, {all[1].ID, Skip, "", at},
		{all[2].ID, Accept, "", at}, {all[4].ID, Reject, "no", at}, {all[4].ID, Accept, "", at},
	} {
		if err := l.Decide(context.Background(), d); err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range []Decision{{all[0].ID, Reject, "", at}, {all[0].ID, "maybe", "", at}, {all[0].ID, Skip, "", "now"}, {"iaaaaaaaaaaaa", Skip, "", at}} {
		if err := l.Decide(context.Background(), d); err == nil {
			t.Errorf("%v was taken", d)
		}
	}
	decisions, damage, err := l.Decisions()
	if err != nil || len(damage) > 0 || len(decisions) != 5 {
		t.Fatalf("%d decisions, %v, %v", len(decisions), damage, err)
	}
	got := Pending(mustEntries(t, l), decisions, func(id string) bool { return id == all[3].ID })
	if d := cmp.Diff([]Entry{all[1], all[2], all[4]}, got); d != "" {
		t.Error(d)
	}
}

func BenchmarkReadTenThousandEntries(b *testing.B) {
	root, err := os.OpenRoot(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	defer root.Close()
	l := Open(root, Options{})
	var all []Entry
	for i := range 10000 {
		text := fmt.Sprintf("entry %d: %s", i, strings.Repeat("the figures were revised ", 12))
		e, err := New(Capture{Host: "generic"}, RawEntry{Conversation: "c", Turn: fmt.Sprint(i), Role: "user", Text: text, Time: "2026-03-01T10:00:00Z", Span: [2]int{0, len(text)}})
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, e)
	}
	if _, err := l.Append(context.Background(), all); err != nil {
		b.Fatal(err)
	}
	b.Run("entries", func(b *testing.B) {
		for b.Loop() {
			if got, _, err := l.Entries(); err != nil || len(got) != len(all) {
				b.Fatal(len(got), err)
			}
		}
	})
	b.Run("append one duplicate", func(b *testing.B) {
		for b.Loop() {
			if _, err := l.Append(context.Background(), all[:1]); err != nil {
				b.Fatal(err)
			}
		}
	})
}
