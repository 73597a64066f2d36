package workspace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A workspace cannot make quire read elsewhere by its quire.yaml alone: a root
// outside of it works once the user named it on the command line. What was
// confirmed is kept in the user's own configuration.

type confirmed struct {
	Workspace string `json:"workspace"`
	Root      string `json:"root"`
}

// confirmation names the folder behind a root, not the link that leads there: one
// that is pointed elsewhere afterwards was not confirmed.
func (w *Workspace) confirmation(r Root) confirmed {
	return confirmed{w.Dir, resolved(w.RootPath(r))}
}

func confirmedFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find the user's configuration folder: %w", err)
	}
	return filepath.Join(dir, "quire", "confirmed-roots.jsonl"), nil
}

func readConfirmed() ([]confirmed, error) {
	name, err := confirmedFile()
	if err != nil {
		return nil, err
	}
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read confirmed roots: %w", err)
	}
	var out []confirmed
	for line := range strings.SplitSeq(string(b), "\n") {
		var c confirmed
		if json.Unmarshal([]byte(line), &c) == nil && c.Root != "" {
			out = append(out, c)
		}
	}
	return out, nil
}

// Unconfirmed returns the roots outside the workspace that the user has not
// confirmed.
func (w *Workspace) Unconfirmed() ([]Root, error) {
	var out []Root
	var have []confirmed
	for _, r := range w.Config.Roots {
		if !w.Outside(r) {
			continue
		}
		if have == nil {
			var err error
			if have, err = readConfirmed(); err != nil {
				return nil, err
			}
		}
		if !slices.Contains(have, w.confirmation(r)) {
			out = append(out, r)
		}
	}
	return out, nil
}

// Confirm records that the user wants the roots at these paths read for this
// workspace.
func (w *Workspace) Confirm(paths []string) error {
	var given []string
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return err
		}
		given = append(given, resolved(abs))
	}
	open, err := w.Unconfirmed()
	if err != nil {
		return err
	}
	for _, r := range open {
		if !slices.Contains(given, resolved(w.RootPath(r))) {
			continue
		}
		if err := appendConfirmed(w.confirmation(r)); err != nil {
			return err
		}
	}
	return nil
}

func appendConfirmed(c confirmed) error {
	name, err := confirmedFile()
	if err != nil {
		return err
	}
	return appendLine(name, c, "a confirmed root")
}

// appendLine adds a line of JSON to a file of the user's configuration.
func appendLine(name string, v any, what string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return fmt.Errorf("record %s: %w", what, err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("record %s: %w", what, err)
	}
	_, err = f.Write(append(b, '\n'))
	return errors.Join(err, f.Close())
}
