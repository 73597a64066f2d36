//go:build !unix

package mapped

import (
	"errors"
	"os"
)

// File maps no file here.
func File(*os.File, int64, int) ([]byte, error) { return nil, errors.ErrUnsupported }

// Close does nothing here.
func Close([]byte) {}

// Rest does nothing here.
func Rest([]byte) {}
