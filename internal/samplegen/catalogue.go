package main

import (
	_ "embed"
	"strings"
)

// generated is one document this command writes.
type generated struct {
	path  string
	build func() ([]byte, error)
}

var (
	//go:embed text/lease-lyon.txt
	leaseLyonText string
	//go:embed text/report-2025.txt
	reportText string
	//go:embed text/site-visit-graz.txt
	siteVisitText string
)

// catalogue lists the generated documents by path.
func catalogue() []generated {
	return []generated{
		{"archive/damaged.docx", damagedMinutes},
		{"evaluation/2025-report.pdf", report},
		{"legal/lease-graz-scan.pdf", leaseGraz},
		{"legal/lease-lyon.pdf", leaseLyon},
		{"mail/2026-02-lyon-budget-re.eml", lyonAnswer},
		{"mail/2026-02-lyon-budget.eml", lyonQuestion},
		{"mail/2026-02-opening-lyon.eml", openingLetter},
		{"media/site-visit-graz.mov", siteVisitFilm},
		{"minutes/2026-02-board.docx", boardMinutes},
		{"notes/site-visit-graz.txt", siteVisit},
		{"plans/budget-2026.xlsx", budgetWorkbook},
		{"plans/launch-deck.pptx", launchDeck},
	}
}

func leaseLyon() ([]byte, error) {
	return typeset(leaseLyonText,
		pageStyle{columns: 1, bodySize: 10.5, header: "SCI Les Tilleuls – The Long Bench", footer: "Lease agreement · page %d of %d"},
		pdfInfo{"Lease agreement, 24 rue Sébastien-Gryphe, Lyon", "SCI Les Tilleuls", "Etude Vauban", "D:20260213103000Z"}), nil
}

func report() ([]byte, error) {
	return typeset(reportText,
		pageStyle{columns: 2, bodySize: 9.5, footer: "Evaluation 2025 · %d/%d"},
		pdfInfo{"Evaluation of the Ghent workshop, 2025", "Sofia Antunes", "", "D:20260109160000Z"}), nil
}

// siteVisit is the note as an old editor on Windows would have saved it.
func siteVisit() ([]byte, error) {
	return windows1252(strings.ReplaceAll(siteVisitText, "\n", "\r\n")), nil
}
