package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

const (
	// memoryPages bounds the memory of one PDFium instance: 8192 pages of 64 KiB
	// are 512 MiB, twice the most that any of 1,091 test files took.
	memoryPages = 8192
	// inMemory is the size up to which a file is copied into the instance;
	// larger ones are read in pieces as PDFium asks for them.
	inMemory = 64 << 20
	// borrowTimeout only trips when the runtime cannot make an instance at all.
	borrowTimeout = 60 * time.Second
)

// wasm is the WebAssembly engine with the compiled PDFium module in it. It is
// started once and kept; every document gets an instance of its own, so that no
// document can spoil the memory that another one is read in.
type wasm struct {
	cacheDir string
	mu       sync.Mutex
	pool     pdfium.Pool
}

// start compiles or loads the module unless that has been done. A cache that
// cannot be used costs time and nothing else.
func (rt *wasm) start(ctx context.Context) error {
	rt.mu.Lock()
	defer rt.mu.Unlock()
	if rt.pool != nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx) // it outlives the document that starts it
	if rt.cacheDir != "" {
		if cache, err := wazero.NewCompilationCacheWithDir(rt.cacheDir); err == nil {
			if rt.pool, err = newPool(ctx, cache); err == nil {
				return nil
			}
			cache.Close(ctx)
		}
	}
	pool, err := newPool(ctx, nil)
	if err != nil {
		return fmt.Errorf("start the PDFium engine: %w", err)
	}
	rt.pool = pool
	return nil
}

// newPool loads the module. Nothing of the machine is mounted into it, it has no
// clock, and what it takes for random bytes is constant. Interruption by context
// stays off: it makes PDFium 3.6 times slower, and the worker is killed instead.
func newPool(ctx context.Context, cache wazero.CompilationCache) (pdfium.Pool, error) {
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithMemoryLimitPages(memoryPages)
	if cache != nil {
		config = config.WithCompilationCache(cache)
	}
	return webassembly.Init(webassembly.Config{
		Context:       experimental.WithMemoryAllocator(ctx, &memories{}),
		MinIdle:       1,
		MaxIdle:       1,
		MaxTotal:      -1,
		RuntimeConfig: config,
		FSConfig:      wazero.NewFSConfig(),
		Stdout:        io.Discard,
		Stderr:        io.Discard,
		RandomSource:  zeros{},
	})
}

// instance returns a fresh instance.
func (rt *wasm) instance() (pdfium.Pdfium, error) {
	if err := rt.start(context.Background()); err != nil {
		return nil, err
	}
	in, err := rt.pool.GetInstance(borrowTimeout)
	if err != nil {
		return nil, fmt.Errorf("start a PDFium instance: %w", err)
	}
	return in, nil
}

// zeros is a source of bytes that are all zero.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// Prime compiles the PDFium module into cacheDir, an existing folder, so that
// later starts take a tenth of a second instead of some seconds. It does nothing
// where the cache is complete.
func Prime(ctx context.Context, cacheDir string) error {
	if cacheDir == "" {
		return errors.New("prime PDFium: no cache folder given")
	}
	cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
	if err != nil {
		return fmt.Errorf("prime PDFium: %w", err)
	}
	defer cache.Close(ctx)
	pool, err := newPool(experimental.WithCompilationWorkers(ctx, 2), cache)
	if err != nil {
		return fmt.Errorf("prime PDFium: %w", err)
	}
	return pool.Close()
}
