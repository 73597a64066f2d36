package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/spf13/cobra"

	"quire/cmd/internal/render"
	"quire/cmd/internal/workspace"
	"quire/extract"
	"quire/extract/pdf"
	"quire/extract/worker"
	"quire/internal/regular"
	"quire/knowledge"
	"quire/retrieval"
)

// defaultDPI is what a model that looks at pictures reads small print at.
const defaultDPI = 150

func (a *app) renderCommand() *cobra.Command {
	var dpi int
	var out string
	var f readFlags
	cmd := &cobra.Command{
		Use: "render ADDRESS", Short: "draw the page that an address lies on, or the box on it",
		Long: `render draws a page of a PDF, or the part of it that an address cites, as a PNG
picture: for charts, scans and diagrams that text does not carry. It reads the
original again, which must have the bytes of the snapshot. Pictures are kept in the
workspace's cache and named by what they show; --out writes one elsewhere.`,
		Example: "  quire render q7m2kx4tb3rqa#p3\n  quire render --dpi 200 --out lease.png q7m2kx4tb3rqa#p3@0-310~8f3a1c",
		Args:    wants(1, 1, "one address"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if dpi < 10 || dpi > 1200 {
				return &usageError{fmt.Sprintf("--dpi takes 10 to 1200 dots an inch, not %d", dpi), ""}
			}
			v, w, err := a.open(f)
			if err != nil {
				return err
			}
			defer v.Close()
			info, picture, err := a.draw(cmd.Context(), v, w, args[0], dpi)
			if err != nil {
				return err
			}
			switch out {
			case "":
			case "-":
				if terminal(a.stdout) {
					return &usageError{"a picture on a terminal shows nothing", "--out FILE writes it to a file"}
				}
				_, err := a.stdout.Write(picture)
				return err
			default:
				if err := writeWhole(out, picture, 0o644); err != nil {
					return fmt.Errorf("write the picture: %w", underlying(err))
				}
				info.File = out
			}
			if a.json {
				return render.JSON(a.stdout, "render", v.Snapshot, true, info)
			}
			return render.Drawn(a.printer(), info)
		},
	}
	cmd.Flags().IntVar(&dpi, "dpi", defaultDPI, "dots an inch")
	cmd.Flags().StringVar(&out, "out", "", "write the picture to this file, - for standard output")
	cmd.Flags().StringVar(&f.format, "format", "text", "text or json: what is said about the picture")
	return cmd
}

// draw returns a picture of the place of an address, from the cache where it was
// drawn before.
func (a *app) draw(ctx context.Context, v *retrieval.View, w *workspace.Workspace, address string, dpi int) (*render.Drawing, []byte, error) {
	addr, err := parseAddress(v, address)
	if err != nil {
		return nil, nil, err
	}
	shown, err := v.Show(addr)
	if err != nil {
		return nil, nil, err
	}
	s, err := v.Source(addr.Source)
	if err != nil {
		return nil, nil, err
	}
	at, err := placeToDraw(s, shown)
	if err != nil {
		return nil, nil, err
	}
	name := filepath.Join(w.Path(workspace.CacheName), "render",
		knowledge.DigestOf(fmt.Appendf(nil, "%s %s %d", s.Content, at, dpi)).Hex()[:32]+".png")
	info := &render.Drawing{Address: shown.Address, Path: s.Path, Locator: at.String(), DPI: dpi, File: name}
	if b, err := regular.ReadFile(name); err == nil && len(b) > 0 {
		info.Bytes = len(b)
		return info, b, nil
	}
	b, err := a.drawAnew(ctx, v, w, s, at, dpi)
	if err != nil {
		return nil, nil, err
	}
	info.Bytes = len(b)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, nil, fmt.Errorf("keep the picture: %w", underlying(err))
	}
	if err := writeWhole(name, b, 0o600); err != nil {
		return nil, nil, fmt.Errorf("keep the picture: %w", underlying(err))
	}
	return info, b, nil
}

// placeToDraw is the page of what is shown, and the box where there is one. A whole
// source is drawn by its first page.
func placeToDraw(s *knowledge.Source, shown *retrieval.Shown) (knowledge.Locator, error) {
	if s.Type != "pdf" {
		return knowledge.Locator{}, &usageError{fmt.Sprintf("%s is %s; only pages of PDFs can be drawn", s.Path, s.Type), "quire show " + shown.Address + " prints its text"}
	}
	if shown.Unit == "" {
		return knowledge.Loc("page", "1"), nil
	}
	at, err := knowledge.ParseLocator(shown.Locator)
	if err != nil {
		return at, fmt.Errorf("read the place of %s: %w", shown.Address, err)
	}
	return at, nil
}

func (a *app) drawAnew(ctx context.Context, v *retrieval.View, w *workspace.Workspace, s *knowledge.Source, at knowledge.Locator, dpi int) ([]byte, error) {
	pool, err := newPool(1)
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	x := primed{pool, new(sync.Once), a.say}
	file, err := a.openOriginal(ctx, v, w, x, s)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	o, err := readingOptions(w)
	if err != nil {
		return nil, err
	}
	o.Draw = extract.Draw{At: at, DPI: dpi}
	var picture buffer
	sink := &memberSink{out: &picture}
	err = x.Extract(ctx, worker.Job{
		Extractor: pdf.DrawingName, File: file, Size: s.Bytes, Name: filepath.Base(s.Path), Format: s.Type, Limits: w.Config.Limits.WithDefaults(), Options: o,
	}, func() extract.Sink { return sink })
	switch {
	case errors.Is(err, extract.ErrEncrypted):
		return nil, fmt.Errorf("draw %s: it needs a password that is not in the list", s.Path)
	case err != nil:
		return nil, fmt.Errorf("draw %s: %w", s.Path, err)
	}
	return picture, nil
}

// buffer is an io.WriterAt in memory, for writers that only append.
type buffer []byte

func (b *buffer) WriteAt(p []byte, at int64) (int, error) {
	if at != int64(len(*b)) {
		return 0, io.ErrShortWrite
	}
	*b = append(*b, p...)
	return len(p), nil
}
