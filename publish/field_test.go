package publish

import (
	"bytes"
	"encoding/json"
	"testing"
)

func FuzzFieldsAreThoseOfTheObject(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":1}`, `{"a":"b","c":[1,{"x":"]}"}],"d":{"e":"\"}"},"f":-1.5e3,"g":null,"h":true}`, `{"a":"\\","b":"\\\"","c":"\u0022"}`,
		`{"a":`, `{"a"`, `{"a":"`, `{"a":[`, `{"a":1,`, `[1]`, `{"a":"b"}x`, `{"a":{}`, `{"a":"b\`, `{"":""}`, ``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		got := map[string][]byte{}
		n := 0
		Fields(line, func(name, value []byte) {
			got[string(name)] = value
			n++
		})
		var want map[string]json.RawMessage
		var compact bytes.Buffer
		if json.Unmarshal(line, &want) != nil || json.Compact(&compact, line) != nil || !bytes.Equal(compact.Bytes(), line) {
			return // anything may come of what is no compact object, but a panic
		}
		if n < len(want) {
			t.Fatalf("%s: %d fields, it has %d", line, n, len(want))
		}
		for name, raw := range want {
			plain, ok := got[name]
			if !ok {
				continue // its name is written with escapes
			}
			if raw[0] == '"' {
				raw = raw[1 : len(raw)-1]
			}
			if !bytes.Equal(plain, raw) {
				t.Fatalf("%s: field %s is %s, want %s", line, name, plain, raw)
			}
		}
	})
}
