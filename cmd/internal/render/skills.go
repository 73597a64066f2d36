package render

import (
	"strings"

	"quire/skills"
)

// SkillInfo is a skill in a list.
type SkillInfo struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// SkillsPlan is what installing skills, or taking them out, did or would do.
type SkillsPlan struct {
	Host           string         `json:"host"`
	Folder         string         `json:"folder"`
	Uninstall      bool           `json:"uninstall"`
	DryRun         bool           `json:"dry_run"`
	Changed        bool           `json:"changed"` // something was changed, or would be
	Files          []SkillsChange `json:"files"`
	FoldersMade    []string       `json:"folders_made"`
	FoldersRemoved []string       `json:"folders_removed"`
}

// SkillsChange is one file of a plan.
type SkillsChange struct {
	Path   string        `json:"path"`
	Action skills.Action `json:"action"`
	Reason string        `json:"reason,omitempty"`
}

// Skills lists skills.
func Skills(p Printer, list []SkillInfo) error {
	for i, s := range list {
		if i > 0 {
			p.Printf("\n")
		}
		p.Printf("%s\n  %s\n", p.Bold(s.Name), s.Description)
	}
	p.Printf("\nnext: quire skills show NAME · quire skills install --host claude-code\n")
	return p.Err()
}

// SkillFiles writes the files of a skill as they are; several are told apart by
// their paths.
func SkillFiles(p Printer, s skills.Skill) error {
	for _, f := range s.Files {
		if len(s.Files) > 1 {
			p.Printf("%s\n\n", p.Bold(f.Path))
		}
		p.Printf("%s", f.Text)
	}
	return p.Err()
}

// SkillsPlanned writes a plan, file by file, and what is to be done next.
func SkillsPlanned(p Printer, s *SkillsPlan) error {
	what := "installed for"
	if s.Uninstall {
		what = "taken out for"
	}
	dry := ""
	if s.DryRun {
		dry = " · dry run: nothing was written"
	}
	p.Printf("skills %s %s in %s%s\n\n", what, s.Host, p.Line(s.Folder), dry)
	kept := 0
	for _, c := range s.Files {
		line := "  " + pad(string(c.Action), 9) + "  " + p.Line(c.Path)
		if c.Reason != "" {
			line += "  (" + p.Line(c.Reason) + ")"
		}
		p.Printf("%s\n", line)
		if c.Action == skills.Kept {
			kept++
		}
	}
	if len(s.FoldersMade)+len(s.FoldersRemoved) > 0 {
		p.Printf("  %s\n", joinCounts(folders("folders made: ", s.FoldersMade), folders("folders removed: ", s.FoldersRemoved)))
	}
	switch {
	case kept > 0:
		p.Printf("\n%s kept as found; --force overwrites what was edited\n", plural(kept, "file"))
	case !s.Changed:
		p.Printf("\nnothing to do\n")
	case s.DryRun:
	case !s.Uninstall && s.Host == "claude-code":
		p.Printf("\nnext: start a new session there; Claude Code asks once to trust the folder\n")
	case !s.Uninstall:
		p.Printf("\nnext: start a new session there\n")
	}
	return p.Err()
}

func folders(what string, list []string) string {
	if len(list) == 0 {
		return ""
	}
	return what + strings.Join(list, ", ")
}
