package extract

import (
	"encoding/json"
	"errors"
	"io"
	"strings"

	"quire/internal/lazy"
)

// textFormat names the format of a file whose head is text. more says that the
// file goes on behind head.
func textFormat(head, ext string, more bool) string {
	promised := textExtensions[ext]
	if promised == "markdown" || promised == "csv" || promised == "tsv" || promised == "yaml" {
		return promised
	}
	start := strings.TrimLeft(head, " \t\r\n\uFEFF")
	if codeExtensions[ext] && promised == "" {
		return "text"
	}
	if strings.HasPrefix(start, `\documentclass`) || strings.Contains(head, `\begin{document}`) && promised != "html" || promised == "latex" && strings.Contains(head, `\`) {
		return "latex"
	}
	if f := markupFormat(start, promised); f != "" {
		return f
	}
	if f := mailFormat(head, promised); f != "" {
		return f
	}
	if f := jsonFormat(start, promised, more); f != "" {
		return f
	}
	switch promised {
	case "json", "jsonl", "ipynb", "xml", "svg", "fb2", "eml", "mhtml", "mbox", "latex":
		return "text" // the name says so, the content does not
	case "html":
		if strings.ContainsAny(head, "<&") {
			return "html"
		}
		return "text"
	}
	if ext != "log" {
		if f := delimitedFormat(head, more); f != "" {
			return f
		}
	}
	return "text"
}

// markupFormat recognises HTML and XML by their first tags.
func markupFormat(start, promised string) string {
	if !strings.HasPrefix(start, "<") {
		return ""
	}
	low := strings.ToLower(start[:min(len(start), 4096)])
	for _, s := range []string{"<!doctype html", "<html", "<head", "<body", "<title", "<script", "<table", "<div", "<p>", "<h1", "<meta"} {
		if rest, ok := strings.CutPrefix(low, s); ok && (rest == "" || !isNameByte(rest[0]) || strings.HasSuffix(s, ">")) {
			return "html"
		}
	}
	root := xmlRoot(start)
	if promised == "html" || root == "html" && (strings.HasPrefix(low, "<?xml") || strings.HasPrefix(low, "<!--")) {
		return "html"
	}
	declared := strings.HasPrefix(low, "<?xml") || strings.HasPrefix(low, "<!doctype")
	switch {
	case root == "":
		return ""
	case root == "svg":
		return "svg"
	case root == "FictionBook":
		return "fb2"
	case declared || promised == "xml" || promised == "svg" || promised == "fb2" || strings.Contains(low, " xmlns"):
		return "xml"
	}
	return ""
}

var xmlSkip = lazy.Regexp(`(?s)^(\s+|<\?.*?\?>|<!--.*?-->|<![^<>\[]*(\[.*?\]\s*)?>)`)

// xmlRoot returns the local name of the first element, "" where there is none.
func xmlRoot(s string) string {
	for {
		m := xmlSkip().FindString(s)
		if m == "" {
			break
		}
		s = s[len(m):]
	}
	if !strings.HasPrefix(s, "<") {
		return ""
	}
	end := 1
	for end < len(s) && (isNameByte(s[end]) || s[end] == ':' || s[end] >= 0x80) {
		end++
	}
	name := s[1:end]
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	return name
}

func isNameByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.'
}

// mailHeaders are names that a mail has some of; two make a mail of any file,
// one of a file that is named as a mail.
var mailHeaders = set(
	"from", "to", "cc", "bcc", "subject", "date", "message-id", "mime-version", "content-type", "content-transfer-encoding", "received",
	"return-path", "delivered-to", "reply-to", "sender", "in-reply-to", "references", "dkim-signature", "x-mailer", "list-id",
	"resent-from", "authentication-results", "arc-seal", "x-received", "x-priority", "thread-topic", "thread-index",
)

var mboxFrom = lazy.Regexp(`^From (-\s*$|\S+ .*\d\d:\d\d)`)

// mailFormat recognises mail by its header lines. A line "From address date" in
// front makes it a mailbox, unless the file is named as a single mail; what a
// browser wrote is a saved page.
func mailFormat(head, promised string) string {
	line, rest, _ := strings.Cut(head, "\n")
	box := mboxFrom().MatchString(line)
	if box {
		head = rest
	}
	known, lines := 0, 0
	saved, sent := false, false // by a browser, by a mail program
	for l := range strings.SplitSeq(head, "\n") {
		l = strings.TrimSuffix(l, "\r")
		if l == "" || lines > 400 {
			break
		}
		lines++
		if l[0] == ' ' || l[0] == '\t' {
			continue
		}
		name, value, ok := strings.Cut(l, ":")
		if !ok || name == "" || strings.ContainsAny(name, " \t<>\"/") {
			if promised == "eml" || promised == "mhtml" || promised == "mbox" || box {
				continue // real mail has broken header lines
			}
			return ""
		}
		name = strings.ToLower(name)
		if mailHeaders[name] {
			known++
		}
		sent = sent || name == "to" || name == "received" || name == "delivered-to"
		saved = saved || name == "snapshot-content-location" || name == "from" && strings.Contains(value, "Saved by ")
	}
	switch {
	case saved && known > 0, promised == "mhtml" && known > 0 && !sent:
		return "mhtml"
	case box && known > 0 && promised != "eml", promised == "mbox" && known > 0:
		return "mbox"
	case known >= 2, known == 1 && (promised == "eml" || promised == "mhtml"):
		return "eml"
	}
	return ""
}

// jsonFormat recognises JSON by reading it: one value, or several that follow
// each other, which are JSON lines.
func jsonFormat(start, promised string, more bool) string {
	if promised != "json" && promised != "jsonl" && promised != "ipynb" {
		promised = ""
	}
	if start == "" || !strings.ContainsAny(start[:1], "{[") && promised == "" {
		return ""
	}
	values, objects := 0, 0
	dec := json.NewDecoder(strings.NewReader(start))
	for {
		var v json.RawMessage
		err := dec.Decode(&v)
		if err == io.EOF {
			break
		}
		if err != nil {
			if !(errors.Is(err, io.ErrUnexpectedEOF) && (more || promised != "")) {
				if promised == "" || values == 0 && !strings.ContainsAny(start[:1], "{[\"") {
					return ""
				}
			}
			break
		}
		values++
		if len(v) > 0 && (v[0] == '{' || v[0] == '[') {
			objects++
		}
	}
	switch {
	case promised == "ipynb", strings.HasPrefix(start, "{") && strings.Contains(start, `"nbformat"`) && strings.Contains(start, `"cells"`):
		return "ipynb"
	case promised == "jsonl", values > 1 && objects == values:
		return "jsonl"
	case values > 1 && promised == "":
		return ""
	}
	return "json"
}

// delimitedFormat recognises tables without a telling name: at least five lines,
// all with the same number of tabs, semicolons or commas outside quotes. Lines
// of prose never agree on that; bars are left out, since drawings are made of
// them.
func delimitedFormat(head string, more bool) string {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(head, "\r\n", "\n"), "\n"), "\n")
	if more && len(lines) > 1 {
		lines = lines[:len(lines)-1]
	}
	if len(lines) < 5 {
		return ""
	}
	for _, d := range []struct {
		sep    byte
		least  int
		format string
	}{{'\t', 1, "tsv"}, {';', 2, "csv"}, {',', 2, "csv"}} {
		if regular(lines, d.sep, d.least) {
			return d.format
		}
	}
	return ""
}

func regular(lines []string, sep byte, least int) bool {
	want := -1
	for _, l := range lines {
		n, quoted := 0, false
		for i := range len(l) {
			switch {
			case l[i] == '"':
				quoted = !quoted
			case l[i] == sep && !quoted:
				n++
			}
		}
		if want < 0 {
			want = n
		}
		if quoted || n != want || n < least || len(l) > 120*(n+1) {
			return false
		}
	}
	return true
}
