package worker

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/landlock-lsm/go-landlock/landlock"
	ll "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// protect takes from this process, for good, what reading a document never needs.
// It keeps the folder readable, "" for none, and what is open. Each protection
// that the system does not offer is left out and reported.
func protect(readable string, memory *ceiling) []Protection {
	// Landlock and seccomp carry the promise to the other threads of the process.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	death := parentDeath() // before the filter refuses it
	noNew := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	files, network := restrictPaths(readable)
	return []Protection{
		held(NoNewPrivileges, "no program that it started could gain rights", noNew),
		files, network,
		held(SystemCalls, "programs, sockets, writing to files, other processes are refused (seccomp)", filterSystemCalls()),
		held(Resources, "no core dump, no file can grow, at most 64 descriptors", limitResources()),
		held(Memory, "address space is bounded for every file", memory.err),
		held(ParentDeath, "the kernel ends it with its parent", death),
	}
}

// restrictPaths closes the file system and the network with Landlock as far as the
// kernel knows how.
func restrictPaths(readable string) (files, network Protection) {
	version, err := ll.LandlockGetABIVersion()
	if err != nil || version < 1 {
		err = errors.New("this kernel has no Landlock, or it is not enabled")
		return held(Files, "", err), held(Network, "", err)
	}
	var rules []landlock.Rule
	if readable != "" {
		rules = append(rules, landlock.RODirs(readable).IgnoreIfMissing())
	}
	err = landlock.V9.BestEffort().Restrict(rules...)
	files = held(Files, fmt.Sprintf("no file can be opened (Landlock %d)", version), err)
	if err == nil && version < 4 {
		err = fmt.Errorf("the kernel's Landlock %d cannot close the network", version)
	}
	return files, held(Network, fmt.Sprintf("no TCP connection (Landlock %d)", version), err)
}

// limitResources sets the limits that hold for every document. Processes are not
// limited: the kernel counts all that the user runs, and threads among them.
func limitResources() error {
	for resource, most := range map[int]uint64{unix.RLIMIT_CORE: 0, unix.RLIMIT_FSIZE: 0, unix.RLIMIT_NOFILE: 64} {
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("set resource limit %d: %w", resource, err)
		}
	}
	return nil
}

// parentDeath has the kernel end this process with its parent. The parent asked for
// it too when it started the process (attributes); the setting belongs to a thread.
func parentDeath() error {
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("prctl: %w", err)
	}
	return nil
}
