package pipeline

import (
	"path"
	"strings"

	"quire/extract"
	"quire/knowledge"
)

// describe fills in the row of what was read. What only semantics knows (title,
// language, date, summary) comes later.
func (r *run) describe(it *item, doc *knowledge.Document) {
	e := &doc.Evidence
	row := it.row
	row.Outcome, row.Reason = e.Outcome, e.Reason
	row.Counts, row.Units, row.Passages = e.Counts, e.Units, e.Passages
	row.Tokens = 0
	for i := range doc.Units {
		for _, p := range doc.Units[i].Passages {
			row.Tokens += int64(p.Tokens)
		}
	}
	row.Issues = firstIssues(e.Issues)
	for _, i := range e.Issues {
		if i.Code == e.Reason {
			row.Detail = i.Detail
			break
		}
	}
}

// maxRowIssues is how many issues a row repeats; all are with the evidence.
const maxRowIssues = 20

func firstIssues(all []knowledge.Issue) []knowledge.Issue {
	return all[:min(len(all), maxRowIssues)]
}

// untitled gives a row without a title the name of its file.
func (it *item) untitled() {
	if it.row.Title != "" {
		return
	}
	name := strings.TrimSuffix(it.row.Path, "/")
	if i := strings.LastIndex(name, "!/"); i >= 0 {
		name = name[i+2:]
	}
	name = path.Base(name)
	if ext := path.Ext(name); ext != name && len(ext) <= 10 {
		name = strings.TrimSuffix(name, ext)
	}
	it.row.Title, it.row.TitleBy = knowledge.Line(name, knowledge.MaxTitle), "file-name"
}

// unsupported says why no extractor was asked about a format.
func unsupported(format string) (knowledge.Outcome, string, string) {
	switch format {
	case "empty":
		return knowledge.Empty, "", "the file has no bytes"
	case "encrypted-office":
		return knowledge.Encrypted, "encrypted", "an encrypted office document"
	case "", "unknown":
		return knowledge.Unsupported, "unknown-format", "its bytes are of no known format"
	}
	kind := extract.Kind(format)
	if kind == format {
		return knowledge.Unsupported, "unsupported", kind
	}
	return knowledge.Unsupported, "unsupported", format + " (" + kind + ")"
}
