package knowledge

// Source is the row of one file or child in the sources table of a snapshot: the
// only record that knows its path.
type Source struct {
	ID     string  `json:"id"`
	Path   string  `json:"path"`             // printed: root name, "/", path; children: parent's path, "!/", name
	Parent string  `json:"parent,omitempty"` // of a child: the id of its container
	Member Locator `json:"member,omitzero"`  // of a child: where it is in the container
	Tier   Tier    `json:"tier,omitempty"`   // "" is SourceTier
	About  string  `json:"about,omitempty"`  // of an authored record: the address of the unit it was written about
	// Rests are the addresses of the other places that an authored record rests on; those
	// without check digits hold no longer.
	Rests   []string `json:"rests,omitempty"`
	Title   string   `json:"title"`
	TitleBy string   `json:"title_by"`       // why this title: metadata, heading, first-line, file-name
	Type    string   `json:"type,omitempty"` // registry name of the format; "" where nothing was recognised
	Bytes   int64    `json:"bytes"`
	Content Digest   `json:"content,omitempty"` // of the file's bytes; "" where they were not read
	Outcome Outcome  `json:"outcome"`
	Reason  string   `json:"reason,omitempty"` // stable code
	Detail  string   `json:"detail,omitempty"` // one sentence for a person
	Stale   bool     `json:"stale,omitempty"`  // the row of an earlier sync, kept because the file could not be read now

	Recipe    Digest `json:"recipe,omitempty"`    // names the folder of its evidence; "" where there is none
	Evidence  Digest `json:"evidence,omitempty"`  // digest of evidence.jsonl, which holds that of text.md
	Knowledge Digest `json:"derived,omitempty"`   // of what was derived from it: its row of KnowledgeTable
	InLeaf    Digest `json:"knowledge,omitempty"` // the same, in a row made before LeavesVersion 3: it lies in a leaf (DerivedName)

	Language string  `json:"language,omitempty"` // ISO 639-3 of most of the text, "und" where unsure
	Kind     string  `json:"kind,omitempty"`     // contract, minutes, report …; "" where its signs do not agree
	KindBy   string  `json:"kind_by,omitempty"`  // "correction" where somebody said so
	Date     string  `json:"date,omitempty"`     // EDTF: the document's own date
	DateBy   string  `json:"date_by,omitempty"`  // where the date comes from
	Summary  string  `json:"summary,omitempty"`  // one line quoted from the document
	Counts   Counts  `json:"counts"`
	Units    int     `json:"units"`
	Passages int     `json:"passages"`
	Tokens   int64   `json:"tokens,omitempty"` // o200k tokens of all its passages as retrieve prints them
	Terms    Lengths `json:"terms,omitzero"`   // index terms of all its passages, by field
	Children int     `json:"children,omitempty"`
	Issues   []Issue `json:"issues,omitempty"`
	// LeftOut are ranges that corrections keep out of search and proof, Withheld the
	// number of passages that meet them, Before what the row said without corrections.
	LeftOut  []LeftOut    `json:"left_out,omitempty"`
	Withheld int          `json:"withheld,omitempty"`
	Before   *Uncorrected `json:"before,omitempty"`
}

// Tier says how far a text may be trusted. Tiers never mix: a text keeps the one it
// came by, whatever it is delivered with.
type Tier string

// The tiers, the most trusted first.
const (
	SourceTier      Tier = "source"      // a document of the corpus
	AuthoredTier    Tier = "authored"    // written about documents by agents or people
	InteractionTier Tier = "interaction" // said in a conversation
)

// TrustTier returns the tier of s by its name.
func (s *Source) TrustTier() Tier {
	if s.Tier == "" {
		return SourceTier
	}
	return s.Tier
}

// Lengths are numbers of index terms by field: what BM25 calls document length.
// They are exact, so sums over sources give the exact averages of a corpus.
type Lengths struct {
	Text    int64 `json:"text"`
	Heading int64 `json:"heading"`
	Title   int64 `json:"title"`
}

// Add adds b to l.
func (l *Lengths) Add(b Lengths) {
	l.Text += b.Text
	l.Heading += b.Heading
	l.Title += b.Title
}

// IsChild reports whether s lies inside another source.
func (s *Source) IsChild() bool { return s.Parent != "" }

// Root returns the name of the corpus root that s belongs to.
func (s *Source) Root() string {
	for i := range len(s.Path) {
		if s.Path[i] == '/' {
			return s.Path[:i]
		}
	}
	return s.Path
}
