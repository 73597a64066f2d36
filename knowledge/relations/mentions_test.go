package relations_test

import (
	"testing"

	"quire/knowledge"
	"quire/knowledge/relations"
)

func TestMentionsOfFileNames(t *testing.T) {
	named := func(n relations.Node, text string) relations.Node {
		n.Facts.Mentions = []knowledge.Mention{{File: true, Text: text, Unit: "m1", Span: knowledge.Span{3, 12}}}
		return n
	}
	list := relations.Node{ID: "list", Path: "r/finance/paint.csv", Type: "csv"}
	mail := relations.Node{ID: "mail", Path: "r/mail/order.eml", Type: "eml"}
	attached := relations.Node{ID: "own", Path: "r/mail/order.eml!/Paint.csv", Parent: "mail", Member: "part=2", Type: "csv"}
	t.Run("of another document", func(t *testing.T) {
		expect(t, []relations.Node{list, named(mail, "paint.csv")}, "mail mentions list 900")
	})
	t.Run("of the own attachment, not of a file with its name", func(t *testing.T) {
		expect(t, []relations.Node{list, named(mail, "paint.csv"), attached}, "own attached-to mail 1000")
	})
	t.Run("of a file beside the own attachment", func(t *testing.T) {
		other := relations.Node{ID: "other", Path: "r/finance/brushes.csv", Type: "csv"}
		expect(t, []relations.Node{list, named(mail, "brushes.csv"), other, attached}, "mail mentions other 900", "own attached-to mail 1000")
	})
}
