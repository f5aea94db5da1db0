# Session Almanac. `make` lists what there is.
SHELL := /bin/bash
.DEFAULT_GOAL := help
DATA ?=
PORT ?= 8000
SYMBOL ?=
ROOM ?=
ROLL ?=
SEED ?=

PYTHON := .venv/bin/python
WEB_SOURCES := $(shell find web -type f -not -name '*.test.*') package-lock.json

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

setup: ## .venv and node_modules, exactly as locked
	@scripts/setup dev

demo: ## the dashboard on http://127.0.0.1:PORT; DATA=file for real bars, SYMBOL and ROLL where it names none
	@scripts/demo "$(DATA)" "$(PORT)" "$(SYMBOL)" "$(ROLL)"

test: ## before a push: checks, unit, contract, properties, web, 30 browser walks
	@scripts/test

test-quick: ## while working: the unit and web tests of what differs from SINCE (main)
	@scripts/test-quick

test-all: test ## everything: also all walks, integration, full-size properties, qa in short
	@scripts/test-large

test-security: ## the hostile suite in its long form: attacks, 20,000 cases, browser
	@scripts/harness security --size $${SECURITY_CASES:-20000}

test-faults: ## every fault at every moment, then against mutants of the code; docs/reliability.md
	@scripts/harness faults

sim: setup ## a warehouse's life in STEPS (10000) random steps, with what may go wrong; SEED=n takes the same again
	@$(PYTHON) -m qa.sim $(if $(SEED),--seed $(SEED)) --steps $${STEPS:-10000}

soak: ## a class at work while things go wrong: a million answers checked; docs/reliability.md
	@scripts/harness soak

fuzz: ## inputs nobody would write, for FUZZ_MINUTES (10); build/fuzz.json
	@scripts/harness fuzz --size $${FUZZ_MINUTES:-10}

verdicts: ## how often the product finds something on markets made by a coin, by QUESTIONS (10000); docs/statistics.md
	@scripts/harness verdicts --size $${QUESTIONS:-10000}

mutants: ## how many of MUTANTS (1000) small faults in each ROOM its tests notice; build/mutants.json
	@scripts/harness mutants --size $${MUTANTS:-1000} $(ROOM)

check: setup ## format, lint, types, import rules, generated files
	@scripts/check

dev: setup ## Dagster, service and page with reload; PAGE_PORT, API_PORT and DAGSTER_PORT choose other ports
	@scripts/dev

bench: ## speed and size from a visitor's seat; docs/performance.md
	@scripts/harness bench

codegen: setup ## OpenAPI document, the web's client, the data dictionary, the table of settings, a picture's numbers
	@$(PYTHON) -m scripts.codegen.openapi
	@$(PYTHON) -m scripts.codegen.settings_table
	@$(PYTHON) -m scripts.codegen.dictionary
	@$(PYTHON) -m scripts.codegen.coin_picture
	@npm run --silent codegen

pictures: setup build/web ## pictures of the views that a plan may lack, on the sample; the page shows them
	@$(PYTHON) -m scripts.codegen.view_pictures

docs: setup ## the docs site in build/docs; a broken link or a page that no list names stops it
	@$(PYTHON) -m sphinx -W --keep-going -q -b html docs build/docs

dist: setup build/web ## the wheel with the page, bills of materials and notices, in dist/
	@scripts/dist

build/web: $(WEB_SOURCES)
	@npm run --silent build
	@touch build/web

.PHONY: help setup demo test test-quick test-all test-faults test-security sim soak fuzz verdicts mutants check dev bench codegen pictures docs dist
