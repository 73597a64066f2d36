package semantics

import (
	"strings"
	"unicode"

	"quire/knowledge"
)

// Facts are what joins between documents start from. They say nothing of another
// document.
type Facts struct {
	TitleKey   string   `json:"title_key,omitempty"` // words of the title in lower case, for equality
	MessageID  string   `json:"message_id,omitempty"`
	InReplyTo  string   `json:"in_reply_to,omitempty"`
	References []string `json:"references,omitempty"` // message ids
	Links      []string `json:"links,omitempty"`      // targets as written, each once, in order of first use

	Joins knowledge.Facts `json:"-"` // what joins sources by likeness and by what they say; a table of its own holds it
}

// factsOf collects the facts and counts the link targets beyond the cap.
func factsOf(v *view, title string) (Facts, int) {
	extra := v.doc.Evidence.Meta.Extra
	f := Facts{TitleKey: titleKey(title), MessageID: messageID(extra["message-id"]), InReplyTo: messageID(extra["in-reply-to"])}
	for _, id := range strings.Fields(extra["references"]) {
		if id = messageID(id); id != "" && len(f.References) < maxLinks {
			f.References = append(f.References, id)
		}
	}
	seen := map[string]bool{}
	more := 0
	for i := range v.doc.Units {
		for _, l := range v.doc.Units[i].Links {
			switch {
			case seen[l.Target] || !joins(l.Target):
			case len(f.Links) == maxLinks:
				more++
			default:
				seen[l.Target] = true
				f.Links = append(f.Links, l.Target)
			}
		}
	}
	return f, more
}

// joins reports a target that may name another document.
func joins(target string) bool {
	return target != "" && target[0] != '#' && !strings.HasPrefix(target, "javascript:") && !strings.HasPrefix(target, "data:")
}

// messageID is an id without its angle brackets.
func messageID(s string) string {
	s = strings.TrimSpace(s)
	return strings.TrimSuffix(strings.TrimPrefix(s, "<"), ">")
}

// titleKey is the title's letters and digits in lower case, words apart by one
// space.
func titleKey(title string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	}), " ")
}
