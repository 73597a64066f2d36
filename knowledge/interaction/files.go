package interaction

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"quire/internal/regular"
	"quire/knowledge"
)

func segmentName(n int) string { return fmt.Sprintf("%s/%06d.jsonl", segmentDir, n) }

// segments returns the numbers of all segments, in order.
func (l *Ledger) segments() ([]int, error) {
	names, err := l.names(segmentDir)
	if err != nil {
		return nil, err
	}
	var out []int
	for _, name := range names {
		base, ok := strings.CutSuffix(name, ".jsonl")
		if n, err := strconv.Atoi(base); ok && err == nil && n > 0 && segmentName(n) == path.Join(segmentDir, name) {
			out = append(out, n)
		}
	}
	slices.Sort(out)
	return out, nil
}

// names lists the regular files of a folder, which need not be there.
func (l *Ledger) names(dir string) ([]string, error) {
	entries, err := fs.ReadDir(l.root.FS(), dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("attempted to list %s of the ledger: %w", dir, err)
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() {
			out = append(out, e.Name())
		}
	}
	return out, nil
}

// read returns a file's bytes, none where it is not there.
func (l *Ledger) read(name string) ([]byte, error) {
	b, err := regular.ReadIn(l.root, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("attempted to read %s of the ledger: %w", name, err)
	}
	return b, nil
}

// eachLine calls use with the payload of every whole line of one kind. A line
// that is damaged or that use refuses is returned; one of another version is an
// error. What follows the last line feed is still being written.
func (l *Ledger) eachLine(name, kind string, use func(payload []byte) error) ([]Damage, error) {
	data, err := l.read(name)
	if err != nil {
		return nil, err
	}
	var damage []Damage
	for n := 1; ; n++ {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole {
			return damage, nil
		}
		data = rest
		got, payload, err := decodeLine(line)
		var format *knowledge.FormatError
		if errors.As(err, &format) {
			return nil, fmt.Errorf("attempted to read %s line %d: %w", name, n, err)
		}
		if err == nil && got != kind {
			err = fmt.Errorf("it is a line of another kind: %s", got)
		}
		if err == nil {
			err = use(payload)
		}
		if err != nil {
			damage = append(damage, Damage{name, n, err.Error()})
		}
	}
}

// appendFile adds data to a file, durably. After an error it takes back what it
// can; what stays is a torn end that the next writer repairs.
func (l *Ledger) appendFile(name string, data []byte) error {
	_, err := l.root.Lstat(name)
	created := errors.Is(err, fs.ErrNotExist)
	if dir := path.Dir(name); created && dir != "." {
		if err := l.folder(dir); err != nil {
			return err
		}
	}
	f, err := l.root.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("attempted to append to %s: %w", name, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err == nil {
		l.step("write " + name)
		if _, err = f.Write(data); err == nil {
			l.step("sync " + name)
			err = f.Sync()
		}
		if err == nil && created {
			err = syncDir(l.root, path.Dir(name))
		}
		if err != nil {
			_ = f.Truncate(info.Size()) // the first error is the one to report
		}
	}
	if err != nil {
		return fmt.Errorf("attempted to append to %s: %w", name, err)
	}
	return nil
}

// folder makes a folder of the ledger, durably.
func (l *Ledger) folder(dir string) error {
	err := l.root.Mkdir(dir, 0o700)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err == nil {
		err = syncDir(l.root, ".")
	}
	if err != nil {
		return fmt.Errorf("attempted to make %s in the ledger: %w", dir, err)
	}
	return nil
}

// replaceFile puts data in the place of a file in one step.
func (l *Ledger) replaceFile(name string, data []byte) error {
	temp := name + tempSuffix
	err := func() error {
		f, err := l.root.OpenFile(temp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer f.Close()
		if _, err := f.Write(data); err != nil {
			return err
		}
		return f.Sync()
	}()
	if err == nil {
		l.step("rename " + name)
		err = l.root.Rename(temp, name)
	}
	if err == nil {
		err = syncDir(l.root, path.Dir(name))
	}
	if err != nil {
		return fmt.Errorf("attempted to replace %s: %w", name, err)
	}
	return nil
}
