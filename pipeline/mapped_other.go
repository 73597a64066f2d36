//go:build !unix

package pipeline

import (
	"errors"
	"os"
)

// mapFile maps no file here: lines stay in memory.
func mapFile(*os.File, int64, int) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmapFile([]byte) {}

func unload([]byte) {}
