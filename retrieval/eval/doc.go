// Package eval measures rankings against relevance judgements, with the
// definitions of trec_eval, and reads the plain-text test collections that such
// measurements run on.
//
// It knows rankings as lists of document ids and nothing of how they were made:
// whoever calls it searches, at passage or at document level, and hands in what
// came out.
//
// Order of use: Load a collection, run its queries, give the ranked ids and the
// collection's judgements to Measure.
package eval
