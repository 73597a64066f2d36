// Package claimgen makes a small corpus about invented libraries in four languages,
// and statements about it that are true or made false in a known way. It measures
// trace --answer and knows nothing of its rules: every statement is written from the
// facts that the documents were written from.
package claimgen

// Statement is a sentence with what it should be found to be.
type Statement struct {
	Language string // en, de, fr, es
	Class    string // true: verbatim, paraphrased, combined, derived; false: the mutation
	True     bool
	Text     string
}

// Mutations are the ways in which a statement is made false.
//
//	number       another figure                    unit        another unit, the same figure
//	scale        thousand for million              date        another day, month or year
//	negation     denied, or a denial left out      swap        two values or parties changed places
//	subject      another town, same value          comparative more for fewer, rose for fell
//	quantifier   all for some, none for all        superseded  the value of the replaced policy
//	other        a value of another document       invented    a detail that no document has
var Mutations = []string{"number", "unit", "scale", "date", "negation", "swap", "subject", "comparative", "quantifier", "superseded", "other", "invented"}
