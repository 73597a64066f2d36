//go:build unix

package pipeline

import "syscall"

// nonblock keeps an open from waiting where a file was replaced by a pipe.
const nonblock = syscall.O_NONBLOCK
