package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/knowledge"
	"quire/retrieval"
	"quire/retrieval/eval"
)

// outdatedError says that the published tree is not what the corpus on disk gives.
type outdatedError struct{ changed []string }

func (e *outdatedError) Error() string {
	return fmt.Sprintf("the published tree is not what the corpus on disk gives: %d differ, first: %s", len(e.changed), e.changed[0])
}

func (a *app) evalSuiteCommand() *cobra.Command {
	var f readFlags
	cmd := &cobra.Command{
		Use: "suite FILE", Short: "ask a file of your own questions and check the answers",
		Long: `suite asks every question of FILE as retrieve would and checks the results against
what the file expects. It exits 4 where a question fails, so that CI can run it.

FILE is YAML. A question needs one expectation at least; documents are named by path, by
the end of a path that no other has, or by id:

  questions:
    - question: who approved the budget for Lyon
      sources: [minutes/2026-02-board.docx]    # each must be among the results
      units: ["plans/deck.pptx#slide3"]        # and each of these, or a part of it
      not_sources: [plans/strategy-2025.md]    # none of these may be
      min_grade: weak                          # strong, weak or none
      max_grade: strong
      limit: 5                                 # results looked at

The published tree must be what the corpus on disk gives, as far as status sees; else
nothing is asked and the exit is 12. With --published there is no corpus to look at. A
question of six words or more that stands in a document word by word is warned of: the
corpus then answers it with itself.`,
		Example: "  quire eval suite questions.yaml",
		Args:    wants(1, 1, "FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			asked, err := readFile(args[0], "FILE", eval.ReadSuite)
			if err != nil {
				return err
			}
			v, w, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			if w != nil {
				st, err := a.status(w, false)
				if err != nil {
					return err
				}
				if !st.Fresh {
					return &outdatedError{st.Changed}
				}
				if st.Snapshot != v.Snapshot {
					return &outdatedError{[]string{"another snapshot was just published"}}
				}
			}
			report, err := askAll(cmd.Context(), v, args[0], asked)
			if err != nil {
				return err
			}
			if report.Failed > 0 {
				a.code = exitNothing
			}
			if a.json {
				return render.JSON(a.stdout, "eval.suite", v.Snapshot, true, report)
			}
			return render.Suite(a.printer(), v.Snapshot, report)
		},
	}
	a.addReadFlags(cmd, &f)
	return cmd
}

// askAll asks the questions of the suite in a file, in their order.
func askAll(ctx context.Context, v *retrieval.View, file string, asked []eval.Asked) (*render.SuiteReport, error) {
	report := &render.SuiteReport{Questions: []render.SuiteAnswer{}, Warnings: []string{}}
	for _, q := range asked {
		res, err := v.Retrieve(ctx, retrieval.Query{Text: q.Question, Limit: q.Limit})
		var bad *retrieval.BadQueryError
		if errors.As(err, &bad) {
			return nil, &usageError{fmt.Sprintf("%s: line %d: %s", file, q.Line, bad.Detail), bad.Hint}
		}
		if err != nil {
			return nil, fmt.Errorf("question in line %d: %w", q.Line, err)
		}
		got := render.SuiteAnswer{Line: q.Line, Question: knowledge.Line(q.Question, maxQuestion), Grade: res.Grade, Results: []render.SuiteResult{}}
		for _, p := range res.Results {
			got.Results = append(got.Results, render.SuiteResult{Rank: p.Rank, Address: p.Address, Path: p.Source.Path})
		}
		if got.Reasons, err = faults(v, q, res); err != nil {
			return nil, err
		}
		if got.Passed = len(got.Reasons) == 0; got.Passed {
			report.Passed++
		} else {
			report.Failed++
		}
		report.Questions = append(report.Questions, got)
		quoted, err := quotedBy(ctx, v, q.Question)
		if err != nil {
			return nil, err
		}
		if quoted != "" {
			report.Warnings = append(report.Warnings, fmt.Sprintf("line %d: %s quotes the question word by word: ask it in other words, or keep the suite out of the corpus", q.Line, quoted))
		}
	}
	return report, nil
}

// maxQuestion is how many characters of a question a report repeats.
const maxQuestion = 200

// faults lists what an answer lacks or must not hold.
func faults(v *retrieval.View, q eval.Asked, res *retrieval.Result) ([]string, error) {
	out := []string{}
	add := func(format string, args ...any) { out = append(out, knowledge.Line(fmt.Sprintf(format, args...), 500)) }
	if fault := q.GradeFault(res.Grade); fault != "" {
		add("%s", fault)
	}
	// rank is where the first result stands whose unit is, or is part of, what was named.
	rank := func(source, unit string) int {
		for _, p := range res.Results {
			at, err := knowledge.ParseAddress(p.Address)
			if err == nil && at.Source == source && (unit == "" || at.Unit == unit || strings.HasPrefix(at.Unit, unit+".")) {
				return p.Rank
			}
		}
		return 0
	}
	var missing *retrieval.NotFoundError
	for _, named := range slices.Concat(q.Sources, q.Units) {
		document, unit := named, ""
		if i := strings.LastIndexByte(named, '#'); slices.Contains(q.Units, named) && i > 0 {
			document, unit = named[:i], named[i+1:]
		}
		s, err := v.Resolve(document)
		if err == nil && unit != "" {
			_, _, err = v.Unit(s, unit)
		}
		switch {
		case errors.As(err, &missing):
			add("%s is expected, and %s", named, missing.Error())
		case err != nil:
			return nil, err
		case rank(s.ID, unit) == 0:
			add("%s is not among the results", named)
		}
	}
	for _, named := range q.Not {
		s, err := v.Resolve(named)
		switch {
		case errors.As(err, &missing) && len(missing.Near) == 0: // what is not there is not found
		case errors.As(err, &missing):
			add("%s must not be found, and %s", named, missing.Error())
		case err != nil:
			return nil, err
		case rank(s.ID, "") > 0:
			add("%s is result %d and must not be found", named, rank(s.ID, ""))
		}
	}
	return out, nil
}

// quotedBy returns the path of a document that holds a question word by word, ""
// where there is none or the question is too short to tell.
func quotedBy(ctx context.Context, v *retrieval.View, question string) (string, error) {
	plain := strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"“”„«»", r) {
			return ' '
		}
		return r
	}, question)), " ")
	if len(strings.Fields(plain)) < quotedWords && len([]rune(plain)) == len(plain) || len([]rune(plain)) < quotedRunes {
		return "", nil
	}
	res, err := v.Retrieve(ctx, retrieval.Query{Text: `"` + plain + `"`, Limit: 1, Hidden: true})
	if err != nil || len(res.Results) == 0 {
		return "", err
	}
	return res.Results[0].Source.Path, nil
}

// A question is long enough to be recognised with six words, or in scripts without
// spaces with twelve characters: shorter ones are names of things.
const (
	quotedWords = 6
	quotedRunes = 12
)
