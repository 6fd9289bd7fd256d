# Pilotta's tasks. `make` alone explains them.
#
# Python packages come from requirements/*.txt (exact versions with hashes), npm packages from the
# package-lock.json beside each package.json. Stamp files in .venv/ and node_modules/ remember what
# has been done, so that a second `make setup` takes no time; `make clean` forgets everything.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory

PYTHON ?= python3
PORT ?= 8000
# More words for the server, for example: make run RUN_ARGS="--host 0.0.0.0"
RUN_ARGS ?=
# More words for pytest, for example: make test PYTEST_ARGS="-k scoring -x"
PYTEST_ARGS ?=
# Which tests; empty means the slow ones too. The long ones are a target of their own.
MARKS ?= not slow

VENV := .venv
BIN := $(VENV)/bin
# PYTHONPATH from outside must not slip other packages under the locked ones.
unexport PYTHONPATH
UV := UV_NO_CONFIG=1 VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/uv
STATIC := src/pilotta/server/static

WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' \
	-not -path '*/dist/*' -not -path '*/coverage/*' -not -path '*/.*' 2>/dev/null) $(wildcard src/pilotta/words/*/*.json)

# The C++ core: all of it, and what of it goes into the WebAssembly module.
NATIVE_SOURCES := $(wildcard native/*.cpp native/*.hpp)
WASM_SOURCES := $(filter-out native/batch.cpp native/bindings.cpp native/tune.cpp native/test_%.cpp,$(filter %.cpp,$(NATIVE_SOURCES)))
WASM := build/wasm/pilotta.wasm
STUB := src/pilotta/engine/_native.pyi

# Other people's programs that the benchmarks compare with; never beside our own packages.
PEERS := build/peers

say = @printf '\033[1m==>\033[0m %s\n'

.PHONY: help
help: ## Explain the targets
	@printf 'Pilotta. Targets:\n\n'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@printf '\nSettings, as in "make run PORT=8001": PORT, RUN_ARGS, PYTHON, PYTEST_ARGS, MARKS; the Makefile says more.\n'

# ---------------------------------------------------------------- setting up

.PHONY: setup
setup: $(VENV)/.package $(STATIC)/index.html ## Create .venv (with .venv/bin/pilotta) and build the web client
	@:

.PHONY: python
python: $(VENV)/.package ## Only the Python half of setup
	@:

$(VENV)/.uv: requirements/uv.txt
	$(say) "Creating $(VENV)"
	@command -v $(PYTHON) >/dev/null || { echo "No '$(PYTHON)' here. Pilotta needs Python 3.11 or newer; name it with: make setup PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$$($(PYTHON) --version) is too old. Pilotta needs 3.11 or newer; name it with: make setup PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Python's venv module is missing. On Debian: apt-get install python3-venv" >&2; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

$(VENV)/.locked: $(VENV)/.uv requirements/dev.txt
	$(say) "Installing the locked Python packages"
	@$(UV) pip sync --quiet --require-hashes requirements/dev.txt
	@touch $@

# The build backend is itself in the lock, with CMake and Ninja: with build isolation, pip would fetch others, unlocked.
$(VENV)/.package: $(VENV)/.locked pyproject.toml native/CMakeLists.txt $(NATIVE_SOURCES)
	$(say) "Compiling the native core"
	@command -v $${CXX:-c++} >/dev/null || { echo "No C++ compiler here. The solver needs one that knows C++20. On Debian: apt-get install g++" >&2; exit 1; }
	@$(BIN)/python -c 'import sys, sysconfig, pathlib; sys.exit(not (pathlib.Path(sysconfig.get_path("include")) / "Python.h").is_file())' || { echo "Python's headers are missing. On Debian: apt-get install python3-dev" >&2; exit 1; }
	@$(UV) pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

web/node_modules/.installed: web/package.json web/package-lock.json
	$(say) "Installing the web client's packages"
	@command -v npm >/dev/null || { echo "No npm here. The web client needs Node 20 or newer with npm. On Debian: apt-get install nodejs npm" >&2; exit 1; }
	@npm ci --prefix web --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

$(STATIC)/index.html: web/node_modules/.installed $(WEB_SOURCES)
	$(say) "Building the web client"
	@npm run build --prefix web --silent
	@test -f $@ || { echo "The web build left no $@" >&2; exit 1; }
	@touch $@

.PHONY: run
run: setup ## Serve the table on http://127.0.0.1:8000 (data in var/)
	@exec $(BIN)/pilotta serve --port $(PORT) --data var $(RUN_ARGS)

# ---------------------------------------------------------------- testing

.PHONY: test-setup
test-setup: setup wasm tests/pyodide/node_modules/.installed
	@scripts/browser-for-tests

tests/pyodide/node_modules/.installed: tests/pyodide/package.json tests/pyodide/package-lock.json
	$(say) "Installing Pyodide for the test in WebAssembly"
	@npm ci --prefix tests/pyodide --no-audit --no-fund --no-update-notifier --loglevel=error
	@touch $@

.PHONY: wasm
wasm: $(WASM) ## Compile the native core to WebAssembly, build/wasm/pilotta.wasm
	@:

# Zig comes with clang, a linker and the C library for this target; it compiles that library once, into build/zig.
$(WASM): $(VENV)/.locked $(NATIVE_SOURCES)
	$(say) "Compiling the native core to WebAssembly"
	@mkdir -p $(@D)
	@ZIG_GLOBAL_CACHE_DIR=$(CURDIR)/build/zig ZIG_LOCAL_CACHE_DIR=$(CURDIR)/build/zig $(BIN)/python -m ziglang c++ \
		-target wasm32-wasi -mexec-model=reactor -std=c++20 -O3 -flto -DNDEBUG -fno-exceptions -fno-rtti \
		-ffp-contract=off -Wl,--strip-all \
		-o $@ $(WASM_SOURCES)

.PHONY: test
test: test-setup test-native test-web ## Run the tests, without those marked slow (MARKS= runs them too)
	$(say) "Running the Python tests"
	@TESTS_COMPLETE=1 $(BIN)/pytest -m "$(MARKS)" $(PYTEST_ARGS)

# Broken off, it goes on where it stopped; tests/long.json, which it writes at its end, belongs into the commit after it.
.PHONY: test-long
test-long: test-setup ## Run the tests marked long, within an hour (goes on where it stopped)
	$(say) "Running the long tests"
	@TESTS_COMPLETE=1 $(BIN)/pytest -m long -p tests.longrun $(PYTEST_ARGS)

.PHONY: test-native
test-native: $(VENV)/.locked ## Run the native core's own tests, with sanitizers
	$(say) "Running the native core's tests"
	@$(BIN)/cmake -S native -B build/test -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja -DPILOTTA_TESTS=ON >/dev/null
	@$(BIN)/cmake --build build/test -- --quiet
	@build/test/test_native

.PHONY: test-web
test-web: setup
	$(say) "Running the web client's unit tests"
	@npm test --prefix web --silent

# ---------------------------------------------------------------- checking

.PHONY: check check-generated check-style check-types check-floors check-words check-web
check: check-generated check-style check-types check-floors check-words check-web ## Lint, types, floors, generated files
	@:

check-generated: $(VENV)/.package
	$(say) "Generated files"
	@$(BIN)/python -m pilotta.server.generate --check
	@$(BIN)/python -m pilotta.words.generate --check
	@$(BIN)/python -m nanobind.stubgen --quiet --module pilotta.engine._native --output-file build/_native.pyi
	@diff -u $(STUB) build/_native.pyi || { echo "$(STUB) is stale: make generate" >&2; exit 1; }

check-style: $(VENV)/.package
	$(say) "ruff"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	$(say) "clang-format"
	@$(BIN)/clang-format --dry-run -Werror $(NATIVE_SOURCES)

check-types: $(VENV)/.package
	$(say) "mypy"
	@$(BIN)/mypy

check-floors: $(VENV)/.package
	$(say) "import-linter"
	@$(BIN)/lint-imports

check-words: $(VENV)/.package
	$(say) "Phrasebook"
	@$(BIN)/pytest --quiet --no-header tests/words/test_catalogues.py

check-web: setup
	$(say) "Types of the web client"
	@npm run check --prefix web --silent

.PHONY: generate
generate: $(VENV)/.package ## Write the files that are made from other files
	@$(BIN)/python -m pilotta.server.generate
	@$(BIN)/python -m pilotta.words.generate
	@$(BIN)/python -m nanobind.stubgen --quiet --module pilotta.engine._native --output-file $(STUB)

.PHONY: format
format: $(VENV)/.package ## Format the Python and C++ sources
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/clang-format -i $(NATIVE_SOURCES)

.PHONY: bench
bench: $(VENV)/.package wasm ## Measure engine, solver and bots, beside baselines and peers
	@$(BIN)/python -m benchmarks.engine
	@echo
	@$(BIN)/python -m benchmarks.solver
	@echo
	@$(BIN)/python -m benchmarks.bots --deals 40
	@echo
	@$(BIN)/python -m benchmarks.reading --deals 20

.PHONY: bench-peers
bench-peers: $(PEERS)/.installed ## Install what `make bench` compares with, apart from all else
	@:

$(PEERS)/.installed: $(VENV)/.uv requirements/peers.txt
	$(say) "Installing the peers of the benchmarks"
	@$(BIN)/python -m venv --without-pip $(PEERS)
	@UV_NO_CONFIG=1 VIRTUAL_ENV=$(CURDIR)/$(PEERS) $(BIN)/uv pip sync --quiet --require-hashes requirements/peers.txt
	@touch $@

.PHONY: screenshots
screenshots: test-setup ## Make the README's picture again
	@$(BIN)/python scripts/screenshots

# ---------------------------------------------------------------- packaging

WHEEL_PYTHONS ?= $(PYTHON)

.PHONY: wheels
wheels: setup ## Build, audit and try the packages, into dist/ (WHEEL_PYTHONS="python3.11 python3.12")
	@scripts/wheels $(WHEEL_PYTHONS)

# ---------------------------------------------------------------- keeping house

# --no-config and the two --no-emit options keep this machine's settings out of the files.
LOCK = $(UV) pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

# What somebody needs who plays or hosts: Ray, which only measures bots, is larger than all of it together.
HOSTS_EXTRAS := --extra numpy --extra server --extra terminal

.PHONY: lock
lock: $(VENV)/.uv ## Lock the Python packages again (UPGRADE=1: at their newest versions)
	$(say) "Locking the Python packages"
	@$(LOCK) requirements/uv.in -o requirements/uv.txt
	@$(LOCK) pyproject.toml --all-extras --group dev -c requirements/uv.txt -o requirements/dev.txt
	@$(LOCK) pyproject.toml $(HOSTS_EXTRAS) -c requirements/dev.txt -o requirements/runtime.txt
	@$(LOCK) requirements/peers.in -o requirements/peers.txt
	@! grep -nE '://|^(-i|--find-links|--index-url|--extra-index-url)' requirements/*.txt

.PHONY: clean
clean: ## Remove everything that the other targets made, except the data in var/
	rm -rf $(VENV) $(STATIC) web/node_modules web/dist tests/pyodide/node_modules build dist
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests scripts -name __pycache__ -type d -prune -exec rm -rf {} +
