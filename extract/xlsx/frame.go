package xlsx

import (
	"io"
	"slices"

	"quire/extract"
	"quire/extract/ooxml"
)

// frame is what a worksheet says around its cells.
type frame struct {
	hiddenCols []area // columns only
	merges     []area // sorted by top, then left
	headers    []headerArea
	tables     []string   // names of list objects and their ranges
	links      []cellLink // sorted likewise
	notes      []note
	running    []extract.Block // headers and footers of the printed sheet
	drawings   []string        // parts
	vml        []string
}

// headerArea says that the sheet itself names the header rows of a table: a list
// object or a filtered range.
type headerArea struct {
	area
	rows int
}

// cellLink is a hyperlink of a cell; text is what it is displayed as, where the
// file says so.
type cellLink struct {
	at           area
	text, target string
}

// Bounds of what stands around the cells; a sheet may hold a million of each only
// to exhaust its reader.
const (
	maxMerges = 100_000
	maxLinks  = 50_000
	maxNotes  = 2_000
)

// readFrame reads a worksheet without its cells. On an error the frame holds what
// came before.
func readFrame(pkg *ooxml.Package, part, sheet string, lim extract.Limits) (*frame, error) {
	f := &frame{}
	rc, err := pkg.Reader(part)
	if err != nil {
		return f, err
	}
	defer rc.Close()
	s := ooxml.NewStream(newCutReader(rc, "sheetData"), lim)
	root, err := s.Next()
	if err != nil || root == nil {
		return f, noEnd(err)
	}
	rels := pkg.Rels(part)
	for {
		n, err := s.Next()
		if err != nil || n == nil {
			break
		}
		if err := f.element(s, n, rels, sheet); err != nil {
			return f, noEnd(err)
		}
	}
	slices.SortStableFunc(f.notes, func(a, b note) int { return a.at.compare(b.at) })
	slices.SortStableFunc(f.merges, area.compare)
	slices.SortStableFunc(f.links, func(a, b cellLink) int { return a.at.compare(b.at) })
	return f, f.readTables(pkg, rels)
}

// noEnd hides the end of a part that ends too early: reading the cells reports
// it once.
func noEnd(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

// element reads one child of the worksheet. Long lists are read item by item.
func (f *frame) element(s *ooxml.Stream, n *ooxml.Node, rels ooxml.Rels, sheet string) error {
	switch local(n.Name) {
	case "sheetData":
		return s.Skip()
	case "mergeCells", "hyperlinks", "cols":
		return f.list(s, rels)
	}
	if err := s.Fill(n); err != nil {
		return err
	}
	switch local(n.Name) {
	case "autoFilter":
		if a, ok := parseArea(n.Attr("ref")); ok {
			f.headers = append(f.headers, headerArea{a, 1})
		}
	case "dataValidations", "extLst":
		f.validations(n)
	case "headerFooter":
		f.running = running(n, sheet)
	case "drawing":
		f.part(&f.drawings, n, rels)
	case "legacyDrawing":
		f.part(&f.vml, n, rels)
	}
	return nil
}

func (f *frame) part(list *[]string, n *ooxml.Node, rels ooxml.Rels) {
	if r, ok := rels.ByID(n.Attr("r:id")); ok && !r.External {
		*list = append(*list, r.Target)
	}
}

func (f *frame) list(s *ooxml.Stream, rels ooxml.Rels) error {
	for {
		n, err := s.Next()
		if err != nil {
			return err
		}
		if n == nil {
			return nil
		}
		if err := s.Skip(); err != nil {
			return err
		}
		switch local(n.Name) {
		case "col":
			if isTrue(n.Attr("hidden")) && !folded(n.Attr("outlineLevel")) && len(f.hiddenCols) < maxCol {
				f.hiddenCols = append(f.hiddenCols, area{1, n.Int("min", 1), maxRow, n.Int("max", 0)})
			}
		case "mergeCell":
			if a, ok := parseArea(n.Attr("ref")); ok && len(f.merges) < maxMerges && (a.top < a.bottom || a.left < a.right) {
				f.merges = append(f.merges, a)
			}
		case "hyperlink":
			f.link(n, rels)
		}
	}
}

func (f *frame) link(n *ooxml.Node, rels ooxml.Rels) {
	a, ok := parseArea(n.Attr("ref"))
	if !ok || len(f.links) == maxLinks {
		return
	}
	l := cellLink{at: a, text: n.Attr("display")}
	if r, ok := rels.ByID(n.Attr("r:id")); ok {
		l.target = r.Target
	}
	if place := n.Attr("location"); place != "" {
		l.target += "#" + place
	}
	if l.target != "" {
		f.links = append(f.links, l)
	}
}

// colHidden reports whether a column is hidden.
func (f *frame) colHidden(col int) bool {
	for _, a := range f.hiddenCols {
		if a.left <= col && col <= a.right {
			return true
		}
	}
	return false
}

// readTables adds the list objects of the sheet to the known headers.
func (f *frame) readTables(pkg *ooxml.Package, rels ooxml.Rels) error {
	for _, r := range rels.ByType("table") {
		root, err := pkg.Tree(r.Target)
		if err != nil {
			return err
		}
		a, ok := parseArea(root.Attr("ref"))
		if !ok {
			continue
		}
		f.headers = append(f.headers, headerArea{a, root.Int("headerRowCount", 1)})
		name := root.Attr("displayName")
		if name == "" {
			name = root.Attr("name")
		}
		if name != "" {
			f.tables = append(f.tables, name+" = table "+a.String())
		}
	}
	return nil
}
