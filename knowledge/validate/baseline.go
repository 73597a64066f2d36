package validate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"quire/knowledge"
)

// BaselineSchema opens every baseline file.
const BaselineSchema = "quire.baseline/1"

// Baseline is a set of findings that are known. It holds no message: only what a finding
// is recognised by, and for people the rule and the path.
type Baseline struct {
	Schema   string         `json:"schema"`
	Findings []KnownFinding `json:"findings"`
}

// KnownFinding is one known finding.
type KnownFinding struct {
	Print string `json:"fingerprint"`
	Rule  string `json:"rule"`
	Path  string `json:"path"`
}

// EncodeBaseline writes the baseline of a list with fingerprints, a line a finding, so
// that a change of it reads well in version control.
func EncodeBaseline(list []Finding) ([]byte, error) {
	known := make([]KnownFinding, len(list))
	for i, x := range list {
		known[i] = KnownFinding{x.Print, x.Rule, x.Path}
	}
	slices.SortFunc(known, func(a, b KnownFinding) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Print, b.Print))
	})
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"schema\":%q,\"findings\":[", BaselineSchema)
	for i, k := range known {
		line, err := knowledge.Marshal(k)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n" + strings.TrimSpace(string(line)))
	}
	b.WriteString("\n]}\n")
	return b.Bytes(), nil
}

// ParseBaseline reads what EncodeBaseline wrote.
func ParseBaseline(data []byte) (*Baseline, error) {
	var b Baseline
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&b); err != nil {
		return nil, fmt.Errorf("is no baseline: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("is no baseline: something stands behind its end")
	}
	if b.Schema != BaselineSchema {
		return nil, fmt.Errorf("has the schema %q, not %q; write it anew with --write-baseline", b.Schema, BaselineSchema)
	}
	return &b, nil
}

// Split divides a list with fingerprints into the findings that the baseline does not
// have and those that it has, and counts what it has and the list has not.
func (b *Baseline) Split(list []Finding) (fresh, known []Finding, gone int) {
	have := map[string]bool{}
	for _, k := range b.Findings {
		have[k.Print] = true
	}
	met := map[string]bool{}
	for _, x := range list {
		if have[x.Print] {
			known = append(known, x)
			met[x.Print] = true
		} else {
			fresh = append(fresh, x)
		}
	}
	return fresh, known, len(have) - len(met)
}
