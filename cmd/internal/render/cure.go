package render

import (
	"strings"

	"quire/extract"
	"quire/knowledge"
	"quire/pipeline"
)

// Cure says what happened to a file and what a person can do about it.
func Cure(x pipeline.Problem) string {
	switch x.Outcome {
	case knowledge.Encrypted:
		return "it needs a password; add it to the file that QUIRE_PASSWORDS_FILE names, or put an unprotected copy beside it"
	case knowledge.Unsupported:
		return cureUnsupported(x)
	case knowledge.Empty:
		switch {
		case x.Code == "needs-ocr":
			return "its pages are pictures; run a text recognition over it, or say what they show: quire overlay plan --kind scan"
		case x.Message != "" && x.Code == "":
			return x.Message + "; if a copy failed, make it again"
		}
		return "there is no text in it"
	case knowledge.Deferred:
		if x.Code == "unreadable" {
			return join(x.Message, "let quire read it; until then it is not searched")
		}
		return join(x.Message, "the next quire sync tries again")
	case knowledge.Partial:
		if more := giveMore(x.Code); more != "" {
			return join(x.Message, "what was read until then is searchable; "+more+", then quire sync --retry "+x.Address)
		}
		return join(x.Message, "the rest is searchable; quire sync --retry "+x.Address+" reads it again")
	case knowledge.Failed:
		if x.Code == "damaged" {
			return join("cut off or damaged ("+strings.ReplaceAll(x.Message, "damaged: ", "")+")", "get a fresh copy and sync again")
		}
		if more := giveMore(x.Code); more != "" {
			return join(x.Message, more+", then quire sync --retry "+x.Address)
		}
		return join(x.Message, "repair or replace the file and sync again")
	case "stale":
		return join(x.Message, "quire overlay refresh "+x.Address)
	case knowledge.Quarantined:
		return join(x.Message, "withheld from search; quire validate shows why")
	case pipeline.Misnamed:
		return "named " + x.Code + ", but its bytes are " + x.Message + ": read as that; if it was overwritten or damaged, get a fresh copy"
	}
	return x.Message
}

// giveMore says what may help a file that a parser died over. The next sync tries it
// once more by itself.
func giveMore(code string) string {
	switch code {
	case "timeout":
		return "raise limits.seconds and limits.total in quire.yaml"
	case "memory":
		return "raise limits.memory in quire.yaml"
	case "crash":
		return "if it opens elsewhere, save it anew"
	}
	return ""
}

func cureUnsupported(x pipeline.Problem) string {
	switch {
	case x.Code == "unknown-format":
		if named := extract.Promised(x.Path, "unknown"); named != "" {
			return "named " + named + ", but its bytes are not; if it is damaged, get a fresh copy"
		}
		return x.Message
	case x.Code == "unsupported-method":
		return "packed by a method that quire does not read; pack it again as a plain zip"
	}
	return "quire does not read " + x.Message + "; convert it to PDF, Word or text if its text matters"
}

func join(what, then string) string {
	if what == "" || strings.Contains(what, then) {
		return then
	}
	return what + "; " + then
}
