package retrieval

import (
	"context"

	"quire/knowledge"
	"quire/retrieval/proof"
)

// Proof is an answer, statement by statement. The JSON names are a contract.
type Proof struct {
	Answer     string            `json:"answer"` // digest of the text that was checked
	Statements []ProvedStatement `json:"statements"`
	Summary    map[string]int    `json:"summary"` // statements by verdict; not_checkable with an underscore
	Languages  map[string]int    `json:"languages"`
}

// ProvedStatement is one statement with its verdict.
type ProvedStatement struct {
	Text      string          `json:"text"`
	Line      int             `json:"line"`
	Start     int             `json:"start"` // bytes of the answer
	End       int             `json:"end"`
	Kind      string          `json:"kind"` // sentence, item, cell
	Verdict   proof.Verdict   `json:"verdict"`
	Derived   string          `json:"derived,omitempty"` // the sum or difference as worked out
	Reasons   []string        `json:"reasons"`
	Checks    []proof.Fault   `json:"checks"` // what the evidence does not carry
	Evidence  []ProofEvidence `json:"evidence"`
	Conflicts []ProofEvidence `json:"conflicts"`
	Covered   []string        `json:"covered"`
	Uncovered []string        `json:"uncovered"`
	Citations []ProofCitation `json:"citations"`
	Language  string          `json:"language"`
	Judge     *Opinion        `json:"judge,omitempty"` // of the external judge; it changes no verdict
	Rules     bool            `json:"rules"`           // false: no rule tables for the language, words and numbers only
}

// Opinion is what an external judge says of a statement.
type Opinion struct {
	Verdict proof.Verdict `json:"verdict"`
	Reason  string        `json:"reason,omitempty"`
}

// ProofEvidence is the span that decides.
type ProofEvidence struct {
	Address string         `json:"address"`
	Path    string         `json:"path"`
	Locator string         `json:"locator"`
	Span    knowledge.Span `json:"span"`
	Text    string         `json:"text"`
	Stance  proof.Stance   `json:"stance"` // supports, contradicts, mentions, outdated
	Tier    string         `json:"tier"`
	Detail  string         `json:"detail,omitempty"` // of outdated evidence: why
}

// ProofCitation is what the answer itself cites for a statement.
type ProofCitation struct {
	Written string `json:"written"`
	Address string `json:"address,omitempty"` // "" where it names nothing in this snapshot
	Carries bool   `json:"carries"`
	Detail  string `json:"detail,omitempty"`
}

// Prove holds every statement of an answer against the snapshot.
func (v *View) Prove(ctx context.Context, answer string) (*Proof, error) {
	p := &Proof{
		Answer: string(knowledge.DigestOf([]byte(answer))), Statements: []ProvedStatement{}, Languages: map[string]int{},
		Summary: map[string]int{"supported": 0, "partial": 0, "contradicted": 0, "unsupported": 0, "not_checkable": 0},
	}
	pr := &prover{view: v, cache: newUnitCache(v), passages: map[string]*proof.Passage{}, outdated: map[string]string{}}
	statements := proof.Split(answer, func(id string) bool {
		_, err := v.Source(id)
		return err == nil
	})
	for i := range statements {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one, err := pr.prove(ctx, &statements[i])
		if err != nil {
			return nil, err
		}
		pr.forget()
		p.Statements = append(p.Statements, *one)
		if one.Verdict == proof.NotCheckable {
			p.Summary["not_checkable"]++
		} else {
			p.Summary[string(one.Verdict)]++
		}
		p.Languages[one.Language]++
	}
	return p, nil
}

// prover keeps what the statements of one answer share.
type prover struct {
	view     *View
	cache    *unitCache
	passages map[string]*proof.Passage // read ones, by address
	outdated map[string]string         // why a source supports nothing, by id
	against  []edgeEvidence            // the other sides of disputes
}

// maxKept is how many passages that were read are kept for the statements that follow:
// those of about five. A passage taken apart costs about 50 KiB.
const maxKept = 5 * maxCandidates

// forget bounds what an answer keeps in memory, whatever its length.
func (pr *prover) forget() {
	if len(pr.passages) > maxKept {
		clear(pr.passages)
		pr.cache = newUnitCache(pr.view)
	}
}

func (pr *prover) prove(ctx context.Context, s *proof.Statement) (*ProvedStatement, error) {
	out := &ProvedStatement{Text: s.Text, Line: s.Line, Start: s.Start, End: s.End, Kind: s.Kind, Citations: []ProofCitation{}}
	cited, err := pr.cited(s, out)
	if err != nil {
		return nil, err
	}
	var passages []*proof.Passage
	if s.Checkable() {
		if passages, err = pr.candidates(ctx, s, cited); err != nil {
			return nil, err
		}
	}
	j := proof.Judge(s, passages)
	for _, p := range passages {
		p.Cited = false
	}
	out.Verdict, out.Derived, out.Language, out.Rules = j.Verdict, j.Derived, j.Language, j.Rules
	out.Reasons, out.Covered, out.Uncovered = nonNil(j.Reasons), nonNil(j.Covered), nonNil(j.Uncovered)
	out.Checks = j.Faults
	if out.Checks == nil {
		out.Checks = []proof.Fault{}
	}
	if out.Evidence, err = pr.evidence(j.Evidence); err != nil {
		return nil, err
	}
	if out.Conflicts, err = pr.evidence(j.Conflicts); err != nil {
		return nil, err
	}
	if out.Conflicts, err = pr.otherSides(j.Disputes, out.Conflicts); err != nil {
		return nil, err
	}
	for i := range out.Citations {
		c := &out.Citations[i]
		for _, e := range out.Evidence {
			if c.Address != "" && e.Stance == proof.Supports && within(e.Address, c.Address) {
				c.Carries = true
			}
		}
		if !c.Carries && c.Detail == "" && out.Verdict != proof.NotCheckable {
			c.Detail = "it does not carry the statement"
		}
	}
	return out, nil
}

// within reports that evidence lies in what a citation names.
func within(evidence, citation string) bool {
	e, err1 := knowledge.ParseAddress(evidence)
	c, err2 := knowledge.ParseAddress(citation)
	if err1 != nil || err2 != nil || e.Source != c.Source {
		return false
	}
	return c.Unit == "" || c.Unit == e.Unit && (!c.Spanned || e.Start < c.End && c.Start < e.End)
}

// evidence gives spans their addresses.
func (pr *prover) evidence(found []proof.Evidence) ([]ProofEvidence, error) {
	out := []ProofEvidence{}
	for _, e := range found {
		cu, err := pr.cache.get(e.Passage.Source, e.Passage.Unit)
		if err != nil {
			return nil, err
		}
		span := knowledge.Span{e.Passage.Start + e.Start, e.Passage.Start + e.End}
		p := pr.spanned(cu, span, e.Stance)
		if e.Stance == proof.Outdated {
			p.Detail = e.Passage.Outdated
		}
		out = append(out, p)
	}
	return out, nil
}

// spanned gives a span of a unit its address.
func (pr *prover) spanned(cu *cachedUnit, span knowledge.Span, stance proof.Stance) ProofEvidence {
	text := cu.text[span[0]:span[1]]
	a := knowledge.Address{Source: cu.source.ID, Unit: cu.unit.Name, Start: span[0], End: span[1], Spanned: true,
		Check: knowledge.DigestOf([]byte(text)).Short(knowledge.CheckDigits)}
	return ProofEvidence{Address: a.String(), Path: cu.source.Path, Locator: place(cu.unit, cu.text, span).String(), Span: span, Text: text, Stance: stance, Tier: string(cu.source.TrustTier())}
}
