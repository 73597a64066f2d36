// Package html reads HTML and XHTML: web pages, mail bodies, chapters of books.
//
// It owns the way from bytes to blocks: which character set the bytes are in
// (decode), the tree (parse, build), what of it is hidden (style) or belongs to
// the page around the text rather than to the text (content, furniture), and the
// walk that turns elements into paragraphs, lists, tables and the rest (walk).
// It drops only what no reader ever sees as text: scripts, style sheets,
// templates, comments. Hidden text and furniture are kept as blocks with a flag.
// Style sheets inside the page are applied as far as they say whether a text is
// seen and how a list is marked (cascade, selector, stylesheet, mediaquery). It
// refuses to run scripts and to fetch anything.
//
// Order of use: New for the extractor of whole files. Extractors of formats that
// hold HTML call Read for the blocks of one piece, and Sections to divide them
// into units.
package html
