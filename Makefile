# Two commands do all the set-up on a fresh machine:
#   make demo   a whole round of Big World : 1942 by mail, with committed dice
#   make test   everything that needs no servers
# PYTHON names the interpreter (3.11 or newer); ARGS goes to the demo, the tests, the soak or the fuzzing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
ARGS ?=
RUN_STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-test
DOCS_STAMP := $(VENV)/.installed-docs
BROWSER_STAMP := $(VENV)/.installed-browser
# What checks the scripts of the pages and the workflow; nothing of it is shipped.
SCRIPTS := .ci/javascript
SCRIPTS_STAMP := $(SCRIPTS)/node_modules/.installed
DEMO_OUT ?= savegames/demo
# A file of tests stays in one process: what it prepares for all of them is prepared once.
# Files go to whoever is free, in the order of tests/conftest.py.
BY_FILE := --dist loadfile --no-loadscope-reorder
# One process more than cores: some tests wait for another program.
SPREAD := -n $$(( 1 + $$(getconf _NPROCESSORS_ONLN) )) $(BY_FILE)
# A test that drives a browser or talks to a server waits for about half of its time.
SPREAD_WIDE := -n $$(( 2 * $$(getconf _NPROCESSORS_ONLN) )) $(BY_FILE)
UNIT := not servers and not browser and not windows
# Every test so marked is in one of these folders (tests/test_marks.py): the others are not collected.
BROWSER_TESTS := tests/web
ON_WINDOWS := tests/test_files.py tests/mail tests/board tests/play tests/save/test_keys.py tests/save/test_game_store.py
COMMANDS_ON_WINDOWS := tests/cli/test_like_windows.py
SERVER_TESTS := tests/cli tests/club tests/dice tests/mail
# Some images set it for their own builds. Without kept bytecode every process of the tests, and
# there are hundreds, compiles pytest's rewritten modules and the whole program anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test check lint format types scripts servers browser windows ci soak odds-check bench killing fuzz docs release clean

help:
	@grep -E '^#   ' Makefile | sed 's/^#//'

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(TEST_STAMP): $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[test,dev]'
	@touch $@ $(RUN_STAMP)

$(DOCS_STAMP): $(TEST_STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[docs]'
	@touch $@

$(BROWSER_STAMP): $(TEST_STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[browser]'
	@touch $@

$(SCRIPTS_STAMP): $(SCRIPTS)/package-lock.json
	npm ci --silent --no-audit --no-fund --prefix $(SCRIPTS)
	@touch $@

demo: $(RUN_STAMP)
	$(BIN)/pbem demo --out $(DEMO_OUT) $(ARGS)

test: $(TEST_STAMP)
	$(BIN)/python -m pytest $(SPREAD) -m '$(UNIT)' $(ARGS)

# Format, lint and types, then the tests.
check: lint types test

lint: $(TEST_STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(TEST_STAMP)
	$(BIN)/mypy

format: $(TEST_STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The scripts of the pages: their types, as far as comments and use tell them, and their style.
# And the workflow of the public CI, which nobody runs here.
scripts: $(SCRIPTS_STAMP)
	node $(SCRIPTS)/workflows.js .github/workflows/*.yml
	$(SCRIPTS)/node_modules/.bin/tsc --project $(SCRIPTS)
	$(SCRIPTS)/node_modules/.bin/eslint --config $(SCRIPTS)/eslint.config.js templates

# The tests that talk to real SMTP, IMAP and PostgreSQL servers, which .ci/run installs.
servers: $(TEST_STAMP)
	$(BIN)/python -m pytest $(SPREAD_WIDE) -m servers $(SERVER_TESTS) $(ARGS)

# The tests of the web pages in a real Chromium; .ci/run installs the browser.
browser: $(BROWSER_STAMP)
	PBEM_REQUIRE_BROWSER=1 $(BIN)/python -m pytest $(SPREAD_WIDE) -m browser $(BROWSER_TESTS) $(ARGS)

# What Windows lacks hidden, as far as that can be shown elsewhere (tests/support/like_windows.py).
windows: $(TEST_STAMP)
	$(BIN)/python -m pytest $(SPREAD) -p tests.support.like_windows -m '$(UNIT) and not slow' \
		$(ON_WINDOWS) $(ARGS)
	$(BIN)/python -m pytest $(SPREAD) -m windows $(COMMANDS_ON_WINDOWS)

# Everything: what .ci/run calls, and after it .ci/interpreters. Types and manual have a core each.
ci: lint scripts $(DOCS_STAMP)
	$(MAKE) --jobs=2 --output-sync types docs
	PYTHONHASHSEED=1 $(BIN)/python -m pytest $(SPREAD) -m '$(UNIT)'
	$(MAKE) windows
	PBEM_REQUIRE_SERVERS=1 $(MAKE) servers
	$(MAKE) browser

# 1,000 games to their end or 30 rounds, with invariants checked after every action, under two hash seeds.
soak: $(TEST_STAMP)
	PYTHONHASHSEED=1 $(BIN)/python -m tests.playthroughs.soak --games 500 --seed 1 $(ARGS)
	PYTHONHASHSEED=2 $(BIN)/python -m tests.playthroughs.soak --games 500 --seed 501 $(ARGS)
	$(BIN)/python -m tests.playthroughs.meetings --seeds 0:1000
	$(BIN)/python -m tests.playthroughs.put_back

# Random games of the real engine, where it is beside the project, played again by ours.
equal: $(TEST_STAMP)
	nice $(BIN)/python -m tests.conformance.equal $(ARGS)

# 200 random battles, each played 100,000 times by the engine and compared with the exact odds.
odds-check: $(TEST_STAMP)
	nice $(BIN)/python -m tests.engine.odds.played --battles 200 --runs 100000 $(ARGS)

bench: $(TEST_STAMP)
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.bench $(ARGS)

# A dice server under load that is killed 200 times, on SQLite and on PostgreSQL, which it starts for
# itself: no roll is lost and none is made twice. About ten minutes.
killing: $(TEST_STAMP)
	nice -n 5 $(BIN)/python -m tests.dice.server.killing $(ARGS)

# Everything that reads what others wrote, for ARGS="--minutes 60"; with --writes, which needs strace
# and takes an hour more, every system call that writes of each command in tests/fuzz/scenes.py
# fails once, finds the disk full once, and is where the process is killed once.
fuzz: $(TEST_STAMP)
	nice $(BIN)/python -m tests.fuzz $(ARGS)

# The manual as a site in build/docs, with its links checked; ARGS="-b linkcheck" asks for those to other sites.
docs: $(DOCS_STAMP)
	$(BIN)/python -m sphinx -q -W --keep-going -b html $(ARGS) docs build/docs

# What is uploaded to the package index: built twice and compared, its metadata checked, installed into an
# empty environment, where it plays the demo and verifies it. Nothing is uploaded and nothing is tagged.
release: $(TEST_STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build twine
	$(BIN)/python -m tests.packaging.release $(ARGS)

clean:
	rm -rf $(VENV) .venv-versions build dist *.egg-info savegames/demo .pytest_cache .mypy_cache .ruff_cache
