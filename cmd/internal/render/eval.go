package render

import "quire/retrieval/eval"

// Metrics writes what a ranking reached.
func Metrics(p Printer, snapshot string, m eval.Metrics) error {
	p.Printf("snapshot %s · %s\n\n", Short(snapshot), plural(m.Queries, "query"))
	p.Printf("  nDCG@10     %.4f\n  MAP         %.4f\n  MRR         %.4f\n  recall@100  %.4f\n", m.NDCG10, m.MAP, m.MRR, m.Recall100)
	return p.Err()
}
