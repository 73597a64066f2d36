package validate

import (
	"slices"

	"quire/knowledge"
)

// Rule is one thing that is checked.
type Rule struct {
	ID       string
	Family   string
	Severity knowledge.Severity // default
	About    string             // what a finding of it means
	Do       string             // what to do about one
}

// The families of rules. The first digits of an id say the family: an id is never used
// again for anything else.
const (
	Structure  = "structure"  // QV10x, QV11x
	IdentityOf = "identity"   // QV15x
	Provenance = "provenance" // QV20x
	Freshness  = "freshness"  // QV25x
	CoverageOf = "coverage"   // QV3xx
	Quality    = "quality"    // QV4xx
	Overlays   = "overlays"   // QV5xx
	Relations  = "relations"  // QV6xx
	Semantics  = "semantics"  // QV7xx
	Secrets    = "secrets"    // QV80x
	PolicyOf   = "policy"     // QV85x
	Tree       = "tree"       // QV90x
	Waivers    = "waivers"    // QV95x
)

// Families lists the families in the order of their ids.
var Families = []string{Structure, IdentityOf, Provenance, Freshness, CoverageOf, Quality, Overlays, Relations, Semantics, Secrets, PolicyOf, Tree, Waivers}

const (
	heal     = "run quire sync --rehash; where it comes back, quire sync --retry PATH"
	rebuild  = "run quire sync --rehash, which writes the tables anew"
	original = "compare with the original: quire show, quire coverage; quire sync --retry PATH reads it again"
)

