# Two targets matter on a fresh machine: demo and check.

GO      ?= go
export CGO_ENABLED ?= 0

.PHONY: build install demo check fmt vet lint test docs prime bench scale fuzz slow arm64 hostile eval clean

build: ## build bin/quire
	@$(GO) build -ldflags '-s -w' -o bin/quire ./cmd/quire

install: ## install quire into GOBIN
	$(GO) install -ldflags '-s -w' ./cmd/quire

demo: build ## compile the sample corpus and ask it
	@sh docs/demo.sh

check: fmt vet lint test ## everything that CI checks

fmt:
	@bad=$$(gofmt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$bad" ]; then echo "gofmt would change:"; echo "$$bad"; exit 1; fi

vet:
	$(GO) vet ./...

lint:
	$(GO) tool staticcheck ./...

prime: build ## compile PDFium once into the user's cache, so that tests do not each do it
	@bin/quire __prime "$$(bin/quire __cache)"

# The tests of the command line start hundreds of processes of their own binary, which the
# race detector makes some five times slower; what those run is tested with it in its own
# rooms, and make slow runs them with it.
test: prime
	@if [ "$$(CGO_ENABLED=1 $(GO) env CGO_ENABLED)" = 1 ] && command -v $$($(GO) env CC) >/dev/null 2>&1; then \
		echo "go test -race (a C compiler was found)"; \
		CGO_ENABLED=1 $(GO) test -race -timeout 30m $$($(GO) list ./... | grep -v /cmd/internal/cli) && \
		CGO_ENABLED=0 $(GO) test -timeout 30m ./cmd/internal/cli ./extract/worker; \
	else \
		echo "go test without the race detector (no C compiler was found)"; $(GO) test -timeout 30m ./...; \
	fi

bench: ## benchmarks; compare with benchstat
	$(GO) test -run '^$$' -bench . -benchmem ./...

slow: prime ## the long suites: killed at every step, 1,000 sequences equal to clean, 100 publishes under readers, every damage
	QUIRE_SLOW=1 $(GO) test -timeout 60m ./cmd/internal/cli -run 'Killed|DiskFull|Readers|EveryLanguage'
	CGO_ENABLED=1 $(GO) test -race -timeout 60m ./cmd/internal/cli
	QUIRE_SLOW=1 $(GO) test -timeout 60m ./cmd/internal/render -run Budget
	QUIRE_SLOW=1 $(GO) test -timeout 60m ./pipeline -run 'Equals|Survive|AnyDamaged' -sequences 1000

arm64: ## the sample corpus compiled for arm64, under qemu where need be, gives the same snapshot
	@GO='$(GO)' sh docs/arm64.sh

SCALE ?= 20000
scale: prime ## what a corpus of SCALE files costs: first sync, no-op, edit, delete, rename, rollback, disk, memory
	QUIRE_SCALE=$(SCALE) QUIRE_BINARY="$$PWD/bin/quire" $(GO) test -run '^$$' -bench Scale -benchtime 1x -timeout 90m ./cmd/internal/cli

FUZZTIME ?= 20s
fuzz: ## every fuzz target for FUZZTIME
	@for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			echo "$$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$p || exit 1; \
		done; \
	done

hostile: prime ## sync of files that are made to cost much; takes minutes
	QUIRE_HOSTILE="$$PWD/bin/quire" $(GO) test -count=1 -v -timeout 60m -run 'TestSync$$' ./internal/hostile

eval: prime ## extraction, retrieval and proof quality on the shared corpora, where they are at hand; relations on planted ones
	QUIRE_EVAL=1 $(GO) test -count=1 -v -timeout 90m -run "Eval|Collections" ./cmd/internal/cli ./cmd/internal/render ./knowledge/semantics ./pipeline ./retrieval/...

clean:
	rm -rf bin demo
