// Package pptx reads PresentationML: PPTX, PPTM, shows and templates.
//
// A unit is a slide, in the order of the presentation. Its blocks are the title,
// then the shapes in the order a person reads them, speaker notes, comments, and
// at the end what the footer placeholders show. Where a placeholder does not say
// its place or its bullets, those of the layout and the master hold; their own
// text, which prompts the author, never appears.
//
// The package owns slides, placeholders, reading order and comments. Container,
// XML, charts and SmartArt are package ooxml's.
package pptx
