package retrieval

import (
	"encoding/json"
	"errors"
	"fmt"

	"quire/knowledge"
	"quire/retrieval/proof"
)

// SavedVersion is the format of saved answers. 1: the first.
const SavedVersion = 1

// SavedAnswer is an answer with what it rested on when it was checked. It is kept
// below overlays/answers/ and committed with the corpus.
type SavedAnswer struct {
	Version    int              `json:"version"`
	Name       string           `json:"name"`
	Answer     string           `json:"answer"`   // digest of its text
	Snapshot   string           `json:"snapshot"` // it was checked against
	Statements []SavedStatement `json:"statements"`
}

// SavedStatement is a statement, its verdict, and the spans that decided.
type SavedStatement struct {
	Text     string        `json:"text"`
	Verdict  proof.Verdict `json:"verdict"`
	Evidence []SavedSpan   `json:"evidence"`
}

// SavedSpan is a span of evidence with the digest of its text.
type SavedSpan struct {
	Address string           `json:"address"`
	Path    string           `json:"path"`
	Stance  proof.Stance     `json:"stance"`
	Text    string           `json:"text"`
	Digest  knowledge.Digest `json:"digest"`
}

// Save makes a bundle of a proof.
func (v *View) Save(p *Proof, name string) *SavedAnswer {
	s := &SavedAnswer{Version: SavedVersion, Name: name, Answer: p.Answer, Snapshot: v.Snapshot, Statements: []SavedStatement{}}
	for _, st := range p.Statements {
		one := SavedStatement{Text: st.Text, Verdict: st.Verdict, Evidence: []SavedSpan{}}
		for _, e := range st.Evidence {
			one.Evidence = append(one.Evidence, SavedSpan{e.Address, e.Path, e.Stance, e.Text, knowledge.DigestOf([]byte(e.Text))})
		}
		s.Statements = append(s.Statements, one)
	}
	return s
}

// ParseSaved reads a bundle; file names it in errors.
func ParseSaved(file string, b []byte) (*SavedAnswer, error) {
	var s SavedAnswer
	if err := json.Unmarshal(b, &s); err != nil {
		return nil, &BadQueryError{fmt.Sprintf("%s is no saved answer: %s", file, err), "save it anew: quire trace --answer FILE --save NAME"}
	}
	if s.Version != SavedVersion {
		return nil, &BadQueryError{fmt.Sprintf("%s is a saved answer of version %d; this quire reads %d", file, s.Version, SavedVersion), "save it anew: quire trace --answer FILE --save NAME"}
	}
	return &s, nil
}

// Recheck is what became of a saved answer.
type Recheck struct {
	Name       string          `json:"name"`
	State      string          `json:"state"` // unchanged, stale, missing
	Detail     string          `json:"detail,omitempty"`
	Statements []RecheckedSpan `json:"statements"` // those that no longer rest on what they did
}

// RecheckedSpan is a statement whose evidence changed.
type RecheckedSpan struct {
	Text    string `json:"text"`
	Address string `json:"address"`
	State   string `json:"state"`             // stale, moved, gone, outdated
	Nearest string `json:"nearest,omitempty"` // what is there now
	Detail  string `json:"detail"`
}

// Recheck looks whether the evidence of a saved answer is still what it was. Text
// that only moved within its document is as good as before and is not listed.
func (v *View) Recheck(s *SavedAnswer) (*Recheck, error) {
	out := &Recheck{Name: s.Name, State: "unchanged", Statements: []RecheckedSpan{}}
	pr := &prover{view: v, outdated: map[string]string{}}
	for _, st := range s.Statements {
		for _, e := range st.Evidence {
			if e.Stance != proof.Supports {
				continue
			}
			r, err := pr.recheck(e)
			if err != nil {
				return nil, err
			}
			if r != nil {
				r.Text = st.Text
				out.State = "stale"
				out.Statements = append(out.Statements, *r)
			}
		}
	}
	return out, nil
}

func (pr *prover) recheck(e SavedSpan) (*RecheckedSpan, error) {
	a, err := knowledge.ParseAddress(e.Address)
	if err != nil {
		return &RecheckedSpan{Address: e.Address, State: "gone", Detail: err.Error()}, nil
	}
	shown, err := pr.view.Show(a)
	var stale *StaleError
	var missing *NotFoundError
	switch {
	case errors.As(err, &stale) && stale.Moved:
		return nil, nil
	case errors.As(err, &stale):
		return &RecheckedSpan{Address: e.Address, State: "stale", Nearest: stale.Nearest, Detail: stale.Error()}, nil
	case errors.As(err, &missing):
		return &RecheckedSpan{Address: e.Address, State: "gone", Detail: e.Path + " is no longer in the corpus"}, nil
	case err != nil:
		return nil, err
	}
	if shown.Digest != e.Digest {
		return &RecheckedSpan{Address: e.Address, State: "stale", Nearest: shown.Address, Detail: "the text there has changed"}, nil
	}
	s, err := pr.view.Source(a.Source)
	if err != nil {
		return nil, err
	}
	why, err := pr.whyOutdated(s)
	if err != nil || why == "" {
		return nil, err
	}
	return &RecheckedSpan{Address: e.Address, State: "outdated", Detail: why}, nil
}

// RestsOn reports whether a statement of the answer is carried by text that a names.
func (s *SavedAnswer) RestsOn(a knowledge.Address) bool {
	for _, st := range s.Statements {
		for _, e := range st.Evidence {
			if e.Stance == proof.Supports && within(e.Address, a.String()) {
				return true
			}
		}
	}
	return false
}
