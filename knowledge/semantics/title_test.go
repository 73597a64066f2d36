package semantics

import (
	"testing"

	"quire/knowledge"
)

func TestTitle(t *testing.T) {
	const body = "\n\nThe committee met in Lyon and approved the budget for the coming year, after a discussion that took most of the afternoon and the evening."
	tests := []struct{ name, meta, md, text, by string }{
		{"metadata that the text confirms", "Budget of Lyon", "# Budget of the city of Lyon" + body, "Budget of Lyon", ByMetadata},
		{"metadata of a template is passed over", "Quarterly newsletter template", "# Budget of Lyon" + body, "Budget of Lyon", ByHeading},
		{"metadata beats a first line", "Quarterly newsletter", "Budget of Lyon" + body, "Quarterly newsletter", ByMetadata},
		{"Word's own title is none", "Microsoft Word - budget.doc", "# Budget of Lyon" + body, "Budget of Lyon", ByHeading},
		{"a file name is none", "budget_v2_final.docx", "# Budget of Lyon" + body, "Budget of Lyon", ByHeading},
		{"a default name is none", "Document1", "Budget of Lyon" + body, "Budget of Lyon", ByFirstLine},
		{"untitled is none", "Untitled", "# Budget of Lyon" + body, "Budget of Lyon", ByHeading},
		{"a generic heading is none", "", "# 1. Introduction" + body, "", ""},
		{"the highest heading wins", "", "## City of Lyon\n\n# Budget" + body, "Budget", ByHeading},
		{"a long paragraph is no title", "", body, "", ""},
		{"a page number is no title", "", "Page 1 of 205" + body, "", ""},
		{"the first line of a card is no title", "", "BEGIN:VCARD" + body, "", ""},
		{"of a printed mail the subject is the title", "", "From: Ann Lee <ann@example.org>\n\nTo: Bo\n\nSubject: Budget of Lyon" + body, "Budget of Lyon", ByFirstLine},
		{"a printed mail without a subject has none", "", "From: Ann Lee <ann@example.org>\nTo: Bo\n\nGood morning" + body, "", ""},
		{"behind a label the next line is the title", "", "Version: 3\nBudget of Lyon" + body, "Budget of Lyon", ByFirstLine},
		{"an item is no title", "", "1. A list item" + body, "", ""},
		{"what announces is no title", "", "It can be:" + body, "", ""},
		{"a mark is no title", "", "<END-OF-FUNCTIONS>" + body, "", ""},
		{"a table of contents is no title", "", "# 目 录" + body, "", ""},
		{"a name of a file is no title", "", "AUTOEXEC.BAT" + body, "", ""},
		{"an address is no title", "", "mail1@example.com" + body, "", ""},
		{"the head of a page is no title", "", "BOOKING ORDER 14:30 Page 1 of 1 Orders" + body, "", ""},
		{"a place held for a title is none", "", "# Title\n\n## Budget of Lyon" + body, "Budget of Lyon", ByHeading},
		{"a section of a section is no title", "", "# 1.1 Promotion" + body, "", ""},
		{"a title with a point is no file name", "Version 2.0 of the plan", "Budget of Lyon" + body, "Version 2.0 of the plan", ByMetadata},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			k := verified(t, assemble(t, knowledge.Metadata{Title: tt.meta}, unit(knowledge.Section, tt.md)))
			if k.Title.Text != tt.text || k.Title.By != tt.by || (k.Title.Quote == nil) != (tt.by == ByMetadata || tt.by == "") {
				t.Errorf("title = %+v, want %q by %q", k.Title, tt.text, tt.by)
			}
		})
	}
}
