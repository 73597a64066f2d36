package interaction

import (
	"fmt"

	"quire/knowledge"
)

// Row returns the row by which an entry is listed and cited, pending or promoted:
// what was said, by which role, when, in which conversation.
func (e *Entry) Row() knowledge.Source {
	return knowledge.Source{
		ID: e.ID, Path: knowledge.Line(fmt.Sprintf("interactions/%s/%s/%s", e.Origin.Host, e.Origin.Conversation, e.Origin.Turn), 400),
		Tier: knowledge.InteractionTier, Type: "interaction", TitleBy: "role",
		Title: knowledge.Line(e.Origin.Role+" in "+e.Origin.Conversation, knowledge.MaxTitle), Date: e.Time, DateBy: "capture",
		Outcome: knowledge.Extracted,
	}
}
