# The index of commands. On a fresh machine with Python 3.11 or later: `make play` and `make test` do everything.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PYTEST := $(BIN)/pytest -n 5 --dist worksteal

# Tests start hundreds of Pythons, which need not compile our sources each time.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play wasm test coverage test-shuffled test-long test-browser browser install check format goldens bench site clean

play: install            ## play now
	@$(BIN)/chantier play

test: $(VENV)/.dev browser   ## everything that CI checks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/biome check
	$(BIN)/node node_modules/typescript/bin/tsc
	$(PYTEST) --durations=15

coverage: $(VENV)/.dev browser   ## the same tests, and which lines none of them reaches; takes half as long again
	$(PYTEST) --cov --cov-report=term

test-shuffled: $(VENV)/.dev browser   ## all tests in another order each time; --randomly-seed brings an order back
	$(PYTEST) -p randomly

test-long: $(VENV)/.dev browser   ## in a browser, with every game on every device, what `make test` shows with some; games as a whole; more random edits
	CHANTIER_WHOLE_GAMES=1 $(PYTEST) tests/table/browser tests/box

test-browser: $(VENV)/.dev browser   ## only what runs in a real browser
	$(BIN)/pytest tests/table/browser

test: node_modules/.made

check: test

browser: $(VENV)/.dev    ## brings Chromium where there is none
	@$(BIN)/python -m tests.table.browser.chromium

format: $(VENV)/.dev     ## write Python and JavaScript as the checks want them
	$(BIN)/ruff format .
	$(BIN)/biome check --write

install: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	@$(BIN)/python -c "from chantier.kernel.native import compiler; raise SystemExit(not compiler())" || $(PIP) ziglang \
	  || echo "There is no C compiler here, and none could be brought: bots will think with interpreted rules." >&2
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(PIP) -e ".[dev]"
	@touch $@

node_modules/.made: package.json $(VENV)/.dev
	@PATH="$(abspath $(BIN)):$$PATH" $(BIN)/npm install --silent --no-package-lock --no-audit --no-fund \
	  || { echo "TypeScript, which checks the client, could not be had from npm; see package.json." >&2; exit 1; }
	@touch $@

goldens: $(VENV)/.dev    ## write the golden playthroughs anew; the commit says which clause changed
	$(BIN)/python -m tests.test_playthroughs

wasm: $(VENV)/.dev       ## the games for browsers, in build/wasm
	$(BIN)/python -m chantier.kernel.wasm build/wasm

bench: $(VENV)/.dev      ## measure
	$(BIN)/chantier bench

site: $(VENV)/.dev       ## the pages as a site, in site/, and the table that plays without a server, in site/now/
	$(BIN)/mkdocs build --strict
	$(BIN)/chantier site site/now

clean:
	rm -rf $(VENV) node_modules site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
