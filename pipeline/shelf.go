package pipeline

import (
	"fmt"
	"os"
	"sync"
	"time"

	"quire/internal/mapped"
)

// shelves keep the lines of each kind apart. What lies beside a line comes into memory with
// it, so whoever goes through the lines of one kind has a whole shelf there.
type shelves struct{ rows, facts, cards, derived, ledger shelf }

func (s *shelves) all() []*shelf { return []*shelf{&s.rows, &s.facts, &s.cards, &s.derived, &s.ledger} }

// in has the files of the shelves lie in a folder.
func (s *shelves) in(dir string) {
	for _, one := range s.all() {
		one.dir = dir
	}
}

// close gives the files back. No line may be read after it.
func (s *shelves) close() {
	for _, one := range s.all() {
		one.close()
	}
}

// shelf keeps lines that are made in one stage and read in later ones: the first of them
// in memory, the rest in a file without a name that is mapped into memory, so that a
// hundred thousand take no room of the process's own.
type shelf struct {
	dir     string
	mu      sync.Mutex
	room    int // bytes in memory
	file    *os.File
	end     int64    // of what is written
	windows [][]byte // the parts of the file that are mapped, each of shelfWindow
	off     bool     // this machine maps no files
	stop    func()   // of what keeps them out of memory; nil where none is mapped
}

const (
	// shelfRoom is how many bytes of lines stay in memory: those of some hundred sources.
	shelfRoom = 256 << 10
	// shelfWindow is how many bytes of the file are mapped at once. It is address space,
	// not memory.
	shelfWindow = 64 << 20
	// shelfPause is how long lines are read before those that were read leave memory.
	shelfPause = 100 * time.Millisecond
)

// put returns a line that stands until the shelf is closed: the one that is given, or a
// copy of it. It is not to be written to.
func (s *shelf) put(line []byte) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.room+len(line) <= shelfRoom {
		s.room += len(line)
		return line, nil
	}
	if s.off || len(line) > shelfWindow {
		return line, nil
	}
	if s.file == nil {
		f, err := unnamedFile(s.dir)
		if err != nil {
			return nil, err
		}
		s.file = f
	}
	if in := s.end % shelfWindow; in+int64(len(line)) > shelfWindow {
		s.end += shelfWindow - in // no line lies in two windows
	}
	window, in := int(s.end/shelfWindow), int(s.end%shelfWindow)
	if window == len(s.windows) {
		b, err := mapped.File(s.file, s.end, shelfWindow)
		if err != nil {
			s.off = true
			return line, nil
		}
		s.windows = append(s.windows, b)
		if s.stop == nil {
			s.stop = mapped.RestEvery(shelfPause, s.rest)
		}
	}
	if _, err := s.file.WriteAt(line, s.end); err != nil {
		return nil, fmt.Errorf("keep lines for a later stage: %w", err)
	}
	s.end += int64(len(line))
	return s.windows[window][in : in+len(line) : in+len(line)], nil
}

// rest gives the memory back that the system uses for lines that were read. They can be
// read again.
func (s *shelf) rest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range s.windows {
		mapped.Rest(b)
	}
}

// close gives the file back. No line may be read after it.
func (s *shelf) close() {
	if s.stop != nil {
		s.stop()
		s.stop = nil
	}
	for _, b := range s.windows {
		mapped.Close(b)
	}
	s.windows = nil
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}
