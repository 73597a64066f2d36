package pdf

import (
	"io"

	"quire/extract"
	"quire/knowledge"
)

// engine opens PDF files. Its errors are those that Extract may return.
type engine interface {
	open(in extract.Input, lim extract.Limits) (source, error)
}

// source is an open file as its engine sees it.
type source interface {
	// pages returns the number of pages.
	pages() int
	// meta returns what the document says of itself.
	meta() knowledge.Metadata
	// outline returns the bookmarks in order, at most maxBookmarks.
	outline() []bookmark
	// page reads one page, from 0. An error is about this page only.
	page(n int) (*page, error)
	// attachments calls f for every embedded file. Trouble with one of them is an
	// attachment without open and with a reason.
	attachments(f func(attachment) error) error
	close()
}

const (
	maxBookmarks = 10_000
	maxAnnots    = 5_000 // of one page
)

// page is what stands on one page, in the coordinates of the page as displayed.
type page struct {
	width, height int // thousandths of a point, after rotation
	glyphs        []glyph
	runs          []run
	fonts         []font
	rules         []box // thin lines and edges of boxes
	shapes        []box // drawn shapes that are not plain white
	images        []box // pictures, as far as they lie on the page
	pictures      int   // their number
	figures       []figure
	files         []attachment
	paths         int // drawn shapes
	notes         []note
	links         []link
	outside       int    // characters dropped because they lie beyond the page
	lost          int    // control characters without a meaning, which were dropped
	twins         int    // characters dropped because they were drawn twice
	unseen        bool   // some objects were not looked at
	crowded       bool   // likewise, because of the limit on them
	failed        error  // why the page could not be read at all
	trouble       string // what could not be read of an otherwise readable page
	// spaced says that the engine has put in the spaces between words itself.
	spaced bool
}

// glyph is one character.
type glyph struct {
	r   rune // unmapped where the font does not say which character it is
	run int32
	box box
	// guessed says that the font does not tell which character it is, and that r is
	// only its number in the font.
	guessed bool
	// chunk is the same for glyphs that were brought into reading order together; 0
	// for all others.
	chunk int32
}

// unmapped marks a glyph without a character.
const unmapped = '\uFFFD'

// softHyphen is PDFium's mark for a hyphen at the end of a line. The Go engine
// uses it for U+00AD.
const softHyphen = '\x02'

// run is a sequence of glyphs in one font, drawn by one operation.
type run struct {
	font    int32
	size    int // thousandths of a point, as displayed
	x, y    int // origin of the first glyph on the base line
	way     way
	hidden  string // reason, "" where the text can be seen
	white   bool   // drawn in white: hidden unless something lies beneath
	upright bool   // glyphs stand upright although the text runs down
	tag     tag    // what a tagged document says of it
}

// tag is what the structure of a tagged document says of a text. The zero tag says
// nothing.
type tag struct {
	element  int  // that holds it; 0 for none
	level    int  // of a heading, 1 to 6; 0 for other text
	artifact bool // no part of the text: running headers and the like
}

// figure is a picture with a text that says what it shows.
type figure struct {
	text string
	box  box // zero where nothing was seen of it
}

// font is a typeface.
type font struct {
	name string
	bold bool
	mono bool
}

// way is the direction in which text runs on the displayed page, in quarter turns
// counter-clockwise; oblique is any other angle.
type way uint8

const (
	east way = iota
	north
	west
	south
	oblique
)

// note is an annotation or a form field.
type note struct {
	kind   knowledge.BlockKind // Annotation or Field
	text   string
	author string
	date   string
	box    box
	hidden bool // not to be seen in a viewer
}

// link is a reference to a web address, with the area that carries it.
type link struct {
	target string
	box    box
}

// bookmark is an entry of the outline.
type bookmark struct {
	title string
	level int // from 1
	page  int // from 0; -1 where it leads nowhere
}

// attachment is an embedded file.
type attachment struct {
	name   string
	open   func() (io.Reader, error)
	reason string
}
