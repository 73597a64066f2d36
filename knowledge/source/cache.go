package source

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"quire/knowledge"
)

// Stat is the state of a file that tells whether it may have changed.
type Stat struct {
	Size         int64
	Mtime, Ctime int64 // nanoseconds since 1970
	Inode        uint64
}

// Cached is what a scan found out about a file by reading it.
type Cached struct {
	Stat   Stat
	At     int64 // when the reading began, nanoseconds since 1970
	Digest knowledge.Digest
	Format string // as Detect said
}

// Cache remembers the files of the last scan by printed path. It is only a
// saving of time: losing it costs a hash of every file and changes nothing. One goroutine
// at a time may use it.
type Cache struct {
	entries []entry // sorted by path
	next    int     // the entry behind the one that was found last: files are asked for in order
}

// NewCache returns an empty cache with room for so many files.
func NewCache(files int) *Cache { return &Cache{entries: make([]entry, 0, files)} }

type entry struct {
	path string
	Cached
	line string // as Encode writes it; "" where it was not read from one
}

// Racy is how close to its reading a file's change time may lie before the cache
// no longer vouches for it: file systems and kernels count time in steps of up to
// 10 ms, network file systems trust the server's clock.
const Racy = int64(50 * time.Millisecond)

// Clean returns what is known of an unchanged file.
func (c *Cache) Clean(path string, now Stat) (Cached, bool) {
	i, ok := c.find(path)
	if !ok || c.entries[i].Stat != now || max(now.Mtime, now.Ctime) > c.entries[i].At-Racy {
		return Cached{}, false
	}
	return c.entries[i].Cached, true
}

func (c *Cache) find(path string) (i int, ok bool) {
	for i := max(c.next-1, 0); i <= c.next && i < len(c.entries); i++ {
		if c.entries[i].path == path {
			c.next = i + 1
			return i, true
		}
	}
	i, ok = slices.BinarySearchFunc(c.entries, path, func(e entry, path string) int { return strings.Compare(e.path, path) })
	c.next = i + 1
	return i, ok
}

// Set records a file. In the order of the paths it costs least.
func (c *Cache) Set(path string, k Cached) { c.set(entry{path: path, Cached: k}) }

// Keep records a file as last has it.
func (c *Cache) Keep(last *Cache, path string) {
	if i, ok := last.find(path); ok {
		c.set(last.entries[i])
	}
}

func (c *Cache) set(e entry) {
	if n := len(c.entries); n == 0 || c.entries[n-1].path < e.path {
		c.entries = append(c.entries, e)
		return
	}
	if i, ok := c.find(e.path); ok {
		c.entries[i] = e
	} else {
		c.entries = slices.Insert(c.entries, i, e)
	}
}

// Encode writes the cache: one line a file, tab-separated, sorted by path.
func (c *Cache) Encode() []byte {
	b := make([]byte, 0, len(cacheHeader)+1+len(c.entries)*lineBytes)
	b = append(b, cacheHeader+"\n"...)
	for i := range c.entries {
		e := &c.entries[i]
		if e.line != "" {
			b = append(append(b, e.line...), '\n')
			continue
		}
		for _, n := range []int64{e.Stat.Size, e.Stat.Mtime, e.Stat.Ctime, int64(e.Stat.Inode), e.At} {
			b = append(strconv.AppendInt(b, n, 10), '\t')
		}
		b = append(b, e.Digest...)
		b = append(append(b, '\t'), e.Format...)
		b = append(append(b, '\t'), e.path...)
		b = append(b, '\n')
	}
	return b
}

// lineBytes is about the length of a line of the cache.
const lineBytes = 200

const cacheHeader = "quire scan cache 1"

// DecodeCache reads what Encode wrote. Anything else is an empty cache.
func DecodeCache(b []byte) *Cache {
	c := &Cache{}
	head, rest, _ := strings.Cut(string(b), "\n")
	if head != cacheHeader {
		return c
	}
	c.entries = make([]entry, 0, strings.Count(rest, "\n"))
	for line := range strings.SplitSeq(rest, "\n") {
		if e, ok := decodeLine(line); ok {
			c.set(e)
		}
	}
	return c
}

func decodeLine(line string) (e entry, ok bool) {
	e.line = line
	for _, to := range []*int64{&e.Stat.Size, &e.Stat.Mtime, &e.Stat.Ctime, nil, &e.At} {
		var field string
		if field, line, ok = strings.Cut(line, "\t"); !ok {
			return e, false
		}
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return e, false
		}
		if to == nil {
			e.Stat.Inode = uint64(n)
		} else {
			*to = n
		}
	}
	var digest string
	if digest, line, ok = strings.Cut(line, "\t"); !ok {
		return e, false
	}
	e.Digest = knowledge.Digest(digest)
	e.Format, e.path, ok = strings.Cut(line, "\t")
	return e, ok && e.Digest.Valid()
}

// Drop forgets the files that out selects, and returns how many there were.
func (c *Cache) Drop(out func(path string, d knowledge.Digest) bool) int {
	before := len(c.entries)
	c.entries = slices.DeleteFunc(c.entries, func(e entry) bool { return out(e.path, e.Digest) })
	return before - len(c.entries)
}

// Len returns the number of files remembered.
func (c *Cache) Len() int { return len(c.entries) }

// Recent reports whether the cache saw the file in this very state, although too
// shortly after its last change to vouch for it.
func (c *Cache) Recent(path string, now Stat) bool {
	i, ok := c.find(path)
	return ok && c.entries[i].Stat == now
}
