package skills

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// folder is a host's project folder on disk.
type folder struct {
	t   *testing.T
	dir string
}

func newFolder(t *testing.T, files map[string]string) folder {
	f := folder{t, t.TempDir()}
	for name, text := range files {
		f.write(name, text)
	}
	return f
}

func (f folder) write(name, text string) {
	f.t.Helper()
	full := filepath.Join(f.dir, name)
	if strings.HasSuffix(name, "/") {
		if err := os.MkdirAll(full, 0o755); err != nil {
			f.t.Fatal(err)
		}
		return
	}
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f folder) read(name string) string {
	f.t.Helper()
	b, err := os.ReadFile(filepath.Join(f.dir, name))
	if err != nil {
		f.t.Fatal(err)
	}
	return string(b)
}

// tree lists everything with modes and bytes.
func (f folder) tree() string {
	var b strings.Builder
	err := filepath.WalkDir(f.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s %s", strings.TrimPrefix(name, f.dir), info.Mode())
		if d.Type().IsRegular() {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, " %q", data)
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		f.t.Fatal(err)
	}
	return b.String()
}

// do makes a plan and carries it out.
func (f folder) do(plan func(fs.FS, Host, bool) (*Plan, error), host string, force bool) *Plan {
	f.t.Helper()
	h, ok := FindHost(host)
	if !ok {
		f.t.Fatalf("no host %s", host)
	}
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		f.t.Fatal(err)
	}
	defer root.Close()
	before := f.tree()
	p, err := plan(root.FS(), h, force)
	if err != nil {
		f.t.Fatal(err)
	}
	if f.tree() != before {
		f.t.Fatal("planning changed something")
	}
	if err := Apply(root, p); err != nil {
		f.t.Fatal(err)
	}
	if p.Empty() && f.tree() != before {
		f.t.Fatal("an empty plan changed something")
	}
	return p
}

var folders = map[string]map[string]string{
	"nothing":                {},
	"own text":               {"AGENTS.md": "# Mine\n", "CLAUDE.md": "# Mine\n"},
	"no line break at end":   {"AGENTS.md": "# Mine", "CLAUDE.md": "# Mine"},
	"empty files":            {"AGENTS.md": "", "CLAUDE.md": ""},
	"line breaks at the end": {"AGENTS.md": "# Mine\n\n\n", "CLAUDE.md": "\n"},
	"Windows lines":          {"AGENTS.md": "# Mine\r\n\r\ntext\r\n", "CLAUDE.md": "# Mine\r\n\r\ntext"},
	"empty folders":          {".claude/": "", ".agents/skills/": ""},
	"own skills":             {".claude/skills/mine/SKILL.md": "x", ".agents/skills/quire-mine/SKILL.md": "x"},
	"bytes that are no text": {"AGENTS.md": "\xff\xfe\x00 x", "CLAUDE.md": "\xff"},
}

func TestUninstallLeavesTheVeryBytesThatWereThere(t *testing.T) {
	orders := [][2][]string{
		{{"claude-code"}, {"claude-code"}}, {{"codex"}, {"codex"}}, {{"generic"}, {"generic"}},
		{{"codex", "generic", "claude-code"}, {"codex", "generic", "claude-code"}},
		{{"codex", "generic", "claude-code"}, {"claude-code", "generic", "codex"}},
		{{"generic", "codex"}, {"generic", "codex"}},
	}
	for name, files := range folders {
		for _, order := range orders {
			t.Run(name+" "+strings.Join(order[1], " "), func(t *testing.T) {
				f := newFolder(t, files)
				before := f.tree()
				for _, h := range order[0] {
					if p := f.do(Install, h, false); len(p.Kept()) > 0 || p.Empty() {
						t.Fatalf("%s: kept %v, empty %v", h, p.Kept(), p.Empty())
					}
				}
				once := f.tree()
				for _, h := range order[0] {
					if p := f.do(Install, h, false); !p.Empty() {
						t.Errorf("%s: a second time changes something", h)
					}
				}
				if f.tree() != once {
					t.Error("twice is not the same as once")
				}
				for _, h := range order[1] {
					if p := f.do(Uninstall, h, false); len(p.Kept()) > 0 {
						t.Errorf("%s: kept %v", h, p.Kept())
					}
				}
				if after := f.tree(); after != before {
					t.Errorf("before\n%s\nafter\n%s", before, after)
				}
				for _, h := range order[1] {
					if p := f.do(Uninstall, h, false); !p.Empty() {
						t.Errorf("%s: something is left to take out", h)
					}
				}
			})
		}
	}
}

