package extract

import (
	"fmt"
	"slices"
)

// Registry maps formats to the extractors that read them.
type Registry struct {
	byFormat map[string]Extractor
	all      []Extractor
}

// NewRegistry returns a registry of these extractors. The first that reads a
// format is its default; others are chosen by name (Named).
func NewRegistry(all ...Extractor) *Registry {
	r := &Registry{byFormat: map[string]Extractor{}, all: all}
	for _, x := range all {
		for _, f := range x.Formats() {
			if r.byFormat[f] == nil {
				r.byFormat[f] = x
			}
		}
	}
	return r
}

// For returns the extractor of a format under these options, nil where the
// format is not read.
func (r *Registry) For(format string, o Options) Extractor {
	if format == "pdf" && o.PDFEngine != "" {
		return r.Named(o.PDFEngine)
	}
	return r.byFormat[format]
}

// Named returns the extractor of that name, nil where there is none.
func (r *Registry) Named(name string) Extractor {
	for _, x := range r.all {
		if x.Name() == name {
			return x
		}
	}
	return nil
}

// Formats lists the formats that are read, sorted.
func (r *Registry) Formats() []string {
	var out []string
	for f := range r.byFormat {
		out = append(out, f)
	}
	slices.Sort(out)
	return out
}

// Label is how a recipe names an extractor: name and version.
func Label(x Extractor) string { return fmt.Sprintf("%s/%d", x.Name(), x.Version()) }
