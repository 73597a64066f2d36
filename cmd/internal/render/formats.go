package render

import "quire/extract"

// FormatInfo is one format and what is read of it.
type FormatInfo struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
	Read bool   `json:"read"` // false: listed with its sources, never opened
	extract.About
}

// FormatList returns the formats that a registry reads, then those it only knows by
// name.
func FormatList(r *extract.Registry) []FormatInfo {
	var out []FormatInfo
	for _, f := range r.Formats() {
		out = append(out, FormatInfo{f, extract.Kind(f), true, r.About(f)})
	}
	for _, f := range r.Unread() {
		out = append(out, FormatInfo{Name: f, Kind: extract.Kind(f)})
	}
	return out
}

// Formats writes what is read of each format and what is not.
func Formats(p Printer, list []FormatInfo) error {
	var unread []string
	for _, f := range list {
		if !f.Read {
			unread = append(unread, f.Name+" ("+f.Kind+")")
			continue
		}
		p.Printf("%s  %s\n", p.Bold(f.Name), f.Endings)
		wrap(p, "  reads  ", f.Reads)
		if f.Not != "" {
			wrap(p, "  not    ", f.Not)
		}
	}
	p.Printf("\nknown by name only; such files are listed as unsupported:\n")
	wrap(p, "  ", joinWords(unread))
	return p.Err()
}

// FormatsMarkdown writes the same as a table for a page.
func FormatsMarkdown(p Printer, list []FormatInfo) error {
	p.Printf("| format | names end in | read | not read |\n|---|---|---|---|\n")
	var unread []string
	for _, f := range list {
		if !f.Read {
			unread = append(unread, f.Name+" ("+f.Kind+")")
			continue
		}
		p.Printf("| %s | %s | %s | %s |\n", f.Name, f.Endings, f.Reads, f.Not)
	}
	p.Printf("\nKnown by name only, and listed as unsupported: %s.\n", joinWords(unread))
	return p.Err()
}
