# Each target works alone right after a clone, with Python 3.11, 3.12 or 3.13 and a package
# registry: it makes its own environment, with uv where uv is there.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test llm server soak lint format types readme notebooks bench wheel versions clean

PYTHON_VERSIONS = 3.11 3.12 3.13
IN := .venv/bin/python
# Passed on to the program that a target runs: make test ARGS="-k scope"
ARGS =

help: ## Says what each target does
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 20

demo: .venv/.demo ## Runs the travel planner, embedded: no keys, no network
	$(IN) -m graphs.travel_planner $(ARGS)

test: .venv/.dev ## Runs all tests, the README's code and the notebooks among them
	$(IN) -m pytest $(ARGS)

llm: .venv/.llm ## Has the memory ask a real small model, on this machine
	$(IN) -m pytest -m llm tests/integration/models $(ARGS)

server: ## Runs graphs on a real LangGraph server, on this machine
	@tools/environment .venvs/server --editable '.[demo,test-server]' --group test
	.venvs/server/bin/python -m pytest -m server tests/integration/acquiring $(ARGS)

soak: .venv/.dev ## Runs for long what tests do shortly: kills, every saver with every index
	$(IN) -m pytest --soak tests/crashes tests/conformance tests/unit/index $(ARGS)

lint: .venv/.dev ## Checks style and form
	$(IN) -m ruff check
	$(IN) -m ruff format --check

format: .venv/.dev ## Puts the code in form
	$(IN) -m ruff check --fix
	$(IN) -m ruff format

types: .venv/.dev ## Checks the types
	$(IN) -m mypy

readme: .venv/.dev ## Runs the code of the README and of the other pages
	$(IN) -m pytest tests/readme $(ARGS)

notebooks: .venv/.dev ## Runs the notebooks and compares what they print
	$(IN) -m pytest tests/notebooks $(ARGS)

bench: .venv/.dev ## Measures the stores, beside others: make bench ARGS="--items 1000"
	$(IN) -m tests.benchmarks.store $(ARGS)

wheel: .venv/.dev ## Builds the wheel and tries it in an empty environment
	rm -rf dist .venvs/wheel
	$(IN) -m build
	tools/environment .venvs/wheel dist/*.whl
	.venvs/wheel/bin/python -I tools/check_wheel.py dist/*.whl

versions: ## Runs the tests with the lowest dependencies, and the newest on newer Pythons
	@set -e; set -- $(PYTHON_VERSIONS); tools/test-with $$1 lowest; shift; \
		for version; do tools/test-with $$version newest; done

clean: ## Removes everything that the other targets made
	rm -rf .venv .venvs build dist .mypy_cache .pytest_cache .ruff_cache

.venv/.demo: pyproject.toml tools/environment
	@tools/environment .venv --editable '.[demo]'
	@touch $@

.venv/.dev: pyproject.toml tools/environment
	@tools/environment .venv --editable '.[demo,chroma,multilingual]' --group dev
	@touch $@

.venv/.llm: .venv/.dev
	@tools/environment .venv --editable '.[test-llm]'
	@touch $@
