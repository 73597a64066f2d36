package publish

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// A leaf whose name ends in ".gz" lies deflated: Put and PutStream take its plain bytes,
// ReadFile, ReadLeaf and OpenLeaf give them, and every digest is one of them, so that
// nothing depends on how well a version of the library packs. Small records take one block
// of the disk in the place of three.
const deflatedSuffix = ".gz"

func isDeflated(name string) bool { return strings.HasSuffix(name, deflatedSuffix) }

// A deflated leaf of n bytes holds at most freeInflated + n*maxRatio plain bytes; what
// says that it holds more is damaged or was made to fill the memory of its reader. Records
// of documents are packed three to twenty times; what would come out smaller than a reader
// believes is packed by letters alone, which saves at most seven bits of eight.
const (
	freeInflated = 1 << 20
	maxRatio     = 64
)

func maxInflated(stored int64) int64 { return freeInflated + stored*maxRatio }

// gzipHead is the length of what lies before the deflated bytes, gzipFrame of that and of
// what lies behind them.
const (
	gzipHead  = 10
	gzipFrame = gzipHead + 8
)

// begins reports whether bytes begin as a deflated leaf: without name and time, its ninth
// byte saying that it was packed fast, or by letters alone, its tenth that the system is
// not said.
func begins(b []byte) bool {
	return len(b) >= gzipHead && string(b[:8]) == "\x1f\x8b\x08\x00\x00\x00\x00\x00" && (b[8] == 4 || b[8] == 0) && b[9] == 0xff
}

var errNotDeflated = errors.New("is not what quire deflates")

// packer returns what deflates into w; that of the usual level is used again, as it takes
// much memory.
func (s *Store) packer(w io.Writer, level int) *gzip.Writer {
	if level == gzip.BestSpeed {
		if z, ok := s.packers.Get().(*gzip.Writer); ok {
			z.Reset(w)
			return z
		}
	}
	z, err := gzip.NewWriterLevel(w, level)
	if err != nil {
		panic(err) // of a level that does not exist
	}
	return z
}

// unpacker returns what inflates one file from r; it is used again.
func (s *Store) unpacker(r io.Reader) (*gzip.Reader, error) {
	z, ok := s.unpackers.Get().(*gzip.Reader)
	if !ok {
		z = new(gzip.Reader)
	}
	if err := z.Reset(r); err != nil {
		return nil, err
	}
	z.Multistream(false)
	return z, nil
}

// writeLeaf writes a file that will get the name of a leaf, deflated where that says so.
func (s *Store) writeLeaf(file, leaf string, write func(io.Writer) error, sync bool) error {
	if !isDeflated(leaf) {
		return s.writeFile(file, write, sync)
	}
	n, err := s.deflate(file, write, gzip.BestSpeed, sync)
	if err == nil && n > freeInflated && n > maxInflated(s.Size(file)) {
		_, err = s.deflate(file, write, gzip.HuffmanOnly, sync)
	}
	return err
}

// deflate writes a file and returns how many plain bytes it holds.
func (s *Store) deflate(file string, write func(io.Writer) error, level int, sync bool) (plain int64, err error) {
	err = s.writeFile(file, func(w io.Writer) error {
		z := s.packer(w, level)
		count := &counter{w: z}
		err := errors.Join(write(count), z.Close())
		if level == gzip.BestSpeed {
			s.packers.Put(z)
		}
		plain = count.n
		return err
	}, sync)
	return plain, err
}

// counter counts what is written through it.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// inflate returns the plain bytes of a deflated leaf, in buf where that is large enough.
func (s *Store) inflate(buf []byte, name string, stored []byte) ([]byte, error) {
	b, err := s.inflated(buf, stored)
	if err != nil {
		return nil, &DamagedError{Name: name, Detail: err.Error()}
	}
	return b, nil
}

func (s *Store) inflated(buf, stored []byte) ([]byte, error) {
	if len(stored) < gzipFrame || !begins(stored) {
		return nil, errNotDeflated
	}
	size := int64(binary.LittleEndian.Uint32(stored[len(stored)-4:]))
	if most := maxInflated(int64(len(stored))); size > most {
		return nil, fmt.Errorf("is cut short or not its own: its end says that %d bytes hold %d, and quire puts at most %d into them", len(stored), size, most)
	}
	from := bytes.NewReader(stored)
	z, err := s.unpacker(from)
	if err != nil {
		return nil, errNotDeflated
	}
	defer s.unpackers.Put(z)
	b := sized(buf, size)
	if _, err := io.ReadFull(z, b); err != nil {
		return nil, fmt.Errorf("cannot be inflated: %w", noEOF(err))
	}
	if n, err := z.Read(make([]byte, 1)); n > 0 || err != io.EOF || from.Len() > 0 {
		return nil, errors.New("cannot be inflated: it holds other bytes than its end says")
	}
	return b, nil
}

func noEOF(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("it is cut short")
	}
	return err
}

// OpenLeaf opens the plain bytes of a leaf for being read once, from the beginning: what
// is large is never in memory as a whole.
func (s *Store) OpenLeaf(name string) (io.ReadCloser, error) {
	f, err := s.OpenFile(name)
	if err != nil || !isDeflated(name) {
		return f, err
	}
	r, err := s.inflating(name, f)
	if err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

// inflating reads a deflated file.
type inflating struct {
	store *Store
	name  string
	file  *os.File
	from  *bufio.Reader // of file
	z     *gzip.Reader
	left  int64 // plain bytes that it may still hold
}

func (s *Store) inflating(name string, f *os.File) (*inflating, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	from := bufio.NewReaderSize(f, 1<<14)
	if head, err := from.Peek(gzipHead); err != nil || !begins(head) {
		return nil, &DamagedError{Name: name, Detail: errNotDeflated.Error()}
	}
	z, err := s.unpacker(from)
	if err != nil {
		return nil, &DamagedError{Name: name, Detail: errNotDeflated.Error()}
	}
	return &inflating{s, name, f, from, z, maxInflated(info.Size())}, nil
}

func (r *inflating) Read(p []byte) (int, error) {
	n, err := r.z.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return 0, &DamagedError{Name: r.name, Detail: "holds more bytes than quire puts into a file of its size"}
	}
	if err == io.EOF && more(r.from) {
		err = errors.New("there is more behind its end")
	}
	if err != nil && err != io.EOF {
		err = &DamagedError{Name: r.name, Detail: "cannot be inflated: " + noEOF(err).Error()}
	}
	return n, err
}

func more(r *bufio.Reader) bool {
	_, err := r.Peek(1)
	return err == nil
}

func (r *inflating) Close() error {
	if r.z != nil {
		r.store.unpackers.Put(r.z)
		r.z = nil
	}
	return r.file.Close()
}
