// Package skills holds what an agent needs to know to use quire, as skills in the
// format that agent hosts read, and plans how they are put into a host's folders
// and taken out again.
//
// It owns two kinds of place. A skill's file is wholly ours: its last line says
// what its content was when it was written, so that an edited one is known and
// kept. A section between two markers is our part of a file that belongs to the
// user, such as AGENTS.md; every other byte of that file stays as it is. What an
// installation changed beyond that (folders made, a file made, a line break added)
// is written into the first marker, so that taking it out leaves the very bytes
// that were there before.
//
// The planner only reads. It knows no command and no output; every command line in
// the skills is tested beside the commands.
//
// Order of use: All and Find give the skills; Install or Uninstall makes a Plan
// from what a folder holds; Apply carries it out.
package skills
