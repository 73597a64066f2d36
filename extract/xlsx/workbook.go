package xlsx

import (
	"fmt"
	"strconv"
	"strings"

	"quire/extract"
	"quire/extract/ooxml"
)

// workbook is what all sheets share.
type workbook struct {
	pkg      *ooxml.Package
	main     string
	date1904 bool
	sheets   []sheetRef
	names    []definedName
	strings  *stringTable
	styles   *styles
	persons  map[string]string // author of threaded comments by id
}

// sheetRef is a sheet as the workbook lists it.
type sheetRef struct {
	name   string
	part   string
	hidden bool
}

// definedName is a name that formulas use for a range or value.
type definedName struct {
	name, refers string
	sheet        int // index of its sheet, -1 where it belongs to none
}

// maxNames bounds the defined names that are kept.
const maxNames = 20_000

// openWorkbook reads the parts that all sheets need. What is missing or damaged
// among them is an issue; without the list of sheets there is nothing to read.
func openWorkbook(pkg *ooxml.Package, d *delivery, lim extract.Limits) (*workbook, error) {
	main, err := pkg.Main()
	if err != nil {
		main = "xl/workbook.xml"
	}
	root, err := pkg.Tree(main)
	if root == nil {
		return nil, fmt.Errorf("read workbook: %w: %w", extract.ErrDamaged, err)
	}
	b := &workbook{pkg: pkg, main: main, strings: &stringTable{}, persons: map[string]string{}}
	if err := d.part(main, err); err != nil {
		return nil, err
	}
	b.date1904 = isTrue(kid(root, "workbookPr").Attr("date1904"))
	b.listSheets(root)
	if len(b.sheets) > lim.Pages {
		b.sheets, d.limit = b.sheets[:lim.Pages], &extract.LimitError{Limit: "pages", Max: int64(lim.Pages)}
	}
	if len(b.sheets) == 0 {
		return nil, fmt.Errorf("read workbook: %w: it lists no sheets", extract.ErrDamaged)
	}
	b.listNames(root)
	if err := b.readShared(d, lim); err != nil {
		return nil, err
	}
	return b, nil
}

func (b *workbook) listSheets(root *ooxml.Node) {
	rels := b.pkg.Rels(b.main)
	for i, n := range listed(root, "sheets", "sheet") {
		s := sheetRef{name: n.Attr("name"), hidden: n.Attr("state") == "hidden" || n.Attr("state") == "veryHidden"}
		if r, ok := rels.ByID(n.Attr("r:id")); ok && !r.External {
			s.part = r.Target
		} else if guess := "xl/worksheets/sheet" + strconv.Itoa(i+1) + ".xml"; b.pkg.Has(guess) {
			s.part = guess // a list of relationships that is damaged
		}
		if s.name == "" {
			s.name = "Sheet" + strconv.Itoa(i+1)
		}
		b.sheets = append(b.sheets, s)
	}
	if len(b.sheets) > 0 {
		return
	}
	for _, r := range rels.ByType("worksheet") { // a list of sheets that was lost
		if !r.External && b.pkg.Has(r.Target) {
			b.sheets = append(b.sheets, sheetRef{name: "Sheet" + strconv.Itoa(len(b.sheets)+1), part: r.Target})
		}
	}
}

func (b *workbook) listNames(root *ooxml.Node) {
	for _, n := range all(kid(root, "definedNames"), "definedName") {
		d := definedName{name: n.Attr("name"), refers: strings.TrimSpace(n.Text), sheet: n.Int("localSheetId", -1)}
		// Print areas, filter ranges and hidden names belong to the program; names
		// of what was deleted name nothing.
		if strings.HasPrefix(d.name, "_xl") || isTrue(n.Attr("hidden")) || d.refers == "" ||
			strings.HasSuffix(d.refers, "#REF!") || len(b.names) == maxNames {
			continue
		}
		if d.sheet < 0 || d.sheet >= len(b.sheets) {
			d.sheet = b.sheetOf(d.refers)
		}
		b.names = append(b.names, d)
	}
}

// sheetOf returns the index of the sheet that a reference begins with, -1 where
// there is none.
func (b *workbook) sheetOf(refers string) int {
	name, _, ok := strings.Cut(strings.TrimPrefix(refers, "="), "!")
	if !ok {
		return -1
	}
	if len(name) > 1 && name[0] == '\'' && name[len(name)-1] == '\'' {
		name = strings.ReplaceAll(name[1:len(name)-1], "''", "'")
	}
	for i := range b.sheets {
		if b.sheets[i].name == name {
			return i
		}
	}
	return -1
}

// shows reports whether a reference, or the name of one, is to cells of a sheet
// that is there and is not hidden.
func (b *workbook) shows(ref string) bool {
	ref = strings.Trim(strings.TrimPrefix(ref, "="), "()")
	if i := b.sheetOf(ref); i >= 0 {
		cells := ref[strings.LastIndexByte(ref, '!')+1:]
		if _, ok := parseArea(cells); ok {
			return !b.sheets[i].hidden && b.pkg.Has(b.sheets[i].part)
		}
	}
	name := ref[strings.LastIndexByte(ref, '!')+1:]
	for _, n := range b.names {
		if strings.EqualFold(n.name, name) && strings.Contains(n.refers, "!") && n.refers != ref {
			i := b.sheetOf(n.refers)
			return i >= 0 && !b.sheets[i].hidden && b.pkg.Has(b.sheets[i].part)
		}
	}
	return false
}

// readShared reads strings, styles and the authors of threaded comments.
func (b *workbook) readShared(d *delivery, lim extract.Limits) error {
	rels := b.pkg.Rels(b.main)
	if part := first(b.pkg, rels, "sharedStrings", "xl/sharedStrings.xml"); part != "" {
		rc, err := b.pkg.Reader(part)
		if err == nil {
			b.strings, err = readStrings(rc, lim)
			rc.Close()
		}
		if err := d.part(part, err); err != nil {
			return err
		}
	}
	var root *ooxml.Node
	if part := first(b.pkg, rels, "styles", "xl/styles.xml"); part != "" {
		var err error
		root, err = b.pkg.Tree(part)
		if err := d.part(part, err); err != nil {
			return err
		}
	}
	b.styles = readStyles(root)
	for _, r := range rels.ByType("person") {
		persons, err := b.pkg.Tree(r.Target)
		if err := d.part(r.Target, err); err != nil {
			return err
		}
		for _, p := range all(persons, "person") {
			b.persons[p.Attr("id")] = p.Attr("displayName")
		}
	}
	return nil
}

// first returns the part of that relationship type, or the usual one where the
// relationships do not tell.
func first(pkg *ooxml.Package, rels ooxml.Rels, kind, usual string) string {
	if part := rels.First(kind); part != "" && pkg.Has(part) {
		return part
	}
	if pkg.Has(usual) {
		return usual
	}
	return ""
}
