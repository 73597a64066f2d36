package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/tokens"
	"quire/cmd/internal/workspace"
	"quire/extract"
	"quire/extract/census"
	"quire/extract/formats"
	"quire/extract/worker"
	"quire/knowledge"
)

func (a *app) extractCommand() *cobra.Command {
	var format, engine string
	var passwords []string
	cmd := &cobra.Command{
		Use: "extract FILE", Short: "print what sync would store for one file",
		Long: `extract reads one file as sync would, in a worker, and prints its text. It needs no
workspace and stores nothing; inside one, the limits of its quire.yaml hold. Passwords for encrypted files stand in the file that
QUIRE_PASSWORDS_FILE names, one a line, readable by its owner alone; sync tries them
too.`,
		Example: "  quire extract report.pdf\n  quire extract --format json minutes.docx",
		Args:    wants(1, 1, "one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch format {
			case "markdown", "text", "json":
			default:
				return &usageError{"--format takes markdown, text or json, not " + format, ""}
			}
			if engine != "" && engine != "pdfium" && engine != "ledongthuc" {
				return &usageError{"--pdf-engine takes pdfium or ledongthuc, not " + engine, ""}
			}
			if a.json {
				format = "json"
			}
			a.json = format == "json"
			known, err := workspace.ReadPasswords()
			if err != nil {
				return err
			}
			conf := a.configOrNone()
			o := extract.Options{PDFEngine: cmp.Or(engine, conf.Extract.PDF.Engine), Passwords: append(passwords, known.List...)}
			doc, err := a.extractFile(cmd.Context(), args[0], o, conf.Limits)
			if err != nil {
				return err
			}
			a.code = extractCode(doc.Evidence.Outcome)
			return render.Document(a.stdout, a.stderr, doc, format, args[0], terminal(a.stdout))
		},
	}
	cmd.Flags().StringArrayVar(&passwords, "password", nil, "try this password, for a trial: other users see it in the list of processes")
	cmd.Flags().StringVar(&format, "format", "markdown", "markdown, text or json")
	cmd.Flags().StringVar(&engine, "pdf-engine", "", "pdfium or ledongthuc (default: the workspace's, else pdfium)")
	return cmd
}

// configOrNone returns the configuration of the workspace, the defaults outside one.
func (a *app) configOrNone() workspace.Config {
	if w, err := a.workspace(); err == nil {
		return w.Config
	}
	return workspace.Config{}
}

// extractCode is the exit code for one file's outcome.
func extractCode(o knowledge.Outcome) int {
	switch o {
	case knowledge.Failed, knowledge.Encrypted:
		return exitFailed
	case knowledge.Partial:
		return exitIssues
	}
	return exitOK
}

func (a *app) extractFile(ctx context.Context, name string, o extract.Options, lim extract.Limits) (*knowledge.Document, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, &usageError{name + " is not a regular file", ""}
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, underlying(err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, underlying(err))
	}
	if !info.Mode().IsRegular() {
		return nil, &usageError{name + " is not a regular file", ""}
	}
	format := extract.Detect(f, info.Size(), filepath.Base(name)).Name
	x := formats.Registry("").For(format, o)
	if x == nil {
		return nil, fmt.Errorf("%s is %s (%s), which quire does not read", name, extract.Kind(format), format)
	}
	digest, _, err := knowledge.DigestReader(f)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, underlying(err))
	}
	recipe := knowledge.Recipe{Content: digest, Format: format, Extractor: extract.Label(x), Options: o.Recipe(format), Census: census.Version}
	return a.runOne(ctx, worker.Job{Extractor: x.Name(), File: f, Size: info.Size(), Name: filepath.Base(name), Format: format, Limits: lim.WithDefaults(), Options: o}, recipe)
}

func (a *app) runOne(ctx context.Context, j worker.Job, recipe knowledge.Recipe) (*knowledge.Document, error) {
	pool, err := newPool(1)
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	var as *extract.Assembler
	err = primed{pool, new(sync.Once), a.say}.Extract(ctx, j, func() extract.Sink {
		as = extract.NewAssembler(recipe, j.Limits, tokens.New().Count, nil)
		return as
	})
	var (
		dead *worker.DeadError
		none *worker.StartError
	)
	if ctx.Err() != nil || errors.As(err, &none) {
		return nil, fmt.Errorf("read %s: %w", j.Name, err)
	}
	doc := as.Finish(err)
	if errors.As(err, &dead) && doc.Evidence.Outcome != knowledge.Partial {
		return nil, fmt.Errorf("read %s: %w", j.Name, err)
	}
	return doc, nil
}
