package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/knowledge/source"
	"quire/knowledge/withdrawal"
	"quire/pipeline"
	"quire/publish"
	"quire/retrieval"
)

type withdrawFlags struct {
	reason             string
	list, restore, yes bool
	dryRun             bool
}

func (a *app) withdrawCommand() *cobra.Command {
	var f withdrawFlags
	cmd := &cobra.Command{
		Use: "withdraw ADDRESS… | --list | --restore PATH…", Short: "take documents out of every kept snapshot, prove it, and keep them out",
		Long: `withdraw takes files, with everything inside them, out of all that quire keeps: every
kept snapshot that holds one is written anew without it and the old one removed, with
its evidence, its index, and what is cached of it. Then everything that is left is
searched, and every segment of every index enumerated, for what was in it. The receipt says
what was removed and searched, and names what else holds the same text: that stays, and
is yours to judge.

The files themselves are not touched. While they lie in the corpus, and wherever their
bytes turn up again, they stay out until --restore.`,
		Example: "  quire withdraw --dry-run corpus/letters/dismissal.docx\n  quire withdraw --yes --reason \"asked for by Ann\" q7m2kx4tb3rqa\n  quire withdraw --list\n  quire withdraw --restore corpus/letters/dismissal.docx",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.list && (f.restore || len(args) > 0 || f.yes || f.dryRun):
				return &usageError{"quire withdraw --list takes nothing else", "see quire withdraw --help"}
			case f.restore && (f.yes || f.dryRun || f.reason != ""):
				return &usageError{"quire withdraw --restore takes paths and no other flag", "see quire withdraw --help"}
			case !f.list && len(args) == 0:
				return &usageError{"quire withdraw takes addresses or paths of files, or --list", "quire retrieve prints addresses; quire withdraw --list what is out"}
			case f.list:
				return a.listWithdrawn()
			case f.restore:
				return a.restoreWithdrawn(cmd.Context(), args)
			}
			return a.withdraw(cmd.Context(), args, f)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.reason, "reason", "", "why, for quire history and --list")
	fl.BoolVar(&f.list, "list", false, "list the files on disk that are kept out")
	fl.BoolVar(&f.restore, "restore", false, "let files in again, by the paths that --list prints; the next sync reads them")
	fl.BoolVar(&f.yes, "yes", false, "do it: what is taken out of the snapshots can not be brought back but from the files")
	fl.BoolVar(&f.dryRun, "dry-run", false, "say what would go; change nothing")
	return cmd
}

func (a *app) withdraw(ctx context.Context, args []string, f withdrawFlags) error {
	return a.locking(ctx, func(w *workspace.Workspace, s *publish.Store) error {
		list, err := withdrawnIn(w)
		var finished *pipeline.Withdrawal
		if err == nil && !f.dryRun {
			list, finished, err = a.finishWithdrawn(ctx, w, s)
		}
		if err != nil {
			return err
		}
		ids, err := a.filesToWithdraw(w, s, list, args)
		if err != nil {
			return err
		}
		plan, err := pipeline.PlanWithdrawal(s, ids)
		if err != nil {
			return err
		}
		info := &render.WithdrawPlan{Sources: plan.Sources, Snapshots: plan.Snapshots, HeldBy: plan.Equal}
		switch {
		case len(ids) == 0 && finished != nil:
			return a.showWithdrawal(finished)
		case len(ids) == 0 && a.json:
			return render.JSON(a.stdout, "withdraw", "", true, map[string]any{"sources": []string{}, "already": args})
		case len(ids) == 0:
			return render.Withdrawn(a.printer(), &pipeline.Withdrawal{}) // that there is nothing
		case f.dryRun && a.json:
			return render.JSON(a.stdout, "withdraw", "", true, info.JSON())
		case f.dryRun:
			return render.WouldWithdraw(a.printer(), info)
		case finished != nil:
			a.sayWithdrawn(finished)
		}
		if !f.yes {
			if err := a.confirmWithdrawal(info, args, f); err != nil {
				return err
			}
		}
		got, err := a.takeOutNew(ctx, w, s, list, plan, f.reason)
		if err != nil {
			return err
		}
		return a.showWithdrawal(got)
	})
}