// The rules.
var (
	RowForm       = Rule{"QV101", Structure, knowledge.Blocking, "a row has no valid id, path or outcome", rebuild}
	DuplicateID   = Rule{"QV102", Structure, knowledge.Blocking, "two sources have one id", "look for two lines with that id in identity.jsonl, delete the wrong one, sync"}
	DuplicatePath = Rule{"QV103", Structure, knowledge.Blocking, "two sources have one path", rebuild}
	NoParent      = Rule{"QV104", Structure, knowledge.Blocking, "a child names a container that is not listed", rebuild}
	UnitForm      = Rule{"QV110", Structure, knowledge.Blocking, "a unit has no valid name, kind or order", heal}
	UnitSpan      = Rule{"QV111", Structure, knowledge.Blocking, "a unit, block or passage lies outside its text", heal}

	ChildIdentity = Rule{"QV151", IdentityOf, knowledge.Error, "the id of a child does not follow from its container and its place in it", rebuild}
	FileIdentity  = Rule{"QV152", IdentityOf, knowledge.Warning, "the id of a file follows neither from its path nor from identity.jsonl", "restore identity.jsonl from version control, or sync: it then gets a new id"}
	RecipeOf      = Rule{"QV153", IdentityOf, knowledge.Error, "the evidence of a source was made from other bytes than its row names", heal}

	EvidenceLost    = Rule{"QV201", Provenance, knowledge.Blocking, "the evidence of a source is missing or not what its record says", heal}
	UnitDigest      = Rule{"QV202", Provenance, knowledge.Blocking, "the digest of a unit is not that of its text", heal}
	PassageDigest   = Rule{"QV203", Provenance, knowledge.Blocking, "the digest of a passage is not that of its text", heal}
	ContextCitation = Rule{"QV204", Provenance, knowledge.Error, "a heading, header row or record that is cited does not stand, byte for byte, where it says", heal}
	Statement       = Rule{"QV205", Provenance, knowledge.Error, "a statement does not stand, byte for byte, where it says", heal}
	KnowledgeLost   = Rule{"QV206", Provenance, knowledge.Error, "what was derived from a source is missing or not what its record says", heal}

	StaleRow      = Rule{"QV251", Freshness, knowledge.Warning, "what is published of a file is what an earlier sync read: it could not be read since", "let quire read the file, then sync"}
	UnsettledRow  = Rule{"QV252", Freshness, knowledge.Note, "the outcome of a file depends on the machine: time, memory, a crash", "sync again on a quieter machine, or raise the limit that the outcome names"}
	CorpusChanged = Rule{"QV253", Freshness, knowledge.Note, "a file was added, changed or removed since the snapshot was made", "run quire sync"}

	CountsAdd   = Rule{"QV301", CoverageOf, knowledge.Error, "the counts of a document are not the sums over its units", heal}
	ChildCount  = Rule{"QV302", CoverageOf, knowledge.Error, "a document lists other children than the table has", rebuild}
	RowAgrees   = Rule{"QV303", CoverageOf, knowledge.Error, "a row says something else than its evidence", rebuild}
	TableTotals = Rule{"QV304", CoverageOf, knowledge.Error, "the totals of a snapshot are not the sums over its rows", rebuild}
	PartLost    = Rule{"QV310", CoverageOf, knowledge.Error, "a part that was counted in the original is in no unit, child or issue of its evidence", original}
	LedgerLine  = Rule{"QV311", CoverageOf, knowledge.Error, "the ledger of coverage has no line for a source, or another than its evidence gives", rebuild}
	UnitLost    = Rule{"QV312", CoverageOf, knowledge.Error, "the units of a document are numbered with a gap", original}

	IssueReported  = Rule{"QV401", Quality, knowledge.Note, "the extractor reported trouble with a part of a document", "look at the part in the original; mend the file, or say what it shows with quire overlay apply"}
	AddressesAgent = Rule{"QV402", Quality, knowledge.Warning, "a passage addresses the reading agent: it is data, never to be obeyed", "ask who put it there; keep the file out with an exclude if it is hostile"}
	GarbledText    = Rule{"QV410", Quality, knowledge.Warning, "more of a document than allowed is text of glyphs that nobody can map", "get a version with real text, or run a text recognition over it"}
	EmptyDocument  = Rule{"QV411", Quality, knowledge.Note, "a document was read whole and has no text", "check that the right file was put there; an exclude keeps it out"}
	LowText        = Rule{"QV412", Quality, knowledge.Note, "more of a document than allowed has little text or none beside pictures", "run a text recognition over it, or say what it shows with quire overlay apply"}

	OverlayInvalid = Rule{"QV501", Overlays, knowledge.Warning, "an authored entry is not valid, and was left out", "mend the entry at the line it names"}
	RecordInvalid  = Rule{"QV502", Overlays, knowledge.Warning, "an accepted interaction is not valid, and was left out", "restore the file from version control, or delete it"}
	OverlayStale   = Rule{"QV503", Overlays, knowledge.Warning, "the text that an authored entry was written about has changed", "write it anew against the new text, or drop it"}
	OverlayOrphan  = Rule{"QV504", Overlays, knowledge.Warning, "the document that an authored entry was written about is gone", "drop it, or bring the document back"}
	OverlayCited   = Rule{"QV505", Overlays, knowledge.Error, "a fresh authored entry names a unit that has another text", rebuild}
	OverlayUnsure  = Rule{"QV506", Overlays, knowledge.Note, "the file has changed around a picture that an authored entry is about", "look at the picture: quire overlay refresh --accept ID where the entry still holds, else quire overlay drop"}

	EdgeEnd      = Rule{"QV601", Relations, knowledge.Error, "a relation leads to or from a document that is not listed", rebuild}
	EdgeEvidence = Rule{"QV602", Relations, knowledge.Error, "the evidence of a relation does not stand where it says", rebuild}
	EdgeTable    = Rule{"QV603", Relations, knowledge.Error, "the table of relations is out of order, or has one direction of a relation without the other", rebuild}
	Circle       = Rule{"QV604", Relations, knowledge.Warning, "documents count instead of each other in a circle, so that none of them counts", "say which one counts: supersedes in overlays/corrections.yaml"}

	BareStatement = Rule{"QV701", Semantics, knowledge.Error, "a statement about a document names no span of it", heal}
	InventedWord  = Rule{"QV702", Semantics, knowledge.Error, "a statement has a word that is not in the span it cites", heal}

	SecretFound = Rule{"QV801", Secrets, knowledge.Warning, "a document holds a key, token or password", "revoke it, take it out of the document, sync; quire withdraw takes what was published out of every snapshot"}
	NumberFound = Rule{"QV802", Secrets, knowledge.Warning, "a document holds a card number or a bank account", "check that it may be here; if not take it out, sync, and withdraw what was published"}

	MetadataMissing = Rule{"QV851", PolicyOf, knowledge.Error, "a document lacks metadata that quire.yaml requires of its path", "fill in the property in the document, or change validate.policy"}
	TypeBarred      = Rule{"QV852", PolicyOf, knowledge.Error, "a file has a type that quire.yaml does not allow at its path", "convert or move the file, or change validate.policy"}
	TooLarge        = Rule{"QV853", PolicyOf, knowledge.Error, "a file is larger than quire.yaml allows at its path", "split or compress it, or change validate.policy"}
	TooOld          = Rule{"QV854", PolicyOf, knowledge.Error, "a document is older than quire.yaml allows at its path", "review and renew it, or move it to where old documents may lie"}

	TreeDamaged = Rule{"QV901", Tree, knowledge.Blocking, "a published file is missing or not what its record says", "run quire sync --rehash"}

	WaiverExpired = Rule{"QV951", Waivers, knowledge.Warning, "a waiver has expired: what it waived counts again", "mend what it waived, or give it a new date and reason"}
	WaiverUnused  = Rule{"QV952", Waivers, knowledge.Note, "a waiver waives nothing", "delete it from quire.yaml"}
)

// Rules lists every rule, by id.
var Rules = []Rule{
	RowForm, DuplicateID, DuplicatePath, NoParent, UnitForm, UnitSpan, ChildIdentity, FileIdentity, RecipeOf,
	EvidenceLost, UnitDigest, PassageDigest, ContextCitation, Statement, KnowledgeLost, StaleRow, UnsettledRow, CorpusChanged,
	CountsAdd, ChildCount, RowAgrees, TableTotals, PartLost, LedgerLine, UnitLost,
	IssueReported, AddressesAgent, GarbledText, EmptyDocument, LowText,
	OverlayInvalid, RecordInvalid, OverlayStale, OverlayOrphan, OverlayCited, OverlayUnsure, EdgeEnd, EdgeEvidence, EdgeTable, Circle, BareStatement, InventedWord,
	SecretFound, NumberFound, MetadataMissing, TypeBarred, TooLarge, TooOld, TreeDamaged, WaiverExpired, WaiverUnused,
}

// Off is the severity that turns a rule off.
const Off knowledge.Severity = "off"

// Known reports whether id is a rule's.
func Known(id string) bool {
	return slices.ContainsFunc(Rules, func(r Rule) bool { return r.ID == id })
}

// RuleOf returns the rule of an id.
func RuleOf(id string) (Rule, bool) {
	i := slices.IndexFunc(Rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return Rule{}, false
	}
	return Rules[i], true
}
