"""Every public name has an example in its docstring, and a place in the reference; they run."""

from __future__ import annotations

import doctest
import inspect
import pydoc
import re
from pathlib import Path

import numpy as np
import pytest

import pelagos as pl

PAGES = sorted((Path(__file__).parents[1] / "docs/reference").glob("*.md"))
PACKAGES = {
    "pl.compare": pl.compare,
    "pl.data": pl.data,
    "pl.gym": pl.gym,
    "pl.identify": pl.identify,
}


def public() -> dict[str, object]:
    found = {f"pl.{name}": getattr(pl, name) for name in pl.__all__ if name != "__version__"}
    for label, package in PACKAGES.items():
        found |= {f"{label}.{name}": getattr(package, name) for name in package.__all__}
    return found


PUBLIC = public()
# What functions of these packages return is shown by the examples of the functions.
SHOWN = {
    label: value
    for label, value in PUBLIC.items()
    if label.count(".") == 1
    or inspect.isfunction(value)
    or value in (pl.data.Recording, pl.gym.Env, pl.gym.VectorEnv, pl.gym.Task, pl.gym.Baseline)
}


@pytest.mark.parametrize("label", PUBLIC)
def test_every_name_is_documented(label):
    assert inspect.getdoc(PUBLIC[label])


@pytest.mark.parametrize("label", SHOWN)
def test_examples_of_docstrings_run(label, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = inspect.getdoc(SHOWN[label]) or ""
    test = doctest.DocTestParser().get_doctest(text, {"pl": pl, "np": np}, label, None, None)
    assert test.examples, f"{label} has no example"
    wrong: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(test, out=wrong.append)
    assert not runner.failures, "".join(wrong)
    # An example shows something.
    assert any(example.want for example in test.examples)


def test_the_reference_has_every_name():
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = re.findall(r"^::: (pelagos\S+)$", text, re.MULTILINE)
    assert len(named) == len(set(named))
    assert {label.replace("pl.", "pelagos.", 1) for label in PUBLIC} <= set(named)
    assert all(pydoc.locate(name) is not None for name in named)
