package retrieval

import "quire/knowledge"

// records keeps the long ones of the evidence read last: the results of an answer come
// from few documents, and each of their units asks for the record of its document. Short
// ones are read again, one after the other into the same bytes.
type records struct {
	kept map[recordKey][]byte
	size int
	buf  []byte
}

type recordKey struct {
	name   string
	digest knowledge.Digest
}

const (
	// keptRecords is how many bytes of evidence are kept at most.
	keptRecords = 4 << 20
	// longRecord is from how many bytes on reading again is dearer than keeping.
	longRecord = 32 << 10
)

func (r *records) get(name string, d knowledge.Digest) ([]byte, bool) {
	b, ok := r.kept[recordKey{name, d}]
	return b, ok
}

// put takes what was read: a long record is kept, in the place of all others where there
// would be too many, and a short one lends its bytes to the next.
func (r *records) put(name string, d knowledge.Digest, b []byte) {
	switch {
	case len(b) < longRecord:
		if cap(b) < longRecord {
			r.buf = b[:0]
		}
		return
	case len(b) > keptRecords:
		return
	}
	if r.size += len(b); r.kept == nil || r.size > keptRecords {
		r.kept, r.size = map[recordKey][]byte{}, len(b)
	}
	r.kept[recordKey{name, d}] = b
}
