"""What notebooks show of objects: complete, escaped, and short where only a line is printed."""

from __future__ import annotations

import html
import re

import numpy as np
import pytest

import pelagos as pl
from pelagos.hooks import html as shown
from pelagos.notebook import parts
from pelagos.notebook.showing import ShownPage

EVIL = '<script>alert("1")</script><img src=x onerror=alert(2)>'


def plain(page: str) -> str:
    """The text of a piece of HTML; every tag is one of ours."""
    outside = re.sub(r"<style>.*?</style>", "", page, flags=re.S)
    tags = set(re.findall(r"<([a-z]+\d?)", outside))
    known = "div h3 p span table tr td th img ul li details summary iframe"
    assert tags <= set(known.split()), tags
    return html.unescape(re.sub(r"<[^>]*>", " ", outside))


def pendulum(**words):
    body = {"mass": 1, "com": [0, 0, -0.5], "inertia": [0.1, 0.1, 0.01], "joint": {"revolute": "y"}}
    given = {"name": EVIL, "description": EVIL, "bodies": {"rod": body}}
    return pl.Robot(**{**given, "initial": {"rod": {"angle": 0.3}}, **words})


@pytest.fixture(scope="module")
def run():
    return pl.simulate(pendulum(), duration=1, every=0.05)


@pytest.mark.parametrize("name", pl.builtin_names())
def test_robots_print_in_a_line(name):
    robot = pl.load(name)
    assert len(repr(robot)) < 300
    assert str(robot) == repr(robot)
    assert robot.name in repr(robot)


def test_a_long_name_is_cut():
    robot = pendulum(name="x\n" * 5000)
    assert len(repr(robot)) < 300
    assert "\n" not in repr(robot)
    assert repr(pendulum(name="a")) == "<Robot a: 1 body, 1 speed>"


@pytest.mark.parametrize("name", ["stewart", "rov-arm", "winch-pendulum", "wing"])
def test_robots_have_a_picture_and_their_bodies(name):
    robot = pl.load(name)
    page = robot._repr_html_()
    assert "data:image/png;base64," in page
    text = plain(page)
    for body in robot.order[:20]:
        assert body in text
    for actuator in list(robot.actuators)[:10]:
        assert actuator in text


def test_loops_that_cannot_be_closed_are_drawn_as_written():
    far = {"loop": {"ball": {"between": ["rod", "world"], "at": [0, 0, -1], "to": [9, 0, 0]}}}
    page = pendulum(name="torn", constraints=far)._repr_html_()
    assert "they cannot be closed" in page
    assert "data:image/png" in page


def test_what_models_say_is_escaped(run):
    batch = pl.simulate_batch(pendulum(), n=2, duration=0.1)
    for thing in (pendulum(), run, batch, pl.modes(pendulum()), run.view):
        page = thing()._repr_html_() if thing == run.view else thing._repr_html_()
        assert "<script" not in page
        assert "onerror=alert(2)>" not in page.replace("&gt;", "")
        assert "<img src=x" not in page


@pytest.fixture(autouse=True)
def notebook(monkeypatch):
    """As if in a notebook: pages are values."""
    monkeypatch.setattr("pelagos.progress.in_notebook", lambda: True)
    monkeypatch.setattr("pelagos.hooks.progress_bar", Silent)


class Silent:
    def __call__(self, fraction, message=""):
        pass

    def done(self):
        pass


def test_runs_show_outcome_page_and_plots(run):
    page = run._repr_html_()
    text = plain(page)
    assert "finished at t = 1 s, 21 samples" in " ".join(text.split())
    frame = re.search(r'<iframe [^>]*sandbox="allow-scripts"[^>]*srcdoc="([^"]*)"', page)
    assert html.unescape(frame[1]).startswith("<!doctype html>")
    assert page.count("data:image/png") == 1
    assert "energy balance" in text


def test_a_run_that_failed_says_so():
    run = pl.simulate(pendulum(), duration=1, every=0.5, max_steps=2)
    page = run._repr_html_()
    assert 'class="bad">step-limit' in page
    assert run.outcome.message.split("\n")[0][:30] in plain(page)
    assert run.warnings() == [] or run.warnings()[0][:20] in plain(page)


