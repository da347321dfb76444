# Two commands from a fresh clone: `make play` and `make test`. Everything is installed into .venv, nothing else is touched.
# Words for the program: make demo ARGS="--seats 6".  Another interpreter: make setup PYTHON=python3.13

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
ARGS ?=
JOBS ?= 2
# Termux's own cryptography is used on a phone: pip would have to compile it, in Rust
VENV_OPTIONS ?= $(if $(TERMUX_VERSION),--system-site-packages)
PYTHON ?= $(shell for one in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$one -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$one && break; done)

.DEFAULT_GOAL := help
.PHONY: help setup play demo bench check test screenshots clean

help:
	@echo 'make play    install into .venv and play against bots, in the browser (in the terminal: .venv/bin/azi play)'
	@echo 'make test    install the tools too; lint, types, all tests'
	@echo 'make demo    bot nodes that find each other, play, and verify their record'
	@echo 'make bench   what shuffling, proving and verifying cost on this machine'
	@echo 'make screenshots   pictures of the page into docs/pictures (needs Chromium)'
	@echo 'make setup   install only; then .venv/bin/azi --help'
	@echo 'make clean   remove .venv and what the tools left'

# The program and what it needs to run
$(VENV)/.installed: pyproject.toml
	@test -n '$(PYTHON)' || { \
		echo 'azi needs Python 3.11 or newer, and there is none on the PATH.' >&2; \
		echo 'Debian 12 or Ubuntu 24.04: sudo apt install python3 python3-venv' >&2; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
			echo '$(PYTHON) cannot make virtual environments: its ensurepip is missing.' >&2; \
			echo 'Debian or Ubuntu: sudo apt install python3-venv' >&2; exit 1; }; \
		echo 'making $(VENV)'; $(PYTHON) -m venv --clear $(VENV_OPTIONS) $(VENV); }
	@echo 'installing azi into $(VENV)'
	@$(PIP) install --editable .
	@touch $@

# And the tools of the checks: pip reads dependency groups from 25.1 on
$(VENV)/.installed-tools: $(VENV)/.installed
	@echo 'installing the tools of the checks'
	@$(PIP) install --upgrade 'pip>=25.1'
	@$(PIP) install --group dev
	@touch $@

setup: $(VENV)/.installed-tools

play: $(VENV)/.installed
	@$(BIN)/azi page --bots 3 $(ARGS)

demo: $(VENV)/.installed
	@$(BIN)/azi demo $(ARGS)

bench: $(VENV)/.installed
	@$(BIN)/azi bench $(ARGS)

check: $(VENV)/.installed-tools
	@$(BIN)/ruff check .
	@$(BIN)/mypy

test: check
	@$(BIN)/python -m pytest --numprocesses $(JOBS) --dist worksteal $(ARGS)

# Pictures of the page in Chromium, laptop and phone, English and Arabic, into docs/pictures
screenshots: $(VENV)/.installed-tools
	@$(BIN)/python -m tests.browser.screenshots $(ARGS)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
