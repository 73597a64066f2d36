// Package archive reads containers of files: ZIP and tar archives, and what gzip
// and bzip2 have packed, be it a tarball or one file.
//
// It owns the way from an archive to its members. An archive has no text of its
// own: each regular member is a child, named by its full path as the archive
// gives it, at member=PATH; a further entry of a name that was there before is
// at member=PATH&element=2, and so on. A packed single file is named as its
// header says, else "content", never after the archive: that name is no part of
// the bytes. Folders are nothing, and what is named like one and has content is a
// member without the slash; links and devices are issues, and what macOS
// adds of its own is counted in one note. A member whose bytes cannot be had is
// a child with a reason: encrypted, unsupported-method, damaged, limit:inflated
// or limit:ratio. Tar archives that were joined are read as one; what else follows
// an archive or packed data makes it partial, as trailing-data.
//
// Names are text and nothing else, so absolute ones and those with ".." are kept
// as they are. Where an archive does not say how they are encoded, all of them
// together decide (names.go).
//
// No archive costs more than the limits allow: sizes that a directory declares
// are held against them before a byte is unpacked, and what comes out of a
// decompressor is counted (meter.go). A member that does not fit is left out,
// those that do are delivered, and the limit is reported at the end.
//
// The package refuses to know what is in a member, an archive included: the
// caller extracts children again. It decrypts nothing.
//
// Order of use: New, as any extractor.
package archive
