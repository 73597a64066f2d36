package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"quire/internal/regular"
	"runtime"
	"strings"
	"unicode/utf8"
)

// PasswordsVariable names the file of passwords for encrypted documents.
const PasswordsVariable = "QUIRE_PASSWORDS_FILE"

// maxPasswords bounds how often one file is tried.
const maxPasswords = 1000

// Passwords are what encrypted documents may be opened with. They come from the
// user, never from a workspace, and go nowhere but to the reader of a file.
type Passwords struct {
	List  []string
	Stamp string // changes with the file; tells nothing of what is in it
}

// ReadPasswords reads the file that QUIRE_PASSWORDS_FILE names, or passwords in
// quire's folder of the user's configuration; without either there are none. Each
// line is a password as it stands, spaces included; empty lines do not count. A
// file that others may read is refused.
func ReadPasswords() (Passwords, error) {
	name := os.Getenv(PasswordsVariable)
	if name == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return Passwords{}, nil
		}
		name = filepath.Join(dir, "quire", "passwords")
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			return Passwords{}, nil
		}
	}
	b, err := regular.ReadFile(name)
	if err != nil {
		return Passwords{}, fmt.Errorf("read the passwords: %w", err)
	}
	info, err := os.Stat(name)
	if err != nil {
		return Passwords{}, fmt.Errorf("read the passwords: %w", err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return Passwords{}, fmt.Errorf("read the passwords: others may read %s; chmod 600 it", name)
	}
	p := Passwords{Stamp: fmt.Sprintf("%d %d", info.Size(), info.ModTime().UnixNano())}
	for line := range strings.Lines(strings.TrimPrefix(string(b), "\ufeff")) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" {
			continue
		}
		if !utf8.ValidString(line) {
			return Passwords{}, fmt.Errorf("read the passwords: line %d of %s is not UTF-8", len(p.List)+1, name)
		}
		if p.List = append(p.List, line); len(p.List) > maxPasswords {
			return Passwords{}, fmt.Errorf("read the passwords: %s holds more than %d", name, maxPasswords)
		}
	}
	return p, nil
}
