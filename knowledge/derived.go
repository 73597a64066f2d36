package knowledge

import (
	"bytes"
	"fmt"
)

// DerivedLine returns the line of KnowledgeTable that holds the JSON object of what was
// derived from a source, and the digest that the row of the source names it by.
func DerivedLine(id string, object []byte) (line []byte, digest Digest, err error) {
	rest, ok := bytes.CutPrefix(object, []byte("{"))
	if !ok || bytes.HasPrefix(rest, []byte("}")) {
		return nil, "", fmt.Errorf("%s: what was derived is no object with fields", id)
	}
	return append([]byte(derivedLead(id)), rest...), DigestOf(object), nil
}

// DerivedIn returns the object in a line of KnowledgeTable; ok is false where it is not the
// one that the row of the source names.
func DerivedIn(line []byte, id string, want Digest) (object []byte, ok bool) {
	rest, ok := bytes.CutPrefix(line, []byte(derivedLead(id)))
	if !ok {
		return nil, false
	}
	object = append([]byte("{"), rest...)
	return object, DigestOf(object) == want
}

func derivedLead(id string) string { return `{"id":"` + id + `",` }
