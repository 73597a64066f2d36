package render

import (
	"fmt"
	"strings"

	"quire/retrieval"
)

// GraphText writes a graph as lines: each node with the edges that lead from it, and of
// the node in the middle those that lead to it.
func GraphText(p Printer, g *retrieval.Graph) error {
	paths := map[string]string{}
	for _, n := range g.Nodes {
		paths[n.Address] = n.Path
	}
	out := map[string][]retrieval.GraphEdge{}
	for _, e := range g.Edges {
		out[e.From] = append(out[e.From], e)
	}
	for _, n := range g.Nodes {
		if len(out[n.Address]) == 0 && n.Address != g.From {
			continue
		}
		p.Printf("%s  %s\n", p.Bold(n.Address), joinCounts(p.Line(n.Path), n.Kind))
		for _, e := range out[n.Address] {
			p.Printf("   → %s %s  %s\n", e.Kind, e.To, joinCounts(p.Line(paths[e.To]), graphWhy(&p, e)))
			graphDiffer(&p, e)
		}
		if n.Address != g.From {
			continue
		}
		for _, e := range g.Edges {
			if e.To == n.Address {
				p.Printf("   ← %s %s  %s\n", e.Kind, e.From, joinCounts(p.Line(paths[e.From]), graphWhy(&p, e)))
				graphDiffer(&p, e)
			}
		}
	}
	if len(g.Edges) == 0 {
		p.Printf("no relations\n")
	}
	p.Printf("%s · %s%s\n", plural(len(g.Nodes), "document"), plural(len(g.Edges), "relation"), graphLeft(g))
	return p.Err()
}

// graphWhy is the evidence of an edge, unless it only repeats the path.
func graphWhy(p *Printer, e retrieval.GraphEdge) string {
	why := p.Line(e.Why)
	if e.Strength < 1000 {
		why = joinCounts(fmt.Sprintf("strength %d", e.Strength), why)
	}
	return why
}

// graphDiffer writes the first places where two near duplicates differ: what the first
// of them says, then the other.
func graphDiffer(p *Printer, e retrieval.GraphEdge) {
	if e.Kind != "near-duplicate-of" {
		return
	}
	for _, w := range e.Evidence[min(2, len(e.Evidence)):] { // behind the paths of both
		sign := "-"
		if w.Source == e.To {
			sign = "+"
		}
		p.Printf("        %s %s  %s\n", sign, p.Line(w.Text), w.Address)
	}
}

// graphLeft says what the bounds left out.
func graphLeft(g *retrieval.Graph) string {
	if g.MoreNodes+g.MoreEdges == 0 {
		return ""
	}
	return fmt.Sprintf(" · left out: %s, %s (--limit)", plural(g.MoreNodes, "document"), plural(g.MoreEdges, "relation"))
}

// GraphDot writes a graph in the language of Graphviz.
func GraphDot(p Printer, g *retrieval.Graph) error {
	p.Printf("digraph quire {\n  rankdir=LR;\n  node [shape=box];\n")
	for _, n := range g.Nodes {
		more := ""
		if n.Address == g.From {
			more = ", style=bold"
		}
		p.Printf("  \"%s\" [label=\"%s\\n%s\"%s];\n", dotText(n.Address), dotText(p.Line(n.Path)), dotText(n.Address), more)
	}
	for _, e := range g.Edges {
		p.Printf("  \"%s\" -> \"%s\" [label=\"%s\"];\n", dotText(e.From), dotText(e.To), dotText(e.Kind))
	}
	if left := graphLeft(g); left != "" {
		p.Printf("  label=\"%s\";\n", dotText(strings.TrimPrefix(left, " · ")))
	}
	p.Printf("}\n")
	return p.Err()
}

// dotText is s inside the quotes of a Graphviz string.
func dotText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)
}

// GraphMermaid writes a graph in the language of Mermaid.
func GraphMermaid(p Printer, g *retrieval.Graph) error {
	p.Printf("flowchart LR\n")
	names := map[string]string{}
	for i, n := range g.Nodes {
		names[n.Address] = fmt.Sprintf("n%d", i+1)
		p.Printf("  %s[\"%s<br/>%s\"]\n", names[n.Address], mermaidText(p.Line(n.Path)), mermaidText(n.Address))
	}
	for _, e := range g.Edges {
		p.Printf("  %s -->|\"%s\"| %s\n", names[e.From], mermaidText(e.Kind), names[e.To])
	}
	if left := graphLeft(g); left != "" {
		p.Printf("  %%%% %s\n", strings.TrimPrefix(left, " · "))
	}
	return p.Err()
}

// mermaidText is s inside the quotes of a Mermaid label, where signs of markup are
// written as their codes.
func mermaidText(s string) string {
	var b strings.Builder
	for _, r := range s {
		if strings.ContainsRune("\"#<>&;`|{}\\*_~%", r) && r != '_' {
			fmt.Fprintf(&b, "#%d;", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
