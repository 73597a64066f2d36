package docx

import (
	"cmp"
	"strconv"
	"strings"

	"quire/extract/ooxml"
	"quire/knowledge"
)

// style is what matters of one style after everything it is based on.
type style struct {
	name    string // invariant English name, lower case: "heading 1"
	basedOn string
	kind    string // paragraph, character, table, numbering
	outline int    // 0 to 8; 9 is body text; -1 not said
	numID   string
	level   int // of numbering; -1 not said
	vanish  toggle
	bold    toggle
	script  string              // vertAlign; "" not said
	font    string              // "" not said
	color   string              // likewise
	shaded  bool                // text or paragraph has a background
	role    knowledge.BlockKind // that the name of it or of a base stands for
	size    int                 // of type in half points; 0 not said
	header  bool                // of a table: the first row has a look of its own
}

// toggle is a property that may be on, off or not said.
type toggle int8

const (
	unsaid toggle = iota
	off
	on
)

func readToggle(n *ooxml.Node) toggle {
	switch {
	case n == nil:
		return unsaid
	case n.On("w:val"):
		return on
	}
	return off
}

func (t toggle) or(u toggle) toggle {
	if t == unsaid {
		return u
	}
	return t
}

type styles struct {
	byID      map[string]*style
	paragraph string // id of the default paragraph style
	language  string // of the document's defaults
	size      int    // of type in half points, of the default paragraph style
	font      string // of the default paragraph style
}

// readStyles reads styles.xml; root may be nil.
func readStyles(root *ooxml.Node) *styles {
	const unsaidSize = 20 // what the format says where a document says nothing
	s := &styles{byID: map[string]*style{}, size: unsaidSize}
	lang := root.Kid("w:docDefaults", "w:rPrDefault", "w:rPr", "w:lang")
	s.language = lang.Attr("w:val")
	if root == nil {
		return s
	}
	var order []string
	for _, n := range root.Kids {
		if n.Name != "w:style" {
			continue
		}
		st := readStyle(n)
		id := n.Attr("w:styleId")
		order = append(order, id)
		s.byID[id] = st
		if st.kind == "paragraph" && n.Attr("w:default") != "" && n.On("w:default") {
			s.paragraph = id
		}
	}
	done := map[string]bool{}
	for _, id := range order {
		s.inherit(id, done, 0)
	}
	s.size = root.Kid("w:docDefaults", "w:rPrDefault", "w:rPr", "w:sz").Int("w:val", s.size)
	if st := s.byID[s.paragraph]; st != nil && st.size > 0 {
		s.size = st.size
	}
	s.font = root.Kid("w:docDefaults", "w:rPrDefault", "w:rPr", "w:rFonts").Attr("w:ascii")
	if st := s.byID[s.paragraph]; st != nil {
		s.font = cmp.Or(st.font, s.font)
	}
	return s
}

func readStyle(n *ooxml.Node) *style {
	pPr, rPr := n.Kid("w:pPr"), n.Kid("w:rPr")
	st := &style{
		name:    strings.ToLower(strings.TrimSpace(n.Kid("w:name").Attr("w:val"))),
		basedOn: n.Kid("w:basedOn").Attr("w:val"),
		kind:    n.Attr("w:type"),
		outline: pPr.Kid("w:outlineLvl").Int("w:val", -1),
		numID:   pPr.Kid("w:numPr", "w:numId").Attr("w:val"),
		level:   pPr.Kid("w:numPr", "w:ilvl").Int("w:val", -1),
		vanish:  readToggle(rPr.Kid("w:vanish")),
		bold:    readToggle(rPr.Kid("w:b")),
		script:  rPr.Kid("w:vertAlign").Attr("w:val"),
		font:    rPr.Kid("w:rFonts").Attr("w:ascii"),
		color:   rPr.Kid("w:color").Attr("w:val"),
		shaded:  isShaded(pPr.Kid("w:shd")) || isShaded(rPr.Kid("w:shd")),
		size:    rPr.Kid("w:sz").Int("w:val", 0),
	}
	st.role = roleOf(st.name)
	for _, k := range n.Kids {
		st.header = st.header || k.Name == "w:tblStylePr" && k.Attr("w:type") == "firstRow"
	}
	return st
}

// maxStyleChain bounds how many styles one may be based on; a chain that is
// longer, or goes round, ends there.
const maxStyleChain = 100

// inherit fills in what a style does not say itself from what it is based on.
func (s *styles) inherit(id string, done map[string]bool, depth int) *style {
	st := s.byID[id]
	if st == nil || done[id] {
		return st
	}
	done[id] = true // before the base: a circle ends here
	if depth > maxStyleChain {
		return st
	}
	if base := s.inherit(st.basedOn, done, depth+1); base != nil && base != st {
		if st.outline < 0 {
			st.outline = base.outline
		}
		if st.numID == "" {
			st.numID = base.numID
			if st.level < 0 {
				st.level = base.level
			}
		}
		st.vanish = st.vanish.or(base.vanish)
		st.bold = st.bold.or(base.bold)
		st.script = cmp.Or(st.script, base.script)
		st.font = cmp.Or(st.font, base.font)
		st.color = cmp.Or(st.color, base.color)
		st.shaded = st.shaded || base.shaded
		st.role = cmp.Or(st.role, base.role)
		if st.size <= 0 {
			st.size = base.size
		}
		st.header = st.header || base.header
	}
	return st
}

// get returns the style of that id; for "" and for one that is not defined, the
// default paragraph style, else an empty one.
func (s *styles) get(id string) *style {
	if st := s.byID[id]; st != nil {
		return st
	}
	if st := s.byID[s.paragraph]; st != nil && id == "" {
		return st
	}
	name := undefinedName(id)
	return &style{name: name, outline: -1, level: -1, role: roleOf(name)}
}

// undefinedName makes the name of a built-in style of the id that English
// writers give it: documents made by programs use it without a definition.
func undefinedName(id string) string {
	id = strings.ToLower(id)
	if n, ok := strings.CutPrefix(id, "heading"); ok && len(n) == 1 {
		return "heading " + n
	}
	return id
}

// headingLevel returns 1 to 6 for a paragraph that is a heading, 0 for others.
// outline is what the paragraph itself says, -1 where it does not.
func (st *style) headingLevel(outline int) int {
	if outline < 0 {
		outline = st.outline
	}
	if outline < 0 {
		if n, ok := strings.CutPrefix(st.name, "heading "); ok {
			if v, err := strconv.Atoi(n); err == nil && v >= 1 && v <= 9 {
				outline = v - 1
			}
		}
		if st.name == "title" {
			outline = 0
		}
	}
	if outline < 0 || outline > 8 {
		return 0
	}
	return min(outline+1, 6)
}
