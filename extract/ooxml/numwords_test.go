package ooxml

import "testing"

func TestNumbersInLettersAndWords(t *testing.T) {
	for _, tt := range []struct {
		n            int
		format, want string
	}{
		{3, "hebrew1", "ג"}, {15, "hebrew1", "טו"}, {16, "hebrew1", "טז"}, {17, "hebrew1", "יז"}, {115, "hebrew1", "קטו"}, {900, "hebrew1", "תתק"},
		{3, "koreanCounting", "삼"}, {11, "koreanCounting", "십일"}, {120, "koreanCounting", "백이십"}, {21, "koreanLegal", "스물하나"},
		{3, "iroha", "ﾊ"}, {3, "irohaFullWidth", "ハ"}, {1000, "hebrew1", "1000"}, {100, "koreanLegal", "100"},
	} {
		if got := FormatNumber(tt.n, tt.format, ""); got != tt.want {
			t.Errorf("%d as %s is %q, want %q", tt.n, tt.format, got, tt.want)
		}
	}
}
