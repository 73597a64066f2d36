//go:build unix && !linux

package worker

import "syscall"

// attributes puts a worker into its own process group, so that Ctrl-C on a
// terminal ends sync in order, which then ends its workers.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
