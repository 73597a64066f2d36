package latex

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"quire/extract/extracttest"
	"quire/knowledge"
)

var update = flag.Bool("update", false, "write the golden output of this version")

func sample(s string) extracttest.Sample {
	return extracttest.Sample{Name: "a.tex", Format: "latex", Data: []byte(s)}
}

const tour = `\documentclass[12pt]{article}
\newcommand{\firm}{M\"uller \& Co}
\title{On \emph{Ducks}}
\author{Ann Lee \and Bob Roe} % the authors
\date{May 2020}
\begin{document}
\maketitle
\section[short]{Ponds\label{sec:p}}
The firm \firm{} says: ` + "``quack''" + ` --- see \href{https://example.org/a\_b}{the site}\footnote{Last seen
in May.} and Section~\ref{sec:w}.% no more

\begin{itemize}
  \item one
  \item[b)] two, with
    \begin{enumerate} \item deep \end{enumerate}
\end{itemize}
\begin{quote}Well said.\end{quote}
\subsection{Water}
Level $h_0$ rises, \( x \) too:
\begin{equation}
  h = h_0 + x
\end{equation}
\begin{table}[ht]
\caption{Sizes}
\begin{tabular}{|l|r|} \hline
Duck & Weight \\ \hline
\textbf{small} & 1 \\
\multicolumn{2}{c}{none} \\ \hline
\end{tabular}
\end{table}
\begin{lstlisting}[language=Go]
if a { % no comment
}
\end{lstlisting}
\includegraphics[width=3cm]{pond.png} Na\"{\i}ve caf\'e, \c{c}a.
\end{document}
not printed`

func TestConformance(t *testing.T) {
	extracttest.Run(t, New(), sample(tour), sample("just text"))
}

func TestOutputOfThisVersionStaysTheSame(t *testing.T) {
	extracttest.Golden(t, New(), sample(tour), "tour", *update)
}

func TestCommandsBecomeWhatIsPrinted(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"emphasis", `a \emph{b}\textbf{c}d`, "paragraph: a bcd"},
		{"line break", `a\\[2pt] b`, "paragraph: a|b"},
		{"comment", "a%\nb % c\n\nd\\%", "paragraph: ab / paragraph: d%"},
		{"quotes and dashes", "``a'' `b' 1--2---x", "paragraph: “a” ‘b’ 1–2—x"},
		{"accents", `\'e \"{o} \~n \v{s} \aa\ \o{} \'x`, "paragraph: é ö ñ š å ø x́"},
		{"macro", `\def\x{y}\newcommand{\z}{\x\x}\z{}!`, "paragraph: yy!"},
		{"macro with arguments", `\newcommand{\z}[1]{<#1>}\z{a}`, "paragraph: a"},
		{"recursive macro", `\newcommand{\x}{\y}\newcommand{\y}{\x}a\x`, "paragraph: a"},
		{"unknown command", `\foo[opt]{a} \bar b`, "paragraph: a b"},
		{"citation", `see \citep[p.~3]{key}`, "paragraph: see [key]"},
		{"verb", `\verb|a_b{| c`, "paragraph: a_b{ c"},
		{"displayed formula", `a \[ x^2 \] b $$y$$`, "paragraph: a / formula: x^2 / paragraph: b / formula: y"},
		{"money", `\$5 and $ 6`, "paragraph: $5 and $ 6"},
		{"highest level", `\chapter{A}\section{B}`, "heading1: A / heading2: B"},
		{"definition", `\begin{description}\item[Duck] a bird\end{description}`, "list-item: Duck a bird"},
		{"comment environment", `a\begin{comment}b\end{comment}c`, "paragraph: ac"},
		{"never closed", `\section{a b`, "paragraph: a b"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := extracttest.Extract(t, New(), sample(tt.in))
			extracttest.Check(t, d)
			var got []string
			for i := range d.Units {
				u := &d.Units[i]
				for j := range u.Blocks {
					b := &u.Blocks[j]
					kind := string(b.Kind)
					if b.Kind == knowledge.Heading {
						kind += fmt.Sprint(b.Level)
					}
					got = append(got, kind+": "+strings.ReplaceAll(knowledge.Plain(b, d.UnitText(u)[b.Span[0]:b.Span[1]], 0), "\n", "|"))
				}
			}
			if list := strings.Join(got, " / "); list != tt.want {
				t.Errorf("got %s, want %s", list, tt.want)
			}
		})
	}
}

func TestTheDocumentSaysWhatItIs(t *testing.T) {
	d := extracttest.Extract(t, New(), sample(tour))
	if m := d.Evidence.Meta; m.Title != "On Ducks" || strings.Join(m.Authors, ";") != "Ann Lee;Bob Roe" {
		t.Errorf("metadata %+v", m)
	}
	var targets []string
	for _, u := range d.Units {
		for _, l := range u.Links {
			targets = append(targets, l.Target)
		}
	}
	if got := strings.Join(targets, " "); got != "https://example.org/a_b pond.png" || d.Evidence.Counts.Images != 1 {
		t.Errorf("links %s, %d pictures", got, d.Evidence.Counts.Images)
	}
	if l := d.Units[1].Locator.String(); l != "heading=Ponds&lines=8-17" {
		t.Errorf("the section stands at %s", l)
	}
}

func TestHostileSourcesEnd(t *testing.T) {
	const n = 100_000
	for name, s := range map[string]string{
		"sections":     strings.Repeat(`\section{`, n),
		"formulas":     "$" + strings.Repeat(`\$`, n),
		"displays":     strings.Repeat(`\[`, n),
		"environments": strings.Repeat(`\begin{quote}`, n),
		"tables":       strings.Repeat(`\begin{tabular}{l}`, 200) + "x" + strings.Repeat(`\end{tabular}`, 200),
		"macros":       `\newcommand{\a}{aaaaaaaa}\newcommand{\b}{\a\a\a\a\a\a\a\a\a\a}\newcommand{\c}{\b\b\b\b\b\b\b\b\b\b}\newcommand{\d}{\c\c\c\c\c\c\c\c\c\c}` + strings.Repeat(`\d`, n/10),
		"lists":        strings.Repeat(`\begin{itemize}\item x `, n/10),
	} {
		d := extracttest.Extract(t, New(), sample(s))
		extracttest.Check(t, d)
		if len(d.Text) > 4<<20 {
			t.Errorf("%s: %d bytes", name, len(d.Text))
		}
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(tour)
	f.Add(`\def\a{\b}\a\begin{tabular}{l}a&\\[\end{x}\'{`)
	f.Fuzz(func(t *testing.T, s string) {
		extracttest.Check(t, extracttest.Extract(t, New(), sample(s)))
	})
}
