package main

import (
	"encoding/binary"
	"slices"
)

// damagedMinutes is a Word file whose copy stopped half-way, so the directory
// at the end of its zip is missing.
func damagedMinutes() ([]byte, error) {
	whole, err := wordDocument{
		about: properties{"Minutes of the board meeting of 18 November 2025", "Bram Desmet", "2025-11-19T08:00:00Z"},
		body: []string{
			styled("Title", words("Minutes of the board meeting")),
			styled("", words("Tuesday 18 November 2025, De Brug, Ghent")),
			styled("Heading1", words("1. A bench in other cities")),
			styled("", words("Three groups have visited the workshop and ask for help. The board likes the idea and asks Hanne Verbeke for a paper by January.")),
		},
	}.bytes()
	if err != nil {
		return nil, err
	}
	return whole[:len(whole)*3/5], nil
}

// siteVisitFilm is a QuickTime file with a valid header and no frames: a
// format quire does not read.
func siteVisitFilm() ([]byte, error) {
	atom := func(kind string, body ...[]byte) []byte {
		content := slices.Concat(body...)
		head := binary.BigEndian.AppendUint32(nil, uint32(8+len(content)))
		return slices.Concat(head, []byte(kind), content)
	}
	// Version and flags, two times, then 600 units a second for 4 seconds,
	// normal speed and full volume; the identity matrix in fixed point.
	movieHeader := make([]byte, 100)
	binary.BigEndian.PutUint32(movieHeader[12:], 600)
	binary.BigEndian.PutUint32(movieHeader[16:], 2400)
	binary.BigEndian.PutUint32(movieHeader[20:], 1<<16)
	binary.BigEndian.PutUint16(movieHeader[24:], 1<<8)
	binary.BigEndian.PutUint32(movieHeader[36:], 1<<16)
	binary.BigEndian.PutUint32(movieHeader[52:], 1<<16)
	binary.BigEndian.PutUint32(movieHeader[68:], 1<<30)
	binary.BigEndian.PutUint32(movieHeader[96:], 1)
	return slices.Concat(
		atom("ftyp", []byte("qt  \x20\x05\x03\x00qt  ")),
		atom("moov", atom("mvhd", movieHeader)),
		atom("mdat"),
	), nil
}
