package worker

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// The filter is written out here: the libraries for it hold the tables of all
// machines and build them at every start of the program.

// Offsets into struct seccomp_data. Both machines that have a table are little
// endian: the low half of an argument comes first.
const (
	callNumber = 0
	callArch   = 4
	firstArg   = 16
)

const (
	refuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// anything refuses a system call whatever its arguments are.
var anything = condition{arg: -1}

// condition says when a system call is refused: where (arg & mask) == value is
// equal, looking at the low half of the argument.
type condition struct {
	arg         int // -1: always
	mask, value uint32
	equal       bool
}

// refusal is one system call that is refused under a condition.
type refusal struct {
	call uint32
	when condition
}

// refusals lists what no extractor, library or Go runtime needs to read a document.
// The rest is allowed: what the runtime calls differs between its versions.
func refusals() []refusal {
	var out []refusal
	always := func(calls ...uint32) {
		for _, c := range calls {
			out = append(out, refusal{c, anything})
		}
	}
	always(refusedHere...)
	always( // programs and processes
		unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KILL,
		unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD,
		unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_SETSID, unix.SYS_SETPGID, unix.SYS_SETPRIORITY, unix.SYS_KCMP,
	)
	always( // network
		unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4,
	)
	always( // the file system
		unix.SYS_MKDIRAT, unix.SYS_UNLINKAT, unix.SYS_LINKAT, unix.SYS_SYMLINKAT, unix.SYS_RENAMEAT2, unix.SYS_MKNODAT, unix.SYS_FCHMODAT,
		unix.SYS_FCHMOD, unix.SYS_FCHOWNAT, unix.SYS_FCHOWN, unix.SYS_TRUNCATE, unix.SYS_FTRUNCATE, unix.SYS_FALLOCATE, unix.SYS_UTIMENSAT,
		unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
		unix.SYS_OPENAT2, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT,
		unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_FSCONFIG, unix.SYS_INOTIFY_INIT1, unix.SYS_FANOTIFY_INIT,
	)
	always( // the kernel
		unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
		unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_USERFAULTFD, unix.SYS_MEMFD_CREATE,
		unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF,
		unix.SYS_ACCT, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME, unix.SYS_SETHOSTNAME,
		unix.SYS_SETDOMAINNAME, unix.SYS_PERSONALITY, unix.SYS_SYSLOG, unix.SYS_QUOTACTL, unix.SYS_VHANGUP, unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_MSGGET, unix.SYS_SEMGET,
	)
	return append(out,
		refusal{unix.SYS_OPENAT, condition{arg: 2, mask: writing}},
		refusal{unix.SYS_CLONE, condition{arg: 0, mask: unix.CLONE_THREAD, equal: true}}, // a process, not a thread
		refusal{unix.SYS_TGKILL, condition{arg: 0, mask: ^uint32(0), value: uint32(os.Getpid())}},
		refusal{unix.SYS_PRLIMIT64, condition{arg: 0, mask: ^uint32(0)}}, // of another process
		refusal{unix.SYS_PRCTL, condition{arg: 0, mask: ^uint32(0), value: unix.PR_SET_PDEATHSIG, equal: true}},
	)
}

// writing are the flags of open that are not about reading.
const writing = unix.O_WRONLY | unix.O_RDWR | unix.O_CREAT | unix.O_TRUNC | unix.O_APPEND

// filterSystemCalls installs the filter on all threads.
func filterSystemCalls() error {
	if auditArch == 0 {
		return errors.New("there is no table of system calls for this machine")
	}
	raw, err := bpf.Assemble(program(refusals()))
	if err != nil {
		return fmt.Errorf("seccomp filter: %w", err)
	}
	filter := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		filter[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	return nil
}

// program makes the filter: another machine's calls end the process, those listed
// are refused, clone3 is unknown, the rest is allowed.
func program(list []refusal) []bpf.Instruction {
	out := []bpf.Instruction{
		bpf.LoadAbsolute{Off: callArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: auditArch, SkipTrue: 1},
		bpf.RetConstant{Val: unix.SECCOMP_RET_KILL_PROCESS},
		bpf.LoadAbsolute{Off: callNumber, Size: 4},
	}
	if foreignCalls != 0 {
		out = append(out, bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: foreignCalls, SkipFalse: 1}, bpf.RetConstant{Val: refuse})
	}
	// clone3 keeps its flags in memory, where no filter sees them. A C library takes
	// clone in its place where the kernel does not know it, and ends where it is refused.
	out = append(out, bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_CLONE3, SkipFalse: 1}, bpf.RetConstant{Val: unknown})
	for _, r := range list {
		if r.when.arg < 0 {
			out = append(out, bpf.JumpIf{Cond: bpf.JumpEqual, Val: r.call, SkipFalse: 1}, bpf.RetConstant{Val: refuse})
			continue
		}
		verdict := bpf.JumpIf{Cond: bpf.JumpEqual, Val: r.when.value, SkipTrue: 1}
		if r.when.equal {
			verdict = bpf.JumpIf{Cond: bpf.JumpNotEqual, Val: r.when.value, SkipTrue: 1}
		}
		out = append(out,
			bpf.JumpIf{Cond: bpf.JumpEqual, Val: r.call, SkipFalse: 5},
			bpf.LoadAbsolute{Off: firstArg + 8*uint32(r.when.arg), Size: 4},
			bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: r.when.mask},
			verdict,
			bpf.RetConstant{Val: refuse},
			bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW},
		)
	}
	return append(out, bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW})
}
