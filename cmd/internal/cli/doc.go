// Package cli is the command line: one file a verb, each with flags in, one call,
// and one rendering. exit.go alone turns errors into text, hint and exit code.
package cli
