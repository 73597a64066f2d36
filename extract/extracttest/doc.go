// Package extracttest is the conformance suite that every extractor passes.
//
// It owns what must hold of any document whatever its format: spans, digests,
// locators, passages and encoding are right, the same bytes give the same
// evidence, and cut off, unreadable or cancelled input ends in an error or an
// issue, never in a panic or a hang. It refuses to know what a document says:
// that is the business of each format's own tests, which get their documents
// from Extract.
//
// Order of use: Run with one small sample of each format the extractor reads,
// then Extract and compare text, units and blocks.
package extracttest
