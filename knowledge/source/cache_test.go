package source

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"quire/knowledge"
)

const second = int64(time.Second)

func cached() Cached {
	return Cached{
		Stat: Stat{Size: 5, Mtime: 100 * second, Ctime: 101 * second, Inode: 1<<63 + 7},
		At:   200 * second, Digest: knowledge.DigestOf([]byte("hello")), Format: "text",
	}
}

func TestCacheVouchesOnlyForAnUntouchedFile(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Cached)
		now    func(*Stat)
		want   bool
	}{
		"untouched":                 {want: true},
		"other size":                {now: func(s *Stat) { s.Size++ }},
		"other modification":        {now: func(s *Stat) { s.Mtime-- }},
		"other change time":         {now: func(s *Stat) { s.Ctime++ }},
		"other inode":               {now: func(s *Stat) { s.Inode++ }},
		"changed while it was read": {change: func(k *Cached) { k.At = k.Stat.Ctime }},
		"changed just before":       {change: func(k *Cached) { k.At = k.Stat.Ctime + Racy - 1 }},
		"changed before that":       {change: func(k *Cached) { k.At = k.Stat.Ctime + Racy }, want: true},
		"modified in the future":    {change: func(k *Cached) { k.Stat.Mtime = 300 * second }},
	} {
		k := cached()
		if c.change != nil {
			c.change(&k)
		}
		var cache Cache
		cache.Set("corpus/a", k)
		now := k.Stat
		if c.now != nil {
			c.now(&now)
		}
		got, ok := cache.Clean("corpus/a", now)
		if ok != c.want || ok && got != k {
			t.Errorf("%s: %+v %t, want %t", name, got, ok, c.want)
		}
		if seen := cache.Recent("corpus/a", now); seen != (c.now == nil) {
			t.Errorf("%s: seen in this state %t", name, seen)
		}
	}
	if _, ok := new(Cache).Clean("corpus/a", Stat{}); ok {
		t.Error("an empty cache vouches")
	}
}

func TestCacheSurvivesItsEncoding(t *testing.T) {
	var cache Cache
	paths := []string{"corpus/a", "corpus/ü %09 x", "corpus/a b.pdf", "other/a"}
	for i, p := range paths {
		k := cached()
		k.Stat.Size += int64(i)
		if i == 1 {
			k.Format = "" // nothing was recognised
		}
		cache.Set(p, k)
	}
	text := cache.Encode()
	back := DecodeCache(text)
	if back.Len() != len(paths) {
		t.Fatalf("%d files came back, want %d", back.Len(), len(paths))
	}
	for _, p := range paths {
		if at(back, p) != at(&cache, p) {
			t.Errorf("%s: %+v, want %+v", p, at(back, p), at(&cache, p))
		}
	}
	if again := back.Encode(); !bytes.Equal(again, text) {
		t.Errorf("encoded again it is\n%s, was\n%s", again, text)
	}
}

func TestDecodeCacheTakesNothingFromGarbage(t *testing.T) {
	var cache Cache
	cache.Set("corpus/a", cached())
	good := string(cache.Encode())
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"empty":              {"", 0},
		"other version":      {"quire scan cache 99\n" + good[len(cacheHeader)+1:], 0},
		"torn line":          {good[:len(good)-len("\tcorpus/a\n")], 0},
		"broken line beside": {good + "1\t2\tx\t4\t5\tsha256:00\ttext\tcorpus/b\nwhatever\n\x00\xff", 1},
		"broken digest":      {cacheHeader + "\n1\t2\t3\t4\t5\tsha256:00\ttext\tcorpus/b\n", 0},
	} {
		if got := DecodeCache([]byte(c.text)).Len(); got != c.want {
			t.Errorf("%s: %d files, want %d", name, got, c.want)
		}
	}
}

func FuzzDecodeCache(f *testing.F) {
	var cache Cache
	cache.Set("corpus/a", cached())
	f.Add(cache.Encode())
	f.Add([]byte(cacheHeader + "\n\t\t\t\t\t\t\t"))
	f.Fuzz(func(t *testing.T, b []byte) {
		text := DecodeCache(b).Encode()
		if again := DecodeCache(text).Encode(); !bytes.Equal(text, again) {
			t.Errorf("%q becomes %q", text, again)
		}
	})
}

func TestStatOfTellsARewrittenFileFromTheOldOne(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	stat := func() Stat {
		info, err := os.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		return StatOf(info)
	}
	write(t, name, "one")
	before := stat()
	if before.Size != 3 || before.Mtime == 0 || before != stat() {
		t.Errorf("state %+v, then %+v", before, stat())
	}
	old := time.Unix(0, before.Mtime)
	write(t, name+".new", "two") // of the same size, and made to look as old
	if err := os.Rename(name+".new", name); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(name, old, old); err != nil {
		t.Fatal(err)
	}
	if stat() == before {
		t.Error("another file of the same size and time has the same state")
	}
}

func at(c *Cache, path string) Cached {
	i, ok := c.find(path)
	if !ok {
		return Cached{}
	}
	return c.entries[i].Cached
}

func TestCacheKeepsALineAsItIs(t *testing.T) {
	var first Cache
	for _, p := range []string{"b", "a", "c", "b"} { // in any order, and twice
		first.Set(p, cached())
	}
	text := first.Encode()
	last := DecodeCache(text)
	var next Cache
	for _, p := range []string{"a", "b", "c", "nowhere"} {
		next.Keep(last, p)
	}
	if got := next.Encode(); !bytes.Equal(got, text) || next.Len() != 3 {
		t.Errorf("%d files are kept as\n%s, were\n%s", next.Len(), got, text)
	}
}
