package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/knowledge"
	"quire/skills"
)

func (a *app) skillsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "skills", Short: "teach an agent host how to use quire",
		Long: `skills lists the skills that come with quire, prints one, and installs them into the
folder of an agent host or takes them out again.`,
		Example: "  quire skills list\n  quire skills show ask-the-corpus\n  quire skills install --host claude-code --dry-run",
		RunE: func(*cobra.Command, []string) error {
			return &usageError{"quire skills takes list, show or install", "see quire skills --help"}
		},
	}
	cmd.AddCommand(a.skillsListCommand(), a.skillsShowCommand(), a.skillsInstallCommand())
	return cmd
}

func (a *app) skillsListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "list the skills and when to use them",
		Args: wants(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			list := []render.SkillInfo{}
			for _, s := range skills.All() {
				list = append(list, render.SkillInfo{Name: s.Name, Description: s.Description})
			}
			if a.json {
				return render.JSON(a.stdout, "skills", "", true, map[string]any{"skills": list})
			}
			return render.Skills(a.printer(), list)
		},
	}
}

func (a *app) skillsShowCommand() *cobra.Command {
	return &cobra.Command{
		Use: "show NAME", Short: "print a skill",
		Args: wants(1, 1, "the name of a skill"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, ok := skills.Find(args[0])
			if !ok {
				return &usageError{"there is no skill " + args[0], "quire skills list names them"}
			}
			if !a.json {
				return render.SkillFiles(a.printer(), s)
			}
			files := []map[string]string{}
			for _, f := range s.Files {
				files = append(files, map[string]string{"path": f.Path, "text": f.Text})
			}
			return render.JSON(a.stdout, "skills", "", true, map[string]any{"name": s.Name, "description": s.Description, "files": files})
		},
	}
}

type skillsFlags struct {
	host, dir, workspace     string
	uninstall, dryRun, force bool
}

func (a *app) skillsInstallCommand() *cobra.Command {
	var f skillsFlags
	names := make([]string, len(skills.Hosts))
	about := ""
	for i, h := range skills.Hosts {
		names[i] = h.Name
		about += fmt.Sprintf("\n  %-12s %s", h.Name, h.About)
	}
	cmd := &cobra.Command{
		Use: "install", Short: "put the skills into the folder of an agent host, or take them out",
		Long: `install writes the skills where a host looks for them in a project folder, and a short
section between markers into the file that the host reads first. It can be repeated,
touches nothing else, and keeps what you edited. --uninstall leaves the very bytes
that were there before.
` + about,
		Example: "  quire skills install --host claude-code\n  quire skills install --host codex --dir ~/project --workspace ~/knowledge --dry-run\n  quire skills install --host codex --uninstall",
		Args:    wants(0, 0, "no arguments; the folder is named with --dir"),
		RunE:    func(*cobra.Command, []string) error { return a.installSkills(f, names) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.host, "host", "", strings.Join(names, ", "))
	fl.StringVar(&f.dir, "dir", "", "the project folder (default: -C, else the current folder)")
	fl.StringVar(&f.workspace, "workspace", "", "the workspace that the host's file is to name, where it is not the project folder")
	fl.BoolVar(&f.uninstall, "uninstall", false, "take the skills out again")
	fl.BoolVar(&f.dryRun, "dry-run", false, "show what would be written; write nothing")
	fl.BoolVar(&f.force, "force", false, "overwrite or remove what was edited since quire wrote it")
	return cmd
}

func (a *app) installSkills(f skillsFlags, hosts []string) error {
	h, ok := skills.FindHost(f.host)
	switch {
	case f.host == "":
		return &usageError{"quire skills install needs --host", "it takes " + strings.Join(hosts, ", ")}
	case !ok:
		return &usageError{"--host takes " + strings.Join(hosts, ", ") + ", not " + f.host, ""}
	case f.dir == "" && a.dir != "":
		f.dir = a.dir
	case f.dir == "":
		f.dir = "."
	}
	if f.workspace != "" {
		w, err := workspace.Find(f.workspace, false)
		if err != nil {
			return fmt.Errorf("--workspace %s: %w", f.workspace, err)
		}
		if knowledge.Visible(w.Dir) != w.Dir || strings.Contains(w.Dir, "`") {
			return &usageError{"--workspace names a folder that cannot be written into a text", "leave it out and tell the agent"}
		}
		h = h.For(w.Dir)
	}
	dir, err := filepath.Abs(f.dir)
	if err != nil {
		return fmt.Errorf("find %s: %w", f.dir, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("open %s: %w", f.dir, underlying(err))
	}
	defer root.Close()
	plan := skills.Install
	if f.uninstall {
		plan = skills.Uninstall
	}
	p, err := plan(root.FS(), h, f.force)
	if err != nil {
		return err
	}
	if !f.dryRun {
		if err := skills.Apply(root, p); err != nil {
			return err
		}
	}
	a.code = issueCode(len(p.Kept()) > 0)
	info := planInfo(p, f, dir)
	if a.json {
		return render.JSON(a.stdout, "skills", "", true, info)
	}
	return render.SkillsPlanned(a.printer(), info)
}

func planInfo(p *skills.Plan, f skillsFlags, dir string) *render.SkillsPlan {
	info := &render.SkillsPlan{
		Host: p.Host.Name, Folder: dir, Uninstall: f.uninstall, DryRun: f.dryRun, Changed: !p.Empty(),
		Files: []render.SkillsChange{}, FoldersMade: append([]string{}, p.MakeDirs...), FoldersRemoved: append([]string{}, p.RemoveDirs...),
	}
	for _, c := range p.Changes {
		info.Files = append(info.Files, render.SkillsChange{Path: c.Path, Action: c.Action, Reason: c.Reason})
	}
	return info
}
