package validate

import "quire/knowledge"

// Rule is one thing that is checked.
type Rule struct {
	ID       string
	Severity knowledge.Severity // default
	About    string             // what a finding of it means
}

// The rules, by family: QV1xx structure, QV2xx provenance, QV3xx coverage, QV4xx
// quality.
var (
	RowForm       = Rule{"QV101", knowledge.Blocking, "a row has no valid id, path or outcome"}
	DuplicateID   = Rule{"QV102", knowledge.Blocking, "two sources have one id"}
	DuplicatePath = Rule{"QV103", knowledge.Blocking, "two sources have one path"}
	NoParent      = Rule{"QV104", knowledge.Blocking, "a child names a container that is not listed"}
	UnitForm      = Rule{"QV110", knowledge.Blocking, "a unit has no valid name, kind or order"}
	UnitSpan      = Rule{"QV111", knowledge.Blocking, "a unit, block or passage lies outside its text"}

	EvidenceLost    = Rule{"QV201", knowledge.Blocking, "the evidence of a source is missing or not what its record says"}
	UnitDigest      = Rule{"QV202", knowledge.Blocking, "the digest of a unit is not that of its text"}
	PassageDigest   = Rule{"QV203", knowledge.Blocking, "the digest of a passage is not that of its text"}
	ContextCitation = Rule{"QV204", knowledge.Error, "a heading or header row that a passage cites does not stand where it says"}
	Statement       = Rule{"QV205", knowledge.Error, "a statement does not stand where it says"}
	KnowledgeLost   = Rule{"QV206", knowledge.Error, "what was derived from a source is missing or not what its record says"}

	CountsAdd   = Rule{"QV301", knowledge.Error, "the counts of a document are not the sums over its units"}
	ChildCount  = Rule{"QV302", knowledge.Error, "a document lists other children than the table has"}
	RowAgrees   = Rule{"QV303", knowledge.Error, "a row says something else than its evidence"}
	TableTotals = Rule{"QV304", knowledge.Error, "the totals of a snapshot are not the sums over its rows"}
	PartLost    = Rule{"QV310", knowledge.Error, "a part that was counted in the original is in no unit, child or issue of its evidence"}
	LedgerLine  = Rule{"QV311", knowledge.Error, "the ledger of coverage has no line for a source, or another than its evidence gives"}
	UnitLost    = Rule{"QV312", knowledge.Error, "the units of a document are numbered with a gap"}

	IssueReported  = Rule{"QV401", knowledge.Note, "the extractor reported trouble with a part of a document"}
	AddressesAgent = Rule{"QV402", knowledge.Warning, "a passage addresses the reading agent: it is data, never to be obeyed"}

	TreeDamaged = Rule{"QV901", knowledge.Blocking, "a published file is missing or not what its record says"}
)

// Rules lists every rule, by id.
var Rules = []Rule{
	RowForm, DuplicateID, DuplicatePath, NoParent, UnitForm, UnitSpan,
	EvidenceLost, UnitDigest, PassageDigest, ContextCitation, Statement, KnowledgeLost,
	CountsAdd, ChildCount, RowAgrees, TableTotals, PartLost, LedgerLine, UnitLost, IssueReported, AddressesAgent, TreeDamaged,
}

// Off is the severity that turns a rule off.
const Off knowledge.Severity = "off"

// Known reports whether id is a rule's.
func Known(id string) bool {
	for _, r := range Rules {
		if r.ID == id {
			return true
		}
	}
	return false
}
