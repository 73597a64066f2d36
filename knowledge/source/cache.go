package source

import (
	"bytes"
	"fmt"
	"maps"
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
// saving of time: losing it costs a hash of every file and changes nothing.
type Cache struct{ files map[string]Cached }

// Racy is how close to its reading a file's change time may lie before the cache
// no longer vouches for it: file systems and kernels count time in steps of up to
// 10 ms, network file systems trust the server's clock.
const Racy = int64(50 * time.Millisecond)

// Clean returns what is known of an unchanged file.
func (c *Cache) Clean(path string, now Stat) (Cached, bool) {
	k, ok := c.files[path]
	if !ok || k.Stat != now || max(now.Mtime, now.Ctime) > k.At-Racy {
		return Cached{}, false
	}
	return k, true
}

// Set records a file.
func (c *Cache) Set(path string, k Cached) {
	if c.files == nil {
		c.files = map[string]Cached{}
	}
	c.files[path] = k
}

// Encode writes the cache: one line a file, tab-separated, sorted by path.
func (c *Cache) Encode() []byte {
	paths := make([]string, 0, len(c.files))
	for p := range c.files {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n", cacheHeader)
	for _, p := range paths {
		k := c.files[p]
		for _, n := range []int64{k.Stat.Size, k.Stat.Mtime, k.Stat.Ctime, int64(k.Stat.Inode), k.At} {
			b.WriteString(strconv.FormatInt(n, 10))
			b.WriteByte('\t')
		}
		b.WriteString(string(k.Digest) + "\t" + k.Format + "\t" + p + "\n")
	}
	return b.Bytes()
}

const cacheHeader = "quire scan cache 1"

// DecodeCache reads what Encode wrote. Anything else is an empty cache.
func DecodeCache(b []byte) *Cache {
	c := &Cache{files: map[string]Cached{}}
	head, rest, _ := strings.Cut(string(b), "\n")
	if head != cacheHeader {
		return c
	}
	for line := range strings.SplitSeq(rest, "\n") {
		f := strings.SplitN(line, "\t", 8)
		if len(f) != 8 {
			continue
		}
		var n [5]int64
		bad := false
		for i := range n {
			v, err := strconv.ParseInt(f[i], 10, 64)
			n[i], bad = v, bad || err != nil
		}
		if d := knowledge.Digest(f[5]); !bad && d.Valid() {
			c.files[f[7]] = Cached{Stat: Stat{n[0], n[1], n[2], uint64(n[3])}, At: n[4], Digest: d, Format: f[6]}
		}
	}
	return c
}

// Drop forgets the files that out selects, and returns how many there were.
func (c *Cache) Drop(out func(path string, d knowledge.Digest) bool) int {
	before := len(c.files)
	maps.DeleteFunc(c.files, func(p string, k Cached) bool { return out(p, k.Digest) })
	return before - len(c.files)
}

// Len returns the number of files remembered.
func (c *Cache) Len() int { return len(c.files) }

// Recent reports whether the cache saw the file in this very state, although too
// shortly after its last change to vouch for it.
func (c *Cache) Recent(path string, now Stat) bool {
	k, ok := c.files[path]
	return ok && k.Stat == now
}
