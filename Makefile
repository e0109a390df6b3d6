# make demo   simulate three robots in one scene; plot it, show it in 3D, make a movie
# make test   every check and test, as CI runs them
# make docs   the documentation as a folder of pages, site/
# make bench  speed against Pinocchio and MuJoCo, and by formulation; a few quiet minutes
# make clean  remove all that these made

PYTHON ?= python3
BIN := .venv/bin

# Some machines set this; every import would then parse its sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test docs bench clean

demo: .venv/installed-plot,movie
	@tools/demo

test: .venv/installed-dev,peers
	@tools/check

docs: .venv/installed-docs
	@$(BIN)/python docs/scripts/gallery.py --pages
	@$(BIN)/python docs/scripts/notebooks.py
	@$(BIN)/python docs/scripts/playground.py
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo "Open site/index.html"

bench: .venv/installed-dev,peers
	@$(BIN)/python -m benchmarks.throughput --table benchmarks/results.md
	@$(BIN)/python -m benchmarks.compilation --table benchmarks/compilation.md
	@$(BIN)/python -m benchmarks.formulations --table benchmarks/formulations.md
	@$(BIN)/python -m benchmarks.hydrodynamics --table benchmarks/hydrodynamics.md
	@$(BIN)/python -m benchmarks.docking --table benchmarks/docking.md
	@$(BIN)/python -m benchmarks.planar_3rpr --table benchmarks/planar_3rpr.md
	@$(BIN)/python -m benchmarks.stiff_beams --rounds 1 --table benchmarks/stiff_beams.md
	@$(BIN)/python -m benchmarks.sitl --table benchmarks/sitl.md
	@$(BIN)/python -m benchmarks.environments --table benchmarks/environments.md
	@$(BIN)/python -m benchmarks.studies --runs 10000 --table benchmarks/studies.md
	@$(BIN)/python -m benchmarks.wings --table benchmarks/wings.md
	@$(BIN)/python -m benchmarks.sensors --table benchmarks/sensors.md
	@$(BIN)/python -m benchmarks.allan --table benchmarks/allan.md
	@$(BIN)/python -m benchmarks.sensitivities --table benchmarks/sensitivities.md
	@$(BIN)/python -m benchmarks.identification --table benchmarks/identification.md
	@$(BIN)/python -m benchmarks.plan --table benchmarks/plan.md
	@$(BIN)/python -m benchmarks.mpc --table benchmarks/mpc.md
	@$(BIN)/python -m benchmarks.export --table benchmarks/export.md

# One environment; each set of extras is added when first needed.
.venv/installed-%: pyproject.toml | .venv/bin/python
	@tools/install "$*"
	@touch "$@"

.venv/bin/python:
	@echo "Creating the environment in .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' && $(PYTHON) -m venv .venv || \
	  { rm -rf .venv; echo "This needs Python 3.11 or newer with its venv module; on Debian and" \
	    "Ubuntu: apt install python3-venv. Another Python: make PYTHON=python3.12 ..."; exit 1; }

clean:
	rm -rf .venv demo site dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
