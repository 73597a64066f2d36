package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// commandLine is a command line in a document.
type commandLine struct {
	where, text string
}

// documents are the pages that tell users and agents what to type.
func documents(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join("..", "..", "..")
	out := map[string]string{}
	for pattern, least := range map[string]int{"README.md": 1, "docs/*.md": 1, "skills/*/*.md": 3, "skills/*/*/*.md": 0} {
		names, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(names) < least {
			t.Fatalf("%s: only %d files: %v", pattern, len(names), err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, err := filepath.Rel(root, name)
			if err != nil {
				t.Fatal(err)
			}
			out[filepath.ToSlash(rel)] = string(b)
		}
	}
	return out
}

var codeSpan = regexp.MustCompile("`([^`]+)`")

// commandLines finds quire's command lines in a page: the lines of code blocks and
// the code spans that begin with quire.
func commandLines(where, text string) []commandLine {
	var out []commandLine
	code := false
	var prose strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
			continue
		}
		if !code {
			prose.WriteString(line + "\n")
			continue
		}
		line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
		for part := range strings.SplitSeq(line, "|") {
			if part = strings.TrimSpace(part); strings.HasPrefix(part, "quire ") {
				out = append(out, commandLine{where, part})
			}
		}
	}
	for _, m := range codeSpan.FindAllStringSubmatch(prose.String(), -1) {
		if span := strings.Join(strings.Fields(m[1]), " "); strings.HasPrefix(span, "quire ") {
			out = append(out, commandLine{where, span})
		}
	}
	return out
}

// words splits a command line as a shell does, without its comment.
func words(line string) []string {
	var out []string
	var word strings.Builder
	quote, started := rune(0), false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, started = r, true
		case r == ' ' || r == '\t':
			if started {
				out = append(out, word.String())
			}
			word.Reset()
			started = false
		case r == '#' && !started:
			return out
		default:
			word.WriteRune(r)
			started = true
		}
	}
	if started {
		out = append(out, word.String())
	}
	return out
}

// misuse says what is wrong with a command line, "" where it is real.
func misuse(root *cobra.Command, line string) string {
	args := words(line)[1:]
	cmd, rest, err := root.Find(args)
	switch {
	case err != nil:
		return err.Error()
	case cmd == root:
		for _, a := range args {
			if a != "--help" && a != "-h" {
				return "there is no verb in it"
			}
		}
		return ""
	case cmd.Hidden:
		return cmd.Name() + " is not in the help"
	case cmd.HasAvailableSubCommands() && len(rest) > 0 && !strings.HasPrefix(rest[0], "-"):
		return cmd.CommandPath() + " has no " + rest[0]
	}
	for _, a := range rest {
		if a == "--" {
			break
		}
		if strings.HasPrefix(a, "-") && a != "-" && !knownFlag(cmd, a) {
			return cmd.CommandPath() + " has no flag " + a
		}
	}
	return ""
}

// knownFlag reports whether a command takes a flag as it is written.
func knownFlag(cmd *cobra.Command, arg string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if !strings.HasPrefix(arg, "--") {
		return arg == "-h" || cmd.Flags().ShorthandLookup(name[:1]) != nil || cmd.InheritedFlags().ShorthandLookup(name[:1]) != nil
	}
	return name == "help" || cmd.Flags().Lookup(name) != nil || cmd.InheritedFlags().Lookup(name) != nil
}

func TestDocumentsNameRealCommandsAndFlags(t *testing.T) {
	root := new(app).root()
	checked := 0
	for name, text := range documents(t) {
		for _, l := range commandLines(name, text) {
			checked++
			if problem := misuse(root, l.text); problem != "" {
				t.Errorf("%s: %s: %s", l.where, l.text, problem)
			}
		}
	}
	if checked < 40 {
		t.Fatalf("only %d command lines found: the search is broken", checked)
	}
}

func TestEveryVerbIsInTheDocuments(t *testing.T) {
	root := new(app).root()
	told := map[*cobra.Command]bool{}
	for name, text := range documents(t) {
		if strings.HasPrefix(name, "skills/") {
			continue
		}
		for _, l := range commandLines(name, text) {
			if cmd, _, err := root.Find(words(l.text)[1:]); err == nil {
				told[cmd] = true
			}
		}
	}
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			switch {
			case !c.IsAvailableCommand():
			case c.HasAvailableSubCommands():
				walk(c)
			case !told[c]:
				t.Errorf("%s is in no command line of README.md and docs/*.md", c.CommandPath())
			}
		}
	}
	walk(root)
}

func TestMisuseFindsWhatIsNotReal(t *testing.T) {
	root := new(app).root()
	for line, want := range map[string]string{
		"quire sync --rehash":                    "",
		"quire retrieve -C DIR --limit=3 'a -b'": "",
		"quire skills install --host codex":      "",
		"quire --help":                           "",
		"quire retrieve words # --not-a-flag":    "",
		"quire fetch":                            "unknown command",
		"quire sync --rehsh":                     "has no flag --rehsh",
		"quire sync -x":                          "has no flag -x",
		"quire skills remove":                    "has no remove",
		"quire -C DIR":                           "no verb",
	} {
		got := misuse(root, line)
		if got == "" && want != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
