package pipeline

import (
	"bytes"
	"os"
	"testing"
)

func TestShelfGivesBackEveryLine(t *testing.T) {
	s := &shelf{dir: t.TempDir()}
	defer s.close()
	lines := [][]byte{
		[]byte("first"), {}, bytes.Repeat([]byte("a"), shelfRoom-5), []byte("no more room"), bytes.Repeat([]byte("b"), 70_000), []byte("last"),
	}
	var kept []shelved
	for _, line := range lines {
		l, err := s.put(line)
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, l)
	}
	if kept[2].line == nil || kept[3].line != nil || kept[5].line != nil {
		t.Error("the room in memory is not what it should be")
	}
	for i, l := range kept {
		if got, err := s.get(l); err != nil || !bytes.Equal(got, lines[i]) {
			t.Errorf("line %d comes back with %d bytes, had %d: %v", i, len(got), len(lines[i]), err)
		}
	}
	if names, _ := os.ReadDir(s.dir); len(names) > 0 {
		t.Errorf("%s lies in the folder", names[0].Name())
	}
}