// takeOutNew marks the documents of a plan and takes them out.
func (a *app) takeOutNew(ctx context.Context, w *workspace.Workspace, s *publish.Store, list *withdrawal.List, plan *pipeline.WithdrawalPlan, reason string) (*pipeline.Withdrawal, error) {
	if list.Len() == 0 { // there may be no ledger yet, and no key
		l, done, err := openLedger(w, true)
		if err != nil {
			return nil, err
		}
		key, err := l.MakeKey(ctx)
		done()
		if err != nil {
			return nil, err
		}
		list = withdrawal.New(key)
	}
	for _, d := range plan.Documents {
		d.At, d.Reason = a.now().UTC().Format(time.RFC3339), knowledge.Line(reason, 400)
		list.Add(d)
	}
	if a.fault != nil {
		a.fault("before write marks")
	}
	if err := saveWithdrawn(w, list); err != nil {
		return nil, err
	}
	if a.fault != nil {
		a.fault("after write marks")
	}
	return a.remove(ctx, w, s, list)
}

func (a *app) showWithdrawal(got *pipeline.Withdrawal) error {
	switch {
	case len(got.Proof.Failures) > 0:
		a.code = exitFailed
	case len(got.HeldBy)+len(got.Dropped)+len(got.Unreadable) > 0:
		a.code = exitIssues
	}
	if a.json {
		return render.JSON(a.stdout, "withdraw", "", a.code != exitFailed, got)
	}
	return render.Withdrawn(a.printer(), got)
}

// confirmWithdrawal asks a person at a terminal; anyone else is told what would go and how
// to say yes.
func (a *app) confirmWithdrawal(info *render.WithdrawPlan, args []string, f withdrawFlags) error {
	retry := append(a.again("withdraw"), "--yes")
	if f.reason != "" {
		retry = append(retry, "--reason", f.reason)
	}
	stop := &confirmError{
		fmt.Sprintf("this takes %s out of %s for good", countOf(len(info.Sources), "file"), countOf(len(info.Snapshots), "kept snapshot")),
		"if that is meant, say so: --yes", append(retry, args...),
	}
	if a.json {
		return stop
	}
	if err := render.WouldWithdraw(a.printer(), info); err != nil {
		return err
	}
	in, ok := a.stdin.(*os.File)
	if !ok || !isatty.IsTerminal(in.Fd()) || !terminal(a.stderr) {
		return stop
	}
	fmt.Fprint(a.stderr, "take it out for good? [y/N] ")
	line, err := bufio.NewReader(in).ReadString('\n')
	if word := strings.ToLower(strings.TrimSpace(line)); err != nil || word != "y" && word != "yes" {
		return stop
	}
	return nil
}

