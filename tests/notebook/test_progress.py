"""Bars of calls in a notebook: one for a call, none for what it calls, gone in the end."""

from __future__ import annotations

import sys
import types

import pytest

import pelagos as pl
from pelagos.notebook.progress import Bar
from pelagos.progress import in_notebook, with_bar


class Handle:
    def __init__(self, texts):
        self._texts = texts

    def update(self, shown):
        self._texts.append(shown)


@pytest.fixture
def texts(monkeypatch):
    """A notebook of its own; what its displays show, one after the other."""
    found = []
    shell = types.SimpleNamespace(kernel=object())

    def display(shown, display_id):
        found.append(shown)
        return Handle(found)

    module = types.ModuleType("IPython.display")
    module.HTML, module.display = str, display
    outer = types.ModuleType("IPython")
    outer.get_ipython, outer.display = (lambda: shell), module
    monkeypatch.setitem(sys.modules, "IPython", outer)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    monkeypatch.setattr("pelagos.notebook.progress._PATIENCE", 0.0)
    monkeypatch.setattr("pelagos.notebook.progress._INTERVAL", 0.0)
    return found


def test_outside_of_notebooks_there_is_none(monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    assert not in_notebook()
    outer = types.ModuleType("IPython")
    outer.get_ipython = lambda: None
    monkeypatch.setitem(sys.modules, "IPython", outer)
    assert not in_notebook()
    seen = []
    with_bar(lambda progress=None: seen.append(progress))()
    assert seen == [None]


def test_a_run_has_a_bar_that_is_gone_in_the_end(texts):
    pl.simulate("pendulum", duration=1, every=0.1)
    assert 'value="1.000"' in texts[-2]
    assert texts[-1] == ""


def test_who_gives_a_progress_has_no_bar(texts):
    seen = []
    pl.simulate("pendulum", duration=1, every=0.1, progress=lambda *said: seen.append(said))
    assert seen
    assert texts == []


def test_what_a_call_calls_has_none(texts):
    seen = []

    @with_bar
    def inner(progress=None):
        seen.append(progress)

    @with_bar
    def outer(progress=None):
        progress(0.5, "<half>")
        inner()

    outer()
    assert seen == [None]
    assert "&lt;half&gt;" in texts[0]
    assert texts[1:] == [""]


def test_an_error_takes_the_bar_away(texts):
    @with_bar
    def fails(progress=None):
        progress(0.5, "")
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fails()
    assert texts[-1] == ""


def test_short_calls_show_nothing(texts, monkeypatch):
    monkeypatch.setattr("pelagos.notebook.progress._PATIENCE", 1e9)
    bar = Bar()
    bar(0.5, "")
    bar.done()
    assert texts == []
