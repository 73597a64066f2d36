package workspace

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"quire/knowledge"
)

// JudgeConfig names an external command that gives a second opinion on statements of an
// answer.
type JudgeConfig struct {
	Command []string `yaml:"command"` // program and arguments; no shell
}

// A command that only quire.yaml names runs after the user confirmed it in their own
// configuration, with the bytes of the program and of the files it is given: one that was
// changed since was not confirmed.
type confirmedCommand struct {
	Workspace string   `json:"workspace"`
	Purpose   string   `json:"purpose"`
	Command   []string `json:"command"`
	Files     []string `json:"files"` // digest of each element that is a file, "" of one that is none
}

func confirmedCommandsFile() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("find the user's configuration folder: %w", err)
	}
	return filepath.Join(dir, "quire", "confirmed-commands.jsonl"), nil
}

// commandLine is the command with its program looked up, and its confirmation.
func (w *Workspace) commandLine(purpose string, command []string) ([]string, confirmedCommand, error) {
	c := confirmedCommand{Workspace: w.Dir, Purpose: purpose, Command: command}
	program := command[0]
	if strings.ContainsRune(program, filepath.Separator) {
		if !filepath.IsAbs(program) {
			program = filepath.Join(w.Dir, program)
		}
	} else if found, err := exec.LookPath(program); err == nil {
		program = found
	}
	if _, err := os.Stat(program); err != nil {
		return nil, c, fmt.Errorf("%s: %s: there is no program %s", ConfigName, purpose, command[0])
	}
	run := append([]string{program}, command[1:]...)
	for i, word := range run {
		if i > 0 && !filepath.IsAbs(word) {
			word = filepath.Join(w.Dir, word)
		}
		digest := ""
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
			b, err := os.ReadFile(word)
			if err != nil {
				return nil, c, fmt.Errorf("read %s: %w", word, err)
			}
			digest = string(knowledge.DigestOf(b))
		}
		c.Files = append(c.Files, digest)
	}
	return run, c, nil
}

// Command returns the arguments to run, and whether the user confirmed them as they are.
func (w *Workspace) Command(purpose string, command []string) (run []string, ok bool, err error) {
	run, want, err := w.commandLine(purpose, command)
	if err != nil {
		return nil, false, err
	}
	name, err := confirmedCommandsFile()
	if err != nil {
		return nil, false, err
	}
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return run, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("read confirmed commands: %w", err)
	}
	line, err := json.Marshal(want)
	if err != nil {
		return nil, false, err
	}
	for have := range strings.SplitSeq(string(b), "\n") {
		if have == string(line) {
			return run, true, nil
		}
	}
	return run, false, nil
}

// ConfirmCommand records that the user wants a command run for this workspace, as it and
// its files are now.
func (w *Workspace) ConfirmCommand(purpose string, command []string) error {
	_, c, err := w.commandLine(purpose, command)
	if err != nil {
		return err
	}
	name, err := confirmedCommandsFile()
	if err != nil {
		return err
	}
	return appendLine(name, c, "a confirmed command")
}
