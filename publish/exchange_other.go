//go:build !linux

package publish

import "errors"

// exchange is not known to other systems here.
func exchange(string, string) error { return errors.ErrUnsupported }
