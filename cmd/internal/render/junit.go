package render

import (
	"encoding/xml"
	"io"
	"strings"

	"quire/knowledge"
	"quire/knowledge/validate"
)

// The parts of JUnit's XML that build servers read; it has no schema that all follow.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     string      `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		Time    string        `xml:"time,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
		Skipped *junitSkipped `xml:"skipped"`
		Out     string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// noTime stands where a test says how long it took: rules are not timed one by one.
const noTime = "0"

// JUnit writes findings as test results: a suite a family, a passed test for each rule
// that found nothing, a failed one for each error, and one that passed and speaks for
// each warning and note. What is waived is skipped.
func JUnit(w io.Writer, v *Validation, file func(path string) string) error {
	var out junitSuites
	for _, family := range validate.Families {
		s := junitSuite{Name: "quire " + family, Time: noTime}
		for _, r := range validate.Rules {
			if r.Family == family {
				s.add(r, v, file)
			}
		}
		out.Suites = append(out.Suites, s)
	}
	b, err := xml.MarshalIndent(out, "", " ")
	if err != nil {
		return err
	}
	return write(w, append([]byte(xml.Header), b...))
}

func (s *junitSuite) add(r validate.Rule, v *Validation, file func(path string) string) {
	before := len(s.Cases)
	of := func(f *validate.Finding) junitCase {
		c := junitCase{Name: plain(r.ID + " " + orNone(f.Address, r.About)), Class: plain(orNone(f.Path, "quire")), Time: noTime}
		if f.Path != "" {
			c.File = plain(file(f.Path))
		}
		return c
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		if f.Rule != r.ID {
			continue
		}
		c := of(f)
		if level(f.Severity) == "error" {
			c.Failure = &junitFailure{plain(f.Message), r.ID, plain(string(f.Severity) + ": " + r.About + "\ndo: " + r.Do)}
			s.Failures++
		} else {
			c.Out = plain(string(f.Severity) + ": " + f.Message)
		}
		s.Cases = append(s.Cases, c)
	}
	for i := range v.Waived {
		x := &v.Waived[i]
		if x.Rule != r.ID {
			continue
		}
		c := of(&x.Finding)
		c.Skipped = &junitSkipped{plain("waived until " + x.Expires + ": " + x.Reason)}
		s.Skipped++
		s.Cases = append(s.Cases, c)
	}
	if len(s.Cases) == before {
		s.Cases = append(s.Cases, junitCase{Name: r.ID + " " + r.About, Class: "quire." + r.Family, Time: noTime})
	}
	s.Tests = len(s.Cases)
}

// plain drops what XML 1.0 cannot hold, escaped or not.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case knowledge.Steers(r), r == 0xfffe, r == 0xffff:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
