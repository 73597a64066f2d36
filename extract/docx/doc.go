// Package docx reads WordprocessingML documents: DOCX, DOCM and their templates,
// Transitional and Strict.
//
// A unit is a section: a heading with what follows it up to the next heading.
// The body is read element by element; each paragraph becomes one block,
// followed by what is anchored in it: text boxes, pictures, hidden and deleted
// text, notes and comments. Numbers of lists and headings are computed as the
// word processor displays them.
//
// The package owns styles, numbering, fields, tracked changes and tables of
// WordprocessingML. Container, XML, equations, charts and SmartArt are package
// ooxml's.
package docx
