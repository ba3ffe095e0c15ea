# `make run` and `make test` need Rust (with rustfmt and clippy) and nothing else.

CARGO ?= cargo
SIXFOLD := target/release/sixfold

.PHONY: run build test lint api-test deny bench docs fuzz clean

## Show what Sixfold does: the most played opening of Connect6, and a puzzle with its solution.
PUZZLE := --game "connect(9,9,6,2,1)" --moves "e5 d4f6 e4f5 d6f4 e6e7 e3e8 d5g5 c5h5"
run: build
	@echo 'sixfold show --numbers --moves "j10 i9k9 h9j8"'
	@$(SIXFOLD) show --numbers --moves "j10 i9k9 h9j8"
	@echo
	@echo 'A puzzle on a small board: Black to move and win.'
	@echo 'sixfold show $(PUZZLE)'
	@$(SIXFOLD) show $(PUZZLE)
	@echo
	@echo 'sixfold solve $(PUZZLE)'
	@$(SIXFOLD) solve $(PUZZLE)

build:
	@$(CARGO) build --release --locked

## Everything that must hold: format, lints, unit, property, corpus and end-to-end tests, docs.
test: lint
	$(CARGO) test --workspace --locked
	$(MAKE) api-test
	$(MAKE) docs

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- --deny warnings

## The running server, held to the description of its API; installs schemathesis (Python) on first use.
api-test: target/debug/sixfold
	tests/api/schemathesis.sh target/debug/sixfold

.PHONY: target/debug/sixfold
target/debug/sixfold:
	@$(CARGO) build --locked

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
