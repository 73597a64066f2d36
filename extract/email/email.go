package email

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"quire/extract"
	"quire/extract/charset"
	"quire/knowledge"
)

// maxWide bounds what has to be held whole to be decoded: a message in UTF-16,
// the content of a signature, a saved page.
const maxWide = 64 << 20

// New returns the extractor of messages and mailboxes.
func New() extract.Extractor { return extractor{} }

type extractor struct{}

func (extractor) Name() string      { return "email" }
func (extractor) Version() int      { return 4 }
func (extractor) Formats() []string { return []string{"eml", "mbox", "mhtml"} }

// Extract delivers a message as one unit and its attachments as children, the
// messages of a mailbox as children, or the sections of a saved web page.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	lim = lim.WithDefaults()
	if in.Size > lim.Bytes {
		return &extract.LimitError{Limit: "bytes", Max: lim.Bytes}
	}
	src := &source{r: in.Reader()}
	var err error
	switch in.Format {
	case "mbox":
		err = mailbox(ctx, src, lim, sink)
	case "mhtml":
		err = page(ctx, src, lim, sink)
	default:
		err = message(ctx, src, lim, sink)
	}
	if err == nil {
		err = src.err
	}
	return err
}

// source reads the file and remembers an error that is not its end: the readers
// above take any error for the end of a part.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	return n, err
}

// message extracts the one message that r holds.
func message(ctx context.Context, r io.Reader, lim extract.Limits, sink extract.Sink) error {
	br := bufio.NewReaderSize(r, 64<<10)
	br, err := narrow(br)
	if err != nil {
		return err
	}
	m := &reader{ctx: ctx, sink: sink, lim: lim, names: map[string]bool{}}
	h := readHeader(br, true)
	m.top = h
	if err := m.entity(h, br, place{}); err != nil {
		return err
	}
	return m.deliver()
}

// narrow returns a reader of UTF-8 where the file is UTF-16, as some programs
// export messages.
func narrow(br *bufio.Reader) (*bufio.Reader, error) {
	head, _ := br.Peek(512)
	wide := bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) ||
		len(head) >= 4 && bytes.Count(head, []byte{0}) > len(head)/3
	if !wide {
		return br, nil
	}
	b, err := io.ReadAll(io.LimitReader(br, maxWide+1))
	if err != nil {
		return nil, err
	}
	if len(b) > maxWide {
		return nil, &extract.LimitError{Limit: "bytes", Max: maxWide}
	}
	text, _, _ := charset.Decode(b, "")
	return bufio.NewReader(strings.NewReader(text)), nil
}

func (m *reader) issue(code string, s knowledge.Severity, part, detail string) error {
	i := knowledge.Issue{Code: code, Severity: s, Detail: detail}
	if part != "" {
		i.Locator = knowledge.Loc("part", part)
	}
	return m.sink.Issue(i)
}