def test_pages_and_figures_without_a_path(run):
    page = run.view()
    assert isinstance(page, ShownPage)
    assert page.html.startswith("<!doctype html>")
    assert len(repr(page)) < 150
    assert "srcdoc" in page._repr_html_()
    assert run.plot()._repr_png_().startswith(b"\x89PNG")


def test_at_a_prompt_figures_are_opened_too(run, monkeypatch, capsys):
    opened = []
    monkeypatch.setattr("pelagos.progress.in_notebook", lambda: False)
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or False)
    run.plot()
    assert opened == []  # a script takes the figure on
    monkeypatch.setattr("sys.ps1", ">>> ", raising=False)
    run.plot()
    assert opened[0].endswith(".png")
    place = run.view()
    assert opened[1] == place.as_uri()
    assert str(place) in capsys.readouterr().err


def test_batches(run):
    batch = pl.simulate_batch(pendulum(), vary={"bodies.rod.mass": [1.0, 2.0, 4.0]}, duration=0.2)
    text = " ".join(plain(batch._repr_html_()).split())
    assert "bodies.rod.mass 1 2 4" in text
    assert "3 finished" in text
    only = pl.simulate_batch(pendulum(), n=2, duration=0.1, keep=["position"])
    assert "kept: position" in plain(only._repr_html_())


def test_studies(tmp_path):
    words = {
        "name": EVIL,
        "robot": "pendulum",
        "duration": 0.5,
        "runs": 8,
        "seed": 1,
        "factors": {"bodies.rod.mass": {"uniform": [0.9, 1.1]}},
        "metrics": {"angle": {"final": "q.rod"}},
    }
    study = pl.Study.of(words)
    assert len(repr(study)) < 300
    assert "uniform, 0.9 to 1.1" in plain(study._repr_html_())
    folder = pl.sweep(study, out=tmp_path / "s")
    assert repr(folder).endswith("8 of 8 runs done>")
    page = folder._repr_html_()
    values = folder.dataset["angle"].values
    assert f"{np.mean(values):.6g}" in plain(page)
    assert page.count("data:image/png") == 1
    for one in (page, study._repr_html_()):
        assert "<script" not in one


def test_fits_and_comparisons():
    t = np.linspace(0, 5, 101)
    record = pl.data.Recording("<b>tank</b>", {"z": t}, {"z": np.exp(-0.2 * t) * np.cos(3 * t)})
    fit = pl.identify.fit_decay(t, record["z"])
    assert len(repr(fit)) < 300
    assert repr(fit).startswith("<DecayFit: ")
    page = fit._repr_html_()
    for row in fit.rows()[1:]:
        assert row[1] in plain(page)
    assert page.count("data:image/png") == 1
    found = pl.compare.compared(record, record)
    page = found._repr_html_()
    assert "<b>tank</b>" in plain(page)
    assert "<b>" not in page
    assert repr(found) == "<Comparison of <b>tank</b>: 1 channels>"


def test_checks_and_modes():
    check = pl.check(pendulum(name="p"), states=2, duration=0.05)
    page = check._repr_html_()
    assert page.count('class="good"') == len(check.findings) + 1
    assert repr(check) == f"<Check of p: {len(check.findings)} of {len(check.findings)} hold>"
    modes = pl.modes(pendulum(name="p"))
    assert f"{modes.frequencies[0]:.6g} Hz" in plain(modes._repr_html_())
    upside = pl.modes(pendulum(name="p"), q=[np.pi])
    assert 'class="bad">unstable' in upside._repr_html_()


def test_equations_are_typeset_between_marks_that_all_notebooks_know():
    found = pl.equations_of_motion("pendulum")
    text = found._repr_latex_()
    pieces = text.split("\n\n")
    assert all(p.startswith("$$") and p.endswith("$$") and p.count("$$") == 2 for p in pieces)
    assert len(pieces) == found.latex().count(r"\[")
    assert len(repr(found)) < 300


def test_without_matplotlib_a_line_says_so(run, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    assert "pelagos[plot]" in plain(run._repr_html_())


def test_long_tables_end_with_how_many_more():
    rows = parts.rows([("a", "b"), *[("x", "y")] * 100])
    assert "and 76 more" in rows
    assert rows.count("<tr>") == 25


def test_nothing_is_made_up_for_other_objects():
    with pytest.raises(TypeError, match="how to show a int"):
        shown(3)
