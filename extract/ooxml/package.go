package ooxml

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"quire/extract"
)

// Package is an open container. It is not safe for concurrent use.
type Package struct {
	lim      extract.Limits
	files    map[string]*zip.File // by partKey
	names    []string             // part names, sorted
	types    *contentTypes
	rels     map[string]Rels
	inflated int64
	opened   map[string]bool // parts that were read, by partKey
	hidden   error           // what the directory does not list
}

// Open reads the directory of the package, decrypted where a password of the
// options opens it. Bytes that are no zip archive, and two entries of one name, are
// extract.ErrDamaged; what stays locked is extract.ErrEncrypted.
func Open(in extract.Input, lim extract.Limits) (*Package, error) {
	lim = lim.WithDefaults()
	in, err := decrypted(in, lim)
	if err != nil {
		return nil, err
	}
	zr, err := zip.NewReader(in, in.Size)
	if err != nil {
		return nil, fmt.Errorf("open package: %w: %w", extract.ErrDamaged, err)
	}
	if err := extract.CheckZip(in, zr); err != nil {
		return nil, fmt.Errorf("open package: %w", err)
	}
	if len(zr.File) > lim.Members {
		return nil, &extract.LimitError{Limit: "members", Max: int64(lim.Members)}
	}
	p := &Package{lim: lim, files: make(map[string]*zip.File, len(zr.File)), rels: map[string]Rels{}, opened: map[string]bool{}}
	for _, f := range zr.File {
		if strings.HasSuffix(f.Name, "/") || strings.HasSuffix(f.Name, `\`) {
			continue // a folder
		}
		const encrypted, aes = 1, 99
		if f.Flags&encrypted != 0 || f.Method == aes {
			return nil, fmt.Errorf("open package: entries are %w", extract.ErrEncrypted)
		}
		key := partKey(f.Name)
		if p.files[key] != nil {
			return nil, fmt.Errorf("open package: %w: two entries have the name of one part", extract.ErrDamaged)
		}
		p.files[key] = f
		p.names = append(p.names, partName(f.Name))
	}
	slices.Sort(p.names)
	p.hidden = extract.CheckZipMembers(in, zr)
	return p, nil
}

// OpenMain opens the package of a document and names its main part. A package
// without one is extract.ErrDamaged.
func OpenMain(in extract.Input, lim extract.Limits) (*Package, string, error) {
	p, err := Open(in, lim)
	if err != nil {
		return nil, "", err
	}
	main, err := p.Main()
	if err != nil {
		return nil, "", fmt.Errorf("%w: %w", extract.ErrDamaged, err)
	}
	return p, main, nil
}

// partName is the printed form of an entry's name: relative, with forward
// slashes, however the writer of the package spelled it.
func partName(entry string) string {
	return strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(entry, `\`, "/")), "/")
}

// partKey folds a name: part names are equal whatever their case.
func partKey(name string) string { return strings.ToLower(partName(name)) }

// Has reports whether the package has a part of that name.
func (p *Package) Has(name string) bool { return p.files[partKey(name)] != nil }

// Names lists the parts of the package, sorted.
func (p *Package) Names() []string { return p.names }

// ErrNoPart says that a part which another one names is not in the package.
var ErrNoPart = errors.New("no such part")

// Reader opens a part. What comes out is counted: past a limit, reading ends
// with a LimitError.
func (p *Package) Reader(name string) (io.ReadCloser, error) {
	f := p.files[partKey(name)]
	if f == nil {
		return nil, fmt.Errorf("open part %s: %w", name, ErrNoPart)
	}
	p.opened[partKey(name)] = true
	rc, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("open part %s: %w: %w", name, extract.ErrDamaged, err)
	}
	return &countingReader{ReadCloser: rc, pkg: p, stored: int64(min(f.CompressedSize64, 1<<62))}, nil
}

// freeRatio is how much a member may inflate to whatever its ratio.
const freeRatio = 1 << 20

type countingReader struct {
	io.ReadCloser
	pkg    *Package
	stored int64
	out    int64
}

// Read implements io.Reader.
func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.ReadCloser.Read(b)
	c.out += int64(n)
	c.pkg.inflated += int64(n)
	lim := &c.pkg.lim
	switch {
	case c.pkg.inflated > lim.Inflated:
		return 0, &extract.LimitError{Limit: "inflated", Max: lim.Inflated}
	case c.out > freeRatio && c.out/lim.Ratio > c.stored:
		return 0, &extract.LimitError{Limit: "ratio", Max: lim.Ratio}
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %w", extract.ErrDamaged, err)
	}
	return n, err
}
