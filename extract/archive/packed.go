package archive

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"quire/extract"
)

// packedName is the name of a packed file that has none.
const packedName = "content"

// tarBlock is the size of a header in a tar archive.
const tarBlock = 512

// packed delivers what gzip or bzip2 packed: the members of a tar archive, or one
// file.
func (d *delivery) packed(format string) error {
	s, err := d.unpack(format)
	if err != nil {
		return err
	}
	head, err := s.Peek(tarBlock)
	switch {
	case len(head) == 0 && err != io.EOF:
		return d.fault("unpack", err)
	case extract.Detect(bytes.NewReader(head), int64(len(head)), "").Name == "tar":
		fresh := true
		err = d.tar(func() (io.Reader, error) {
			if fresh {
				fresh = false
				return s, nil
			}
			return d.unpack(format)
		})
	default:
		if err := d.entry(); err != nil {
			return err
		}
		if err := d.deliver(d.member(s.name), s); err != nil {
			return err
		}
		err = d.limit
		if d.broken > 0 {
			err = fmt.Errorf("unpack: %w", extract.ErrDamaged)
		}
	}
	if err == nil && s.sum() {
		err = d.beside(fmt.Errorf("unpack: %w: the checksum does not fit what was unpacked", extract.ErrDamaged))
	}
	if err == nil && s.trailing() {
		err = d.beside(&extract.TrailingError{Detail: "what follows the packed data is something else and was not read"})
	}
	return err
}

// stream is the unpacked content, counted against the limits.
type stream struct {
	*bufio.Reader
	name string
	gz   *gunzip
	bz   *bunzip
}

func (s *stream) trailing() bool { return s.gz != nil && s.gz.trailing || s.bz != nil && s.bz.trailing }

// sum reports whether a checksum is wrong, of content that was delivered to its end.
func (s *stream) sum() bool { return s.gz != nil && s.gz.sum || s.bz != nil && s.bz.sum }

func (d *delivery) unpack(format string) (*stream, error) {
	in := &tally{r: d.src.reader()}
	s := &stream{name: packedName}
	s.bz = &bunzip{r: bzip2.NewReader(bufio.NewReaderSize(in, 64<<10))}
	var r io.Reader = s.bz
	if format == "gz" {
		gz, err := newGunzip(bufio.NewReaderSize(in, 64<<10))
		if err != nil {
			return nil, d.fault("unpack", err)
		}
		s.gz, s.bz, r = gz, nil, gz
		if gz.name != "" {
			s.name = gz.name
		}
	}
	total := new(int64)
	s.Reader = bufio.NewReaderSize(&meter{r: r, lim: d.lim, total: total, stored: func() int64 { return in.n }}, 32<<10)
	return s, nil
}

// bunzip reads a bzip2 file. What is wrong behind its content is remembered and ends
// it, so that the content is kept.
type bunzip struct {
	r        io.Reader
	err      error // how it ended: asked again, the library says something else
	trailing bool
	sum      bool
}

// Read implements io.Reader.
func (b *bunzip) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.r.Read(p)
	// The library tells its errors apart by their text alone.
	var wrong bzip2.StructuralError
	if errors.As(err, &wrong) {
		switch string(wrong) {
		case "bad magic value in continuation file":
			b.trailing, err = true, io.EOF
		case "file checksum mismatch":
			b.sum, err = true, io.EOF
		}
	}
	b.err = err
	return n, err
}

// gunzip reads the members of a gzip file one behind the other. It ends at
// padding, and at what is no gzip any more, as gzip itself does.
type gunzip struct {
	*gzip.Reader
	in       *bufio.Reader
	name     string
	trailing bool
	sum      bool // of a member is wrong
}

func newGunzip(in *bufio.Reader) (*gunzip, error) {
	zr, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	zr.Multistream(false)
	return &gunzip{Reader: zr, in: in, name: headerName(zr.Name)}, nil
}

// headerName is the file name in a header. It should be Latin-1, as which it was
// decoded, and often is UTF-8.
func headerName(s string) string {
	var raw []byte
	for _, r := range s {
		if r > 0xff {
			return s
		}
		raw = append(raw, byte(r))
	}
	if utf8.Valid(raw) {
		return string(raw)
	}
	return s
}

// Read implements io.Reader.
func (g *gunzip) Read(p []byte) (int, error) {
	for {
		n, err := g.Reader.Read(p)
		if errors.Is(err, gzip.ErrChecksum) { // stands behind the content, all of which was read
			g.sum, err = true, io.EOF
		}
		if n > 0 || err != io.EOF {
			if err == io.EOF {
				err = nil // asked again, it says so again
			}
			return n, err
		}
		if err := g.next(); err != nil {
			return 0, err
		}
	}
}

// next moves to the next member; io.EOF where there is none.
func (g *gunzip) next() error {
	for {
		c, err := g.in.ReadByte()
		if err != nil {
			return err
		}
		if c != 0 {
			break
		}
	}
	if err := g.in.UnreadByte(); err != nil {
		return err
	}
	magic, err := g.in.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if string(magic) != "\x1f\x8b" {
		g.trailing = true
		return io.EOF
	}
	if err := g.Reset(g.in); err != nil {
		return err
	}
	g.Multistream(false)
	return nil
}
