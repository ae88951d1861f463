# Two commands do all set-up: `make run` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help run test check format clean

help: ## What can be made
	@grep -hE '^[a-z-]+:.*##' Makefile | sed 's/:.*## /\t/' | expand -t 16

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: try  make $(MAKECMDGOALS) PYTHON=python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "Python's venv is missing. On Debian and Raspberry Pi OS:  sudo apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@

run: $(STAMP) ## The simulated table and its page
	$(BIN)/companion run

test: $(STAMP) ## Every fast test
	$(BIN)/python -m pytest

check: $(STAMP) ## Format, lint, types, tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest

format: $(STAMP) ## Put the code into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## Forget the virtual environment and all caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache build *.egg-info
