package render

import (
	"quire/cmd/internal/export"
)

// Exported is what came of an export.
type Exported struct {
	Format string `json:"format"`
	Dir    string `json:"dir"`
	export.Summary
	export.Written
	Differs []string `json:"differs"` // of a check: files that are missing, other, or no longer part of it
}

// Export writes what came of an export, or of comparing one.
func Export(p Printer, snapshot string, x *Exported, check bool) error {
	if check {
		for _, name := range x.Differs {
			p.Printf("differs %s\n", p.Line(name))
		}
		if len(x.Differs) == 0 {
			p.Printf("%s is what snapshot %s gives\n", p.Line(x.Dir), Short(snapshot))
		}
		return p.Err()
	}
	p.Printf("exported snapshot %s as %s to %s\n", Short(snapshot), x.Format, p.Line(x.Dir))
	p.Printf("  %s, %s · %s, %s\n", plural(x.Documents, "document"), plural(x.Authored, "authored text"), plural(x.Files, "file"), Bytes(x.Bytes))
	for _, n := range []struct {
		count     int
		one, many string
	}{
		{x.WithoutText, "document without text, listed only", "documents without text, listed only"},
		{x.Hidden, "hidden unit or block left out: --hidden", "hidden units and blocks left out: --hidden"},
		{x.LeftOut, "range left out by corrections", "ranges left out by corrections"},
		{x.Removed, "file of the earlier export removed", "files of the earlier export removed"},
	} {
		switch n.count {
		case 0:
		case 1:
			p.Printf("  1 %s\n", n.one)
		default:
			p.Printf("  %d %s\n", n.count, n.many)
		}
	}
	return p.Err()
}
