package proof

import (
	"slices"
	"testing"
)

// The same things in the same roles are supported in whatever order they stand; where
// the roles are exchanged, it is the order that is wrong.
func TestRoles(t *testing.T) {
	for _, c := range []struct{ passage, statement, verdict string }{
		// Comparisons turned round.
		{"The library in Graz has more desks than the library in Lyon.", "Compared with the library in Lyon, the library in Graz has more desks.", "supported"},
		{"The library in Graz has more desks than the library in Lyon.", "The library in Lyon has fewer desks than the library in Graz.", "supported"},
		{"The library in Graz has more desks than the library in Lyon.", "Graz has more desks than Lyon.", "supported"},
		{"The library in Graz has more desks than the library in Lyon.", "Lyon has fewer desks than Graz.", "supported"},
		{"The library in Graz has more desks than the library in Lyon.", "The library in Lyon has more desks than the library in Graz.", "contradicted"},
		{"The library in Graz has more desks than the library in Lyon.", "The library in Graz has fewer desks than the library in Lyon.", "contradicted"},
		{"The library in Graz has more desks than the library in Lyon.", "Lyon has more desks than Graz.", "contradicted"},
		{"Lyon opened later than Graz.", "Graz opened earlier than Lyon.", "supported"},
		{"Lyon opened later than Graz.", "Graz opened later than Lyon.", "contradicted"},
		{"Altenfurt hat weniger Arbeitsplätze als Birkenau.", "Mehr Arbeitsplätze als Altenfurt hat Birkenau.", "supported"},
		{"Altenfurt hat weniger Arbeitsplätze als Birkenau.", "Birkenau hat mehr Arbeitsplätze als Altenfurt.", "supported"},
		{"Altenfurt hat weniger Arbeitsplätze als Birkenau.", "Weniger Arbeitsplätze als Birkenau hat Altenfurt.", "supported"},
		{"Altenfurt hat weniger Arbeitsplätze als Birkenau.", "Weniger Arbeitsplätze als Altenfurt hat Birkenau.", "contradicted"},
		{"Altenfurt hat weniger Arbeitsplätze als Birkenau.", "Altenfurt hat mehr Arbeitsplätze als Birkenau.", "contradicted"},
		{"Altenfurt hat weniger Arbeitsplätze als Birkenau.", "Birkenau hat weniger Arbeitsplätze als Altenfurt.", "contradicted"},
		{"Die Bibliothek in Altenfurt hat mehr Arbeitsplätze als die Bibliothek in Birkenau.", "Mehr Arbeitsplätze als die Bibliothek in Birkenau hat die Bibliothek in Altenfurt.", "supported"},
		{"Die Bibliothek in Altenfurt hat mehr Arbeitsplätze als die Bibliothek in Birkenau.", "Die Bibliothek in Birkenau hat weniger Arbeitsplätze als die Bibliothek in Altenfurt.", "supported"},
		{"Die Bibliothek in Altenfurt hat mehr Arbeitsplätze als die Bibliothek in Birkenau.", "Mehr Arbeitsplätze als die Bibliothek in Altenfurt hat die Bibliothek in Birkenau.", "contradicted"},
		{"La bibliothèque de Brive a plus de places que la bibliothèque de Sainte-Orse.", "La bibliothèque de Sainte-Orse a moins de places que la bibliothèque de Brive.", "supported"},
		{"La bibliothèque de Brive a plus de places que la bibliothèque de Sainte-Orse.", "Par rapport à la bibliothèque de Sainte-Orse, la bibliothèque de Brive a plus de places.", "supported"},
		{"La bibliothèque de Brive a plus de places que la bibliothèque de Sainte-Orse.", "Par rapport à la bibliothèque de Brive, la bibliothèque de Sainte-Orse a plus de places.", "contradicted"},
		{"La bibliothèque de Brive a plus de places que la bibliothèque de Sainte-Orse.", "La bibliothèque de Sainte-Orse a plus de places que la bibliothèque de Brive.", "contradicted"},
		{"La biblioteca de Riofrío tiene más puestos que la biblioteca de Olmedo.", "La biblioteca de Olmedo tiene menos puestos que la biblioteca de Riofrío.", "supported"},
		{"La biblioteca de Riofrío tiene más puestos que la biblioteca de Olmedo.", "Más puestos que la biblioteca de Olmedo tiene la biblioteca de Riofrío.", "supported"},
		{"La biblioteca de Riofrío tiene más puestos que la biblioteca de Olmedo.", "La biblioteca de Olmedo tiene más puestos que la biblioteca de Riofrío.", "contradicted"},
		{"La biblioteca de Riofrío tiene más puestos que la biblioteca de Olmedo.", "Más puestos que la biblioteca de Riofrío tiene la biblioteca de Olmedo.", "contradicted"},
		// Passives.
		{"The board approved the plan.", "The plan was approved by the board.", "supported"},
		{"The plan was approved by the board.", "The board approved the plan.", "supported"},
		{"The board approved the plan.", "The plan approved the board.", "contradicted"},
		{"The board approved the plan.", "The board was approved by the plan.", "contradicted"},
		{"The plan was approved by the board.", "The plan approved the board.", "contradicted"},
		{"The plan was approved by the board.", "The board was approved by the plan.", "contradicted"},
		{"Arvo Foods was acquired by Kestrel Glass.", "Kestrel Glass acquired Arvo Foods.", "supported"},
		{"Arvo Foods was acquired by Kestrel Glass.", "Kestrel Glass was acquired by Arvo Foods.", "contradicted"},
		{"Arvo Foods was acquired by Kestrel Glass.", "Arvo Foods acquired Kestrel Glass.", "contradicted"},
		{"Ruth Amari paid 8,100 euros to Kestrel Glass for the roof in Westering.", "Kestrel Glass was paid 8,100 euros by Ruth Amari for the roof in Westering.", "supported"},
		{"Ruth Amari paid 8,100 euros to Kestrel Glass for the roof in Westering.", "Ruth Amari was paid 8,100 euros by Kestrel Glass for the roof in Westering.", "contradicted"},
		{"Der Vorstand genehmigte den Plan.", "Der Plan wurde vom Vorstand genehmigt.", "supported"},
		{"Der Plan wurde vom Vorstand genehmigt.", "Der Vorstand wurde vom Plan genehmigt.", "contradicted"},
		{"Der Plan wurde vom Vorstand genehmigt.", "Vom Vorstand wurde der Plan genehmigt.", "supported"},
		{"Le conseil a approuvé le plan.", "Le plan a été approuvé par le conseil.", "supported"},
		{"Le plan a été approuvé par le conseil.", "Le conseil a été approuvé par le plan.", "contradicted"},
		{"Le conseil a approuvé le plan.", "Le plan a approuvé le conseil.", "contradicted"},
		{"El consejo aprobó el plan.", "El plan fue aprobado por el consejo.", "supported"},
		{"El plan fue aprobado por el consejo.", "El consejo fue aprobado por el plan.", "contradicted"},
		{"El consejo aprobó el plan.", "El plan aprobó el consejo.", "contradicted"},
		{"À Sainte-Orse, les lecteurs doivent rendre les livres dans les 15 jours.", "Les livres doivent être rendus par les lecteurs de Sainte-Orse dans les 15 jours.", "supported"},
		{"En Riofrío los lectores deben devolver los libros en 16 días.", "Los libros deben ser devueltos por los lectores de Riofrío en 16 días.", "supported"},
	} {
		j := judgeOne(c.passage, c.statement)
		if string(j.Verdict) != c.verdict {
			t.Errorf("%q against %q: %s, want %s: %v", c.statement, c.passage, j.Verdict, c.verdict, j.Reasons)
		}
		if c.verdict == "contradicted" && !slices.ContainsFunc(j.Faults, func(f Fault) bool { return f.Check == "order" || f.Check == "direction" }) {
			t.Errorf("%q against %q: no fault of order: %v", c.statement, c.passage, j.Reasons)
		}
	}
}
