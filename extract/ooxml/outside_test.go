package ooxml

import "testing"

func TestTargetsThatAreLocal(t *testing.T) {
	for target, want := range map[string]bool{
		`C:\Users\ada\house.dotm`:       true,
		"file:///C:/Users/ada/a.dotm":   true,
		`file:///C:\a.dotm`:             true,
		"file://C:/a.dotm":              true,
		"Normal.dotm":                   true,
		"../pictures/a.png":             true,
		"https://example.org/a.dotm":    false,
		"ftp://example.org/a":           false,
		`\\server\share\a.dotm`:         false,
		"//server/share/a.dotm":         false,
		"file://server/share/a.dotm":    false,
		`file:///\\server\share\a.dotm`: false,
		"mhtml:https://example.org!x":   false,
	} {
		if got := IsLocal(target); got != want {
			t.Errorf("IsLocal(%q) is %t", target, got)
		}
	}
}

func TestWhatIsNoTarget(t *testing.T) {
	for target, want := range map[string]bool{"NULL": false, "": false, "cid:image001.png@x": false, "data:image/png;base64,AA": false, "about:blank": false, "a.png": true, "https://example.org": true} {
		if got := IsTarget(target); got != want {
			t.Errorf("IsTarget(%q) is %t", target, got)
		}
	}
}
