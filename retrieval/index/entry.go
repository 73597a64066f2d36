package index

import (
	"math"

	bleve "github.com/blevesearch/bleve_index_api"
)

// Names of the fields on disk. The scored ones carry frequencies and lengths; the
// others are sets of keywords. Only the id is stored.
const (
	fieldID       = "_id"
	fieldText     = "text"
	fieldHeading  = "heading"
	fieldTitle    = "title"
	fieldSource   = "source"
	fieldPath     = "path"
	fieldType     = "type"
	fieldTier     = "tier"
	fieldChannel  = "channel"
	fieldLanguage = "language"
	fieldFlag     = "flag"
	fieldDate     = "date"
	fieldSheet    = "sheet"
	fieldKind     = "kind"
	fieldAuthor   = "author"
)

// entry is an analysed Doc in the shape that the segment writer reads: nothing is
// left to do when it asks for terms.
type entry struct {
	id     string
	fields []*field
}

// field is the terms of one field of one passage.
type field struct {
	name    string
	value   []byte // of the id: what is stored
	options bleve.FieldIndexingOptions
	length  int
	terms   bleve.TokenFrequencies
}

// newEntry analyses d.
func newEntry(a *analyzer, d *Doc) *entry {
	if l := stemLanguage(d.Language); l >= 0 {
		a.speak(l)
	} else {
		a.speak()
	}
	e := identity(d.ID)
	e.scored(a, fieldText, d.Text)
	e.scored(a, fieldHeading, d.Heading)
	e.scored(a, fieldTitle, d.Title)
	e.keywords(fieldSource, d.Source)
	e.keywords(fieldPath, d.Path)
	e.keywords(fieldType, d.Type)
	e.keywords(fieldTier, d.Tier)
	e.keywords(fieldChannel, d.Channel)
	e.keywords(fieldLanguage, d.Language)
	e.keywords(fieldFlag, d.Flags...)
	e.keywords(fieldDate, d.Date)
	e.keywords(fieldSheet, d.Sheet)
	e.keywords(fieldKind, d.Kind)
	e.keywords(fieldAuthor, d.Authors...)
	return e
}

// identity returns an entry of nothing but its id.
func identity(id string) *entry {
	e := &entry{id: id, fields: make([]*field, 0, 15)}
	e.keywords(fieldID, id)
	e.fields[0].value = []byte(id)
	e.fields[0].options |= bleve.StoreField
	return e
}

func (e *entry) scored(a *analyzer, name, text string) {
	if text == "" {
		return
	}
	a.run(text)
	if len(a.tokens) == 0 {
		return
	}
	// The length is at least 1: a passage of single characters only has none.
	f := &field{name: name, options: bleve.IndexField, length: min(max(a.length(), 1), math.MaxInt32)}
	f.terms = frequencies(a)
	e.fields = append(e.fields, f)
}

// frequencies counts the analyzer's terms. They share one string and one array,
// which is what keeps indexing from being a matter of allocation.
func frequencies(a *analyzer) bleve.TokenFrequencies {
	all := string(a.buf)
	counted := make([]bleve.TokenFreq, 0, len(a.tokens))
	terms := make(bleve.TokenFrequencies, len(a.tokens)/2+1)
	start := 0
	for _, t := range a.tokens {
		term := all[start:t.end]
		start = t.end
		if f := terms[term]; f != nil {
			f.SetFrequency(f.Frequency() + 1)
			continue
		}
		counted = append(counted, bleve.TokenFreq{})
		f := &counted[len(counted)-1]
		f.SetFrequency(1)
		terms[term] = f
	}
	return terms
}

func (e *entry) keywords(name string, values ...string) {
	terms := make(bleve.TokenFrequencies, len(values))
	for _, v := range values {
		if v != "" {
			terms[v] = &bleve.TokenFreq{} // without a frequency, as SkipFreqNorm wants it
		}
	}
	if len(terms) == 0 {
		return
	}
	e.fields = append(e.fields, &field{name: name, options: bleve.IndexField | bleve.SkipFreqNorm, length: 1, terms: terms})
}

// The methods of bleve's Document.

func (e *entry) ID() string                                 { return e.id }
func (e *entry) Size() int                                  { return 0 } // only feeds statistics that nothing reads
func (e *entry) VisitComposite(bleve.CompositeFieldVisitor) {}
func (e *entry) HasComposite() bool                         { return false }
func (e *entry) NumPlainTextBytes() uint64                  { return 0 }
func (e *entry) AddIDField()                                {} // it has one
func (e *entry) StoredFieldsBytes() uint64                  { return uint64(len(e.id)) }
func (e *entry) Indexed() bool                              { return true }
func (e *entry) VisitFields(visit bleve.FieldVisitor) {
	for _, f := range e.fields {
		visit(f)
	}
}

// The methods of bleve's Field.

func (f *field) Name() string                                     { return f.name }
func (f *field) Value() []byte                                    { return f.value }
func (f *field) ArrayPositions() []uint64                         { return nil }
func (f *field) EncodedFieldType() byte                           { return 't' }
func (f *field) Analyze()                                         {}
func (f *field) Options() bleve.FieldIndexingOptions              { return f.options }
func (f *field) AnalyzedLength() int                              { return f.length }
func (f *field) AnalyzedTokenFrequencies() bleve.TokenFrequencies { return f.terms }
func (f *field) NumPlainTextBytes() uint64                        { return 0 }
