// Package pdf reads PDF files with one of two engines: PDFium, compiled to
// WebAssembly (the default), and the pure Go reader ledongthuc/pdf.
//
// An engine only reports what stands on a page: characters with their boxes,
// pictures, ruling lines, annotations. Everything that turns them into a document
// is shared and belongs to this package: reading order, paragraphs, headings,
// lists, tables, running headers, flags. The package refuses to guess: what it
// cannot tell from the page stays a paragraph, and no character is lost or given
// twice by any of these steps.
//
// The way of a page: an engine's page → segments (characters of one line without
// a wide gap) → furniture taken out → regions in reading order → lines → tables
// and paragraphs → blocks. Pages wait in a window of fixed size, so that what
// repeats on many pages can be told from text, and memory stays bounded.
//
// All geometry is in thousandths of a point as integers, so that it comes out the
// same on every machine.
//
// Order of use: Prime once where a cache folder is at hand, PDFium with that
// folder, Warm before the process gives up the right to open files, then Extract
// any number of times.
package pdf
