package email

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// reader walks the MIME structure of one message.
type reader struct {
	ctx    context.Context
	sink   extract.Sink
	lim    extract.Limits
	top    header
	bodies []*body
	files  []string // names of attachments that the message gives
	names  map[string]bool
	parts  int
	images int      // inline picture parts
	page   *webPage // what the parts are gathered in where the message is a saved page

	children  int
	encrypted bool
}

// place is where a part stands.
type place struct {
	path   string // part number; "" for the message itself
	depth  int
	alt    *body  // the alternative it belongs to
	digest bool   // parts without a type are messages
	within string // type of the multipart around
}

func (p place) part() string {
	if p.path == "" {
		return "1"
	}
	return p.path
}

func (p place) child(n int) string {
	if p.path == "" {
		return strconv.Itoa(n)
	}
	return p.path + "." + strconv.Itoa(n)
}

// entity reads one part, whose header is read already.
func (m *reader) entity(h header, r io.Reader, at place) error {
	if err := m.ctx.Err(); err != nil {
		return err
	}
	ct := parseParams(h.get("Content-Type"))
	if !strings.Contains(ct.word, "/") {
		ct.word = "text/plain"
		if at.digest {
			ct.word = "message/rfc822"
		}
	}
	if strings.HasPrefix(ct.word, "multipart/") {
		return m.multipart(ct, r, at)
	}
	decoded, d := transferred(h, r)
	content := bufio.NewReader(decoded)
	kind := cryptoKind(ct, content)
	if at.within == "multipart/encrypted" && ct.word != "application/pgp-encrypted" || kind == enveloped {
		m.encrypted = true
		if err := m.issue("encrypted", knowledge.Error, at.part(), "the part is encrypted"); err != nil {
			return err
		}
	}
	disposition := parseParams(h.get("Content-Disposition"))
	var err error
	switch {
	case kind == signed:
		err = m.opened(content, at)
	case m.page != nil:
		err = m.page.take(m, h, ct, disposition, content, at)
	case m.isBody(ct, disposition, at):
		err = m.text(ct, content, at)
	default:
		err = m.attachment(h, ct, disposition, content, at)
	}
	if err == nil && len(d.text) > 0 {
		if isText(d.text) {
			err = m.beside(d.text, at)
		} else if d.what == "" {
			d.what = notBase64
		}
	}
	if err == nil && d.what != "" {
		err = m.issue("transfer-encoding", knowledge.Warning, at.part(), d.what)
	}
	return err
}

// isBody reports whether a part is what the message says rather than what it
// carries.
func (m *reader) isBody(ct, disposition value, at place) bool {
	if ct.word != "text/plain" && ct.word != "text/html" && ct.word != ampHTML || disposition.word == "attachment" || at.within == "multipart/encrypted" {
		return false
	}
	if at.path == "" || at.alt != nil {
		return true
	}
	named := ct.params["name"] != "" || disposition.params["filename"] != ""
	return !named || disposition.word == "" && !m.hasBody()
}

// multipart reads the parts of a multipart.
func (m *reader) multipart(ct value, r io.Reader, at place) error {
	if at.depth >= m.lim.Nesting {
		return m.issue("limit:nesting", knowledge.Error, at.part(), fmt.Sprintf("parts nested deeper than %d were not read", m.lim.Nesting))
	}
	s := newSplitter(r, ct.params["boundary"])
	before, found, err := m.preamble(s, at)
	if err != nil {
		return err
	}
	if !found {
		return m.undivided(before, at)
	}
	if ct.params["boundary"] == "" {
		if err := m.issue("mime-boundary", knowledge.Warning, at.part(), "the boundary is not declared; it was taken from the text"); err != nil {
			return err
		}
	}
	if err := m.beside(before, at); err != nil {
		return err
	}
	inner := place{depth: at.depth + 1, alt: at.alt, digest: ct.word == "multipart/digest", within: ct.word}
	if ct.word == "multipart/alternative" && at.alt == nil {
		inner.alt = &body{}
		m.bodies = append(m.bodies, inner.alt)
	}
	for n := 1; ; n++ {
		if err := m.behindEnd(s, at); err != nil {
			return err
		}
		if m.parts > m.lim.Parts {
			return nil
		}
		part := s.next()
		if part == nil {
			break
		}
		if m.parts++; m.parts > m.lim.Parts {
			return m.tooMany(at)
		}
		inner.path = at.child(n)
		if err := m.part(part, inner); err != nil {
			return err
		}
		if m.parts > m.lim.Parts {
			return nil
		}
	}
	if !s.ended {
		return m.issue("mime-boundary", knowledge.Warning, at.part(), "the end boundary is missing")
	}
	return nil
}

// preamble reads up to the first boundary. found is false where there is none.
func (m *reader) preamble(s *splitter, at place) (text []byte, found bool, err error) {
	p := s.outside()
	text, err = m.bounded(p, m.lim.Over("body"), at)
	if err == nil {
		_, err = io.Copy(io.Discard, p)
	}
	return text, p.hit, err
}

func (m *reader) part(part io.Reader, at place) error {
	br := bufio.NewReaderSize(part, 8<<10)
	head, _ := br.Peek(1)
	if len(head) == 0 && at.path != "1" {
		return nil // nothing behind the last boundary
	}
	h := readHeader(br, false)
	if err := m.entity(h, br, at); err != nil {
		return err
	}
	_, err := io.Copy(io.Discard, br)
	return err
}

// undivided takes a multipart without any boundary line for a plain text.
func (m *reader) undivided(text []byte, at place) error {
	if len(bytes.TrimSpace(text)) == 0 {
		return m.issue("mime-boundary", knowledge.Warning, at.part(), "the multipart is empty")
	}
	if err := m.issue("mime-boundary", knowledge.Warning, at.part(), "the multipart holds no boundary; it was read as text"); err != nil {
		return err
	}
	b := at.alt
	if b == nil {
		b = &body{}
		m.bodies = append(m.bodies, b)
	}
	b.plain = append(b.plain, textPart{part: at.part(), data: text})
	return nil
}

// text reads a body part.
func (m *reader) text(ct value, r io.Reader, at place) error {
	data, err := m.bounded(r, m.lim.Over("body"), at)
	if err != nil {
		return err
	}
	t := textPart{
		part: at.part(), data: data, charset: ct.params["charset"],
		flowed: strings.EqualFold(ct.params["format"], "flowed"), delsp: strings.EqualFold(ct.params["delsp"], "yes"),
	}
	b := at.alt
	if b == nil {
		b = &body{}
		m.bodies = append(m.bodies, b)
	}
	switch ct.word {
	case "text/html":
		b.html = append(b.html, t)
	case ampHTML:
		b.amp = append(b.amp, t)
	default:
		b.plain = append(b.plain, t)
	}
	return nil
}
