// Package retrieval answers questions from a published tree: it finds passages
// (View.Retrieve), shows what an address names (View.Show) and says where it comes
// from (View.Trace).
//
// A View holds one snapshot for its whole life, takes no lock and writes no byte.
// Every text that leaves it is re-verified against its digest on the way out.
//
// Order of use: Open, then any number of questions, then Close.
package retrieval
