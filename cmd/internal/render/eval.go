package render

import "quire/retrieval/eval"

// Metrics writes what a ranking reached.
func Metrics(p Printer, snapshot string, m eval.Metrics) error {
	p.Printf("snapshot %s · %s\n\n", Short(snapshot), plural(m.Queries, "query"))
	p.Printf("  nDCG@10     %.4f\n  MAP         %.4f\n  MRR         %.4f\n  recall@100  %.4f\n", m.NDCG10, m.MAP, m.MRR, m.Recall100)
	return p.Err()
}

// SuiteReport is what a suite of questions gave. The JSON names are a contract.
type SuiteReport struct {
	Passed    int           `json:"passed"`
	Failed    int           `json:"failed"`
	Questions []SuiteAnswer `json:"questions"`
	Warnings  []string      `json:"warnings"`
}

// SuiteAnswer is one question of it.
type SuiteAnswer struct {
	Line     int           `json:"line"` // of the suite file
	Question string        `json:"question"`
	Passed   bool          `json:"passed"`
	Grade    string        `json:"grade"`
	Reasons  []string      `json:"reasons"` // why it failed
	Results  []SuiteResult `json:"results"`
}

// SuiteResult is one result of a question.
type SuiteResult struct {
	Rank    int    `json:"rank"`
	Address string `json:"address"`
	Path    string `json:"path"`
}

// Suite writes a line a question, and below one that failed why and what it found.
func Suite(p Printer, snapshot string, r *SuiteReport) error {
	p.Printf("snapshot %s · %s · %d passed · %d failed\n\n", Short(snapshot), plural(len(r.Questions), "question"), r.Passed, r.Failed)
	for _, q := range r.Questions {
		if q.Passed {
			p.Printf("  pass  %s · %s\n", q.Question, q.Grade)
			continue
		}
		p.Printf("  FAIL  %s · %s · line %d\n", q.Question, q.Grade, q.Line)
		for _, why := range q.Reasons {
			p.Printf("        %s\n", why)
		}
		for _, s := range q.Results {
			p.Printf("        %d  %s  %s\n", s.Rank, s.Address, s.Path)
		}
	}
	for _, w := range r.Warnings {
		p.Printf("\nwarning: %s\n", w)
	}
	return p.Err()
}
