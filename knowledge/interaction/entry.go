package interaction

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"quire/knowledge"
	"quire/knowledge/secrets"
)

// Entry is one thing said in a conversation, as the ledger keeps it. ID comes
// first in its JSON: searches for ids rely on that.
type Entry struct {
	ID     string `json:"id"`
	Origin Origin `json:"origin"`
	// Span is what of the turn's text this entry holds, in bytes before redaction.
	// With the origin it is the entry's identity.
	Span        [2]int       `json:"span"`
	Time        string       `json:"time"` // RFC 3339, UTC
	Text        string       `json:"text"` // after redaction
	Sources     []string     `json:"sources,omitempty"`
	Attachments []Attachment `json:"attachments,omitempty"`
	Transcript  Stretch      `json:"transcript,omitzero"`
	Redactions  int          `json:"redactions,omitempty"` // secrets taken out of this entry
}

// Origin says who said it where.
type Origin struct {
	Host         string `json:"host"`                // the program that held the conversation
	Workspace    string `json:"workspace,omitempty"` // the folder it was about, as the host names it
	Conversation string `json:"conversation"`
	Turn         string `json:"turn"`
	Role         string `json:"role"`
}

// Attachment is a file that was handed over in a turn. Its bytes are not kept.
type Attachment struct {
	Name   string           `json:"name"`
	Digest knowledge.Digest `json:"digest,omitempty"`
}

// Stretch is the part of a transcript that an entry was read from.
type Stretch struct {
	Digest knowledge.Digest `json:"digest"` // of the whole transcript
	Span   [2]int64         `json:"span"`   // bytes of it
}

// Capture says where a transcript was found: what its lines do not say themselves.
type Capture struct {
	Host       string
	Workspace  string
	Transcript knowledge.Digest
}

// IDLength is the length of an entry's id: the letter i and 12 base32 characters.
const IDLength = 13

// Bounds of an entry's parts, far above what conversations hold.
const (
	maxNameBytes = 1024 // of an identifier, a source, an attachment's name
	maxListed    = 256  // sources, and attachments, of one entry
)

var idAlphabet = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// ValidID reports whether s has the form of an entry's id.
func ValidID(s string) bool {
	return len(s) == IDLength && s[0] == 'i' && strings.Trim(s[1:], "abcdefghijklmnopqrstuvwxyz234567") == ""
}

// entryID derives an id from what capture must be idempotent by. The workspace is
// left out: a moved folder holds the same conversations.
func entryID(o Origin, span [2]int) string {
	name := fmt.Sprintf("%q %q %q %q %d-%d", o.Host, o.Conversation, o.Turn, o.Role, span[0], span[1])
	sum := sha256.Sum256([]byte(name))
	return "i" + idAlphabet.EncodeToString(sum[:8])[:IDLength-1]
}

// New makes the entry of what ParseGeneric read: redacted, with its id. Its
// errors quote nothing of the entry.
func New(c Capture, raw RawEntry) (Entry, error) {
	e := draft(c, raw).redacted()
	return e, e.admit()
}

// draft is the entry before redaction.
func draft(c Capture, raw RawEntry) Entry {
	e := Entry{
		Origin:      Origin{c.Host, c.Workspace, raw.Conversation, raw.Turn, raw.Role},
		Span:        raw.Span,
		Time:        raw.Time,
		Text:        raw.Text,
		Sources:     raw.Sources,
		Attachments: raw.Attachments,
	}
	if c.Transcript != "" {
		e.Transcript = Stretch{c.Transcript, raw.Bytes}
	}
	e.ID = entryID(e.Origin, e.Span)
	return e
}

