package render

import (
	"bytes"
	"fmt"
	"strings"

	"quire/knowledge/overlay"
)

// Plan is the work that is left on a corpus: units whose text is not enough.
type Plan struct {
	Packets []overlay.Packet `json:"packets"`
	Units   int              `json:"units"`   // that want something, those beyond limit and budget included
	Left    int              `json:"left"`    // beyond limit or budget
	Written int              `json:"written"` // left out because somebody wrote about them
	Budget  struct {
		Limit int `json:"limit"` // 0: none
		Used  int `json:"used"`  // an upper bound
	} `json:"budget"`
}

// OverlayPlan writes packets for a person or an agent.
func OverlayPlan(p Printer, plan *Plan) error {
	p.Printf("%s whose text is not enough · %d shown · %d written about already\n", plural(plan.Units, "unit"), len(plan.Packets), plan.Written)
	for i := range plan.Packets {
		p.Printf("%s", PacketText(&plan.Packets[i]))
	}
	if plan.Left > 0 {
		p.Printf("\n%d more: --limit, --budget; --kind and --source choose\n", plan.Left)
	}
	if len(plan.Packets) > 0 {
		p.Printf("\nnext: quire overlay plan --template > work.yaml · fill in author and text · quire overlay apply work.yaml\n")
	}
	return p.Err()
}

// PacketText is a packet as OverlayPlan writes it.
func PacketText(x *overlay.Packet) string {
	var b bytes.Buffer
	p := Printer{W: &b}
	p.Printf("\n%s  %s\n", x.Address, joinCounts(p.Line(x.Path), p.Line(x.Locator), plural(x.Words, "word")))
	for _, w := range x.Wants {
		p.Printf("   %-10s %d  %s\n", w.Kind, w.Priority, p.Line(w.Reason))
		slots := make([]string, len(w.Slots))
		for i, s := range w.Slots {
			slots[i] = string(s)
		}
		p.Printf("   write      %s\n", strings.Join(slots, " or "))
	}
	for _, in := range [][2]string{{"look", x.Inputs.Render}, {"read", x.Inputs.Show}, {"open", x.Inputs.Open}} {
		if in[1] != "" {
			p.Printf("   %-10s %s\n", in[0], p.Line(in[1]))
		}
	}
	return b.String()
}

// PlanTemplate writes the templates alone: a file for quire overlay apply.
func PlanTemplate(p Printer, plan *Plan) error {
	for i := range plan.Packets {
		p.Printf("%s", PacketTemplate(&plan.Packets[i]))
	}
	return p.Err()
}

// PacketTemplate is the template of a packet, with what to look at as comments.
func PacketTemplate(x *overlay.Packet) string {
	var p Printer
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", joinCounts(p.Line(x.Path), p.Line(x.Locator), x.Wants[0].Kind))
	for _, in := range []string{x.Inputs.Render, x.Inputs.Show} {
		if in != "" {
			fmt.Fprintf(&b, "# %s\n", p.Line(in))
		}
	}
	return b.String() + x.Template
}
