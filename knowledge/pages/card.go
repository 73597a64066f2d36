package pages

// Card is what the pages say of one source. Cards are the rows of a table, so they are
// small: what is longer stays with the knowledge of the source.
type Card struct {
	ID     string  `json:"id"`
	Topics []Topic `json:"topics,omitempty"`
	Dated  []Dated `json:"dated,omitempty"`
	Open   []Point `json:"open,omitempty"`
	More   int     `json:"more_open,omitempty"` // open points beyond those
	Gaps   []Gap   `json:"gaps,omitempty"`
}

// The bounds of a card.
const (
	MaxTopics    = 24
	MaxDated     = 3
	MaxOpen      = 3
	MaxTextChars = 160 // of a statement
)

// Topic is a heading or a defined term.
type Topic struct {
	Text string `json:"t"`
	Unit string `json:"u"`
	Term bool   `json:"d,omitempty"` // the document defines it
}

// Dated is a statement that names a day.
type Dated struct {
	Date string `json:"date"` // EDTF
	Kind string `json:"kind"` // decision or obligation
	Point
}

// Point is a statement with its place: an address without its source.
type Point struct {
	Text  string `json:"text"`
	Place string `json:"at"`
}

// Gap is something that the evidence of a source lacks.
type Gap struct {
	Code  string `json:"code"`
	Count int    `json:"count"`
}

// Empty reports a card that no page would read.
func (c *Card) Empty() bool {
	return len(c.Topics)+len(c.Dated)+len(c.Open)+len(c.Gaps) == 0
}
