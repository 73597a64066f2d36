package retrieval

import "quire/knowledge"

// records keeps the evidence read last: the results of an answer come from few documents,
// and each of their units asks for the record of its document.
type records struct {
	kept map[recordKey][]byte
	size int
}

type recordKey struct {
	name   string
	digest knowledge.Digest
}

// keptRecords is how many bytes of evidence are kept at most.
const keptRecords = 4 << 20

func (r *records) get(name string, d knowledge.Digest) ([]byte, bool) {
	b, ok := r.kept[recordKey{name, d}]
	return b, ok
}

// put keeps a record, in the place of all others where there would be too many.
func (r *records) put(name string, d knowledge.Digest, b []byte) {
	if len(b) > keptRecords {
		return
	}
	if r.size += len(b); r.kept == nil || r.size > keptRecords {
		r.kept, r.size = map[recordKey][]byte{}, len(b)
	}
	r.kept[recordKey{name, d}] = b
}
