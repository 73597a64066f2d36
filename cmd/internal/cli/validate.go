package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/internal/regular"
	"quire/knowledge"
	"quire/knowledge/validate"
	"quire/pipeline"
)

// validateFlags are what validate is asked.
type validateFlags struct {
	readFlags
	rules           bool
	lost            int
	asOf            string
	baseline, write string
	form            string // of output: the format, once it is known to be one
}

func (a *app) validateCommand() *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use: "validate", Short: "check a published tree against every rule; change nothing",
		Long: `validate reads the whole published tree again and checks every record against the
bytes it cites, looks for secrets, and asks what quire.yaml asks of documents. It
writes nothing but the baseline that --write-baseline names. It exits 12 where a
finding blocks, 3 where one is an error. Parts of an original (pages, slides, sheets,
members) that nothing accounts for are errors where there are more than
--max-unaccounted.

With --baseline only findings that the file does not have count. Waivers of quire.yaml
hold to their last day: --as-of asks for another day than today. A finding about a
secret says the kind and the place, never a byte of it.`,
		Example: "  quire validate\n  quire validate --published ./published --format json\n  quire validate --format sarif > findings.sarif\n" +
			"  quire validate --write-baseline findings.json\n  quire validate --baseline findings.json\n  quire validate --rules",
		Args: wants(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := a.checkValidate(&f); err != nil {
				return err
			}
			if f.rules {
				return a.printRules(f.form)
			}
			v, w, err := a.open(f.readFlags)
			if err != nil {
				return err
			}
			defer v.Close()
			found := &validate.Findings{AsOf: f.asOf}
			if w != nil {
				found.Settings = &w.Config.Validate
			}
			if err := pipeline.Check(cmd.Context(), v, found); err != nil {
				return err
			}
			if w != nil {
				if err := a.checkWorkspace(w, v, found); err != nil {
					return err
				}
			}
			found.Allow(f.lost)
			out, err := conclude(found, &f)
			if err != nil {
				return err
			}
			out.Snapshot, out.Checked = v.Snapshot, v.Corpus.Sources+v.Corpus.Children
			return a.printFindings(out, w, f.form)
		},
	}
	cmd.Flags().IntVar(&f.lost, "max-unaccounted", 0, "how many parts of originals may be unaccounted for")
	cmd.Flags().BoolVar(&f.rules, "rules", false, "print what every rule finds, and what to do about it")
	cmd.Flags().StringVar(&f.asOf, "as-of", "", "the day that ages and waivers are told on, such as 2027-03-31 (default: today)")
	cmd.Flags().StringVar(&f.baseline, "baseline", "", "count only findings that this file does not have")
	cmd.Flags().StringVar(&f.write, "write-baseline", "", "write what is found into this file, and exit 0")
	a.addReadFlags(cmd, &f.readFlags)
	cmd.Flags().Lookup("format").Usage = "text, json, sarif or junit; with --rules text, json or markdown"
	return cmd
}

// checkValidate checks flags, and takes the formats that only validate has away from open.
func (a *app) checkValidate(f *validateFlags) error {
	f.form = f.format
	if a.json {
		if f.form != "text" && f.form != "json" {
			return &usageError{"--json and --format " + f.form + " are two forms: ask for one", ""}
		}
		f.form = "json"
	}
	allowed := []string{"text", "json", "sarif", "junit"}
	if f.rules {
		allowed = []string{"text", "json", "markdown"}
	}
	ok := false
	for _, name := range allowed {
		ok = ok || name == f.form
	}
	switch {
	case !ok:
		return &usageError{"--format takes " + strings.Join(allowed[:len(allowed)-1], ", ") + " or " + allowed[len(allowed)-1] + ", not " + f.form, ""}
	case f.lost < 0:
		return &usageError{"--max-unaccounted takes 0 or more", ""}
	}
	if f.asOf == "" {
		f.asOf = a.now().Format(time.DateOnly)
	}
	if _, err := time.Parse(time.DateOnly, f.asOf); err != nil {
		return &usageError{"--as-of takes a day such as 2027-03-31, not " + f.asOf, ""}
	}
	if f.form != "json" {
		f.format = "text"
	}
	return nil
}

