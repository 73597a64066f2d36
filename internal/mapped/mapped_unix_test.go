//go:build unix

package mapped

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestMappedFileIsReadAsItGrowsAndAfterARest(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "f"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := File(f, 0, 1<<20)
	if errors.Is(err, unix.ENODEV) {
		t.Skip("the file system of the temp folder maps no files: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer Close(b)
	for n := range 3 {
		want := bytes.Repeat([]byte{byte('a' + n)}, 10_000)
		if _, err := f.WriteAt(want, int64(n)*10_000); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got := b[n*10_000 : (n+1)*10_000]; !bytes.Equal(got, want) {
				t.Errorf("part %d is another", n)
			}
			Rest(b)
		}
	}
	Rest(nil)
}

func TestNothingRestsOnceItIsStopped(t *testing.T) {
	n := 0
	stop := RestEvery(time.Millisecond, func() { n++ })
	time.Sleep(50 * time.Millisecond)
	stop()
	was := n
	time.Sleep(10 * time.Millisecond)
	if n == 0 || n != was {
		t.Errorf("%d calls, then %d", was, n)
	}
}
