// Package ooxml reads what DOCX and PPTX have in common: the Open Packaging
// container with its content types and relationships, XML with short stable names
// whatever the namespace edition, document properties, and the objects that both
// embed: equations, charts, SmartArt and embedded files.
//
// It owns the limits of a package: number of entries, bytes out of all
// decompressors, ratio of one entry, nesting and size of an element tree. It
// refuses to know what a paragraph of a document or a shape of a slide is; that
// belongs to the packages of those formats.
//
// Order of use: Open a package, ask for its Main part, follow Rels from there;
// read small parts with Tree and long ones with Stream.
package ooxml
