package overlay

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"quire/knowledge"
)

// Want is a reason to write about a unit: what its text does not carry.
type Want struct {
	Kind     string `json:"kind"` // one of WantKinds
	Reason   string `json:"reason"`
	Priority int    `json:"priority"` // higher first, at most 900
	Slots    []Slot `json:"slots"`    // any of them answers it, the most fitting first
}

// wantRule is what a kind of want is worth and answered by. The less of a unit a search
// can find, the higher its priority; among those with text, what readers are misled by
// comes before what they only miss.
type wantRule struct {
	kind     string
	priority int
	reason   string
	slots    []Slot
}

var wantRules = []wantRule{
	{"scan", 900, "a picture of text: nothing on it can be searched", []Slot{PageSummary, Translation, Entities, Note}},
	{"garbled", 800, "its glyphs cannot be mapped: what is searched is not what is written", []Slot{Correction, PageSummary}},
	{"low-text", 600, "hardly any text for its size: most of what it says is drawn", []Slot{PageSummary, Diagram, ChartIntent, Screen, Note}},
	{"chart", 500, "a chart whose figures are not in the text", []Slot{ChartIntent, ChartData}},
	{"diagram", 500, "a drawing whose parts and arrows are not in the text", []Slot{Diagram, DiagramRelations}},
	{"screenshot", 450, "a picture of a screen", []Slot{Screen, Steps}},
	{"image", 400, "a picture that no text describes", []Slot{Diagram, ChartIntent, Screen, PageSummary, Note}},
	{"mixed", 300, "pictures, tables and text side by side: the reading order may not be that of the page", []Slot{PageSummary}},
	{"table", 200, "", []Slot{TableIntent}},
}

// WantKinds lists the kinds of want, the most pressing first.
func WantKinds() []string {
	out := make([]string, len(wantRules))
	for i, r := range wantRules {
		out[i] = r.kind
	}
	return out
}

// Wants returns what there is to write about a unit, the most pressing first. text is
// the unit's. Hidden units and furniture have none.
func Wants(u *knowledge.Unit, text string) []Want {
	if knowledge.HasFlag(u.Flags, knowledge.Hidden) || knowledge.HasFlag(u.Flags, knowledge.Furniture) {
		return nil
	}
	have := map[string]string{}
	for _, lack := range knowledge.Lacks(u) {
		kind := string(lack)
		if lack == knowledge.LacksPicture {
			kind = pictureKind(u, text)
		}
		have[kind] = ""
	}
	if _, scan := have["scan"]; scan { // the picture is the scan itself
		delete(have, "image")
		delete(have, "low-text")
	}
	if mixed(u) {
		have["mixed"] = ""
	}
	if why := denseTable(u, text); why != "" {
		have["table"] = why
	}
	var out []Want
	for _, r := range wantRules {
		if why, ok := have[r.kind]; ok {
			if why == "" {
				why = r.reason
			}
			out = append(out, Want{r.kind, why, r.priority, slices.Clone(r.slots)})
		}
	}
	return out
}

// pictureWords are words of alternative texts and captions that say what a picture is.
var pictureWords = []struct {
	kind  string
	words []string
}{
	{"screenshot", []string{"screenshot", "screenshots", "screengrab", "bildschirmfoto", "bildschirmabzug", "capture d'écran", "captura de pantalla"}},
	{"diagram", []string{"diagram", "flowchart", "flow chart", "organigram", "organisation chart", "organization chart", "org chart", "ablaufdiagramm", "organigramm", "schaubild",
		"schaltplan", "organigramme", "schéma", "diagrama", "organigrama", "esquema", "sequence diagram", "architecture", "wireframe", "blueprint"}},
	{"chart", []string{"chart", "graph", "plot", "histogram", "diagramm", "balkendiagramm", "liniendiagramm", "kreisdiagramm", "graphique", "courbe", "gráfico", "gráfica", "heatmap"}},
}

// pictureKind says what the pictures of a unit are, as far as their alternative texts
// and captions tell; "image" where they do not.
func pictureKind(u *knowledge.Unit, text string) string {
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if b.Kind != knowledge.Image && b.Kind != knowledge.Caption || !b.Span.Within(len(text)) {
			continue
		}
		said := " " + strings.Join(strings.FieldsFunc(strings.ToLower(text[b.Span[0]:b.Span[1]]), func(r rune) bool {
			return !unicode.IsLetter(r) && r != '\''
		}), " ") + " "
		for _, p := range pictureWords {
			for _, w := range p.words {
				if strings.Contains(said, " "+w+" ") {
					return p.kind
				}
			}
		}
	}
	return "image"
}

const (
	// mixedWords is text enough for the order in which it is read to matter.
	mixedWords = 40
	// mixedBoxes is how many text boxes make a layout of their own.
	mixedBoxes = 3
)

// mixed reports a unit whose blocks have no order that follows from the text alone.
func mixed(u *knowledge.Unit) bool {
	n := map[knowledge.BlockKind]int{}
	for i := range u.Blocks {
		if b := &u.Blocks[i]; !knowledge.HasFlag(b.Flags, knowledge.Furniture) {
			n[b.Kind]++
		}
	}
	pictures := n[knowledge.Image] > 0 || u.Counts.Images > 0
	return u.Counts.Words >= mixedWords && (pictures && n[knowledge.Table] > 0 || n[knowledge.TextBox] >= mixedBoxes && (pictures || n[knowledge.Table] > 0))
}

// A table is dense where it takes reading to see what its cells mean: it is wide and
// long, its header has several rows or none, or cells span others.
const (
	denseColumns = 6
	denseCells   = 60
	bareCells    = 20 // of a table without a header row
	denseMerges  = 3
)

// denseTable says what makes the tables of a unit dense, "" where none is. A table that
// goes on from an earlier unit is written about there.
func denseTable(u *knowledge.Unit, text string) string {
	if u.Header != nil {
		return ""
	}
	for i := range u.Blocks {
		b := &u.Blocks[i]
		if b.Kind != knowledge.Table || !b.Span.Within(len(text)) {
			continue
		}
		rows, columns := shape(text[b.Span[0]:b.Span[1]])
		var why []string
		if columns >= denseColumns && rows*columns >= denseCells {
			why = append(why, "much to read")
		}
		if b.HeaderRows == 0 && rows*columns >= bareCells {
			why = append(why, "no header row")
		}
		if b.HeaderRows > 1 {
			why = append(why, fmt.Sprintf("%d header rows", b.HeaderRows))
		}
		if len(b.Merges) >= denseMerges {
			why = append(why, fmt.Sprintf("%d spanning cells", len(b.Merges)))
		}
		if len(why) > 0 {
			return fmt.Sprintf("a table of %d rows and %d columns: %s", rows, columns, strings.Join(why, ", "))
		}
	}
	return ""
}

// shape returns the rows and the columns of a table's text.
func shape(text string) (rows, columns int) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || knowledge.IsTableRule(line) {
			continue
		}
		if rows++; rows == 1 {
			columns = len(knowledge.SplitRow(line))
		}
	}
	return rows, columns
}
