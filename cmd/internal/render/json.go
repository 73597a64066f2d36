package render

import (
	"bytes"
	"encoding/json"
	"io"

	"quire/knowledge"
)

// JSON writes one object: the envelope of a verb, then the fields of v.
func JSON(w io.Writer, verb, snapshot string, ok bool, v any) error {
	head, err := marshal(struct {
		Schema   string `json:"schema"`
		OK       bool   `json:"ok"`
		Snapshot string `json:"snapshot,omitempty"`
	}{"quire." + verb + "/1", ok, snapshot})
	if err != nil {
		return err
	}
	body, err := marshal(v)
	if err != nil {
		return err
	}
	return write(w, merge(head, body))
}

// JSONError writes the error envelope.
func JSONError(w io.Writer, e Error) {
	if e.RetryArgv == nil {
		e.RetryArgv = []string{}
	}
	b, err := marshal(struct {
		Schema string `json:"schema"`
		OK     bool   `json:"ok"`
		Error  Error  `json:"error"`
	}{"quire.error/1", false, e})
	if err == nil {
		write(w, b)
	}
}

// merge joins two JSON objects, the second without fields named snapshot that the
// first has already.
func merge(head, body []byte) []byte {
	if bytes.Equal(body, []byte("{}")) {
		return head
	}
	out := append([]byte{}, head[:len(head)-1]...)
	out = append(out, ',')
	return append(out, body[1:]...)
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return escapeControls(bytes.TrimSuffix(b.Bytes(), []byte("\n"))), nil
}

// escapeControls writes the characters that steer (knowledge.Steers) and that JSON
// would allow raw as escapes: they only stand in strings, and mean the same there.
func escapeControls(b []byte) []byte {
	risky := func(r rune) bool { return r > 0x7e && knowledge.Steers(r) }
	if bytes.IndexFunc(b, risky) < 0 {
		return b
	}
	var out bytes.Buffer
	for _, r := range string(b) {
		if risky(r) {
			out.WriteString(knowledge.EscapeJSON(r))
		} else {
			out.WriteRune(r)
		}
	}
	return out.Bytes()
}

func write(w io.Writer, b []byte) error {
	_, err := w.Write(append(b, '\n'))
	return err
}
