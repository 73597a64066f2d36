package export

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

func TestNamesAreSafeEverywhere(t *testing.T) {
	for in, want := range map[string]string{
		"plans/budget.xlsx": "documents/plans/budget.xlsx.qaaaaaaaaaaaa.md", "mail/x.eml!/a.pdf": "documents/mail/x.eml!/a.pdf.qaaaaaaaaaaaa.md",
		"../../etc": "documents/_/_/etc.qaaaaaaaaaaaa.md", "a/CON.txt": "documents/a/_CON.txt.qaaaaaaaaaaaa.md", "a/.hidden": "documents/a/_.hidden.qaaaaaaaaaaaa.md",
		"a:b*c?.md": "documents/a_b_c_.md.qaaaaaaaaaaaa.md", "a/b. ": "documents/a/b.qaaaaaaaaaaaa.md", "x\u202ey#1": "documents/x_y_1.qaaaaaaaaaaaa.md", "lpt1": "documents/_lpt1.qaaaaaaaaaaaa.md",
	} {
		if got := fileName("documents", in, "qaaaaaaaaaaaa"); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
	if got := safePart(strings.Repeat("ü", 200)); len(got) > maxNameBytes || !strings.HasSuffix(got, "ü") {
		t.Errorf("a long part is %d bytes", len(got))
	}
}

func TestFrontMatterHoldsWhateverADocumentSays(t *testing.T) {
	var f front
	hostile := "a: b\n---\ntype: \"evil\" \\ # \u2028 \u202e é 🙂 \x00"
	f.line(0, "title", hostile)
	f.list("tags", []string{hostile, "x"})
	f.item(2, [2]string{"id", hostile}, [2]string{"none", ""})
	var got struct {
		Title string
		Tags  []string
		Type  string
	}
	text := strings.TrimSuffix(strings.TrimPrefix(strings.Replace(f.String(), "  - id", "list:\n  - id", 1), "---\n"), "---\n")
	if err := yaml.Unmarshal([]byte(text), &got); err != nil || got.Title != hostile || got.Tags[0] != hostile || got.Type != "" {
		t.Errorf("%v, %q", err, got)
	}
}

// build hands out files by name.
func build(files map[string]string) func(Emit) error {
	return func(emit Emit) error {
		for name, text := range files {
			if err := emit(name, func(w io.Writer) error { _, err := io.WriteString(w, text); return err }); err != nil {
				return err
			}
		}
		return nil
	}
}

func TestAFolderIsReplacedOnlyWhereItIsOurs(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "bundle")
	first := map[string]string{"index.md": "1", "a/b.md": "2", "a/c/d.md": "3"}
	if _, err := Folder(dir, "okf", "s1", build(first)); err != nil {
		t.Fatal(err)
	}
	before := listing(t, dir)
	if _, err := Folder(dir, "okf", "s1", build(first)); err != nil || listing(t, dir) != before {
		t.Fatalf("written again: %v\n%s\n%s", err, before, listing(t, dir))
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	second := map[string]string{"index.md": "one", "a/b.md": "2", "e.md": "5"}
	write("e.md", "mine")
	var foreign *ForeignError
	if _, err := Folder(dir, "okf", "s2", build(second)); !errors.As(err, &foreign) || strings.Join(foreign.Names, " ") != "e.md" {
		t.Fatalf("a file in the way: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, "e.md")); err != nil {
		t.Fatal(err)
	}
	if listing(t, dir) != before {
		t.Fatal("a refused export changed something")
	}
	write("notes.txt", "mine")
	done, err := Folder(dir, "okf", "s2", build(second))
	if err != nil || done.Files != 3 || done.Removed != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	if got := listing(t, dir); strings.Contains(got, "a/c") || !strings.Contains(got, "notes.txt mine") || !strings.Contains(got, "e.md 5") {
		t.Errorf("holds %s", got)
	}
	if names, err := Differs(dir, build(second)); err != nil || len(names) > 0 {
		t.Errorf("differs in %v, %v", names, err)
	}
	if names, err := Differs(dir, build(first)); err != nil || strings.Join(names, " ") != "a/c/d.md e.md index.md" {
		t.Errorf("differs in %v, %v", names, err)
	}
	write("index.md", "edited")
	if _, err := Folder(dir, "okf", "s3", build(first)); !errors.As(err, &foreign) || foreign.Names[0] != "index.md" {
		t.Errorf("an edited file: %v", err)
	}
}

// An export that was cut short anywhere is finished by the next one.
func TestAnExportGoesOnWhereOneWasCutShort(t *testing.T) {
	first := map[string]string{"index.md": "1", "a/b.md": "2"}
	second := map[string]string{"index.md": "one", "c.md": "3"}
	want := ""
	for _, moved := range [][]string{nil, {"c.md"}, {"index.md"}, {"c.md", "index.md"}} {
		dir := t.TempDir()
		if _, err := Folder(dir, "okf", "s1", build(first)); err != nil {
			t.Fatal(err)
		}
		// As it stands when the process dies after some renames.
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		old, err := readRecord(root, dir)
		if err != nil {
			t.Fatal(err)
		}
		var files []file
		if err := build(second)(func(name string, write func(io.Writer) error) error {
			f, err := stage(root, name, write)
			files = append(files, f)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		old.Files = append(old.Files, files...)
		if err := writeRecord(root, old); err != nil {
			t.Fatal(err)
		}
		for _, name := range moved {
			if err := root.Rename(stagingName+"/"+name, name); err != nil {
				t.Fatal(err)
			}
		}
		root.Close()
		if _, err := Folder(dir, "okf", "s2", build(second)); err != nil {
			t.Fatalf("after %v: %v", moved, err)
		}
		got := listing(t, dir)
		if want == "" {
			want = got
		}
		if got != want || strings.Contains(got, "a/b.md") {
			t.Errorf("after %v: %s, want %s", moved, got, want)
		}
	}
}

func TestAForeignRecordIsRefused(t *testing.T) {
	for _, text := range []string{"{}", "x", `{"schema":"quire.export/1","files":[{"name":"../x"}]}`} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, recordName), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Folder(dir, "okf", "s", build(nil)); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	var b bytes.Buffer
	if err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(name)
		rel, _ := filepath.Rel(dir, name)
		b.WriteString(filepath.ToSlash(rel) + " " + string(text) + "\n")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
