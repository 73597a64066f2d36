// Package withdrawal keeps the marks of documents that were withdrawn: those that
// stay out of the tree although their files may lie in the corpus.
//
// A mark holds keyed hashes only, so that whoever lacks the workspace's secret can
// not even try whether a guessed name or text is among the withdrawn. The package
// answers whether something is out; it refuses to know where the tree is and how
// anything is taken out of it.
//
// Order of use: Load, ask Path, Content and Source; Add, Finish or Restore, then Save.
package withdrawal
