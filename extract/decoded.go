package extract

import (
	"context"
	"fmt"

	"quire/extract/charset"
	"quire/knowledge"
)

// uncertain is the confidence of charset.Decode, in per cent, below which a person
// should look at the text.
const uncertain = 25

// Decoded is the text of a file that is text as a whole.
type Decoded struct {
	Text       string // valid UTF-8 without a byte order mark; line ends as they are
	Charset    string
	confidence int
	rest       error
}

// Decode reads a file and finds its character set. Of a file over lim.Text bytes
// it reads the beginning; Rest then says so.
func Decode(ctx context.Context, in Input, lim Limits) (Decoded, error) {
	if err := ctx.Err(); err != nil {
		return Decoded{}, err
	}
	var d Decoded
	if in.Size > lim.Text {
		in.Size = lim.Text
		d.rest = &LimitError{Limit: "text", Max: lim.Text}
	}
	b, err := in.All(lim.Bytes)
	if err != nil {
		return Decoded{}, err
	}
	d.Text, d.Charset, d.confidence = charset.Decode(b, "")
	return d, nil
}

// Open delivers the metadata of the file with the name of its character set, and
// an issue where that is a guess.
func (d Decoded) Open(sink Sink, m knowledge.Metadata) error {
	m.Charset = d.Charset
	if err := sink.Meta(m); err != nil {
		return err
	}
	if d.confidence >= uncertain {
		return nil
	}
	return sink.Issue(knowledge.Issue{Code: "charset-uncertain", Severity: knowledge.Warning,
		Detail: fmt.Sprintf("the encoding is not known for sure; the text was read as %s", d.Charset)})
}

// Rest returns a LimitError where only the beginning of the file was read, nil
// else: what an extractor returns at its end.
func (d Decoded) Rest() error { return d.rest }
