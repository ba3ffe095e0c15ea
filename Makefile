# `make run` and `make test` need Rust (with rustfmt and clippy) and nothing else.

CARGO ?= cargo
SIXFOLD := target/release/sixfold

.PHONY: run build test lint deny bench docs fuzz clean

## Show what Sixfold does: a famous opening, and a puzzle with its solution.
run: build
	@echo '$$ sixfold show --numbers --moves "j10 j9k11 i11k9"    # the most played answers to the most played opening'
	@$(SIXFOLD) show --numbers --moves "j10 j9k11 i11k9"
	@echo
	@echo '$$ sixfold show --game "connect(6,6,4,1,1)" --moves "c3 d4 b4 c4"    # four in a row: Black to move and win'
	@$(SIXFOLD) show --game "connect(6,6,4,1,1)" --moves "c3 d4 b4 c4"
	@echo
	@echo '$$ sixfold solve --game "connect(6,6,4,1,1)" --moves "c3 d4 b4 c4"'
	@$(SIXFOLD) solve --game "connect(6,6,4,1,1)" --moves "c3 d4 b4 c4"

build:
	@$(CARGO) build --release --locked

## Everything that must hold: format, lints, unit, property, corpus and end-to-end tests, docs.
test: lint
	$(CARGO) test --workspace --locked
	$(MAKE) docs

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- --deny warnings

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
		PATH="$(CURDIR)/target/tools/bin:$$PATH" $(CARGO) +nightly fuzz run --features libfuzzer $$target \
			-- -max_total_time=$(FUZZ_SECONDS) || exit 1; \
	done

target/tools/bin/cargo-fuzz:
	$(CARGO) install --locked --root target/tools cargo-fuzz

clean:
	$(CARGO) clean
