// Package charset finds out how the bytes of a text are encoded and reads them.
//
// It owns the order of evidence: byte order marks, escape sequences, valid
// UTF-8, zero bytes of UTF-16 and UTF-32, EBCDIC, what the document declares,
// and last a comparison of how plausible the text would be under each encoding
// that is in use anywhere. It refuses to know formats: who reads HTML or mail
// passes on what the document declares.
//
// The comparison works on pairs of neighbouring characters: models.go says which
// pairs a language uses, so that one file of a few words is enough in most cases
// and a text is never read in an encoding that gives letters no language puts
// side by side.
//
// Order of use: Text says whether bytes are text at all, Decode reads them.
package charset
