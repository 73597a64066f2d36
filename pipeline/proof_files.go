package pipeline

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"quire/internal/jsonline"
	"strings"
)

func (s *search) count(data []byte) {
	s.w.Proof.Files++
	s.w.Proof.Bytes += int64(len(data))
}

// published searches one file of the tree, its name included: the bytes that are stored
// and, of one that is deflated, its plain ones.
func (s *search) published(name string, stored, plain []byte) {
	s.count(stored)
	s.w.Proof.Bytes += int64(len(plain))
	group, rest, _ := strings.Cut(name, "/")
	recipe := ""
	if parts := strings.Split(rest, "/"); group == "evidence" && len(parts) > 1 {
		recipe, _, _ = strings.Cut(parts[1], ".")
	}
	see := func(data []byte, i, at int) {
		switch {
		case recipe != "" && len(s.owners[recipe]) > 0:
			if s.found[recipe] == nil {
				s.found[recipe] = map[int]bool{}
			}
			s.found[recipe][i], s.shared[i] = true, true
		case group == "tables" && s.t.needles[i].kind == digestTrace && at >= 0:
			// The digest of a withdrawn file in the row of another is an equal file.
			s.equal[jsonline.Field(lineAt(data, at), "id")], s.shared[i] = true, true
		default:
			s.others = append(s.others, hit{i, name})
		}
	}
	s.m.find([]byte(name), func(i, _ int) { see(nil, i, -1) })
	for _, data := range [][]byte{stored, plain} {
		s.m.find(data, func(i, at int) { see(data, i, at) })
	}
}

// lineAt returns the line of data that holds the byte at.
func lineAt(data []byte, at int) []byte {
	from := bytes.LastIndexByte(data[:at], '\n') + 1
	to := bytes.IndexByte(data[at:], '\n')
	if to < 0 {
		return data[from:]
	}
	return data[from : at+to]
}

// folder searches the files below a folder.
func (s *search) folder(ctx context.Context, dir, label string, use func(name string, data []byte)) error {
	root, err := os.OpenRoot(dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer root.Close()
	return s.walk(ctx, root.FS(), ".", func(name string, data []byte) { use(label+"/"+name, data) })
}

func (s *search) walk(ctx context.Context, fsys fs.FS, dir string, use func(name string, data []byte)) error {
	return fs.WalkDir(fsys, dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			if os.IsNotExist(err) {
				err = nil
			}
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		s.count(data)
		use(name, data)
		return nil
	})
}

func (s *search) cached(name string, data []byte) {
	s.m.find(data, func(i, _ int) { s.others = append(s.others, hit{i, name}) })
}

// authored searches what people and agents wrote: it is theirs, so what holds a trace
// is named and stays.
func (s *search) authored(ctx context.Context, inputs fs.FS) error {
	for dir, kind := range map[string]string{"overlays": "overlay", "interactions": "interaction"} {
		err := s.walk(ctx, inputs, dir, func(name string, data []byte) {
			s.m.find(data, func(i, at int) {
				h := Holder{Kind: kind, Path: name}
				if kind == "interaction" || strings.HasPrefix(name, acceptedDir+"/") {
					h.Kind, h.Address = "interaction", jsonline.Field(lineAt(data, at), "id")
				}
				if s.inputs[h] == nil {
					s.inputs[h] = map[int]bool{}
				}
				s.inputs[h][i] = true
			})
		})
		if err != nil {
			return err
		}
	}
	b, err := fs.ReadFile(inputs, "identity.jsonl")
	if err == nil {
		s.count(b)
		s.cached("identity.jsonl", b)
	}
	return nil
}
