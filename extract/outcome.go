package extract

import (
	"errors"
	"slices"

	"quire/knowledge"
)

// TrailingError says that a file was read to its end and that something follows, which
// was not read.
type TrailingError struct{ Detail string }

// Error implements error.
func (e *TrailingError) Error() string { return e.Detail }

// Code is that of the issue.
func (e *TrailingError) Code() string { return "trailing-data" }

// Reason returns the issue code and a sentence for an error of Extract; "" for
// nil.
func Reason(err error) (code, detail string) {
	var coded interface {
		error
		Code() string
	}
	switch {
	case err == nil:
		return "", ""
	case errors.As(err, &coded): // a limit, or the death of a worker
		return coded.Code(), coded.Error()
	case errors.Is(err, ErrEncrypted):
		return "encrypted", err.Error()
	case errors.Is(err, ErrDamaged):
		return "damaged", err.Error()
	}
	return "damaged", err.Error()
}

func isRead(c knowledge.Child) bool { return c.Digest != "" }

func outcome(e *knowledge.Evidence, code string) (knowledge.Outcome, string) {
	switch {
	case code == "encrypted":
		return knowledge.Encrypted, code
	case code != "" && (e.Counts.Chars > 0 || slices.ContainsFunc(e.Children, isRead)):
		return knowledge.Partial, code
	case code != "":
		return knowledge.Failed, code
	}
	for _, i := range e.Issues {
		if i.Severity == knowledge.Error && e.Counts.Chars > 0 {
			return knowledge.Partial, i.Code
		}
	}
	if e.Counts.Chars == 0 && len(e.Children) > 0 {
		return knowledge.Extracted, "" // a container: what it holds has outcomes of its own
	}
	if e.Counts.Chars == 0 {
		for _, i := range e.Issues {
			if i.Severity == knowledge.Error {
				return knowledge.Failed, i.Code // nothing was read, which is not to say that there is nothing
			}
		}
		for _, i := range e.Issues {
			return knowledge.Empty, i.Code // needs-ocr, for one
		}
		return knowledge.Empty, ""
	}
	return knowledge.Extracted, ""
}
