//go:build !unix

package pipeline

const nonblock = 0
