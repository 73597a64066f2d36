package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/internal/regular"
	"quire/knowledge"
	"quire/retrieval"
)

// answersDir is the folder of saved answers below overlays/.
const answersDir = "answers"

// savedName reports whether an answer may be saved under a name: letters, digits, and
// behind the first also points, - and _, at most 100 characters. A pattern with that
// bound took a quarter of the time in which every command starts.
func savedName(name string) bool {
	n := 0
	for i, r := range name {
		if n++; n > 100 || !unicode.In(r, unicode.L, unicode.N) && (i == 0 || !strings.ContainsRune("._-", r)) {
			return false
		}
	}
	return n > 0
}

// saveAnswer writes a proof below overlays/answers/.
func (a *app) saveAnswer(v *retrieval.View, w *workspace.Workspace, p *retrieval.Proof, name string) (string, error) {
	if w == nil {
		return "", &usageError{"--save needs a workspace: it writes below its overlays/", "leave out --published"}
	}
	if !savedName(name) {
		return "", &usageError{fmt.Sprintf("--save takes a name of letters, digits, points, - and _; not %q", name), ""}
	}
	b, err := json.MarshalIndent(v.Save(p, name), "", " ")
	if err != nil {
		return "", err
	}
	dir := filepath.Join(w.Path(workspace.OverlaysName), answersDir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", fmt.Errorf("save the answer: %w", underlying(err))
	}
	file := filepath.Join(dir, name+".json")
	if err := writeWhole(file, append(b, '\n'), 0o644); err != nil {
		return "", fmt.Errorf("save the answer: %w", underlying(err))
	}
	return file, nil
}

// recheckAnswers looks at the saved answers of these names, all where there is none.
func recheckAnswers(v *retrieval.View, w *workspace.Workspace, names []string) ([]retrieval.Recheck, error) {
	dir := filepath.Join(w.Path(workspace.OverlaysName), answersDir)
	if len(names) == 0 {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("list saved answers: %w", underlying(err))
		}
		for _, e := range entries {
			if name, ok := strings.CutSuffix(e.Name(), ".json"); ok && e.Type().IsRegular() {
				names = append(names, name)
			}
		}
		slices.Sort(names)
	}
	out := []retrieval.Recheck{}
	for _, name := range names {
		if !savedName(name) {
			return nil, &usageError{fmt.Sprintf("%q is no name of a saved answer", name), "quire trace --recheck looks at all of them"}
		}
		r := &retrieval.Recheck{Name: name, State: "missing", Statements: []retrieval.RecheckedSpan{}}
		b, err := regular.ReadFile(filepath.Join(dir, name+".json"))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			r.Detail = "there is no " + filepath.ToSlash(filepath.Join(workspace.OverlaysName, answersDir, name+".json"))
		case err != nil:
			return nil, fmt.Errorf("read the saved answer %s: %w", name, underlying(err))
		default:
			s, err := retrieval.ParseSaved(name+".json", b)
			if err != nil {
				r.State, r.Detail = "missing", err.Error()
				break
			}
			if r, err = v.Recheck(s); err != nil {
				return nil, err
			}
			r.Name = name
		}
		out = append(out, *r)
	}
	return out, nil
}

// restingOn names the saved answers that rest on text of the unit that an address
// names.
func restingOn(w *workspace.Workspace, address string) ([]string, error) {
	a, err := knowledge.ParseAddress(address)
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(w.Path(workspace.OverlaysName), answersDir)
	entries, _ := os.ReadDir(dir) // none is no error
	var out []string
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || !e.Type().IsRegular() {
			continue
		}
		b, err := regular.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			continue
		}
		if s, err := retrieval.ParseSaved(e.Name(), b); err == nil && s.RestsOn(a) {
			out = append(out, name)
		}
	}
	return out, nil
}

// traceRecheck prints what became of saved answers; exit 4 where one is not as it was.
func (a *app) traceRecheck(v *retrieval.View, w *workspace.Workspace, names []string) error {
	if w == nil {
		return &usageError{"--recheck needs a workspace: saved answers lie below its overlays/", "leave out --published"}
	}
	found, err := recheckAnswers(v, w, names)
	if err != nil {
		return err
	}
	for _, r := range found {
		if r.State != "unchanged" {
			a.code = exitNothing
		}
	}
	if a.json {
		return render.JSON(a.stdout, "trace", v.Snapshot, true, render.Rechecked{Answers: found})
	}
	return render.Rechecks(a.printer(), found, a.code)
}

// staleAnswers are the saved answers that rest on text that changed, for the report
// of a sync.
func staleAnswers(w *workspace.Workspace) ([]string, error) {
	dir := filepath.Join(w.Path(workspace.OverlaysName), answersDir)
	if entries, err := os.ReadDir(dir); err != nil || len(entries) == 0 {
		return nil, nil
	}
	v, err := retrieval.Open(w.Path(workspace.PublishedName))
	if err != nil {
		return nil, err
	}
	defer v.Close()
	found, err := recheckAnswers(v, w, nil)
	var out []string
	for _, r := range found {
		if r.State != "unchanged" {
			out = append(out, r.Name)
		}
	}
	return out, err
}
