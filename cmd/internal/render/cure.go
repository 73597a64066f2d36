package render

import (
	"strings"

	"quire/knowledge"
	"quire/pipeline"
)

// Cure says what happened to a file and what a person can do about it.
func Cure(x pipeline.Problem) string {
	switch x.Outcome {
	case knowledge.Encrypted:
		return "it needs a password; add it to the file that QUIRE_PASSWORDS_FILE names, or put an unprotected copy beside it"
	case knowledge.Unsupported:
		if x.Code == "unknown-format" {
			return x.Message
		}
		if x.Code == "unsupported-method" {
			return "packed by a method that quire does not read; pack it again as a plain zip"
		}
		return "quire does not read " + x.Message + "; convert it to PDF, Word or text if its text matters"
	case knowledge.Empty:
		if x.Code == "needs-ocr" {
			return "its pages are pictures; run a text recognition over it, or say what they show: quire overlay apply"
		}
		return "there is no text in it"
	case knowledge.Deferred:
		return join(x.Message, "the next quire sync tries again")
	case knowledge.Partial:
		return join(x.Message, "the rest is searchable; quire sync --retry-failed reads it again")
	case knowledge.Failed:
		return join(x.Message, "repair or replace the file and sync again")
	case "stale":
		return join(x.Message, "write it anew, or drop it")
	case knowledge.Quarantined:
		return join(x.Message, "withheld from search; quire validate shows why")
	}
	return x.Message
}

func join(what, then string) string {
	if what == "" || strings.Contains(what, then) {
		return then
	}
	return what + "; " + then
}
