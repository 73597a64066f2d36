package workspace

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"quire/extract"
	"quire/knowledge"
	"quire/knowledge/validate"
)

// Config is quire.yaml.
type Config struct {
	Roots        []Root             `yaml:"roots"`
	Exclude      []string           `yaml:"exclude"` // gitignore patterns, relative to each root
	Keep         int                `yaml:"keep"`    // snapshots kept
	Limits       extract.Limits     `yaml:"limits"`
	Extract      ExtractConfig      `yaml:"extract"`
	Validate     validate.Settings  `yaml:"validate"`
	Interactions InteractionsConfig `yaml:"interactions"`
	Judge        JudgeConfig        `yaml:"judge"`
	Vectors      VectorsConfig      `yaml:"vectors"`
}

// Root is one folder of documents.
type Root struct {
	Name string `yaml:"name"` // first element of printed paths; part of source ids
	Path string `yaml:"path"` // relative to the workspace, or absolute
}

// ExtractConfig chooses among extractors.
type ExtractConfig struct {
	PDF struct {
		Engine string `yaml:"engine"` // pdfium or ledongthuc
	} `yaml:"pdf"`
}

// InteractionsConfig says what becomes of captured conversations.
type InteractionsConfig struct {
	Promote string `yaml:"promote"` // none (default): after quire memory accept; all: by the next sync
}

// VectorsConfig names an embedding model, whose vectors then help to find passages.
type VectorsConfig struct {
	Model  string `yaml:"model"`  // its folder, in the workspace; "" for none
	Digest string `yaml:"digest"` // that its files must have
}

// DefaultKeep is how many snapshots are kept.
const DefaultKeep = 5

// ParseConfig reads quire.yaml. An unknown key is an error with its line and the
// nearest key there is.
func ParseConfig(b []byte) (Config, error) {
	var c Config
	var doc yaml.Node
	if err := yaml.Unmarshal(b, &doc); err != nil {
		return c, tidyError(err)
	}
	if len(doc.Content) > 0 {
		if err := checkKeys(doc.Content[0], configType, ""); err != nil {
			return c, err
		}
	}
	dec := yaml.NewDecoder(bytes.NewReader(b))
	dec.KnownFields(true)
	if err := dec.Decode(&c); err != nil && !errors.Is(err, io.EOF) {
		return c, tidyError(err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return c, errors.New("holds more than one document; what stands behind --- would not be read")
	}
	if c.Keep == 0 {
		c.Keep = DefaultKeep
	}
	return c, c.check()
}

func tidyError(err error) error {
	return errors.New(strings.ReplaceAll(strings.TrimPrefix(err.Error(), "yaml: "), "\n", ""))
}

func (c *Config) check() error {
	if len(c.Roots) == 0 {
		return errors.New("roots: names no corpus root; add one: roots: [{name: corpus, path: corpus}]")
	}
	seen := map[string]bool{}
	for i, r := range c.Roots {
		switch {
		case r.Name == "" || r.Path == "":
			return fmt.Errorf("roots: number %d needs a name and a path", i+1)
		case rootName(r.Name) != r.Name:
			return fmt.Errorf("roots: the name %q may hold only a-z, 0-9, - and _", r.Name)
		case seen[r.Name]:
			return fmt.Errorf("roots: the name %q is used twice", r.Name)
		}
		seen[r.Name] = true
		for _, o := range c.Roots[:i] {
			switch a, b := path.Clean(o.Path), path.Clean(r.Path); {
			case a == b:
				return fmt.Errorf("roots: %s and %s are the same folder", o.Name, r.Name)
			case within(a, b) || within(b, a):
				return fmt.Errorf("roots: %s and %s lie in each other; their files would be listed twice", o.Name, r.Name)
			}
		}
	}
	if c.Keep < 1 {
		return errors.New("keep: must be at least 1")
	}
	switch c.Extract.PDF.Engine {
	case "", "pdfium", "ledongthuc":
	default:
		return fmt.Errorf("extract.pdf.engine: %q is neither pdfium nor ledongthuc", c.Extract.PDF.Engine)
	}
	if len(c.Judge.Command) > 0 && c.Judge.Command[0] == "" {
		return errors.New("judge.command: names no program; write [program, argument]")
	}
	if err := c.Vectors.check(); err != nil {
		return err
	}
	if err := c.Limits.Check(); err != nil {
		return err
	}
	return c.Validate.Check()
}

func (c VectorsConfig) check() error {
	switch {
	case c.Model == "" && c.Digest != "":
		return errors.New("vectors.digest: vouches for no model; name its folder: model: models/NAME")
	case c.Model == "":
	case path.IsAbs(c.Model) || filepath.IsAbs(c.Model) || path.Clean(c.Model) == "." || strings.HasPrefix(path.Clean(c.Model), ".."):
		return fmt.Errorf("vectors.model: %s is no folder in the workspace; copy the model into one: model: models/NAME", c.Model)
	case c.Digest != "" && !knowledge.Digest(c.Digest).Valid():
		return fmt.Errorf("vectors.digest: %q is no digest; it is sha256: and 64 digits of 0-9 and a-f", c.Digest)
	}
	return nil
}

// within reports whether a lies in b, both clean and of one kind.
func within(a, b string) bool {
	if path.IsAbs(a) != path.IsAbs(b) {
		return false
	}
	return b == "." && !strings.HasPrefix(a, "..") || strings.HasPrefix(a, b+"/")
}

// encode writes a first quire.yaml, with a word on what may be added.
func (c *Config) encode() []byte {
	var b bytes.Buffer
	b.WriteString("# quire workspace: what is compiled, and how. Paths are relative to this file.\nroots:\n")
	for _, r := range c.Roots {
		fmt.Fprintf(&b, "  - name: %s\n    path: %s\n", quoteYAML(r.Name), quoteYAML(r.Path))
	}
	b.WriteString("\n# gitignore patterns of what to leave out; .quireignore files in the folders work too\nexclude: []\n")
	return b.Bytes()
}

func quoteYAML(s string) string {
	b, err := yaml.Marshal(s)
	if err != nil || strings.Contains(s, "\n") {
		return fmt.Sprintf("%q", s)
	}
	return strings.TrimSpace(string(b))
}
