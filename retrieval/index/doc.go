// Package index finds passages by their words: it turns text into terms, keeps
// postings in folders of immutable segments, and ranks passages by BM25F.
//
// The segments are those of bleve's zap format, written by its library and read by our
// own code, with neither bleve's engine (scorch) nor its mappings, analyzers and scorer.
// Those are replaced for reasons that were measured: the stock tokenizers drop Thai, Lao,
// Khmer and Myanmar text and all stop words; the stock scorer takes the number of distinct
// terms of a segment for the length of a document, so that a merge changes a ranking;
// static documents index twice as fast into a ninth of the space; the engine takes 8 ms
// and a MiB to start in every process.
//
// A ranking depends on the passages in the index and on nothing else. Document
// frequencies are counted over all live passages, contributions are added in one order
// without fused multiply-add, and ties are ordered by passage id, so an index built in one
// go and one that was updated a thousand times give the same ids with the same scores, bit
// for bit.
//
// The package knows passages, not files on the way to becoming them: it is handed
// plain text and filter keywords, and returns passage ids. It refuses to know
// snapshots, pending interactions, budgets and output.
//
// Order of use: Build or Update writes a folder, Files lists it for the caller to
// keep, Open checks that list and yields a Reader, Search answers queries. A
// folder is never changed once it is written; any number of processes may read
// it, also from a read-only file system, while its successor is written beside it.
package index
