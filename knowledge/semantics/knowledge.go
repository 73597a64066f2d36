package semantics

import "quire/knowledge"

// Version is raised whenever Derive says anything else of any document.
const Version = 5

// Schema opens every knowledge.json.
const Schema = "quire.knowledge/1"

// Knowledge is what Derive says of one document.
type Knowledge struct {
	Schema    string        `json:"schema"`  // Schema
	Version   int           `json:"version"` // Version
	Title     Title         `json:"title"`
	Language  Language      `json:"language"`
	Kind      *DocumentKind `json:"kind,omitempty"` // nil where its signs do not agree
	Date      *DocumentDate `json:"date,omitempty"` // the document's own date
	SummaryBy string        `json:"summary_by,omitempty"`
	Summary   []Statement   `json:"summary,omitempty"`    // up to 3, in reading order
	KeyPoints []Statement   `json:"key_points,omitempty"` // up to 7 others, in reading order
	Outline   []Heading     `json:"outline,omitempty"`
	Dates     []Date        `json:"dates,omitempty"`   // mentioned, in order of first mention
	Amounts   []Amount      `json:"amounts,omitempty"` // of money, in order of first mention
	Entities  []Entity      `json:"entities,omitempty"`
	// Identifiers, Terms, Decisions, Obligations and Open are in reading order.
	Identifiers []Identifier   `json:"identifiers,omitempty"`
	Terms       []Term         `json:"terms,omitempty"`
	Decisions   []Saying       `json:"decisions,omitempty"`
	Obligations []Saying       `json:"obligations,omitempty"`
	Open        []Saying       `json:"open,omitempty"` // what the document says is not settled
	Tables      []TableProfile `json:"tables,omitempty"`
	Counts      Counts         `json:"counts"`
	Gaps        []Gap          `json:"gaps,omitempty"`
	Omitted     Omitted        `json:"omitted,omitzero"`
	Facts       Facts          `json:"facts"`
}

// How the summary was chosen.
const (
	ByAbstract = "abstract" // the document's own abstract or summary section
	ByLead     = "lead"     // the first paragraph of a message
	ByRank     = "rank"     // the highest scores, with weight on the beginning
)

// Statement is a quoted sentence, or a bullet of a slide or list.
type Statement struct {
	Quote
	Score int `json:"score"` // per mille, comparable within one document
}

// Heading is one line of the outline.
type Heading struct {
	Quote
	Level int `json:"level"` // 1 to 6
}

// Counts are sizes of the document; those of its evidence, and what Derive
// counted beyond them.
type Counts struct {
	knowledge.Counts
	Units     int `json:"units"`
	Headings  int `json:"headings,omitzero"`
	Sentences int `json:"sentences,omitzero"` // considered for summary and key points
	Links     int `json:"links,omitzero"`
	Children  int `json:"children,omitzero"`
}

// Omitted counts what was found beyond the caps.
type Omitted struct {
	Headings    int `json:"headings,omitzero"`
	Dates       int `json:"dates,omitzero"`   // mentions of further dates
	Amounts     int `json:"amounts,omitzero"` // mentions of further amounts
	Tables      int `json:"tables,omitzero"`
	Links       int `json:"links,omitzero"`
	Entities    int `json:"entities,omitzero"` // mentions of further names
	Identifiers int `json:"identifiers,omitzero"`
	Terms       int `json:"terms,omitzero"`
	Decisions   int `json:"decisions,omitzero"`
	Obligations int `json:"obligations,omitzero"`
	Open        int `json:"open,omitzero"`
}

// The caps, sized so that knowledge.json stays well below the text it is about.
const (
	maxHeadings  = 300
	maxDates     = 40
	maxAmounts   = 40
	maxTables    = 40
	maxColumns   = 40
	maxLinks     = 150
	maxSummary   = 3
	maxKeyPoints = 7
)

// Derive says what the evidence of d supports. It does not change d.
func Derive(d *knowledge.Document) Knowledge {
	v := newView(d)
	k := Knowledge{Schema: Schema, Version: Version}
	k.Title = titleOf(v)
	k.Language = languageOf(v)
	k.outline(v)
	m := newMentions(v, k.Language.Code)
	k.Dates, k.Omitted.Dates = m.dates, m.moreDates
	k.Amounts, k.Omitted.Amounts = m.amounts, m.moreAmounts
	k.Date = documentDate(v, k.Language.Code)
	k.Tables, k.Omitted.Tables = tableProfiles(v, k.Language.Code)
	k.Kind = kindOf(v, k.Language.Code, k.Title, k.Tables)
	all := v.candidates()
	k.statements(v, all)
	k.duties(v, all)
	t := newTerms(v)
	k.Terms, k.Omitted.Terms = t.list, t.more
	f := newFindings(v, k.Language.Code)
	k.Entities, k.Identifiers, k.Open = f.entities, f.identifiers, f.open
	k.Omitted.Entities, k.Omitted.Identifiers, k.Omitted.Open = f.more.Entities, f.more.Identifiers, f.more.Open
	k.Gaps = gapsOf(v, &k)
	k.Facts, k.Omitted.Links = factsOf(v, k.Title.Text)
	k.Facts.Joins = joinsOf(v, &k)
	k.Counts.Counts = d.Evidence.Counts
	k.Counts.Units = len(d.Units)
	k.Counts.Children = len(d.Evidence.Children)
	for i := range d.Units {
		k.Counts.Links += len(d.Units[i].Links)
	}
	return k
}

// outline lists the headings of the body.
func (k *Knowledge) outline(v *view) {
	for i := range v.blocks {
		b := &v.blocks[i]
		if b.Kind != knowledge.Heading {
			continue
		}
		k.Counts.Headings++
		if len(k.Outline) == maxHeadings {
			k.Omitted.Headings++
			continue
		}
		k.Outline = append(k.Outline, Heading{b.quote(b.whole()), b.Level})
	}
}
