package notebook

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"quire/extract"
	"quire/extract/html"
	"quire/extract/markdown"
	"quire/knowledge"
)

// lined is a text that is written as one string or as a list of lines.
type lined string

// UnmarshalJSON implements json.Unmarshaler. What is neither is no text.
func (l *lined) UnmarshalJSON(b []byte) error {
	var list []string
	var one string
	if json.Unmarshal(b, &list) == nil {
		*l = lined(strings.Join(list, ""))
	} else if json.Unmarshal(b, &one) == nil {
		*l = lined(one)
	}
	return nil
}

type cell struct {
	Type        string                      `json:"cell_type"`
	Source      lined                       `json:"source"`
	Input       lined                       `json:"input"` // code of format 3
	Level       int                         `json:"level"` // of a heading of format 3
	Language    string                      `json:"language"`
	Attachments map[string]map[string]lined `json:"attachments"`
	Outputs     []output                    `json:"outputs"`
}

type output struct {
	Data map[string]lined `json:"data"`
	Text lined            `json:"text"` // of a stream
	HTML lined            `json:"html"` // of format 3, as are the next two
	PNG  lined            `json:"png"`
	JPEG lined            `json:"jpeg"`

	Error string `json:"ename"`
	Value string `json:"evalue"`
	Trace lined  `json:"traceback"`
}

// cell reads one cell.
func (r *reader) cell(raw json.RawMessage) error {
	r.place(raw)
	var c cell
	if err := json.Unmarshal(raw, &c); err != nil {
		return r.sink.Issue(knowledge.Issue{Code: "cell", Severity: knowledge.Warning, Locator: r.where, Detail: "the cell cannot be read: its JSON is not that of a cell"})
	}
	var err error
	switch c.Type {
	case "markdown":
		err = r.markdown(string(c.Source))
	case "heading":
		err = r.add(extract.Head(max(c.Level, 1), string(c.Source)), nil, 0)
	case "code":
		language := c.Language
		if language == "" {
			language = r.language
		}
		err = r.code(string(c.Source+c.Input), language)
	default:
		err = r.code(string(c.Source), "")
	}
	for _, name := range slices.Sorted(maps.Keys(c.Attachments)) {
		if err == nil {
			_, err = r.pictures(c.Attachments[name], name)
		}
	}
	for _, o := range c.Outputs {
		if err == nil {
			err = r.output(o)
		}
	}
	return err
}

func (r *reader) markdown(s string) error {
	blocks, err := markdown.Read(s)
	if err != nil {
		return r.code(s, "")
	}
	for _, b := range blocks {
		links := slices.DeleteFunc(b.Links, func(l knowledge.Link) bool { return strings.HasPrefix(l.Target, "attachment:") })
		if err := r.add(b.Block, links, b.Images); err != nil {
			return err
		}
	}
	return nil
}

// code adds program text or what a program wrote, long ones in pieces.
func (r *reader) code(s, language string) error {
	for s = strings.Trim(s, "\n"); strings.TrimSpace(s) != ""; {
		n := len(s)
		if n > maxUnit/2 {
			if n = strings.LastIndexByte(s[:maxUnit/2], '\n') + 1; n == 0 {
				n = len(strings.ToValidUTF8(s[:maxUnit/2], ""))
			}
		}
		if err := r.add(extract.Block{Kind: knowledge.Code, Text: s[:n], Language: language}, nil, 0); err != nil {
			return err
		}
		s = s[n:]
	}
	return nil
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

// output reads what a cell put out, in the form that tells most.
func (r *reader) output(o output) error {
	data := map[string]lined{"text/html": o.HTML, "image/png": o.PNG, "image/jpeg": o.JPEG, "text/plain": o.Text}
	for kind, v := range o.Data {
		data[kind] = v
	}
	pictured, err := r.pictures(data, "")
	if err != nil {
		return err
	}
	switch markup := string(data["text/html"]); {
	case o.Error != "":
		trace := strings.TrimSpace(string(o.Trace))
		if trace == "" {
			trace = o.Error + ": " + o.Value
		}
		return r.code(escapes.ReplaceAllString(trace, ""), "")
	case strings.TrimSpace(string(data["text/markdown"])) != "":
		return r.markdown(string(data["text/markdown"]))
	case strings.TrimSpace(markup) != "":
		page := html.Read([]byte(markup), html.Options{Charset: "utf-8", Limits: r.lim})
		for _, i := range page.Issues {
			i.Locator = r.where
			if err := r.sink.Issue(i); err != nil {
				return err
			}
		}
		for _, b := range page.Blocks {
			if err := r.add(b.Block, b.Links, b.Images); err != nil {
				return err
			}
		}
		return nil
	case pictured: // its text is "<Figure size 640x480>"
		return nil
	case strings.TrimSpace(string(data["text/latex"])) != "":
		return r.add(extract.Block{Kind: knowledge.Formula, Text: strings.Trim(strings.TrimSpace(string(data["text/latex"])), "$")}, nil, 0)
	}
	return r.code(escapes.ReplaceAllString(string(data["text/plain"]), ""), "")
}

// endings are the endings of file names for the types of pictures.
var endings = map[string]string{"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/svg+xml": ".svg", "application/pdf": ".pdf"}

// pictures delivers the first picture among the forms of one thing as a child. It
// reports whether there is one.
func (r *reader) pictures(data map[string]lined, name string) (bool, error) {
	for _, kind := range slices.Sorted(maps.Keys(data)) {
		text := strings.TrimSpace(string(data[kind]))
		if endings[kind] == "" || text == "" {
			continue
		}
		r.children++
		c := knowledge.Child{Name: name}
		if name == "" {
			c.Name = fmt.Sprintf("output-%d%s", r.children, endings[kind])
		}
		c.Member = r.where.With("member", fmt.Sprintf("%d/%s", r.children, c.Name))
		content := []byte(text)
		if kind != "image/svg+xml" {
			var err error
			if content, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), "")); err != nil {
				c.Reason = "the base64 of the picture is damaged"
				return true, r.sink.Child(c, nil)
			}
		}
		if r.unit == nil {
			r.open("")
		}
		if name == "" {
			r.unit.Images++ // an attachment is counted where it is shown
		}
		return true, r.sink.Child(c, bytes.NewReader(content))
	}
	return false, nil
}
