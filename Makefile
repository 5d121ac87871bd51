# Two commands matter: `make run` and `make test`. Both set up what they need first.

SEED ?= 1
PORT ?= 7800
DATA ?= data/seed-$(SEED)
# The program as the tests have built it: asked for alone it would be built a second time, with other features of its parts.
PROGRAM = CARGO_TARGET_DIR=target cargo nextest run --workspace --no-run --cargo-quiet
# A machine that builds once gains nothing from notes for the next build.
ifdef CI
export CARGO_INCREMENTAL = 0
endif
NPM = npm --prefix web --no-audit --no-fund --loglevel=error

.PHONY: run test bench peers docs setup-test web build fmt dependencies lint test-rust test-doc test-web test-page test-python test-bench explore soak clean

## Serve a world and print its address. SEED=7 grows another one.
run: build
	./target/release/wold serve --seed $(SEED) --port $(PORT) --data $(DATA)

## Everything a release must pass.
test: setup-test fmt dependencies web lint test-rust test-doc test-web test-page test-python test-bench

build: web
	CARGO_TARGET_DIR=target cargo build --release -p wold

## The page, built into web/dist and embedded in the binary.
web: web/node_modules/.ready
	$(NPM) run build --silent

web/node_modules/.ready: web/package.json web/package-lock.json
	scripts/need node npm
	$(NPM) ci
	touch $@

setup-test:
	scripts/need cargo cargo-nextest chromium

fmt:
	cargo fmt --all --check

## Licences, doubled versions and sources of what we build on; advisories where cargo-deny is installed (scripts/need cargo-deny).
dependencies:
	scripts/dependencies

lint:
	cargo clippy --workspace --all-targets -- -D warnings

test-rust:
	cargo nextest run --workspace --no-fail-fast

## A month of sixty people, three times over, held to what a town must hold. Takes half an hour or more; the reports are left in target/soak.
soak: build
	mkdir -p target/soak
	for seed in 9137 555 31415; do ./target/release/wold live --seed $$seed --inhabitants 60 --days 30 --html target/soak/$$seed.html --check || exit 1; done

## Property tests with cases that nobody has drawn yet.
explore:
	PROPTEST_RNG_SEED=$$(date +%s) cargo nextest run --workspace --no-fail-fast

test-doc:
	cargo test --workspace --doc --quiet

test-web: web/node_modules/.ready
	$(NPM) run check --silent
	$(NPM) test --silent

## The real page against the real server, in Chromium.
test-page: web
	$(PROGRAM)
	WOLD_BIN=$(CURDIR)/target/debug/wold $(NPM) run e2e --silent

## A guest in Python, written from docs/protocol.md, against the real server.
test-python: web
	scripts/need python-websockets
	$(PROGRAM)
	WOLD_BIN=$(CURDIR)/target/debug/wold examples/python-guest/check

## Benchmarks once each, results asserted, times not judged.
test-bench:
	CARGO_TARGET_DIR=target/bench cargo bench --manifest-path bench/Cargo.toml -- --test

bench:
	CARGO_TARGET_DIR=target/bench cargo bench --manifest-path bench/Cargo.toml

## Replication beside bevy_replicon and Colyseus: the same motion, one run, one table. They are built here alone.
peers:
	bench/peers/run

docs:
	CARGO_TARGET_DIR=target cargo doc --workspace --no-deps
	scripts/need mdbook && mdbook build docs

clean:
	rm -rf target web/dist web/node_modules
