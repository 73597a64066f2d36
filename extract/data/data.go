package data

import (
	"context"
	"errors"

	"quire/extract"
	"quire/extract/text"
	"quire/knowledge"
)

// Limits on what becomes a tree. What is larger is read line by line: a tree
// takes some twenty times the memory of its text.
const (
	maxTree  = 8 << 20 // bytes of text
	maxNodes = 300_000
	maxDepth = 500
)

// errTooLarge says that a text holds more than a tree may.
var errTooLarge = errors.New("more values than are read as a tree")

type extractor struct{}

// New returns the extractor of JSON, JSON lines, YAML and XML.
func New() extract.Extractor { return extractor{} }

func (extractor) Name() string      { return "data" }
func (extractor) Version() int      { return 1 }
func (extractor) Formats() []string { return []string{"json", "jsonl", "yaml", "xml"} }

// Extract delivers the sections of a document, or the row ranges of JSON lines.
func (extractor) Extract(ctx context.Context, in extract.Input, lim extract.Limits, sink extract.Sink) error {
	lim = lim.WithDefaults()
	d, err := extract.Decode(ctx, in, lim)
	if err != nil {
		return err
	}
	var write func(*writer)
	meta, reason := knowledge.Metadata{}, error(nil)
	switch {
	case in.Format == "jsonl":
		if err := d.Open(sink, meta); err != nil {
			return err
		}
		if err := jsonLines(ctx, d.Text, lim, sink); err != nil {
			return err
		}
		return d.Rest()
	case len(d.Text) > maxTree:
		reason = errTooLarge
	default:
		write, meta, reason = parse(in.Format, d.Text)
	}
	if err := d.Open(sink, meta); err != nil {
		return err
	}
	if reason != nil {
		err = asText(ctx, d.Text, reason, sink)
	} else {
		w := &writer{}
		write(w)
		err = gather(ctx, w.out, sink)
	}
	if err != nil {
		return err
	}
	return d.Rest()
}

// parse returns what writes the document that s holds.
func parse(format, s string) (write func(*writer), m knowledge.Metadata, err error) {
	switch format {
	case "xml":
		root, err := parseXML(s)
		if err != nil {
			return nil, m, err
		}
		return func(w *writer) { w.document(root) }, root.metadata(), nil
	case "yaml":
		docs, err := parseYAML(s)
		return func(w *writer) { w.documents(docs) }, m, err
	}
	n, err := parseJSON(s)
	return func(w *writer) { w.documents([]*node{n}) }, m, err
}

// asText delivers a text whose structure is not read, and why.
func asText(ctx context.Context, s string, reason error, sink extract.Sink) error {
	code := "not-well-formed"
	if errors.Is(reason, errTooLarge) {
		code = "large-data"
	}
	err := sink.Issue(knowledge.Issue{Code: code, Severity: knowledge.Note, Detail: "read as plain text: " + reason.Error()})
	if err != nil {
		return err
	}
	return text.Deliver(ctx, s, sink)
}
