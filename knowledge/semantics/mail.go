package semantics

import (
	"strings"

	"quire/knowledge"
)

// mailState follows a message from its first block to the end of what its
// author newly wrote: before the signature and before the quoted mail.
type mailState struct {
	unit *knowledge.Unit
	over bool
}

// fresh reports whether b is newly written text of its message. Blocks come in
// reading order.
func (m *mailState) fresh(b *block) bool {
	if m.unit != b.unit {
		*m = mailState{unit: b.unit}
	}
	if m.over || b.Kind == knowledge.Meta {
		return false
	}
	body := strings.TrimSpace(b.body())
	if b.Kind == knowledge.Quote || startsQuoted(body) || closing(body) {
		m.over = true
		return false
	}
	return !salutation(body)
}

// startsQuoted reports a line that introduces the mail which is answered or
// forwarded.
func startsQuoted(body string) bool {
	line, _, _ := strings.Cut(body, "\n")
	lower := strings.ToLower(line)
	switch {
	case strings.HasPrefix(strings.TrimLeft(line, `\-_ `), "Original Message"), strings.HasPrefix(lower, "-----"), strings.HasPrefix(lower, `\-----`),
		strings.HasPrefix(lower, "____"), strings.HasPrefix(lower, `\____`), strings.HasPrefix(lower, ">"), strings.HasPrefix(lower, `\>`):
		return true
	}
	for _, end := range []string{"wrote:", "schrieb:", "a écrit :", "a écrit:", "escribió:", "ha scritto:", "schreef:", "escreveu:"} {
		if strings.HasSuffix(strings.TrimSpace(lower), end) {
			return true
		}
	}
	for _, from := range []string{"from:", "von:", "de :", "de:", "da:", "van:"} {
		if strings.HasPrefix(lower, from) && strings.Count(body, ":") >= 3 {
			return true
		}
	}
	return false
}

// closing reports a signature mark or a closing formula on a line of its own.
func closing(body string) bool {
	line, _, _ := strings.Cut(body, "\n")
	line = strings.TrimSpace(line)
	if line == "--" || line == `\--` {
		return true
	}
	lower := strings.TrimRight(strings.ToLower(line), " ,.!")
	return closings()[lower]
}

// salutation reports a greeting on a line of its own.
func salutation(body string) bool {
	if len(body) > 100 || strings.Contains(body, "\n") || !strings.ContainsAny(body[len(body)-min(1, len(body)):], ",!:") {
		return false
	}
	word, _, _ := strings.Cut(strings.ToLower(body), " ")
	return greetings()[strings.TrimRight(word, ",!:")]
}
