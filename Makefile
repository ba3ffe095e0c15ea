# `make run` and `make test` need Rust (with rustfmt and clippy) and Node.js; tests in the browser install Debian's Chromium.

CARGO ?= cargo
SIXFOLD := target/release/sixfold
PAGE := web/dist/index.html
PAGE_SOURCES := $(shell find web/src web/public web/index.html web/package.json web/vite.config.ts web/svelte.config.js -type f)

.PHONY: run build page test rust-test page-test browser-test api-test screenshots lint deny bench docs fuzz clean

## Start the workbench and open its page; Ctrl-C ends it.
run: build
	@$(SIXFOLD) serve --open

build: $(PAGE)
	@$(CARGO) build --release --locked

page: $(PAGE)

$(PAGE): web/node_modules/.package-lock.json $(PAGE_SOURCES)
	@cd web && npm run --silent build && touch dist/index.html ../crates/server/build.rs

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@cd web && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm install --no-save --no-audit --no-fund --loglevel=error && touch node_modules/.package-lock.json

## Everything that must hold: format, lints, unit, property, corpus and end-to-end tests, docs, page, browser.
test: lint page-test rust-test docs browser-test api-test

rust-test: $(PAGE)
	$(CARGO) test --workspace --locked

page-test: web/node_modules/.package-lock.json
	cd web && npm run --silent check && npm test

## The page in Chromium, against the real program.
browser-test: build /usr/bin/chromium
	cd web && npm run --silent e2e

## The pictures of the docs, taken from the page.
screenshots: build /usr/bin/chromium
	cd web && npm run --silent screenshots

/usr/bin/chromium:
	@if [ "$$(id -u)" = 0 ]; then apt-get install -y chromium; else sudo apt-get install -y chromium; fi > /dev/null

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- --deny warnings

## The running server, held to the description of its API; installs schemathesis (Python) on first use.
api-test: build
	tests/api/schemathesis.sh $(SIXFOLD)

## Licences, sources and duplicate versions of dependencies; installs cargo-deny on first use.
deny: target/tools/bin/cargo-deny
	PATH="$(CURDIR)/target/tools/bin:$$PATH" $(CARGO) deny check licenses bans sources

target/tools/bin/cargo-deny:
	$(CARGO) install --locked --root target/tools cargo-deny

## The figures of docs/benchmarks.md.
bench: build
	$(SIXFOLD) bench

docs:
	RUSTDOCFLAGS="--deny warnings" $(CARGO) doc --workspace --no-deps --locked

## A minute of fuzzing for every parser; needs a nightly toolchain. Installs cargo-fuzz on first use.
FUZZ_SECONDS ?= 60
fuzz: target/tools/bin/cargo-fuzz
	for target in $$(ls fuzz/fuzz_targets | sed 's/\.rs$$//'); do \
		mkdir -p fuzz/artifacts/corpus/$$target; \
		PATH="$(CURDIR)/target/tools/bin:$$PATH" $(CARGO) +nightly fuzz run --features libfuzzer $$target \
			fuzz/artifacts/corpus/$$target fuzz/corpus/$$target -- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

target/tools/bin/cargo-fuzz:
	$(CARGO) install --locked --root target/tools cargo-fuzz

clean:
	$(CARGO) clean
