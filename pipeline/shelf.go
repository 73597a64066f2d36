package pipeline

import (
	"fmt"
	"os"
	"sync"
)

// shelf keeps lines that are made in one stage and written in a later one: the first of
// them in memory, the rest in a file without a name, so that a hundred thousand take
// no room.
type shelf struct {
	dir  string
	mu   sync.Mutex
	room int // bytes in memory
	file *os.File
	end  int64
}

// shelved is a line of a shelf.
type shelved struct {
	line []byte // nil where it lies in the file
	at   int64
	size int
}

// shelfRoom is how many bytes of lines stay in memory: those of some two
// thousand sources.
const shelfRoom = 1 << 20

// put keeps a line.
func (s *shelf) put(line []byte) (shelved, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.room+len(line) <= shelfRoom {
		s.room += len(line)
		return shelved{line: line, size: len(line)}, nil
	}
	if s.file == nil {
		f, err := unnamedFile(s.dir)
		if err != nil {
			return shelved{}, err
		}
		s.file = f
	}
	l := shelved{at: s.end, size: len(line)}
	if _, err := s.file.WriteAt(line, l.at); err != nil {
		return shelved{}, fmt.Errorf("keep lines for a later stage: %w", err)
	}
	s.end += int64(len(line))
	return l, nil
}

// get returns a line that was put.
func (s *shelf) get(l shelved) ([]byte, error) {
	if l.line != nil || l.size == 0 {
		return l.line, nil
	}
	b := make([]byte, l.size)
	if _, err := s.file.ReadAt(b, l.at); err != nil {
		return nil, fmt.Errorf("read lines of an earlier stage: %w", err)
	}
	return b, nil
}

// close gives the file back.
func (s *shelf) close() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}
