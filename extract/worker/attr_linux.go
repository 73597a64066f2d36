package worker

import "syscall"

// attributes puts a worker into its own process group, so that Ctrl-C on a
// terminal ends sync in order, which then ends its workers; and has the kernel
// kill it if the parent dies.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
