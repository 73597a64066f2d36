package skills

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed */SKILL.md
var embedded embed.FS

// Skill is one skill as hosts read it.
type Skill struct {
	Name        string // also of its folder
	Description string // one line that says when to use it
	Files       []File // SKILL.md first
}

// File is one file of a skill.
type File struct {
	Path string // below the skill's folder
	Text string
}

// skillFile is the file that makes a folder a skill.
const skillFile = "SKILL.md"

// All returns every skill, by name.
func All() []Skill {
	names, err := fs.Glob(embedded, "*/"+skillFile)
	if err != nil {
		panic(err) // the pattern is a constant
	}
	out := make([]Skill, 0, len(names))
	for _, name := range names {
		text, err := embedded.ReadFile(name)
		if err != nil {
			panic(err) // it was listed
		}
		s := Skill{Name: path.Dir(name), Files: []File{{skillFile, string(text)}}}
		s.Description, _ = frontMatter(string(text), "description")
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Skill) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// Find returns the skill of a name, with or without the prefix that installed ones
// have.
func Find(name string) (Skill, bool) {
	name = strings.TrimPrefix(name, prefix)
	for _, s := range All() {
		if s.Name == name {
			return s, true
		}
	}
	return Skill{}, false
}

// Body returns the text of SKILL.md without its front matter.
func (s Skill) Body() string {
	_, rest, _ := strings.Cut(s.Files[0].Text, "\n---\n")
	return rest
}

// Title returns the first heading of the skill.
func (s Skill) Title() string {
	_, rest, _ := strings.Cut(s.Body(), "# ")
	title, _, _ := strings.Cut(rest, "\n")
	return title
}

// frontMatter returns the value of a key in the front matter, and whether it is
// there.
func frontMatter(text, key string) (string, bool) {
	head, _, _ := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	for line := range strings.Lines(head) {
		if v, ok := strings.CutPrefix(strings.TrimSpace(line), key+": "); ok {
			return v, true
		}
	}
	return "", false
}