func countOf(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// filesToWithdraw resolves addresses and paths to ids of files on disk, in the current
// snapshot or else in an older one. What is withdrawn already is said and left out.
func (a *app) filesToWithdraw(w *workspace.Workspace, s *publish.Store, list *withdrawal.List, args []string) ([]string, error) {
	kept, err := s.Kept()
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, arg := range args {
		arg = printedName(w, arg)
		row, err := findKept(w.Path(workspace.PublishedName), kept, arg)
		if err != nil && (list.Path(arg) || list.Source(arg)) {
			a.say(knowledge.Line(arg, 200) + " is withdrawn already")
			continue
		}
		if errors.As(err, new(*retrieval.NotFoundError)) {
			return nil, &usageError{"no kept snapshot has a file " + knowledge.Line(arg, 200), "give its address, its path as quire status prints it, or its name on disk"}
		}
		if err != nil {
			return nil, err
		}
		if !slices.Contains(ids, row.ID) {
			ids = append(ids, row.ID)
		}
	}
	return ids, nil
}

// printedName returns the printed path of what a person named as the system names it: a
// file on disk below a root, or a path whose characters are printed otherwise. Anything
// else stays as it is.
func printedName(w *workspace.Workspace, arg string) string {
	for _, r := range w.Config.Roots {
		if rest, ok := strings.CutPrefix(arg, r.Name+"/"); ok && utf8.ValidString(rest) && rest == knowledge.Line(rest, len(rest)) {
			return arg
		} else if ok {
			return source.Printed(r.Name, rest)
		}
		abs, err := filepath.Abs(arg)
		if err != nil {
			continue
		}
		rel, err := filepath.Rel(w.RootPath(r), abs)
		if err != nil || !filepath.IsLocal(rel) || rel == "." {
			continue
		}
		if info, err := os.Lstat(abs); err == nil && info.Mode().IsRegular() {
			return source.Printed(r.Name, filepath.ToSlash(rel))
		}
	}
	return arg
}

// findKept returns the row of a file by address or path, from the newest of the
// snapshots that have it. Only whole files can be withdrawn.
func findKept(dir string, kept []publish.Kept, arg string) (*knowledge.Source, error) {
	var first error
	for _, k := range kept {
		v, err := retrieval.OpenAt(dir, k)
		if err != nil {
			if k.Current {
				return nil, err
			}
			continue
		}
		row, err := fileRow(v, arg)
		v.Close()
		var missing *retrieval.NotFoundError
		if !errors.As(err, &missing) {
			return row, err
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

func fileRow(v *retrieval.View, arg string) (*knowledge.Source, error) {
	addr, err := parseAddress(v, arg)
	if err != nil {
		return nil, err
	}
	row, err := v.Source(addr.Source)
	if err != nil {
		return nil, err
	}
	if row.TrustTier() != knowledge.SourceTier {
		return nil, &usageError{row.ID + " is no document: only files of the corpus are withdrawn", "an overlay: quire overlay drop; what was said in a conversation: quire memory forget " + row.ID}
	}
	if row.IsChild() || addr.Unit != "" || addr.Spanned {
		file, err := v.Resolve(fileOf(row.Path))
		if err != nil {
			return nil, err
		}
		return nil, &usageError{
			fmt.Sprintf("%s is a part of the file %s; files are withdrawn as a whole", knowledge.Line(arg, 200), file.Path),
			"to withdraw the file with everything in it: quire withdraw " + file.ID,
		}
	}
	return row, nil
}

func (a *app) listWithdrawn() error {
	w, err := a.workspace()
	if err != nil {
		return err
	}
	list, err := withdrawnIn(w)
	if err != nil {
		return err
	}
	files, err := a.withdrawnFiles(w, list)
	if err != nil {
		return err
	}
	if a.json {
		return render.JSON(a.stdout, "withdraw", "", true, map[string]any{"marks": list.Len(), "files": files})
	}
	return render.WithdrawnFiles(a.printer(), files, list.Len())
}

func (a *app) withdrawnFiles(w *workspace.Workspace, list *withdrawal.List) ([]render.WithdrawnFile, error) {
	have := map[string]bool{}
	err := whatIsPublished(w, func(v *retrieval.View) error {
		return v.Sources(func(s *knowledge.Source) bool {
			have[s.Path] = true
			return true
		})
	})
	if err != nil {
		return nil, err
	}
	return notIn(w, list, func(p string) bool { return have[p] })
}

func (a *app) restoreWithdrawn(ctx context.Context, args []string) error {
	w, err := a.workspace()
	if err != nil {
		return err
	}
	lock, err := a.lock(ctx, w, false)
	if err != nil {
		return err
	}
	defer lock.Unlock()
	list, err := withdrawnIn(w)
	if err != nil {
		return err
	}
	if list.Unfinished() {
		return errors.New("a withdrawal was cut short; quire sync finishes it, then restore")
	}
	files, err := a.withdrawnFiles(w, list)
	if err != nil {
		return err
	}
	done := []string{}
	for _, arg := range args {
		path, digest := arg, knowledge.Digest("")
		for _, f := range files {
			if f.Path == arg || strings.HasSuffix(f.Path, "/"+arg) && path == arg {
				path = f.Path
				digest = digestAt(w, f.Path)
			}
		}
		if !list.Restore(path, digest) {
			return &usageError{knowledge.Line(arg, 200) + " is not withdrawn", "quire withdraw --list shows what is"}
		}
		done = append(done, path)
	}
	if err := saveWithdrawn(w, list); err != nil {
		return err
	}
	if a.json {
		return render.JSON(a.stdout, "withdraw", "", true, map[string]any{"restored": done})
	}
	p := a.printer()
	for _, path := range done {
		p.Printf("restored  %s\n", p.Line(path))
	}
	p.Printf("next: quire sync\n")
	return p.Err()
}

// digestAt returns the digest of the file at a printed path.
func digestAt(w *workspace.Workspace, printed string) knowledge.Digest {
	name, path, _ := strings.Cut(printed, "/")
	for _, r := range w.Config.Roots {
		if r.Name == name {
			return digestBelow(w, r, path)
		}
	}
	return ""
}
