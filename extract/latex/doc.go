// Package latex reads the sources of LaTeX documents.
//
// It owns how commands become what a reader of the printed page sees: sections
// are headings, lists items, tabulars tables, footnotes notes, accents letters;
// formulas stay as they are written, references and citations show their keys,
// since their numbers are not in the source. Macros without arguments are
// replaced; other unknown commands are dropped and what they hold is kept. It
// refuses to read other files and to run macros with arguments.
//
// The order inside: reader.go walks the source, command.go and environment.go say
// what commands and environments mean, tabular.go and letters.go read tables and
// accents, latex.go gathers the blocks into units.
package latex
