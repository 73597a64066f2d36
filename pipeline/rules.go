package pipeline

import (
	"fmt"
	"strings"

	"quire/extract"
	"quire/extract/census"
	"quire/knowledge"
	"quire/knowledge/relations"
	"quire/knowledge/semantics"
	"quire/retrieval/index"
)

// rowVersion is raised whenever the same evidence makes a different row.
// 1: first.
// 2: every source has a line in the ledger.
// 3: a row knows its kind of document and its tokens.
const rowVersion = 3

// rules names everything besides bytes and paths that decides a row or how what it refers
// to is stored: two syncs with equal rules may take each other's rows.
func (r *run) rules() string {
	if r.ruleText == "" {
		var labels []string
		for _, f := range r.opts.Registry.Formats() {
			labels = append(labels, f+"="+extract.Label(r.opts.Registry.For(f, r.opts.Extract)))
		}
		text := fmt.Sprintf("row %d layout %d leaves %d census %d semantics %d joins %d/%d terms %d limits %s options %s severity %v formats %s", rowVersion,
			knowledge.EvidenceVersion, knowledge.LeavesVersion, census.Version, semantics.Version, semantics.JoinVersion, relations.Version, index.Version, r.opts.Limits.Recipe(), r.opts.Extract.Recipe("pdf"),
			r.opts.Rules.Severity, strings.Join(labels, " "))
		text += r.opts.Rules.Recipe()
		r.ruleText = string(knowledge.DigestOf([]byte(text)))
	}
	return r.ruleText
}
