//go:build linux

package index

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// coldJob is what TestColdQuery hands to the process it measures, which is this
// test binary again.
type coldJob struct {
	Dir   string
	Files []File
	Stats Stats
	Text  string
}

const coldEnv = "QUIRE_COLD_JOB"

// TestColdQuery prints time and peak memory of a query in a process of its own,
// for QUIRE_BENCH_DOCS passages, as built and after updates.
func TestColdQuery(t *testing.T) {
	if job := os.Getenv(coldEnv); job != "" {
		coldChild(t, job)
		return
	}
	n, err := strconv.Atoi(os.Getenv("QUIRE_BENCH_DOCS"))
	if err != nil {
		t.Skip("set QUIRE_BENCH_DOCS to a number of passages")
	}
	var st Stats
	for d := range madeSeq(n) {
		st.Add(CountTerms(d))
	}
	dir := filepath.Join(t.TempDir(), "built")
	start := time.Now()
	if err := Build(t.Context(), dir, madeSeq(n)); err != nil {
		t.Fatal(err)
	}
	t.Logf("build: %.1f s", time.Since(start).Seconds())
	cold(t, "built", dir, st)
	for i := range maxSegments - 1 {
		next := filepath.Join(t.TempDir(), "updated")
		add := []Doc{madeDoc(n+i, 120)}
		st.Add(CountTerms(add[0]))
		start := time.Now()
		if err := Update(t.Context(), dir, next, nil, slices.Values(add)); err != nil {
			t.Fatal(err)
		}
		t.Logf("update: %.1f ms", time.Since(start).Seconds()*1000)
		dir = next
	}
	cold(t, "updated", dir, st)
}

func cold(t *testing.T, name, dir string, st Stats) {
	t.Helper()
	files, err := Files(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []struct {
		name  string
		ranks []int
	}{
		{"rare", []int{30000, 40000, 50000}}, {"mid", []int{500, 800, 1200}}, {"common", []int{1, 2, 3}},
	} {
		job := coldJob{Dir: dir, Files: files, Stats: st}
		for _, r := range q.ranks {
			job.Text += wordOfRank(r) + " "
		}
		in, err := json.Marshal(job)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0], "-test.run=^TestColdQuery$", "-test.v")
		cmd.Env = append(os.Environ(), coldEnv+"="+string(in))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		_, line, _ := strings.Cut(string(out), "cold: ")
		line, _, _ = strings.Cut(line, "\n")
		t.Logf("%s, %d files, %s: %s", name, len(files), q.name, line)
	}
}

func coldChild(t *testing.T, in string) {
	var job coldJob
	if err := json.Unmarshal([]byte(in), &job); err != nil {
		t.Fatal(err)
	}
	start, cpu := time.Now(), cpuTime()
	r, err := Open(job.Dir, job.Files, job.Stats)
	if err != nil {
		t.Fatal(err)
	}
	opened := time.Since(start)
	hits, total, err := r.Search(t.Context(), Query{Text: job.Text})
	if err != nil || len(hits) == 0 {
		t.Fatal(hits, err)
	}
	t.Logf("cold: open %.1f ms, with search %.1f ms, cpu %.1f ms, %d matched, peak %s",
		opened.Seconds()*1000, time.Since(start).Seconds()*1000, (cpuTime()-cpu).Seconds()*1000, total.Matched, peakMemory())
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peakMemory returns the most memory that the process has had resident. The
// figure in its resource usage would count what its parent had before.
func peakMemory() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "unknown"
	}
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	peak, _, _ = strings.Cut(peak, "\n")
	return strings.TrimSpace(peak)
}
