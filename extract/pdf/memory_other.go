//go:build !linux

package pdf

func hugePages([]byte) {}
