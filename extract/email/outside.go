package email

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"

	"quire/extract/charset"
	"quire/internal/lazy"
	"quire/knowledge"
)

// outside reads what stands before the first boundary of a multipart, or behind
// its end boundary. Mail programs do not show it, but list software adds footers
// there and damaged mail has its text there, so words are kept as text.
func (m *reader) outside(r io.Reader, at place) error {
	data, err := m.bounded(r, m.lim.Over("body"), at)
	if err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return err
	}
	return m.beside(data, at)
}

// behindEnd reads what follows the end boundary, up to the next boundary that
// begins a part, if there is one.
func (m *reader) behindEnd(s *splitter, at place) error {
	for s.ended && m.parts <= m.lim.Parts {
		p := s.outside()
		if err := m.outside(p, at); err != nil {
			return err
		}
		if !p.hit {
			return nil
		}
	}
	return nil
}

// beside keeps text that belongs to no part. at is the part that it stands in or
// around.
func (m *reader) beside(data []byte, at place) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	if len(data) <= maxNotices {
		if text, _, _ := charset.Decode(data, ""); aboutMIME(text) {
			return nil
		}
	}
	if m.parts++; m.parts > m.lim.Parts {
		return m.tooMany(at)
	}
	m.bodies = append(m.bodies, &body{beside: true, plain: []textPart{{part: at.part(), data: data}}})
	return nil
}

func (m *reader) tooMany(at place) error {
	return m.issue("limit:parts", knowledge.Error, at.part(), fmt.Sprintf("parts after the first %d were not read", m.lim.Parts))
}

// hasBody reports whether a part of text was read.
func (m *reader) hasBody() bool {
	for _, b := range m.bodies {
		if !b.beside {
			return true
		}
	}
	return false
}

// How many bytes a sentence about MIME has at most, and all of them.
const (
	maxNotice  = 200
	maxNotices = 4096
)

// The sentences that mail programs put in front of a multipart for readers that
// do not know MIME: how one begins, what it speaks of, and what a reader lacks.
var (
	sentenceEnd  = lazy.Regexp(`[.!?]+(\s|$)`)
	noticeStart  = lazy.Regexp(`(?i)^\W*(this is|this (e-?mail|mail|message)|if you|since|you need|your|dies|ce |ceci|cette|este|esta|questo|это|mime|multi)`)
	noticeTopic  = lazy.Regexp(`(?i)\b(mime|multi-?part)\b.*(message|mail|format|reader|client|nachricht|mensa|messag|сообщени)|(message|mail|nachricht|mensa|messag|сообщени).*\b(mime|multi-?part)\b`)
	noticeLack   = lazy.Regexp(`(?i)\byour (e-?mail|mail|message|news) ?(reader|client|program|software|application)\b.*(\bnot\b|n't|cannot)`)
	noticeRFC    = lazy.Regexp(`(?i)^this is the (preamble|epilogue)$|^it is (also )?to be ignored\b`)
	rfcReference = lazy.Regexp(`\(RFC[^)]*\)`)
)

// aboutMIME reports whether text is nothing but the usual sentences about the form
// of the message. A text without letters and digits is none either.
func aboutMIME(text string) bool {
	text = oneLine(rfcReference().ReplaceAllString(text, ""))
	for _, s := range sentenceEnd().Split(text, -1) {
		if s = strings.TrimSpace(s); !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			continue
		}
		if len(s) > maxNotice || strings.ContainsFunc(s, unicode.IsDigit) || // a notice holds no numbers, a fact often does
			!(noticeRFC().MatchString(s) || noticeStart().MatchString(s) && (noticeTopic().MatchString(s) || noticeLack().MatchString(s))) {
			return false
		}
	}
	return true
}
