package skills

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// Apply carries a plan out in the folder that it was made from. Each file is
// replaced as a whole; one that has changed since the plan was made stops it. A
// file behind a symbolic link is replaced where it lies, and the link stays.
func Apply(root *os.Root, p *Plan) error {
	for _, dir := range p.MakeDirs {
		if err := root.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("make folder %s: %w", dir, cause(err))
		}
	}
	for _, c := range p.Changes {
		if c.Action == Kept || c.Action == Unchanged {
			continue
		}
		if err := apply(root, c); err != nil {
			return fmt.Errorf("%s %s: %w", c.Action, c.Path, cause(err))
		}
	}
	for _, dir := range p.RemoveDirs {
		if err := root.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove folder %s: %w", dir, cause(err))
		}
	}
	return nil
}

var errChanged = errors.New("it has changed in the meantime; try again")

func apply(root *os.Root, c Change) error {
	name, err := behindLinks(root, c.Path)
	if err != nil {
		return err
	}
	have, err := root.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if c.Before != nil {
			return errChanged
		}
	case err != nil:
		return err
	case c.Before == nil || !bytes.Equal(have, c.Before):
		return errChanged
	}
	if c.After == nil {
		return root.Remove(name)
	}
	return replace(root, name, c.After)
}

// maxLinks is how many links in a row are followed.
const maxLinks = 10

// behindLinks returns the name of the file that a name leads to.
func behindLinks(root *os.Root, name string) (string, error) {
	for range maxLinks {
		info, err := root.Lstat(name)
		if errors.Is(err, fs.ErrNotExist) {
			return name, nil
		}
		if err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		to, err := root.Readlink(name)
		if err != nil {
			return "", err
		}
		if path.IsAbs(to) {
			return "", errors.New("it is a link that leads out of the folder")
		}
		name = path.Join(path.Dir(name), to)
	}
	return "", errors.New("it is a link to a link, too many times")
}

// replace writes a file whole or not at all, with the permissions of the one that
// was there.
func replace(root *os.Root, name string, data []byte) (err error) {
	info, statErr := root.Stat(name)
	tmp := name + ".quire-new"
	if err := root.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			root.Remove(tmp)
		}
	}()
	_, err = f.Write(data)
	if statErr == nil {
		err = errors.Join(err, f.Chmod(info.Mode().Perm()))
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return root.Rename(tmp, name)
}

// cause drops the path from a file error whose message names it already.
func cause(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
