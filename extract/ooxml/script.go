package ooxml

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Script is where a run stands on its line.
type Script int8

// The places of a run.
const (
	OnLine Script = iota
	Raised
	Lowered
)

// ScriptNamed returns the place that a value of vertAlign names.
func ScriptNamed(vertAlign string) Script {
	switch vertAlign {
	case "superscript":
		return Raised
	case "subscript":
		return Lowered
	}
	return OnLine
}

// Mark returns what to write between before and a run that begins in this
// place, so that the meaning of the place stays: raised digits are a power or the
// mark of a note and not part of the word (10^6, word^3), and lowered ones behind
// a digit are a base (101_2). It is empty where nothing could be misread: H2O, 1st.
func (s Script) Mark(before, text string) string {
	last, _ := utf8.DecodeLastRuneInString(before)
	digits := text
	if s == Raised {
		digits = strings.TrimLeft(text, "+-−–")
	}
	first, _ := utf8.DecodeRuneInString(digits)
	signs := digits == "" && text != "" // the digits are in the next run
	switch {
	case s == Raised && (unicode.IsDigit(first) && (unicode.IsLetter(last) || last == ')') || (unicode.IsDigit(first) || signs) && unicode.IsDigit(last)):
		return "^"
	case s == Lowered && unicode.IsDigit(first) && unicode.IsDigit(last):
		return "_"
	}
	return ""
}
