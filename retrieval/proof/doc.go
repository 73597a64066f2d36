// Package proof says whether a passage carries a statement.
//
// It owns the comparison and nothing else: Split takes an answer apart into
// statements, Judge holds one statement against passages that a caller found and
// says supported, partial, contradicted, unsupported or not-checkable, with the
// spans that decide. It refuses to know where passages come from, opens nothing
// and searches nothing.
//
// A statement is compared with one piece of evidence at a time: a sentence, a list
// item or a table row, together with the headings and header cells above it. Never
// with a whole document, where every word is somewhere. What a piece must hold is
// everything that the statement says: each word that bears meaning, each number
// with its unit, each date, the same negation, obligation, quantity and direction,
// and the same pairing of values with what they are values of. Where the rules do
// not decide, the statement is not supported.
//
// What a language's words mean to the checks is data: rules/*.txt.
package proof
