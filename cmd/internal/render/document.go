package render

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"quire/knowledge"
)

// Document writes one extracted file: its Markdown, its plain text, or its record
// as JSON. Issues go to stderr unless they are part of the JSON. On a terminal,
// controls that could move the cursor or turn the text are written out.
func Document(out, errs io.Writer, d *knowledge.Document, format, name string, terminal bool) error {
	if format == "json" {
		return documentJSON(out, d)
	}
	for _, i := range d.Evidence.Issues {
		at := ""
		if !i.Locator.IsZero() {
			at = " at " + i.Locator.String()
		}
		fmt.Fprintf(errs, "quire: %s: %s%s: %s\n", knowledge.Visible(name), i.Code, at, knowledge.Visible(i.Detail))
	}
	var text strings.Builder
	if format == "markdown" {
		text.WriteString(d.Text)
	} else {
		plainText(&text, d)
	}
	w := bufio.NewWriter(out)
	for line := range strings.Lines(text.String()) {
		if terminal {
			line = knowledge.Visible(strings.TrimSuffix(line, "\n")) + "\n"
		}
		w.WriteString(line)
	}
	return w.Flush()
}

// plainText writes what a person who leafs through the document reads, without
// markup: not what is hidden, not the boilerplate of a web page, not what a workbook
// shows only where one points at it (comments, names of cells, what a chart is drawn
// from); a running header or footer once.
func plainText(w *strings.Builder, d *knowledge.Document) {
	running := map[string]bool{}
	for i := range d.Units {
		u := &d.Units[i]
		if outOfSight(u.Flags) {
			continue
		}
		text := d.UnitText(u)
		for j := range u.Blocks {
			b := &u.Blocks[j]
			md := text[b.Span[0]:b.Span[1]]
			plain := knowledge.Plain(b, md, 0)
			switch {
			case b.Kind == knowledge.Header, b.Kind == knowledge.Footer:
				if knowledge.HasFlag(b.Flags, knowledge.Hidden) || running[plain] {
					continue
				}
				running[plain] = true
			case outOfSight(b.Flags), b.Kind == knowledge.Deletion:
				continue
			case (b.Kind == knowledge.Meta || b.Kind == knowledge.Comment) && (u.Kind == knowledge.Sheet || u.Kind == knowledge.Rows):
				continue
			case b.Kind == knowledge.ListItem:
				w.WriteString(strings.TrimLeft(strings.TrimLeft(md[:b.Lead], " "), "-"))
			}
			w.WriteString(plain)
			w.WriteByte('\n')
		}
	}
}

func outOfSight(flags []knowledge.Flag) bool {
	return knowledge.HasFlag(flags, knowledge.Hidden) || knowledge.HasFlag(flags, knowledge.Furniture)
}

func documentJSON(out io.Writer, d *knowledge.Document) error {
	type unit struct {
		knowledge.Unit
		Text string `json:"text"`
	}
	units := make([]unit, len(d.Units))
	for i := range d.Units {
		units[i] = unit{d.Units[i], d.UnitText(&d.Units[i])}
	}
	issues := d.Evidence.Issues
	if issues == nil {
		issues = []knowledge.Issue{}
	}
	children := d.Evidence.Children
	if children == nil {
		children = []knowledge.Child{}
	}
	return JSON(out, "extract", "", d.Evidence.Outcome != knowledge.Failed, map[string]any{
		"type": d.Evidence.Recipe.Format, "outcome": d.Evidence.Outcome, "reason": d.Evidence.Reason, "meta": d.Evidence.Meta,
		"counts": d.Evidence.Counts, "recipe": d.Evidence.Recipe, "units": units, "issues": issues, "children": children,
	})
}