func TestTheUsersTextAroundASectionIsUntouched(t *testing.T) {
	f := newFolder(t, map[string]string{"AGENTS.md": "above"})
	f.do(Install, "codex", false)
	f.write("AGENTS.md", "first\n"+f.read("AGENTS.md")+"below")
	f.do(Install, "codex", false)
	f.do(Uninstall, "codex", false)
	if got := f.read("AGENTS.md"); got != "first\nabove\nbelow" {
		t.Errorf("what is left is %q", got)
	}
}

func TestTextAddedToAFileThatWasMadeStays(t *testing.T) {
	f := newFolder(t, nil)
	f.do(Install, "generic", false)
	f.write("AGENTS.md", f.read("AGENTS.md")+"mine\n")
	f.do(Uninstall, "generic", false)
	if got := f.read("AGENTS.md"); got != "mine\n" {
		t.Errorf("what is left is %q", got)
	}
}

const askFile = ".claude/skills/quire-ask-the-corpus/SKILL.md"

func TestWhatTheUserEditedIsKeptUnlessForced(t *testing.T) {
	f := newFolder(t, map[string]string{"CLAUDE.md": "# Mine\n"})
	f.do(Install, "claude-code", false)
	written := f.tree()
	f.write(askFile, f.read(askFile)+"mine\n")
	f.write("CLAUDE.md", strings.Replace(f.read("CLAUDE.md"), "## Documents in quire", "## Papers", 1))
	edited := f.tree()
	for _, plan := range []func(fs.FS, Host, bool) (*Plan, error){Install, Install} {
		p := f.do(plan, "claude-code", false)
		if len(p.Kept()) != 2 || !p.Empty() || f.tree() != edited {
			t.Errorf("kept %v", p.Kept())
		}
	}
	if p := f.do(Install, "claude-code", true); len(p.Kept()) > 0 || f.tree() != written {
		t.Errorf("forced: kept %v", p.Kept())
	}
	f.write(askFile, "mine alone\n")
	p := f.do(Uninstall, "claude-code", false)
	if len(p.Kept()) != 1 || f.read(askFile) != "mine alone\n" || f.read("CLAUDE.md") != "# Mine\n" {
		t.Errorf("kept %v, CLAUDE.md is %q", p.Kept(), f.read("CLAUDE.md"))
	}
	f.do(Uninstall, "claude-code", true)
	if _, err := os.Stat(filepath.Join(f.dir, askFile)); err == nil {
		t.Error("forced, and the file is still there")
	}
}

func TestAnotherVersionIsReplaced(t *testing.T) {
	h, _ := FindHost("codex")
	old := section{host: "codex", text: "old\n", new: true, made: []string{".agents", ".agents/skills"}}
	f := newFolder(t, map[string]string{
		".agents/skills/quire-ask-the-corpus/SKILL.md": sealed("old\n"),
		".agents/skills/quire-gone/SKILL.md":           sealed("old\n"),
		".agents/skills/quire-own/SKILL.md":            "of the user\n",
		"AGENTS.md":                                    old.print("\n"),
	})
	if p := f.do(Install, "codex", false); len(p.Kept()) > 0 {
		t.Errorf("kept %v", p.Kept())
	}
	if got := f.read("AGENTS.md"); !strings.Contains(got, " new made=.agents,.agents/skills -->\n"+h.section()) {
		t.Errorf("AGENTS.md is %s", got)
	}
	if _, err := os.Stat(filepath.Join(f.dir, ".agents/skills/quire-gone")); err == nil {
		t.Error("a skill that is no more is still there")
	}
	f.do(Uninstall, "codex", false)
	if got := f.tree(); strings.Contains(got, "AGENTS.md") || !strings.Contains(got, "quire-own/SKILL.md") || strings.Contains(got, "quire-ask") {
		t.Errorf("what is left is\n%s", got)
	}
}

