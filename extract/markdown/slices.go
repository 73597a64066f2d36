package markdown

import (
	"iter"
	"strings"
)

// maxSlice and maxLines are how much of a document is parsed at once: the tree
// takes about twenty times as much memory, and far more where every line is a
// block. References do not reach over the end of a slice.
const (
	maxSlice = 4 << 20
	maxLines = 50_000
)

// slices yields a document in pieces to be parsed, each with the number of lines
// before it. They end before a heading, or at a blank line where a slice holds
// none, outside of fenced code.
func slices(body string, skipped int) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for {
			end := lineEnd(body[:min(len(body), maxSlice)], maxLines)
			if end == len(body) {
				break
			}
			at := cutAt(body[:end])
			if !yield(body[:at], skipped) {
				return
			}
			skipped += strings.Count(body[:at], "\n")
			body = body[at:]
		}
		yield(body, skipped)
	}
}

// lineEnd returns where line n of s ends, len(s) where there are fewer.
func lineEnd(s string, n int) int {
	at := 0
	for range n {
		i := strings.IndexByte(s[at:], '\n')
		if i < 0 {
			return len(s)
		}
		at += i + 1
	}
	return at
}

func cutAt(s string) int {
	heading, blank, line := 0, 0, 0
	fence := ""
	for at := 0; at < len(s); {
		l, _, whole := strings.Cut(s[at:], "\n")
		trimmed := strings.TrimLeft(l, " ")
		switch {
		case fence != "":
			if strings.HasPrefix(trimmed, fence) && strings.Trim(trimmed, fence[:1]+" \t") == "" {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```"), strings.HasPrefix(trimmed, "~~~"):
			fence = trimmed[:3]
		case strings.HasPrefix(l, "#") && at > 0:
			heading = at
		case trimmed == "" && whole:
			blank = at + len(l) + 1
		}
		if !whole {
			break
		}
		at += len(l) + 1
		line = at
	}
	switch {
	case heading > 0:
		return heading
	case blank > 0:
		return blank
	case line > 0:
		return line
	}
	return len(s)
}
