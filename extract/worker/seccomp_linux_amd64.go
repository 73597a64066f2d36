package worker

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_X86_64
	foreignCalls = 0x40000000 // the bit of the 32-bit calls that this kernel may know too
)

// refusedHere are calls of this machine alone: older forms of those that every
// machine has. Opening through the older form is refused altogether; Go uses openat.
var refusedHere = []uint32{
	unix.SYS_OPEN, unix.SYS_CREAT, unix.SYS_MKDIR, unix.SYS_RMDIR, unix.SYS_UNLINK, unix.SYS_RENAME, unix.SYS_RENAMEAT, unix.SYS_LINK, unix.SYS_SYMLINK,
	unix.SYS_MKNOD, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
	unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_USELIB, unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_INOTIFY_INIT,
	unix.SYS_KEXEC_FILE_LOAD,
}
