package cli

import (
	"os"
	"strings"
)

// kernelVersion returns the release of the running kernel.
func kernelVersion() string {
	b, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}
