package pipeline

import (
	"io/fs"

	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/knowledge/validate"
)

// CheckInputs finds what is wrong with the authored input of a workspace, whose top is
// inputs, as the next sync will report it.
func CheckInputs(inputs fs.FS, f *validate.Findings) error {
	_, problems, err := overlay.Load(inputs)
	if err != nil {
		return err
	}
	_, flawed := overlay.LoadCorrections(inputs)
	for _, p := range append(problems, flawed...) {
		f.Add(validate.OverlayInvalid, &knowledge.Source{ID: p.Source, Path: p.File}, "", "%s", p)
	}
	return nil
}
