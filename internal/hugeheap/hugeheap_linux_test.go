package hugeheap

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What is allocated after the start of the process lies in memory that huge pages were asked for.
func TestTheHeapGrowsIntoHugePages(t *testing.T) {
	if !offered() {
		t.Skip("the system gives no huge pages to who asks, or to everybody")
	}
	b := make([]byte, usual<<19)
	flags, err := flagsAt(uint64(uintptr(unsafe.Pointer(&b[0]))))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(flags, " hg") {
		t.Errorf("the mapping of a new object has the flags %s", flags)
	}
	b[0] = 1
}

// flagsAt returns the flags of the mapping that holds an address.
func flagsAt(at uint64) (string, error) {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return "", err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for within := false; lines.Scan(); {
		line := lines.Text()
		var from, to uint64
		if n, _ := fmt.Sscanf(line, "%x-%x ", &from, &to); n == 2 {
			within = from <= at && at < to
		}
		if flags, ok := strings.CutPrefix(line, "VmFlags:"); ok && within {
			return flags, nil
		}
	}
	return "", fmt.Errorf("no mapping holds %x: %v", at, lines.Err())
}

func TestNothingIsAskedForWhereMemoryHasALimit(t *testing.T) {
	for _, resource := range []int{unix.RLIMIT_AS, unix.RLIMIT_DATA} {
		t.Run(strconv.Itoa(resource), func(t *testing.T) {
			limit(t, resource)
			if offered() {
				t.Error("huge pages are asked for")
			}
		})
	}
}

func TestTheSizeIsThatOfTheEnvironment(t *testing.T) {
	for value, want := range map[string]int{"": usual, "0": 0, "32": 32, "off": usual, "-1": usual, "99999999999999999999": most} {
		if got := size(value); got != want {
			t.Errorf("%q: %d MiB, want %d", value, got, want)
		}
	}
}

// limit limits a resource of the test to a terabyte.
func limit(t *testing.T, resource int) {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(resource, &before); err != nil {
		t.Fatal(err)
	}
	limited := before
	limited.Cur = min(limited.Max, 1<<40)
	if err := unix.Setrlimit(resource, &limited); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Setrlimit(resource, &before) })
}
