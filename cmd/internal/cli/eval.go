package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/knowledge"
	"quire/retrieval"
	"quire/retrieval/eval"
)

func (a *app) evalCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "eval", Short: "measure how well questions are answered",
		Args: wants(0, 0, "ir or suite"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return &usageError{"quire eval takes what to measure: ir or suite", "see quire eval --help"}
		},
	}
	cmd.AddCommand(a.evalIRCommand(), a.evalSuiteCommand())
	return cmd
}

func (a *app) evalIRCommand() *cobra.Command {
	var f readFlags
	var queries, qrels string
	cmd := &cobra.Command{
		Use: "ir", Short: "measure the ranking against judged queries",
		Long: `ir ranks the documents of the published tree for every judged query, a document by
its best passages, and compares the rankings with the judgements: nDCG@10, MAP, MRR
and recall@100, means over the queries that have a relevant document, with the
definitions of trec_eval.

Queries are lines of id, tab, text. Judgements are lines of query id, document id and
grade, or of four columns with one between query and document that is ignored. A
document is named by its path, by its path below its root, or by its file name with or
without the ending: whatever the judgements use.`,
		Example: "  quire eval ir --queries queries.tsv --qrels qrels.tsv",
		Args:    wants(0, 0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if queries == "" || qrels == "" {
				return &usageError{"quire eval ir takes --queries and --qrels", "see quire eval ir --help"}
			}
			questions, err := readFile(queries, "--queries", eval.ReadQuestions)
			if err != nil {
				return err
			}
			judged, err := readFile(qrels, "--qrels", eval.ReadJudgements)
			if err != nil {
				return err
			}
			v, _, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			named, err := judgedNames(v, judged)
			if err != nil {
				return err
			}
			run, err := a.rankAll(cmd.Context(), v, questions, evalDepth, func(q eval.Question) bool { return judged[q.ID] != nil }, named)
			if err != nil {
				return err
			}
			m := eval.Measure(run, judged)
			if m.Queries == 0 {
				return &usageError{qrels + " judges no document of these queries relevant", "query ids of both files must agree; a grade above 0 means relevant"}
			}
			if a.json {
				return render.JSON(a.stdout, "eval.ir", v.Snapshot, true, m)
			}
			return render.Metrics(a.printer(), v.Snapshot, m)
		},
	}
	cmd.Flags().StringVar(&queries, "queries", "", "a file of queries: id, tab, text a line")
	cmd.Flags().StringVar(&qrels, "qrels", "", "a file of judgements: query id, document id, grade a line")
	a.addReadFlags(cmd, &f)
	return cmd
}

// evalDepth is how many documents of a ranking are looked at, as with trec_eval.
const evalDepth = 1000

// readFile opens what a flag names and parses it.
func readFile[T any](name, flag string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	f, err := os.Open(name)
	if err != nil {
		return none, &usageError{fmt.Sprintf("%s %s cannot be read: %v", flag, name, err), "name a file that is there"}
	}
	defer f.Close()
	out, err := read(f)
	if err != nil {
		return none, &usageError{fmt.Sprintf("%s: %v", name, err), "quire eval ir and quire eval suite say in their --help what their files are like"}
	}
	return out, nil
}

// rankAll answers the wanted questions with rankings of named documents.
func (a *app) rankAll(ctx context.Context, v *retrieval.View, questions []eval.Question, depth int, wanted func(eval.Question) bool, named map[string]string) (eval.Run, error) {
	run := eval.Run{}
	for _, q := range questions {
		if !wanted(q) {
			continue
		}
		ranked, err := v.Documents(ctx, retrieval.Query{Text: q.Text}, depth)
		if err != nil {
			return nil, fmt.Errorf("query %s: %w", q.ID, err)
		}
		run[q.ID] = []string{}
		for _, r := range ranked {
			run[q.ID] = append(run[q.ID], named[r.Source])
		}
	}
	return run, nil
}

// judgedNames maps source ids to the names that judgements use for them. A document
// that they do not name keeps its path. Where two documents answer to one name, the
// judgements mean neither in particular, which is an error.
func judgedNames(v *retrieval.View, judged eval.Judgements) (map[string]string, error) {
	known := map[string]bool{}
	for _, docs := range judged {
		for d := range docs {
			known[d] = true
		}
	}
	named, owner := map[string]string{}, map[string]string{}
	var twice error
	found := 0
	err := v.Sources(func(s *knowledge.Source) bool {
		named[s.ID] = s.Path
		for _, name := range documentNames(s) {
			if !known[name] {
				continue
			}
			if other, ok := owner[name]; ok && twice == nil {
				twice = &usageError{fmt.Sprintf("the judgements' %s is two documents: %s and %s", name, other, s.Path), "judge them by their paths"}
			}
			named[s.ID], owner[name] = name, s.Path
			found++
			break
		}
		return true
	})
	if err == nil {
		err = twice
	}
	if err == nil && found == 0 {
		err = &usageError{"none of the judged documents is in the published tree", "judgements name documents by path, or by file name with or without its ending"}
	}
	return named, err
}

// documentNames lists what a document may be called, the most exact first.
func documentNames(s *knowledge.Source) []string {
	_, below, _ := strings.Cut(s.Path, "/")
	base := path.Base(s.Path)
	return []string{s.ID, s.Path, below, base, strings.TrimSuffix(base, path.Ext(base))}
}
