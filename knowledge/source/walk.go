package source

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// IgnoreFile is the name of the files that hold exclude patterns for their
// folder and below.
const IgnoreFile = ".quireignore"

// Entry is one thing found below a root.
type Entry struct {
	Path   string // slash-separated, relative to the root, as on disk
	Stat   Stat
	Reason string // why it is not read: symlink, hidden, ignored, …; "" for a file to read
	Detail string // for a person: the pattern, the error
	Denied bool   // it could not be looked at: an error rather than a rule
}

// WalkOptions say what Walk leaves out.
type WalkOptions struct {
	Exclude *Ignore // patterns from quire.yaml
	// Own reports names that are quire's own and are not even listed; path is
	// relative to the root.
	Own func(path string) bool
	// Expect is about how many entries there are, 0 where that is not known.
	Expect int
	// Newer is called once, as soon as a file or folder is met that changed at Since,
	// nanoseconds since 1970, or later: what waits for a change need not wait for the end.
	// It may be nil.
	Newer func()
	Since int64
}

// Walk lists everything below root in bytewise order of path. Directories are
// listed only where they are left out whole. Trouble with one entry is in the
// entry; an error means that the root itself cannot be read.
func Walk(ctx context.Context, root *os.Root, opts WalkOptions) ([]Entry, error) {
	w := walker{ctx: ctx, opts: opts, out: make([]Entry, 0, opts.Expect+opts.Expect/16)}
	if w.opts.Own == nil {
		w.opts.Own = func(string) bool { return false }
	}
	if err := w.dir(root, "", opts.Exclude); err != nil {
		return nil, err
	}
	slices.SortFunc(w.out, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	return w.out, nil
}

type walker struct {
	ctx  context.Context
	opts WalkOptions
	out  []Entry
}

func (w *walker) dir(dir *os.Root, at string, ignore *Ignore) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	if w.opts.Newer != nil {
		if info, err := f.Stat(); err == nil {
			w.look(StatOf(info))
		}
	}
	entries, err := f.ReadDir(-1)
	f.Close()
	if err != nil {
		return err
	}
	for _, e := range entries {
		// A link or pipe of that name is an entry like any other, never opened.
		if e.Name() != IgnoreFile || !e.Type().IsRegular() {
			continue
		}
		text, err := dir.ReadFile(IgnoreFile)
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // reading on would publish what it was to leave out
			return fmt.Errorf("read %s: %s", IgnoreFile, plain(err))
		}
		ignore = ignore.With(ParseIgnore(at, string(text)))
	}
	for _, e := range entries {
		name := path.Join(at, e.Name())
		if w.opts.Own(name) || e.Name() == IgnoreFile && e.Type().IsRegular() {
			continue
		}
		if err := w.entry(dir, e, name, ignore); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) entry(dir *os.Root, e fs.DirEntry, name string, ignore *Ignore) error {
	reason, detail := leftOut(e, name, ignore)
	if e.IsDir() {
		if reason != "" {
			w.out = append(w.out, Entry{Path: name + "/", Reason: reason, Detail: detail})
			return nil
		}
		return w.below(dir, e.Name(), name, ignore)
	}
	if reason != "" {
		w.out = append(w.out, Entry{Path: name, Reason: reason, Detail: detail})
		return nil
	}
	info, err := e.Info() // as it was when the folder was listed: listing below a Root looks at each
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil // gone since the folder was listed
	case err != nil:
		w.out = append(w.out, Entry{Path: name, Reason: "unreadable", Detail: plain(err), Denied: true})
	case !info.Mode().IsRegular(): // it was swapped under our hands
		w.out = append(w.out, Entry{Path: name, Reason: "special-file"})
	default:
		stat := StatOf(info)
		w.look(stat)
		w.out = append(w.out, Entry{Path: name, Stat: stat})
	}
	return nil
}

// look says that something changed, once.
func (w *walker) look(s Stat) {
	if newer := w.opts.Newer; newer != nil && max(s.Mtime, s.Ctime) >= w.opts.Since {
		w.opts.Newer = nil
		newer()
	}
}

func (w *walker) below(dir *os.Root, base, name string, ignore *Ignore) error {
	sub, err := dir.OpenRoot(base)
	if err == nil {
		err = w.dir(sub, name, ignore)
		sub.Close()
	}
	if err != nil && w.ctx.Err() == nil {
		w.out = append(w.out, Entry{Path: name + "/", Reason: "unreadable", Detail: plain(err), Denied: true})
		return nil
	}
	return w.ctx.Err()
}

// leftOut returns why an entry is not read, "" where it is.
func leftOut(e fs.DirEntry, name string, ignore *Ignore) (reason, detail string) {
	switch mode := e.Type(); {
	case mode&fs.ModeSymlink != 0:
		return "symlink", "links are listed, not followed"
	case mode&(fs.ModeNamedPipe|fs.ModeSocket|fs.ModeDevice|fs.ModeCharDevice|fs.ModeIrregular) != 0:
		return "special-file", fmt.Sprintf("a %s, never opened", kindOf(mode))
	}
	base := e.Name()
	switch {
	case strings.HasPrefix(base, "~$"):
		return "owner-file", "an office program's mark that a document is open"
	case strings.HasPrefix(base, "."):
		return "hidden", "its name begins with a dot"
	case cloudPlaceholder(base):
		return "cloud-placeholder", "its content is not on this machine"
	}
	if excluded, pattern := ignore.Match(name, e.IsDir()); excluded {
		return "ignored", "pattern " + pattern
	}
	return "", ""
}

func kindOf(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "named pipe"
	case m&fs.ModeSocket != 0:
		return "socket"
	}
	return "device"
}

func cloudPlaceholder(base string) bool {
	switch path.Ext(base) {
	case ".gdoc", ".gsheet", ".gslides", ".icloud", ".gdraw", ".gform":
		return true
	}
	return false
}

// plain drops the path from a file error: the caller names it.
func plain(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
