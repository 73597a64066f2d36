package pipeline

import (
	"bytes"
	"fmt"
	"os"
	"sync"
	"testing"
)

func TestShelfGivesBackEveryLine(t *testing.T) {
	s := &shelf{dir: t.TempDir()}
	defer s.close()
	lines := [][]byte{
		[]byte("first"), {}, bytes.Repeat([]byte("a"), shelfRoom-5), []byte("no more room"), bytes.Repeat([]byte("b"), 70_000),
		bytes.Repeat([]byte("c"), shelfWindow-70_000), []byte("in another window"), bytes.Repeat([]byte("d"), shelfWindow+1), []byte("last"),
	}
	var kept [][]byte
	for _, line := range lines {
		l, err := s.put(line)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, l)
	}
	if !s.off && (len(s.windows) != 2 || s.room != shelfRoom) {
		t.Errorf("%d windows are mapped and %d bytes in memory", len(s.windows), s.room)
	}
	for range 2 { // as well after a rest
		for i, l := range kept {
			if !bytes.Equal(l, lines[i]) {
				t.Errorf("line %d comes back with %d bytes, had %d", i, len(l), len(lines[i]))
			}
		}
		s.rest()
	}
	if names, _ := os.ReadDir(s.dir); len(names) > 0 {
		t.Errorf("%s lies in the folder", names[0].Name())
	}
}

// A line is read while others are put, and a rest goes on beside.
func TestShelfIsReadWhileItGrows(t *testing.T) {
	s := &shelf{dir: t.TempDir(), room: shelfRoom}
	defer s.close()
	var g sync.WaitGroup
	for n := range 4 {
		g.Go(func() {
			for i := range 2000 {
				want := bytes.Repeat(fmt.Appendf(nil, "%d of %d ", i, n), 50)
				line, err := s.put(want)
				if err != nil || !bytes.Equal(line, want) {
					t.Errorf("line %d of %d is another: %v", i, n, err)
					return
				}
				if i%500 == 0 {
					s.rest()
				}
			}
		})
	}
	g.Wait()
}
