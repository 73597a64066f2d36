package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/retrieval"
	"quire/retrieval/proof"
)

// maxAnswer bounds an answer: about a book.
const maxAnswer = 4 << 20

// answerFlags are those of trace --answer.
type answerFlags struct {
	file     string
	failOn   string
	save     string
	recheck  bool
	markdown bool
	judge    bool
	confirm  string // the judge's command, as the user confirms it
}

// verdicts reads a list for --fail-on.
func (f *answerFlags) verdicts() ([]proof.Verdict, error) {
	if f.failOn == "none" {
		return nil, nil
	}
	known := []proof.Verdict{proof.Contradicted, proof.Unsupported, proof.Partial, proof.NotCheckable}
	var out []proof.Verdict
	for w := range strings.SplitSeq(f.failOn, ",") {
		v := proof.Verdict(strings.ReplaceAll(strings.TrimSpace(w), " ", "-"))
		if !slices.Contains(known, v) {
			return nil, &usageError{fmt.Sprintf("--fail-on takes contradicted, unsupported, partial and not-checkable, divided by commas, or none; not %q", w), ""}
		}
		out = append(out, v)
	}
	return out, nil
}

// readAnswer reads a file or standard input.
func (a *app) readAnswer(name string) (string, error) {
	var b []byte
	var err error
	if name == "-" {
		b, err = io.ReadAll(io.LimitReader(a.stdin, maxAnswer+1))
	} else {
		var f *os.File
		if f, err = os.Open(name); err != nil {
			return "", fmt.Errorf("read the answer %s: %w", name, underlying(err))
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && !info.Mode().IsRegular() {
			return "", &usageError{name + " is no file", "--answer takes a file of text or Markdown, or - for standard input"}
		}
		b, err = io.ReadAll(io.LimitReader(f, maxAnswer+1))
	}
	if err != nil {
		return "", fmt.Errorf("read the answer %s: %w", name, underlying(err))
	}
	if len(b) > maxAnswer {
		return "", &usageError{fmt.Sprintf("the answer %s is larger than %d MiB", name, maxAnswer>>20), "trace it in parts"}
	}
	text := strings.TrimPrefix(strings.ToValidUTF8(string(b), "\uFFFD"), "\ufeff")
	return strings.ReplaceAll(text, "\r\n", "\n"), nil
}

func (a *app) traceAnswer(ctx context.Context, v *retrieval.View, w *workspace.Workspace, f answerFlags) error {
	failing, err := f.verdicts()
	if err != nil {
		return err
	}
	var second *judge
	if f.judge || f.confirm != "" {
		if second, err = a.newJudge(w, f.confirm); err != nil {
			return err
		}
	}
	answer, err := a.readAnswer(f.file)
	if err != nil {
		return err
	}
	p, err := v.Prove(ctx, answer)
	if err != nil {
		return err
	}
	if len(p.Statements) == 0 && len(failing) > 0 {
		a.code = exitNothing // a report that came out empty is not one that holds
	}
	for _, s := range p.Statements {
		if slices.Contains(failing, s.Verdict) {
			a.code = exitNothing
		}
	}
	if second != nil {
		if err := second.ask(ctx, p); err != nil {
			a.say(err.Error() + "; the verdicts are those of quire alone")
			a.code = max(a.code, exitIssues)
		}
	}
	out := render.Proof{Proof: p, Name: f.file}
	if f.save != "" {
		if out.Saved, err = a.saveAnswer(v, w, p, f.save); err != nil {
			return err
		}
	}
	if f.markdown {
		return render.Annotated(a.printer(), answer, out)
	}
	if a.json {
		return render.JSON(a.stdout, "trace", v.Snapshot, true, out)
	}
	return render.Proved(a.printer(), out, v.Snapshot, a.code)
}