func TestMarkersThatAreNotWholeAreLeftAlone(t *testing.T) {
	whole := (&section{host: "generic", text: "x\n"}).print("\n")
	for name, c := range map[string]struct{ text, reason string }{
		"no end":        {strings.Replace(whole, endLine("generic"), "", 1), "has no line"},
		"twice":         {whole + whole, "two sections"},
		"changed begin": {strings.Replace(whole, "lead=0", "lead=many", 1), "was changed"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFolder(t, map[string]string{"AGENTS.md": c.text})
			for _, plan := range []func(fs.FS, Host, bool) (*Plan, error){Install, Uninstall} {
				p := f.do(plan, "generic", true)
				if kept := p.Kept(); len(kept) != 1 || !strings.Contains(kept[0].Reason, c.reason) || f.read("AGENTS.md") != c.text {
					t.Errorf("kept %v", kept)
				}
			}
		})
	}
}

func TestLinksAreFollowedInsideTheFolderOnly(t *testing.T) {
	f := newFolder(t, map[string]string{"CLAUDE.md": "# Mine\n", "docs/x": ""})
	if err := os.Symlink("CLAUDE.md", filepath.Join(f.dir, "AGENTS.md")); err != nil {
		t.Skip(err)
	}
	before := f.tree()
	f.do(Install, "generic", false)
	f.do(Install, "claude-code", false)
	if !strings.Contains(f.read("CLAUDE.md"), "generic begin") || !strings.Contains(f.tree(), "/AGENTS.md L") {
		t.Errorf("the link or the section is gone:\n%s", f.tree())
	}
	f.do(Uninstall, "generic", false)
	f.do(Uninstall, "claude-code", false)
	if f.tree() != before {
		t.Error("something is left")
	}
	out := newFolder(t, nil)
	for name, target := range map[string]string{"AGENTS.md": filepath.Join(f.dir, "CLAUDE.md"), "CLAUDE.md": "nowhere"} {
		if err := os.Symlink(target, filepath.Join(out.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, host := range []string{"generic", "claude-code"} {
		if kept := out.do(Install, host, true).Kept(); len(kept) != 1 || kept[0].Reason == "" {
			t.Errorf("%s: kept %v", host, kept)
		}
	}
}

func TestApplyStopsWhereAFileHasChanged(t *testing.T) {
	f := newFolder(t, map[string]string{"AGENTS.md": "a\n"})
	h, _ := FindHost("generic")
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	p, err := Install(root.FS(), h, false)
	if err != nil {
		t.Fatal(err)
	}
	f.write("AGENTS.md", "b\n")
	if err := Apply(root, p); err == nil || !strings.Contains(err.Error(), "update AGENTS.md: it has changed") || f.read("AGENTS.md") != "b\n" {
		t.Errorf("error is %v", err)
	}
}

func TestAFileInTheWayOfAFolderIsReported(t *testing.T) {
	f := newFolder(t, map[string]string{".claude": "a file\n"})
	p := f.do(Install, "claude-code", true)
	if kept := p.Kept(); len(kept) != 3 || !strings.Contains(kept[0].Reason, "cannot be read") || f.read(".claude") != "a file\n" {
		t.Errorf("kept %v", kept)
	}
}
