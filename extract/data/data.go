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
	var files binaries
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
		write, meta, reason = parse(in.Format, d.Text, &files)
	}
	if err := d.Open(sink, meta); err != nil {
		return err
	}
	if reason != nil {
		err = asText(ctx, d.Text, reason, sink)
	} else {
		w := &writer{}
		write(w)
		if err = gather(ctx, w.out, sink); err == nil {
			err = files.deliver(ctx, sink)
		}
	}
	if err != nil {
		return err
	}
	return d.Rest()
}

// parse returns what writes the document that s holds. What it holds as base64 is
// put into files.
func parse(format, s string, files *binaries) (write func(*writer), m knowledge.Metadata, err error) {
	if format == "xml" {
		d, err := parseXML(s, files)
		if err != nil {
			return nil, m, err
		}
		return func(w *writer) { w.document(d) }, d.metadata(), nil
	}
	var docs []*node
	if format == "yaml" {
		docs, err = parseYAML(s)
	} else {
		var n *node
		n, err = parseJSON(s)
		docs = []*node{n}
	}
	if err != nil {
		return nil, m, err
	}
	for _, n := range docs {
		files.ofNodes(n)
		n.measure()
	}
	return func(w *writer) { w.documents(docs) }, m, nil
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