// redacted returns e without the secrets in its text and names. e shares nothing
// with what it returns, where that differs.
func (e Entry) redacted() Entry {
	take := func(s string) string {
		clean, n := Redact(s)
		e.Redactions += n
		return clean
	}
	e.Text = take(e.Text)
	sources := make([]string, 0, len(e.Sources))
	for _, s := range e.Sources {
		sources = append(sources, take(s))
	}
	attachments := make([]Attachment, 0, len(e.Attachments))
	for _, a := range e.Attachments {
		attachments = append(attachments, Attachment{take(a.Name), a.Digest})
	}
	if e.Sources != nil {
		e.Sources = sources
	}
	if e.Attachments != nil {
		e.Attachments = attachments
	}
	return e
}

// admit checks an entry that comes in. An origin is kept as it came, since
// redaction could make two of them one, so one that holds a secret is refused.
func (e *Entry) admit() error {
	o := &e.Origin
	for _, s := range []string{o.Host, o.Workspace, o.Conversation, o.Turn, o.Role} {
		if secrets.Credential(s) {
			return errors.New("the origin looks like it holds a secret")
		}
	}
	return e.check()
}

// check returns why e cannot be an entry, without quoting it. It asks no rule of
// redaction: what an earlier version admitted stays readable.
func (e *Entry) check() error {
	o := &e.Origin
	for _, f := range []struct{ name, value string }{
		{"host", o.Host}, {"conversation", o.Conversation}, {"turn", o.Turn}, {"role", o.Role},
	} {
		if err := checkBounded("the "+f.name, f.value); err != nil {
			return err
		}
	}
	if o.Workspace != "" {
		if err := checkBounded("the workspace", o.Workspace); err != nil {
			return err
		}
	}
	switch {
	case e.ID != entryID(e.Origin, e.Span):
		return errors.New("the id does not follow from the origin")
	case e.Span[0] < 0 || e.Span[1] < e.Span[0]:
		return errors.New("the span is not in order")
	case strings.TrimSpace(e.Text) == "":
		return errors.New("the text is empty")
	case !utf8.ValidString(e.Text):
		return errors.New("the text is not UTF-8")
	case e.Transcript != Stretch{} && !e.Transcript.Digest.Valid():
		return errors.New("the transcript's digest is malformed")
	case e.Transcript.Span[0] < 0 || e.Transcript.Span[1] < e.Transcript.Span[0]:
		return errors.New("the transcript's span is not in order")
	case len(e.Sources) > maxListed || len(e.Attachments) > maxListed:
		return fmt.Errorf("there are more than %d sources or attachments", maxListed)
	}
	if t, err := utcTime(e.Time); err != nil || t != e.Time {
		return errors.New("the time is not RFC 3339 in UTC")
	}
	return e.checkLists()
}

func (e *Entry) checkLists() error {
	for _, s := range e.Sources {
		if err := checkBounded("a source", s); err != nil {
			return err
		}
	}
	for _, a := range e.Attachments {
		if err := checkBounded("an attachment's name", a.Name); err != nil {
			return err
		}
		if a.Digest != "" && !a.Digest.Valid() {
			return errors.New("an attachment's digest is malformed")
		}
	}
	return nil
}

func checkBounded(what, s string) error {
	switch {
	case strings.TrimSpace(s) == "":
		return fmt.Errorf("%s is empty", what)
	case len(s) > maxNameBytes:
		return fmt.Errorf("%s is longer than %d bytes", what, maxNameBytes)
	case !utf8.ValidString(s):
		return fmt.Errorf("%s is not UTF-8", what)
	case strings.ContainsFunc(s, unicode.IsControl):
		return fmt.Errorf("%s holds a control character", what)
	}
	return nil
}

// utcTime returns s in UTC: as it came where it ends with Z.
func utcTime(s string) (string, error) {
	var t time.Time
	if err := t.UnmarshalText([]byte(s)); err != nil { // stricter than time.Parse
		return "", errors.New("the time is not RFC 3339")
	}
	if strings.HasSuffix(s, "Z") {
		return s, nil
	}
	return t.UTC().Format(time.RFC3339Nano), nil
}
