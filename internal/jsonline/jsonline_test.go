package jsonline

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
		whole := Fields(line, func(name, value []byte) {
			got[string(name)] = value
			n++
		})
		var want map[string]json.RawMessage
		var compact bytes.Buffer
		if json.Unmarshal(line, &want) != nil || json.Compact(&compact, line) != nil || !bytes.Equal(compact.Bytes(), line) {
			return // anything may come of what is no compact object, but a panic
		}
		if !whole {
			t.Fatalf("%s: it is not read to its end", line)
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

func TestFieldReadsTopLevelValuesWithoutDecoding(t *testing.T) {
	line := []byte(`{"id":"qab","title":"he said \"id\":\"fake\" 7","empty":"","esc":"a\\b","rows":48,"none":-3,"big":1234567890123}`)
	for name, want := range map[string]string{"id": "qab", "empty": "", "esc": "", "title": "", "missing": "", "rows": ""} {
		if got := Field(line, name); got != want {
			t.Errorf("Field %s: %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]int64{"rows": 48, "none": 0, "big": 1234567890123, "missing": 0, "id": 0} {
		if got := IntField(line, name); got != want {
			t.Errorf("IntField %s: %d, want %d", name, got, want)
		}
	}
	if Field([]byte(`{"id":"torn`), "id") != "" || IntField(nil, "id") != 0 {
		t.Error("a torn line has a value")
	}
}
