package retrieval

import (
	"quire/knowledge"
	"quire/retrieval/index"
)

// Result is the answer to a query. The JSON names are a contract.
type Result struct {
	Query      string       `json:"query"`
	Grade      string       `json:"grade"` // strong, weak or none
	Results    []Passage    `json:"results"`
	Matched    int          `json:"matched"` // passages that hold a query word and pass the filters
	Omitted    []Omission   `json:"omitted"`
	Unsearched []Unsearched `json:"unsearched"`          // files that could hold an answer but have no text
	Related    []Related    `json:"related"`             // documents that belong to the results by structure
	Cursor     string       `json:"cursor,omitempty"`    // goes on behind the last result
	Vectors    *VectorsUsed `json:"vectors,omitempty"`   // where they took part
	Notes      []string     `json:"notes"`               // how the query was read, where that may surprise
	Corrected  []Correction `json:"corrected,omitempty"` // nothing held the words as asked for
	Budget     Budget       `json:"budget"`
}

// Passage is one result.
type Passage struct {
	Rank      int              `json:"rank"`
	Address   string           `json:"address"`
	Source    SourceRef        `json:"source"`
	Tier      string           `json:"tier"`                    // source, authored, interaction
	Status    string           `json:"status"`                  // fresh, stale, pending, superseded
	Newer     string           `json:"superseded_by,omitempty"` // id of the document that counts instead
	Conflicts []Conflict       `json:"conflicts,omitempty"`     // other documents give another value for what it says
	About     string           `json:"about,omitempty"`         // of an authored text: the address of the unit it is about
	Score     float64          `json:"score"`
	Matched   []string         `json:"matched"` // query terms that it holds
	Parts     []index.Part     `json:"parts,omitempty"`
	Locator   string           `json:"locator"`
	Heading   string           `json:"heading"`
	Text      string           `json:"text"`
	Context   []Context        `json:"context"`
	Span      knowledge.Span   `json:"span"`
	Digest    knowledge.Digest `json:"digest"`
	Channels  []string         `json:"channels"`       // of evidence that the unit has
	Look      *Look            `json:"look,omitempty"` // what its text may not carry
	Flags     []knowledge.Flag `json:"flags,omitempty"`
	Around    []Neighbour      `json:"around,omitempty"`
	Twins     []Twin           `json:"also_in,omitempty"` // where its text stands too; others are counted as omitted
	Cut       bool             `json:"cut,omitempty"`     // the text was shortened to fit the budget

	tokens, quoted int
	beyond         int // passages of its table that do not come along
	repeats        int // passages of the same text that were left out
}

// Conflict is a value in a passage for which another document gives another one.
type Conflict struct {
	Here    string `json:"here"`  // as written in the passage
	There   string `json:"there"` // as written elsewhere
	Address string `json:"address"`
	Path    string `json:"path"`
}

// SourceRef names the document of a result.
type SourceRef struct {
	ID    string `json:"id"`
	Path  string `json:"path"`
	Title string `json:"title"`
	Type  string `json:"type"`
	Date  string `json:"date,omitempty"`
}

// Context is quoted text above a passage: a heading, or the header rows of its
// table.
type Context struct {
	Kind    string `json:"kind"` // heading, header-row, record-row
	Address string `json:"address"`
	Text    string `json:"text"`
}

// Omission says what was found and not shown, and why.
type Omission struct {
	Reason  string `json:"reason"` // limit, budget, duplicate, hidden, unsearched, neighbours
	Count   int    `json:"count"`
	Address string `json:"address,omitempty"` // of a duplicate: the result it repeats
}

// Unsearched is a file without searched text.
type Unsearched struct {
	Path    string            `json:"path"`
	Address string            `json:"address"`
	Outcome knowledge.Outcome `json:"outcome"`
}

// Budget is the limit of a query in o200k tokens, and an upper bound of what the
// answer takes.
type Budget struct {
	Limit int `json:"limit"` // 0: none
	Used  int `json:"used"`
}
