//go:build !linux

package cli

// kernelVersion is only known on Linux.
func kernelVersion() string { return "" }
