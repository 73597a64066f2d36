// Package semantics says what may be said of one document from its evidence
// alone: title, language, dates, outline, a summary and key points that quote,
// table profiles, amounts, gaps, and the facts that later joins need.
//
// It is conservative: where the evidence does not decide, it says so (an
// ambiguous date keeps its readings, a language is "und") instead of choosing.
// It writes no sentence of its own. Everything it states is a Quote: the text of
// a span of a unit, with the digest of that span, and Verify proves each of them
// again from the document.
//
// It is deterministic: the same document gives the same bytes, in integers, and
// it refuses to know paths, other documents and the current date. What it costs
// grows with the size of the document and no faster; how many sentences, dates,
// amounts and tables it keeps is capped, and Omitted tells what the caps left out.
//
// Order of use: Derive a Knowledge from a document, knowledge.Marshal it into
// knowledge.json, print MarkdownSummary of it into summary.md.
package semantics
