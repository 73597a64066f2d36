package pdf

import (
	"errors"
	"fmt"
	"io"
	"strings"

	gopdf "github.com/ledongthuc/pdf"

	"quire/extract"
	"quire/knowledge"
)

type ledongthucEngine struct{}

// ledongthucSource is a document open in the Go reader, which panics on what it
// does not expect: every use of it goes through guard.
type ledongthucSource struct {
	lim    extract.Limits
	reader *gopdf.Reader
	list   []gopdf.Value // pages
}

var errOldCipher = errors.New("40-bit encryption")

// maxTreeDepth bounds the depth of page, name and outline trees.
const maxTreeDepth = 50

// guard runs f and makes an error of a panic in the Go reader.
func guard(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the reader gave up: %s", extract.PanicText(p))
		}
	}()
	return f()
}

func (ledongthucEngine) open(in extract.Input, lim extract.Limits) (source, error) {
	s := &ledongthucSource{lim: lim}
	left := passwordForms(in.Options.Passwords)
	err := guard(func() (err error) {
		s.reader, err = gopdf.NewReaderEncrypted(in, in.Size, func() string {
			for len(left) > 0 {
				next := left[0]
				left = left[1:]
				if next != "" {
					return next
				}
			}
			return ""
		})
		if err != nil {
			return err
		}
		if s.reader.Trailer().Key("Encrypt").Key("R").Int64() == 2 {
			return errOldCipher // it takes any password for right and reads noise
		}
		s.collect(s.reader.Trailer().Key("Root").Key("Pages"), 0)
		return nil
	})
	switch {
	case err == nil && len(s.list) == 0:
		return nil, fmt.Errorf("%w: it has no pages", extract.ErrDamaged)
	case err == nil:
		return s, nil
	case errors.Is(err, gopdf.ErrInvalidPassword):
		return nil, fmt.Errorf("%w: no known password opens it", extract.ErrEncrypted)
	case errors.Is(err, errOldCipher), strings.Contains(err.Error(), "unsupported PDF: encryption") || strings.Contains(err.Error(), "encryption key"):
		return nil, fmt.Errorf("%w: its kind of encryption is not known", extract.ErrEncrypted)
	}
	return nil, fmt.Errorf("%w: %w", extract.ErrDamaged, err)
}

// maxListed bounds the pages that are counted in a tree that may be endless.
const maxListed = 200_000

// collect lists the pages of a tree in order.
func (s *ledongthucSource) collect(node gopdf.Value, depth int) {
	if depth > maxTreeDepth || len(s.list) >= maxListed {
		return
	}
	kids := node.Key("Kids")
	if kids.Kind() != gopdf.Array {
		if node.Kind() == gopdf.Dict {
			s.list = append(s.list, node)
		}
		return
	}
	for i := range kids.Len() {
		s.collect(kids.Index(i), depth+1)
	}
}

func (s *ledongthucSource) pages() int { return len(s.list) }
func (s *ledongthucSource) close()     {}

func (s *ledongthucSource) meta() (m knowledge.Metadata) {
	guard(func() error { // what cannot be read of it is not known
		info := s.reader.Trailer().Key("Info")
		m = metadata(func(tag string) string { return info.Key(tag).Text() }, s.reader.Trailer().Key("Root").Key("Lang").Text())
		return nil
	})
	return m
}

// outline returns the bookmarks. The reader does not tell where they lead.
func (s *ledongthucSource) outline() (list []bookmark) {
	var walk func(entry gopdf.Value, level int)
	walk = func(entry gopdf.Value, level int) {
		for level <= 20 && entry.Kind() == gopdf.Dict && len(list) < maxBookmarks {
			list = append(list, bookmark{title: entry.Key("Title").Text(), level: level, page: -1})
			walk(entry.Key("First"), level+1)
			entry = entry.Key("Next")
		}
	}
	guard(func() error {
		walk(s.reader.Trailer().Key("Root").Key("Outlines").Key("First"), 1)
		return nil
	})
	return list
}

func (s *ledongthucSource) attachments(f func(attachment) error) error {
	var list []attachment
	var walk func(node gopdf.Value, depth int)
	walk = func(node gopdf.Value, depth int) {
		if depth > maxTreeDepth || len(list) >= maxAnnots {
			return
		}
		names := node.Key("Names")
		for i := 0; i+1 < names.Len() && len(list) < maxAnnots; i += 2 {
			list = append(list, embedded(names.Index(i).Text(), names.Index(i+1)))
		}
		kids := node.Key("Kids")
		for i := range kids.Len() {
			walk(kids.Index(i), depth+1)
		}
	}
	if err := guard(func() error {
		walk(s.reader.Trailer().Key("Root").Key("Names").Key("EmbeddedFiles"), 0)
		return nil
	}); err != nil {
		list = append(list, attachment{name: "attachments", reason: err.Error()})
	}
	for _, a := range list {
		if err := f(a); err != nil {
			return err
		}
	}
	return nil
}

// embedded describes an attached file.
func embedded(key string, spec gopdf.Value) attachment {
	a := attachment{name: key}
	for _, k := range []string{"UF", "F"} {
		if v := spec.Key(k).Text(); v != "" {
			a.name = v
			break
		}
	}
	file := spec.Key("EF").Key("F")
	a.open = func() (r io.Reader, err error) {
		err = guard(func() error {
			if file.Kind() != gopdf.Stream {
				return errors.New("it has no content")
			}
			r = guarded{file.Reader()}
			return nil
		})
		return r, err
	}
	return a
}

// guarded makes errors of panics while a stream is read.
type guarded struct{ r io.Reader }

func (g guarded) Read(b []byte) (n int, err error) {
	panicked := guard(func() error {
		n, err = g.r.Read(b)
		return nil
	})
	if panicked != nil {
		return 0, panicked
	}
	return n, err
}
