package interaction

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// childFolder makes the test binary a process that captures.
const childFolder = "QUIRE_TEST_LEDGER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childFolder); dir != "" {
		if err := capturing(dir, os.Getenv("QUIRE_TEST_NUMBER"), os.Getenv("QUIRE_TEST_ROUND")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const perConversation = 40

// capturing appends a conversation that all processes share and one of its own,
// in small batches, and prints each id that was acknowledged.
func capturing(dir, number, round string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	l := Open(root, Options{SegmentBytes: 16 << 10})
	var all []Entry
	for i := range perConversation {
		for _, conversation := range []string{"shared", "own" + number} {
			text := fmt.Sprintf("turn %d of %s %s", i, conversation, strings.Repeat("with some words ", i*8))
			e, err := New(Capture{Host: "generic"}, RawEntry{Conversation: conversation, Turn: strconv.Itoa(i), Role: "user", Text: text, Time: "2026-03-01T10:00:00Z", Span: [2]int{0, len(text)}})
			if err != nil {
				return err
			}
			all = append(all, e)
		}
	}
	// Each round begins elsewhere, so that each has something new to write.
	if n, err := strconv.Atoi(round); err == nil {
		all = append(all[n*13%len(all):], all[:n*13%len(all)]...)
	}
	for size := 1; len(all) > 0; size = size%7 + 1 {
		batch := all[:min(size, len(all))]
		all = all[len(batch):]
		got, err := l.Append(context.Background(), batch)
		if err != nil {
			return err
		}
		for _, id := range append(got.Added, got.Duplicates...) {
			fmt.Println(id)
		}
	}
	return nil
}

// startChild runs one process and kills it after a while, never where that is 0.
// It returns the ids that the process saw acknowledged.
func startChild(dir string, number, round int, after time.Duration) (acked []string, err error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childFolder+"="+dir, "QUIRE_TEST_NUMBER="+strconv.Itoa(number), "QUIRE_TEST_ROUND="+strconv.Itoa(round))
	out := &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	if after > 0 {
		timer := time.AfterFunc(after, func() { cmd.Process.Kill() })
		defer timer.Stop()
	}
	err = cmd.Wait()
	if after > 0 {
		err = nil // killed, or done before
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if ValidID(lines.Text()) { // the kill can cut the last one
			acked = append(acked, lines.Text())
		}
	}
	return acked, err
}

func TestTenKilledProcessesLoseAndDoubleNothing(t *testing.T) {
	dir, root := testFolder(t)
	l := Open(root, Options{})
	const processes, rounds = 10, 6
	random := rand.New(rand.NewSource(1))
	acked := map[string]bool{}
	for round := range rounds {
		after := make([]time.Duration, processes)
		for i := range after {
			if round < rounds-1 { // the last round is let to its end
				after[i] = time.Duration(20+random.Intn(480)) * time.Millisecond
			}
		}
		var all sync.WaitGroup
		ids, errs := make([][]string, processes), make([]error, processes)
		for i := range processes {
			all.Go(func() { ids[i], errs[i] = startChild(dir, i, round, after[i]) })
		}
		all.Wait()
		for i := range processes {
			if errs[i] != nil {
				t.Fatalf("round %d process %d: %v", round, i, errs[i])
			}
			for _, id := range ids[i] {
				acked[id] = true
			}
		}
		entries, damage, err := l.Entries()
		if err != nil || len(damage) > 0 {
			t.Fatalf("round %d: %v, damage %v", round, err, damage)
		}
		have := map[string]bool{}
		for _, e := range entries {
			have[e.ID] = true
		}
		for id := range acked {
			if !have[id] {
				t.Fatalf("round %d: acknowledged %s is lost", round, id)
			}
		}
		t.Logf("round %d: %d acknowledged, %d on disk", round, len(acked), len(entries))
	}
	lines := 0
	names, err := filepath.Glob(filepath.Join(dir, segmentDir, "*.jsonl"))
	if err != nil || len(names) < 3 {
		t.Fatalf("%d segments, %v", len(names), err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines += bytes.Count(data, []byte("\n"))
	}
	if want := (processes + 1) * perConversation; lines != want || len(acked) != want {
		t.Errorf("%d lines and %d acknowledged, want %d", lines, len(acked), want)
	}
}
