//go:build !linux

package publish

// direct is a short way to read a leaf that only Linux has.
func (s *Store) direct([]byte, string, int64, int64) (b []byte, ok bool) { return nil, false }

// directSize is a short way to the size of a leaf that only Linux has.
func (s *Store) directSize(string) (size int64, ok bool) { return 0, false }
