package cli

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/knowledge"
	"quire/knowledge/overlay"
	"quire/retrieval"
)

type planFlags struct {
	limit, budget int
	kind, source  string
	template      bool
}

func (a *app) overlayPlanCommand() *cobra.Command {
	var f planFlags
	cmd := &cobra.Command{
		Use: "plan", Short: "list the parts of documents whose text is not enough, as work to be done",
		Long: `plan lists units that a search cannot do justice to: scans, text of glyphs that nobody
can map, pictures, charts, diagrams, screenshots, dense tables, mixed layouts. Each is a
packet: why, what to look at, and a template that quire overlay apply takes once author
and text are filled in. What is written about already is left out. The most pressing
come first: what cannot be found at all before what is only hard to read.`,
		Example: "  quire overlay plan --limit 5\n  quire overlay plan --kind scan --template > work.yaml\n  quire overlay plan --budget 3000 --json",
		Args:    wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			switch {
			case f.limit < 0 || f.budget < 0:
				return &usageError{"--limit and --budget take 1 or more, or 0 for no bound", ""}
			case f.kind != "" && !slices.Contains(overlay.WantKinds(), f.kind):
				return &usageError{"--kind takes one of " + strings.Join(overlay.WantKinds(), ", ") + ", not " + f.kind, ""}
			case f.template && a.json:
				return &usageError{"--template prints YAML; --json has it in every packet", ""}
			}
			v, w, err := a.open(readFlags{})
			if err != nil {
				return err
			}
			defer v.Close()
			all, _, err := loadWritten(v, w)
			if err != nil {
				return err
			}
			plan, err := planned(v, all, f)
			if err != nil {
				return err
			}
			a.spend(plan, f)
			if a.json {
				return render.JSON(a.stdout, "overlay", v.Snapshot, true, plan)
			}
			if f.template {
				return render.PlanTemplate(a.printer(), plan)
			}
			return render.OverlayPlan(a.printer(), plan)
		},
	}
	cmd.Flags().IntVar(&f.limit, "limit", 20, "packets at most; 0: all")
	cmd.Flags().IntVar(&f.budget, "budget", 0, "o200k tokens that the answer takes at most; 0: no bound")
	cmd.Flags().StringVar(&f.kind, "kind", "", "only one kind of want: "+strings.Join(overlay.WantKinds(), ", "))
	cmd.Flags().StringVar(&f.source, "source", "", "only one document, by its id or path")
	cmd.Flags().BoolVar(&f.template, "template", false, "print only the templates, to be filled in and handed to quire overlay apply")
	return cmd
}

// planned makes the packets of all documents of a snapshot.
func planned(v *retrieval.View, all []written, f planFlags) (*render.Plan, error) {
	type slotOf struct {
		source, unit string
		slot         overlay.Slot
	}
	have := map[slotOf]bool{}
	for _, x := range all {
		if !x.isStale() && !x.IsStatement() {
			have[slotOf{x.Source, x.now.Unit, x.Slot}] = true
		}
	}
	only := ""
	if f.source != "" {
		at, err := parseAddress(v, f.source)
		if err != nil {
			return nil, err
		}
		only = at.Source
	}
	out := &render.Plan{Packets: []overlay.Packet{}}
	var failed error
	err := v.Sources(func(s *knowledge.Source) bool {
		if s.Recipe == "" || s.Stale || s.Outcome == knowledge.Quarantined || only != "" && s.ID != only {
			return true
		}
		if s.Type != "pdf" && s.Counts.Images == 0 && s.Counts.Tables == 0 {
			return true // only pages of a PDF are flagged as scans, garbled or low in text
		}
		d, err := v.Document(s)
		if err != nil {
			failed = err
			return false
		}
		packets, done := overlay.Planned(s, d, f.kind, func(source, unit string, slot overlay.Slot) bool { return have[slotOf{source, unit, slot}] })
		out.Packets, out.Written = append(out.Packets, packets...), out.Written+done
		return true
	})
	if err == nil {
		err = failed
	}
	overlay.SortPackets(out.Packets)
	out.Units = len(out.Packets)
	return out, err
}

// planFrame bounds the tokens of what is printed around the packets.
const planFrame = 160

// spend cuts a plan to the limit and the budget.
func (a *app) spend(p *render.Plan, f planFlags) {
	p.Budget.Limit, p.Budget.Used = f.budget, planFrame
	keep := len(p.Packets)
	if f.limit > 0 {
		keep = min(keep, f.limit)
	}
	for i := range p.Packets[:keep] {
		cost := 0
		switch {
		case a.json:
			b, _ := json.Marshal(&p.Packets[i])
			cost = knowledge.TokenBound(string(b)) + 1
		case f.template:
			cost = knowledge.TokenBound(render.PacketTemplate(&p.Packets[i]))
		default:
			cost = knowledge.TokenBound(render.PacketText(&p.Packets[i]))
		}
		if f.budget > 0 && p.Budget.Used+cost > f.budget {
			keep = i
			break
		}
		p.Budget.Used += cost
	}
	p.Left = len(p.Packets) - keep
	p.Packets = p.Packets[:keep]
}
