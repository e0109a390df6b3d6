"""Paths that the documents name exist, and the page on architecture keeps to the layers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "pelagos"
PAGE = ROOT / "docs/architecture.md"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
FOLDERS = {path.name for path in PACKAGE.iterdir() if path.is_dir()}


def paths(page: Path) -> set[str]:
    """Files and folders in backquotes: `march/engine.py`, `tools/count`, `equations/`."""
    quoted = re.findall(r"`([\w./-]+)`", page.read_text(encoding="utf-8"))
    roots = FOLDERS | {"docs", "tests", "tools", "examples", "benchmarks", "viewer", "src"}
    return {
        name
        for name in quoted
        if "/" in name
        and (name.split("/")[0] in roots)
        and "NAME" not in name
        and not name.endswith((".nc", ".npy"))
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_pages_name_exist(page):
    missing = [
        name
        for name in sorted(paths(page))
        if not (ROOT / name).exists() and not (PACKAGE / name).exists()
    ]
    assert missing == []


def test_the_way_of_a_run_fits_on_a_screen_and_names_files():
    text = PAGE.read_text(encoding="utf-8")
    steps = re.findall(r"^\| \d+ .*$", text, re.MULTILINE)
    assert 10 <= len(steps) <= 20
    for step in steps:
        assert re.search(r"`[\w/]+\.py`", step), step


def test_the_layers_are_those_that_are_checked():
    """In the order of pyproject.toml, which lists the upper ones first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = contracts["tool"]["importlinter"]["contracts"][0]["layers"]
    checked = [re.findall(r"pelagos\.(\w+)", layer) for layer in reversed(layers)]
    text = PAGE.read_text(encoding="utf-8")
    block = re.search(r"## Layers.*?```\n(.*?)```", text, re.DOTALL)[1]
    shown = [re.findall(r"[\w]+", line.split("  ")[0]) for line in block.splitlines()]
    rank = {name: i for i, names in enumerate(shown) for name in names}
    assert {name for names in checked for name in names} <= rank.keys()
    for lower, upper in zip(checked, checked[1:], strict=False):
        assert max(rank[n] for n in lower) <= min(rank[n] for n in upper)
    assert rank.keys() - {"errors", "files"} <= FOLDERS
