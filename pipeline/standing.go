package pipeline

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"quire/internal/regular"
	"quire/knowledge"
	"quire/knowledge/source"
)

// standing is the report of the last sync, kept with a digest of everything that
// decided it: while that is the same, another sync would find the same, and the
// tables of the snapshot need not be read to say so. It is only a saving of time.
type standing struct {
	Key    string  `json:"key"`
	At     int64   `json:"at"` // when the corpus was listed, nanoseconds since 1970
	Report *Report `json:"report"`
}

const standingName = "standing"

// maxInputs bounds the bytes of overlays and interactions that are hashed for it.
const maxInputs = 32 << 20

// stands reports whether nothing that decides a sync has changed since the last one,
// and if so makes its report this one's.
func (r *run) stands(ctx context.Context) (bool, error) {
	o := r.opts
	if o.DryRun || o.Clean || o.Rehash || o.RetryFailed || o.AcceptDeletions || len(o.Retry) > 0 || r.untried {
		return false, nil
	}
	b, err := regular.ReadFile(filepath.Join(o.CacheDir, standingName))
	var last standing
	if err != nil || json.Unmarshal(b, &last) != nil || last.Report == nil {
		return false, nil
	}
	r.expected = last.Report.Sources.Total
	began := o.Now()
	r.since = last.At
	r.newer = func() {
		r.met = true
		r.beside.Go(func() { _ = r.recall() })
	}
	if err := r.list(ctx); err != nil {
		return false, err
	}
	for i := range r.files {
		if e := &r.files[i].entry; e.Denied || max(e.Stat.Mtime, e.Stat.Ctime) > last.At-source.Racy {
			return false, nil
		}
	}
	snap, pointer, err := o.Store.Open()
	if err != nil || r.standingKey(pointer.Snapshot) != last.Key || json.Unmarshal(snap.Manifest.Body, &r.plan.body) != nil {
		return false, nil
	}
	if snap.Check() != nil || r.checkIndex(snap) != nil {
		return false, nil
	}
	rep := last.Report
	if r.met { // what is newer decides nothing: the next sync need not load anything for it
		last.At = r.started.UnixNano()
		r.saveStanding(&last)
	}
	rep.counts = map[string]int{"discover": rep.Sources.Total}
	rep.stage("discover", o.Now().Sub(began))
	rep.finish()
	r.report = rep
	return true, nil
}

// stand keeps the report of this run for the next one, where the next one may find
// the same.
func (r *run) stand() {
	if r.opts.DryRun {
		return
	}
	rep := r.report
	key := ""
	if rep.Unsettled == 0 && rep.Snapshot != "" {
		key = r.standingKey(rep.Snapshot)
	}
	if key == "" {
		os.Remove(filepath.Join(r.opts.CacheDir, standingName))
		return
	}
	quiet := *newReport()
	quiet.Snapshot, quiet.Previous = rep.Snapshot, rep.Snapshot
	quiet.Sources = SourceCounts{Total: rep.Sources.Total, Unchanged: rep.Sources.Total}
	quiet.Withdrawn = rep.Withdrawn
	quiet.Children, quiet.Overlays, quiet.Promoted, quiet.Outcomes, quiet.Excluded = rep.Children, rep.Overlays, rep.Promoted, rep.Outcomes, rep.Excluded
	quiet.Parts, quiet.Addressed = rep.Parts, rep.Addressed
	quiet.Passages.Total, quiet.Problems, quiet.Findings, quiet.Bytes = rep.Passages.Total, rep.Problems, rep.Findings, rep.Bytes
	for _, n := range rep.Verdicts {
		quiet.Verdicts[SameRow] += n
	}
	r.saveStanding(&standing{Key: key, At: r.started.UnixNano(), Report: &quiet})
}

// saveStanding writes what the next sync may find the same. Trouble with it is not trouble
// with the sync: then the next one looks at everything.
func (r *run) saveStanding(s *standing) {
	name := filepath.Join(r.opts.CacheDir, standingName)
	b, err := json.Marshal(s)
	if err != nil || os.WriteFile(name+".new", b, 0o600) != nil || os.Rename(name+".new", name) != nil {
		os.Remove(name + ".new")
		os.Remove(name)
	}
}

// standingKey is a digest of all that decides a sync; "" where that cannot be told.
func (r *run) standingKey(snapshot string) string {
	identity, err := r.opts.Identity.Encode()
	if err != nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s %s %d %q %q\n", snapshot, r.rules(), r.opts.Keep, r.opts.PasswordsStamp, r.opts.Exclude)
	fmt.Fprintf(h, "%q\n", r.opts.Vectors.stamp())
	if name, err := os.Executable(); err == nil { // another quire may find otherwise
		if info, err := os.Stat(name); err == nil {
			fmt.Fprintf(h, "%d %d\n", info.Size(), info.ModTime().UnixNano())
		}
	}
	fmt.Fprintf(h, "%s %s\n", knowledge.DigestOf(identity), r.listing)
	if hashInputs(h, r.opts.Inputs) != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}

// hashInputs writes the names and bytes of everything below overlays/ and
// interactions/.
func hashInputs(h io.Writer, inputs fs.FS) error {
	if inputs == nil {
		return nil
	}
	left := int64(maxInputs)
	for _, dir := range []string{"overlays", "interactions"} {
		var names []string
		err := fs.WalkDir(inputs, dir, func(name string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				if !d.Type().IsRegular() {
					return errors.New("not a regular file")
				}
				names = append(names, name)
			}
			return err
		})
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		slices.Sort(names)
		for _, name := range names {
			f, err := inputs.Open(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(h, "%s\x00", name)
			n, err := io.Copy(h, io.LimitReader(f, left+1))
			f.Close()
			if left -= n; err != nil || left < 0 {
				return errors.Join(err, errors.New("too much to hash"))
			}
		}
	}
	return nil
}

// list walks the roots once.
func (r *run) list(ctx context.Context) error {
	if r.listed {
		return nil
	}
	for i := range r.opts.Roots {
		if err := r.walk(ctx, &r.opts.Roots[i]); err != nil {
			return err
		}
	}
	slices.SortFunc(r.files, func(a, b file) int {
		switch {
		case a.path < b.path:
			return -1
		case a.path > b.path:
			return 1
		}
		return 0
	})
	r.listed = true
	h := sha256.New()
	var line []byte
	for i := range r.files {
		f := &r.files[i]
		s := f.entry.Stat
		line = append(append(line[:0], f.path...), 0)
		line = append(append(line, f.entry.Reason...), 0)
		for _, n := range []uint64{uint64(s.Size), uint64(s.Mtime), uint64(s.Ctime), s.Inode} {
			line = binary.BigEndian.AppendUint64(line, n)
		}
		h.Write(line)
	}
	r.listing = hex.EncodeToString(h.Sum(nil))
	r.leaveOut(func(f *file) bool { return r.opts.Withdrawn.Path(f.path) })
	return nil
}
