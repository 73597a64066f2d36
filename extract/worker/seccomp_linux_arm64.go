package worker

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_AARCH64
	foreignCalls = 0
)

// refusedHere are calls that differ between machines.
var refusedHere = []uint32{unix.SYS_RENAMEAT}
