package knowledge

import (
	"fmt"
	"strconv"
	"strings"
)

// Facts is what a document says of itself and of others that may join it to other
// documents: small enough to hold those of all documents at once. A join reads
// facts and no text.
type Facts struct {
	Title    string    `json:"title,omitempty"`    // as written, one line
	Language string    `json:"language,omitempty"` // ISO 639-3
	Date     string    `json:"date,omitempty"`     // EDTF: the document's own date
	Text     Sketch    `json:"sketch,omitempty"`   // of runs of three words
	Numbers  Sketch    `json:"numbers,omitempty"`  // of the numbers it writes
	Names    Sketch    `json:"names,omitempty"`    // of capitalised words inside sentences
	Outline  Sketch    `json:"outline,omitempty"`  // of headings and header cells, without numbers
	Shape    string    `json:"shape,omitempty"`    // hash of the sequence of headings, lists and tables; "" where there is little of it
	Revision *Mark     `json:"revision,omitempty"` // the number of the version that it says it is
	Stage    *Mark     `json:"stage,omitempty"`    // draft, final, old: what it says its status is
	Replaces []Said    `json:"replaces,omitempty"` // what it says of documents that it replaces, or that replace it
	Mentions []Mention `json:"mentions,omitempty"`
	Claims   []Claim   `json:"claims,omitempty"` // the most telling first
}

// FactBytes is how long the row of a source's facts may be without its links and
// message ids: 2 % of its text, and 1 KiB of a document below 50 kB, where less
// could not hold a sketch.
func FactBytes(text int) int { return max(text/50, 1<<10) }

// Mark is what a document says of its own state, and where.
type Mark struct {
	Value string `json:"value"` // 2.1; draft, final, old
	Text  string `json:"text"`  // as written
	Unit  string `json:"unit,omitempty"`
	Span  Span   `json:"span,omitzero"`
}

// Said is a sentence by which a document says that it replaces another one, or that
// another one replaces it.
type Said struct {
	By     bool   `json:"by,omitempty"`     // the other one replaces this one
	Target string `json:"target,omitempty"` // the link, file name or title that the sentence names; "" where it names none
	Text   string `json:"text"`             // the sentence, cut
	Unit   string `json:"unit,omitempty"`
	Span   Span   `json:"span,omitzero"`
}

// Mention is the name of a file, or words in quotation marks, which may be a title.
// In JSON it is one string: f or t, UNIT@START-END|TEXT.
type Mention struct {
	File bool
	Text string
	Unit string
	Span Span
}

// Claim is a value that a document gives for an attribute of a subject: a figure of a
// table row or of a sentence, a date, yes or no. In JSON it is one string: KEY, a
// letter for the kind (a capital one where the subject has a name), VALUE,
// |UNIT@START-END, and |WRITTEN where that is not the value.
type Claim struct {
	Key     string // ClaimKey characters: a hash of subject and attribute
	Kind    byte   // 'n' number, 'd' date, 'y' yes or no
	Named   bool   // the subject is called by a name or an identifier
	Value   string // a decimal with its unit; EDTF; yes or no
	Unit    string // where it stands
	Span    Span   // of what is written
	Written string
}

// ClaimKey is the length of Claim.Key: 48 bits in base64.
const ClaimKey = 8

// MarshalText writes c as one string.
func (c Claim) MarshalText() ([]byte, error) {
	kind := c.Kind
	if c.Named {
		kind -= 'a' - 'A'
	}
	s := c.Key + string(kind) + c.Value + "|" + writePlace(c.Unit, c.Span)
	if c.Written != c.Value {
		s += "|" + c.Written
	}
	return []byte(s), nil
}

// UnmarshalText reads what MarshalText wrote.
func (c *Claim) UnmarshalText(b []byte) error {
	if len(b) <= ClaimKey {
		return &FormatError{What: "a claim", Found: strconv.Quote(string(b)), Want: "KEY KIND VALUE|UNIT@START-END"}
	}
	*c = Claim{Key: string(b[:ClaimKey]), Kind: b[ClaimKey]}
	if c.Kind < 'a' {
		c.Kind += 'a' - 'A'
		c.Named = true
	}
	value, rest, _ := strings.Cut(string(b[ClaimKey+1:]), "|")
	at, written, more := strings.Cut(rest, "|")
	c.Value, c.Written = value, value
	if more {
		c.Written = written
	}
	var err error
	c.Unit, c.Span, err = readPlace(at)
	return err
}

// MarshalText writes m as one string.
func (m Mention) MarshalText() ([]byte, error) {
	kind := "t"
	if m.File {
		kind = "f"
	}
	return []byte(kind + writePlace(m.Unit, m.Span) + "|" + m.Text), nil
}

// UnmarshalText reads what MarshalText wrote.
func (m *Mention) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		return &FormatError{What: "a mention", Found: "nothing", Want: "f or t, UNIT@START-END|TEXT"}
	}
	at, text, _ := strings.Cut(string(b[1:]), "|")
	*m = Mention{File: b[0] == 'f', Text: text}
	var err error
	m.Unit, m.Span, err = readPlace(at)
	return err
}

func writePlace(unit string, s Span) string {
	return unit + "@" + strconv.Itoa(s[0]) + "-" + strconv.Itoa(s[1])
}

func readPlace(s string) (unit string, span Span, err error) {
	unit, rest, ok := strings.Cut(s, "@")
	from, to, dash := strings.Cut(rest, "-")
	start, err1 := strconv.Atoi(from)
	end, err2 := strconv.Atoi(to)
	if !ok || !dash || err1 != nil || err2 != nil || start < 0 || end < start {
		return "", Span{}, &FormatError{What: "a place", Found: fmt.Sprintf("%q", s), Want: "UNIT@START-END"}
	}
	return unit, Span{start, end}, nil
}
