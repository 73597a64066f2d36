package index

import (
	"errors"
	"fmt"
	"syscall"
	"testing"
)

func TestADiskErrorThatTheEngineHandsOnAsTextKeepsItsCause(t *testing.T) {
	text := errors.New("segment: a.zap persist err: write a.zap: no space left on device")
	if err := guarded(func() error { return text }); !errors.Is(err, syscall.ENOSPC) || !errors.Is(err, text) || err.Error() != text.Error() {
		t.Errorf("got %v", err)
	}
	other := fmt.Errorf("a word of a document: no space")
	if err := guarded(func() error { return other }); err != other {
		t.Errorf("got %v", err)
	}
	if err := guarded(func() error { return nil }); err != nil {
		t.Error(err)
	}
}
