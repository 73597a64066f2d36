package charset

import (
	"strings"
	"testing"
)

func BenchmarkDecode(b *testing.B) {
	latin1 := []byte(strings.Repeat("Die Pr\xfcfung der B\xfccher ergab gr\xf6\xdfere Abweichungen.\n", 1200))
	utf := []byte(strings.Repeat(german+"\n", 600))
	for _, bm := range []struct {
		name string
		data []byte
	}{{"guess a short text", latin1[:200]}, {"guess 64 KB", latin1}, {"UTF-8 of 64 KB", utf}} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.data)))
			for b.Loop() {
				Decode(bm.data, "")
			}
		})
	}
}
