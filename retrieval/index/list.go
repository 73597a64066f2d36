package index

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"quire/knowledge"
)

// list is what listFile holds.
type list struct {
	Format   int      `json:"format"`
	Segments []listed `json:"segments"`
}

// listed is one segment of a list.
type listed struct {
	Name     string `json:"name"`
	Passages int    `json:"passages"`          // deleted ones included
	Deleted  []byte `json:"deleted,omitempty"` // their numbers, as a roaring bitmap writes itself
}

// readList reads the list of the index in dir.
func readList(dir string) (list, error) {
	var l list
	b, err := os.ReadFile(filepath.Join(dir, listFile))
	if errors.Is(err, fs.ErrNotExist) {
		if l, err = readOldList(filepath.Join(dir, oldList)); err != nil {
			return list{}, err
		}
	} else if err != nil {
		return list{}, fmt.Errorf("open index: %w", err)
	} else if err := json.Unmarshal(b, &l); err != nil {
		return list{}, &DamagedError{File: listFile, Want: "a list of segments", Got: err.Error()}
	}
	if l.Format != Version {
		return list{}, &knowledge.FormatError{What: "search index", Found: strconv.Itoa(l.Format), Want: strconv.Itoa(Version)}
	}
	for _, s := range l.Segments {
		if s.Name != filepath.Base(s.Name) || filepath.Ext(s.Name) != segmentExt {
			return list{}, &DamagedError{File: listFile, Want: "names of segments", Got: strconv.Quote(s.Name)}
		}
	}
	return l, nil
}

// writeList writes the list of the index in dir.
func writeList(dir string, segments []*segment) error {
	l := list{Format: Version, Segments: make([]listed, 0, len(segments))}
	for _, s := range segments {
		e := listed{Name: s.name, Passages: s.docs}
		if s.deleted != nil {
			b, err := s.deleted.ToBytes()
			if err != nil {
				return fmt.Errorf("list deleted passages: %w", err)
			}
			e.Deleted = b
		}
		l.Segments = append(l.Segments, e)
	}
	b, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("list segments: %w", err)
	}
	return os.WriteFile(filepath.Join(dir, listFile), append(b, '\n'), 0o666)
}
