//go:build !linux

package publish

import "os"

// The short ways to files of the store are Linux's alone.

func (s *Store) direct([]byte, string, int64, int64) ([]byte, error) { return nil, errIndirect }
func (s *Store) directOpen(string) (*os.File, error)                 { return nil, errIndirect }
func (s *Store) directCreate(string) (*os.File, error)               { return nil, errIndirect }
func (s *Store) directSize(string) (size int64, ok bool)             { return 0, false }
func (s *Store) directRename(from, to string) (ok bool)              { return false }
func (s *Store) leafFolder(string) (fd int, ok bool)                 { return 0, false }
func (s *Store) forgetFolders() bool                                 { return false }
func (s *Store) closeFolders()                                       {}
