// Package hygiene finds text that speaks to the model which reads it instead of
// to a person: orders to drop its instructions, to show its prompt, to play
// another part or to use a tool, marks that begin a turn of a chat, and the
// syntax of tool calls.
//
// It only labels. A match says that a passage has the form of an order to a
// model; an article about such orders matches too. Nothing is removed, and what
// does not match is not thereby harmless: all document text is data.
//
// The words stand in tables, a file a group of languages (lexicon_*.go). Text is
// folded first (fold.go), so that invisible characters, look-alike letters and
// spaced words match what they look like. Rules (rules.go) ask for words of
// several kinds close together and in one sentence, never for one word.
package hygiene

// Version is raised whenever the same text may get another verdict. Evidence holds
// verdicts, so knowledge.EvidenceVersion is raised with it.
// 1: first.
// 2: words divided at the end of a line are read as one.
const Version = 2
