// Package text reads plain text: prose, logs, source code and markup that no
// other package reads.
//
// It owns where such a text is cut. Paragraphs end at blank lines; parts, the
// units, end where the content says so, so that an edit moves few boundaries and
// the parts behind it keep their digests. Prose that was wrapped by hand flows
// again; lines of code, logs and columns stay as they are. In source code a
// definition begins a part and names it, a part of a log is named by its first and
// last moment, names in brackets are the headings of settings. It refuses to know
// the name of the file: the same bytes give the same evidence under any name.
package text
