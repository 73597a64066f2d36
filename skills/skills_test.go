package skills

import (
	"regexp"
	"strings"
	"testing"
)

func TestSkillsHaveTheFormThatHostsRead(t *testing.T) {
	all := All()
	if len(all) != 3 {
		t.Fatalf("%d skills", len(all))
	}
	key := regexp.MustCompile(`^(name|description): \S`)
	for _, s := range all {
		text := s.Files[0].Text
		head, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
		if !ok || !strings.HasPrefix(text, "---\n") {
			t.Errorf("%s has no front matter", s.Name)
		}
		for line := range strings.SplitSeq(head, "\n") {
			if !key.MatchString(line) || strings.Contains(line[len("description: "):], ": ") {
				t.Errorf("%s: hosts do not read %q", s.Name, line)
			}
		}
		name, _ := frontMatter(text, "name")
		if name != s.Name || !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(prefix+name) || len(prefix+name) > 64 {
			t.Errorf("%s is named %q", s.Name, name)
		}
		if n := len(s.Description); n == 0 || n > 1024 || !strings.Contains(s.Description, "Use it") {
			t.Errorf("%s: the description has %d bytes, or does not say when to use it", s.Name, n)
		}
		if n := strings.Count(body, "\n"); n > 150 || s.Title() == "" {
			t.Errorf("%s has %d lines, title %q", s.Name, n, s.Title())
		}
	}
}

func TestFindTakesBothNames(t *testing.T) {
	for _, name := range []string{"ask-the-corpus", "quire-ask-the-corpus"} {
		if s, ok := Find(name); !ok || s.Name != "ask-the-corpus" {
			t.Errorf("%s finds %q", name, s.Name)
		}
	}
	if _, ok := Find("nothing"); ok {
		t.Error("a skill that is not there is found")
	}
}

func TestInstalledSkillsAreNamedAsTheirFolder(t *testing.T) {
	for _, h := range Hosts {
		for _, f := range h.files() {
			name, _ := frontMatter(f.Text, "name")
			if !strings.HasSuffix(f.Path, "/"+name+"/SKILL.md") {
				t.Errorf("%s: %s is named %s", h.Name, f.Path, name)
			}
			if strings.Contains(f.Text, "the skill ") && !strings.Contains(f.Text, "the skill quire-") {
				t.Errorf("%s: %s names a skill as it is not installed", h.Name, f.Path)
			}
		}
		if h.folder == "" && strings.Contains(h.section(), "the skill ") {
			t.Errorf("%s: the section names skills, and the host has none", h.Name)
		}
		if n := len(h.section()); n > 16<<10 {
			t.Errorf("%s: the section has %d bytes, half of what Codex reads", h.Name, n)
		}
	}
}

func TestTheSealSeesEditsAndNotLineEnds(t *testing.T) {
	file := sealed("a\nb\n")
	for name, c := range map[string]struct {
		file string
		want bool
	}{
		"as written":    {file, true},
		"Windows lines": {strings.ReplaceAll(file, "\n", "\r\n"), true},
		"edited":        {strings.Replace(file, "b", "c", 1), false},
		"text behind":   {file + "more\n", false},
		"no seal":       {"a\nb\n", false},
		"empty":         {"", false},
	} {
		if got := untouched([]byte(c.file)); got != c.want {
			t.Errorf("%s: untouched is %v", name, got)
		}
	}
}
