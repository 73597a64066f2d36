package nolock

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

func TestOnlyAFileSystemWithoutLocksIsOne(t *testing.T) {
	for _, cause := range []error{syscall.ENOLCK, syscall.ENOSYS, syscall.EOPNOTSUPP, syscall.ENOTSUP} {
		err := Of("ws/.quire/lock", fmt.Errorf("flock: %w", cause))
		var none *Error
		if !errors.As(err, &none) || !errors.Is(err, cause) || !strings.Contains(err.Error(), "ws/.quire/lock cannot lock files") {
			t.Errorf("%v: got %v", cause, err)
		}
	}
	for _, other := range []error{syscall.EACCES, syscall.EWOULDBLOCK, nil} {
		if err := Of("lock", other); err != other {
			t.Errorf("%v: got %v", other, err)
		}
	}
}
