//go:build unix

package publish

import "syscall"

// nonblock keeps an open from waiting where a pipe lies in place of a file.
const nonblock = syscall.O_NONBLOCK
