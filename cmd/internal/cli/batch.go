package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"strings"

	"quire/knowledge"
	"quire/retrieval"
	"quire/retrieval/eval"
)

// batch answers every query of a file with a ranking of documents and writes them in
// the form of trec_eval: query id, Q0, document, rank, score, name of the run.
func (a *app) batch(ctx context.Context, v *retrieval.View, queries, trec string, q retrieval.Query) error {
	questions, err := readFile(queries, "--batch", eval.ReadQuestions)
	if err != nil {
		return err
	}
	names, err := runNames(v)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error {
		out := bufio.NewWriter(w)
		for _, question := range questions {
			q.Text = question.Text
			ranked, err := v.Documents(ctx, q, q.Limit)
			if err != nil {
				return fmt.Errorf("query %s of %s: %w", question.ID, queries, err)
			}
			for i, r := range ranked {
				fmt.Fprintf(out, "%s Q0 %s %d %.6f quire\n", token(question.ID), names[r.Source], i+1, r.Score)
			}
		}
		return out.Flush()
	}
	if trec == "-" {
		return write(a.stdout)
	}
	f, err := os.Create(trec)
	if err != nil {
		return &usageError{fmt.Sprintf("--trec %s cannot be written: %v", trec, err), "name a file in a folder that is there, or - for stdout"}
	}
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("write %s: %w", trec, err)
	}
	fmt.Fprintf(a.stderr, "%d queries · %s\n", len(questions), trec)
	return nil
}

// runNames names documents in a run: by file name without its ending where all of
// them differ in that, else by path. Spaces are percent-encoded, as a run has columns.
func runNames(v *retrieval.View) (map[string]string, error) {
	paths, stems := map[string]string{}, map[string]string{}
	taken := map[string]bool{}
	unique := true
	err := v.Records(func(s *knowledge.Source) bool {
		if !s.Outcome.Searchable() {
			return true
		}
		base := path.Base(s.Path)
		stem := token(strings.TrimSuffix(base, path.Ext(base)))
		unique = unique && !taken[stem]
		taken[stem] = true
		paths[s.ID], stems[s.ID] = token(s.Path), stem
		return true
	})
	if unique {
		return stems, err
	}
	return paths, err
}

// token writes s without white space.
func token(s string) string {
	return strings.NewReplacer("%", "%25", " ", "%20", "\t", "%09", "\n", "%0A").Replace(s)
}