// conclude sorts what was found, takes out what is waived and what the baseline knows, and
// writes a new baseline where one is wanted.
func conclude(found *validate.Findings, f *validateFlags) (*render.Validation, error) {
	validate.Sort(found.List)
	validate.Fingerprint(found.List)
	waived := found.Waive(f.asOf, workspace.ConfigName)
	validate.Sort(found.List)
	validate.Fingerprint(found.List)
	out := &render.Validation{
		Findings: found.List, Waived: waived, Counts: map[knowledge.Severity]int{}, AsOf: f.asOf, Unaccounted: found.Unaccounted, Baseline: f.baseline != "",
	}
	if f.baseline != "" {
		b, err := readBaseline(f.baseline)
		if err != nil {
			return nil, err
		}
		var known []validate.Finding
		out.Findings, known, out.Gone = b.Split(found.List)
		out.Known = len(known)
	}
	if f.write != "" {
		if err := writeBaseline(f.write, found.List); err != nil {
			return nil, err
		}
		out.Written = f.write
	}
	if out.Findings == nil {
		out.Findings = []validate.Finding{}
	}
	if out.Waived == nil {
		out.Waived = []validate.Waived{}
	}
	for _, x := range out.Findings {
		out.Counts[x.Severity]++
	}
	return out, nil
}

func readBaseline(name string) (*validate.Baseline, error) {
	data, err := regular.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &usageError{"there is no baseline " + name, "write one first: quire validate --write-baseline " + name}
	}
	if err != nil {
		return nil, fmt.Errorf("read the baseline: %w", err)
	}
	b, err := validate.ParseBaseline(data)
	if err != nil {
		return nil, &usageError{name + " " + err.Error(), "write it anew: quire validate --write-baseline " + name}
	}
	return b, nil
}

// writeBaseline replaces a file as a whole, so that a run that is cut short leaves the old
// one.
func writeBaseline(name string, list []validate.Finding) error {
	b, err := validate.EncodeBaseline(list)
	if err != nil {
		return err
	}
	return replaceFile(name, b)
}

// printFindings prints what counts and sets the exit code.
func (a *app) printFindings(v *render.Validation, w *workspace.Workspace, form string) error {
	switch {
	case v.Written != "":
	case v.Counts[knowledge.Blocking] > 0:
		a.code = exitBlocked
	case v.Counts[knowledge.Error] > 0:
		a.code = exitIssues
	}
	switch form {
	case "json":
		return render.JSON(a.stdout, "validate", v.Snapshot, a.code == exitOK || a.code == exitIssues, v)
	case "sarif":
		version, _ := buildVersion()
		return render.SARIF(a.stdout, v, version, fileNames(w))
	case "junit":
		return render.JUnit(a.stdout, v, fileNames(w))
	}
	return render.Findings(a.printer(), v)
}

// fileNames returns what turns a printed path into one relative to the workspace, as code
// hosts name files: the container of a child, quire.yaml for the tree as a whole. Roots
// outside of the workspace keep their names.
func fileNames(w *workspace.Workspace) func(path string) string {
	return func(path string) string {
		path, _, _ = strings.Cut(path, "!/")
		if path == "" {
			return workspace.ConfigName
		}
		name, rest, _ := strings.Cut(path, "/")
		if w == nil {
			return path
		}
		for _, r := range w.Config.Roots {
			if r.Name == name && !w.Outside(r) {
				if rel, err := filepath.Rel(w.Dir, w.RootPath(r)); err == nil {
					return strings.TrimPrefix(filepath.ToSlash(filepath.Join(rel, filepath.FromSlash(rest))), "./")
				}
			}
		}
		return path
	}
}

func (a *app) printRules(form string) error {
	switch form {
	case "json":
		type rule struct {
			ID       string             `json:"id"`
			Family   string             `json:"family"`
			Severity knowledge.Severity `json:"severity"`
			About    string             `json:"about"`
			Do       string             `json:"do"`
		}
		var out []rule
		for _, r := range validate.Rules {
			out = append(out, rule{r.ID, r.Family, r.Severity, r.About, r.Do})
		}
		return render.JSON(a.stdout, "validate", "", true, map[string]any{"rules": out})
	case "markdown":
		p := a.printer()
		p.Printf("%s", render.RulesPage())
		return p.Err()
	}
	return render.Rules(a.printer())
}
