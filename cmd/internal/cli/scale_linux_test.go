package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkScale measures what a corpus of QUIRE_SCALE Markdown files costs: make scale.
// Each figure is of one command, run by the binary that QUIRE_BINARY names. Times are in
// seconds of wall clock, and as ratios to a walk of the same tree by find, or to the
// no-op; memory is the peak of the process that publishes, its own and with the
// pages of mapped files; blocks are those of the file
// system, against the bytes of the documents.
func BenchmarkScale(b *testing.B) {
	files, _ := strconv.Atoi(os.Getenv("QUIRE_SCALE"))
	if files < 100 {
		b.Skip("QUIRE_SCALE names no number of files; run make scale")
	}
	w := scaled{b: b, binary: os.Getenv("QUIRE_BINARY"), dir: b.TempDir(), metrics: map[string]float64{}}
	text := w.write(files)
	for range b.N {
		w.run("first", "sync", "--corpus", "corpus")
		w.find()
		w.run("noop", "sync")
		for i := range 5 {
			w.edit(files/2+i, fmt.Sprintf("edited %d times", i))
			w.run("edit", "sync")
		}
		w.metrics["blocks/text"] = float64(blocksOf(b, filepath.Join(w.dir, "published"))) / float64(text)
		w.remove(files / 3)
		w.run("delete", "sync")
		w.rename(0, min(1000, files/10))
		w.run("rename", "sync")
		w.run("rollback", "rollback")
		w.run("forward", "sync")
		w.run("retrieve", "retrieve", "lantern")
	}
	for _, name := range []string{"edit", "delete", "rename", "noop"} {
		base := "noop"
		if name == "noop" {
			base = "find"
		}
		b.ReportMetric(w.metrics[name+"_s"]/w.metrics[base+"_s"], name+"/"+base)
	}
	for name, v := range w.metrics {
		b.ReportMetric(v, name)
	}
	b.ReportMetric(0, "ns/op")
}

type scaled struct {
	b           *testing.B
	binary, dir string
	metrics     map[string]float64
}

func (w *scaled) file(i int) string {
	return filepath.Join(w.dir, "corpus", fmt.Sprintf("%03d", i/100), fmt.Sprintf("doc-%06d.md", i))
}

// write makes documents of headings and sentences of made-up words, about 7 kB each, the
// frequent ones as frequent as words are, and returns their bytes.
func (w *scaled) write(files int) (total int) {
	r := rand.New(rand.NewPCG(1, 1))
	zipf := rand.NewZipf(r, 1.2, 4, 60_000)
	syllables := strings.Fields("ba ce di fo gu ha ji ko la me ni po qua ro su ta ve wo xi za lan tern har bour")
	word := func() string {
		n := zipf.Uint64()
		var s strings.Builder
		for n = n*31 + 17; n > 0; n /= uint64(len(syllables)) {
			s.WriteString(syllables[n%uint64(len(syllables))])
		}
		return s.String()
	}
	for i := range files {
		var text bytes.Buffer
		for section := range 6 {
			fmt.Fprintf(&text, "%s %s %s\n\n", strings.Repeat("#", min(section+1, 3)), word(), word())
			for range 12 {
				for range 15 {
					text.WriteString(word() + " ")
				}
				fmt.Fprintf(&text, "%d.\n", r.IntN(10_000))
			}
			text.WriteByte('\n')
		}
		w.put(i, text.Bytes())
		total += text.Len()
	}
	return total
}

func (w *scaled) put(i int, text []byte) {
	w.b.Helper()
	if err := os.MkdirAll(filepath.Dir(w.file(i)), 0o755); err != nil {
		w.b.Fatal(err)
	}
	if err := os.WriteFile(w.file(i), text, 0o644); err != nil {
		w.b.Fatal(err)
	}
}

func (w *scaled) edit(i int, text string) {
	old, err := os.ReadFile(w.file(i))
	if err != nil {
		w.b.Fatal(err)
	}
	w.put(i, append(old, "\nThe lantern was "+text+".\n"...))
}

func (w *scaled) remove(i int) {
	if err := os.Remove(w.file(i)); err != nil {
		w.b.Fatal(err)
	}
}

func (w *scaled) rename(from, to int) {
	for i := from; i < to; i++ {
		if err := os.Rename(w.file(i), strings.TrimSuffix(w.file(i), ".md")+"-moved.md"); err != nil {
			w.b.Fatal(err)
		}
	}
}

func (w *scaled) find() {
	w.time("find", exec.Command("find", "corpus", "-type", "f", "-printf", `%s %T@ %p\n`))
}

func (w *scaled) run(name string, args ...string) {
	w.time(name, exec.Command(w.binary, args...))
}

// time runs a command and notes its wall time and, of quire, its peak of memory.
func (w *scaled) time(name string, cmd *exec.Cmd) {
	w.b.Helper()
	cmd.Dir = w.dir
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = nil, &out
	began := time.Now()
	if err := cmd.Start(); err != nil {
		w.b.Fatal(err)
	}
	stop := make(chan struct{})
	peak := make(chan [2]float64)
	go func() { peak <- highWater(cmd.Process.Pid, stop) }()
	err := cmd.Wait()
	took := time.Since(began)
	close(stop)
	mib := <-peak
	if err != nil {
		w.b.Fatalf("%s: %v: %s", name, err, out.String())
	}
	w.metrics[name+"_s"] = took.Seconds()
	w.metrics["own_MiB"] = max(w.metrics["own_MiB"], mib[0])
	w.metrics["resident_MiB"] = max(w.metrics["resident_MiB"], mib[1])
}

// highWater returns the peaks of a process's own memory and of all that it has resident,
// mapped files included, in MiB, as far as they could be seen.
func highWater(pid int, stop <-chan struct{}) (peaks [2]float64) {
	for {
		if b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)); err == nil {
			for i, name := range []string{"RssAnon:", "VmHWM:"} {
				if _, rest, ok := strings.Cut(string(b), name); ok {
					kib, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
					peaks[i] = max(peaks[i], kib/1024)
				}
			}
		}
		select {
		case <-stop:
			return peaks
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// blocksOf returns the bytes of disk blocks below a folder; a file with several links
// counts once.
func blocksOf(b *testing.B, dir string) (total int64) {
	seen := map[uint64]bool{}
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		if st, ok := info.Sys().(*syscall.Stat_t); ok && !seen[st.Ino] {
			seen[st.Ino] = true
			total += st.Blocks * 512
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return total
}
