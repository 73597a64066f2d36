package cli

import (
	"os"
	"strings"
	"testing"

	"quire/cmd/internal/render"
	"quire/extract/formats"
)

const (
	formatsPage  = "../../../docs/formats.md"
	formatsBegin = "<!-- generated from the registry: go test ./cmd/internal/cli -run FormatsPage -update -->\n"
	formatsEnd   = "<!-- end of generated -->\n"
)

// docs/formats.md says what the registry says, and every format says something.
func TestFormatsPageIsCurrent(t *testing.T) {
	list := render.FormatList(formats.Registry(""))
	for _, f := range list {
		if f.Read && (f.Endings == "" || f.Reads == "") {
			t.Errorf("%s does not say what is read of it", f.Name)
		}
	}
	var b strings.Builder
	if err := render.FormatsMarkdown(render.Printer{W: &b}, list); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(formatsPage)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(page), formatsBegin)
	_, tail, closed := strings.Cut(rest, formatsEnd)
	if !ok || !closed {
		t.Fatalf("%s has no generated part", formatsPage)
	}
	want := head + formatsBegin + b.String() + formatsEnd + tail
	if *update {
		if err := os.WriteFile(formatsPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != string(page) {
		t.Errorf("%s is not current; its first line says how to write it", formatsPage)
	}
}
