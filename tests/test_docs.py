"""The documentation keeps its word: its model files load, its Python compiles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pelagos import model

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(language: str) -> list:
    """Every fenced block of a language, named by its page and line."""
    found = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(rf"```{language}\n(.*?)```", text, re.DOTALL):
            line = text.count("\n", 0, match.start()) + 1
            found.append(pytest.param(match[1], id=f"{page.name}:{line}"))
    return found


@pytest.mark.parametrize("text", blocks("yaml"))
def test_model_files_load(text):
    robot = model.loads(text)
    for scenario in robot.scenarios:
        robot.resolved(scenario)


@pytest.mark.parametrize("text", blocks("python"))
def test_python_compiles(text):
    compile(text, "page", "exec")
