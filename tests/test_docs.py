"""The documentation keeps its word: its model files load, its Python runs."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

import pelagos as pl
from pelagos import model

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[tuple[int, str]]:
    """Every fenced block of a language, with its line."""
    text = page.read_text(encoding="utf-8")
    found = re.finditer(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return [(text.count("\n", 0, match.start()) + 1, match[1]) for match in found]


def all_blocks(language: str) -> list:
    return [
        pytest.param(text, id=f"{page.name}:{line}")
        for page in PAGES
        for line, text in blocks(page, language)
    ]


@pytest.mark.parametrize("text", all_blocks("yaml"))
def test_model_files_load(text):
    robot = model.loads(text)
    for scenario in robot.scenarios:
        robot.resolved(scenario)


@pytest.mark.parametrize("text", all_blocks("python"))
def test_python_compiles(text):
    compile(text, "page", "exec")


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "docs/tutorial.md"], ids=lambda p: p.name
)
def test_python_runs_with_the_robot_of_its_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("arm.yaml").write_text(blocks(page, "yaml")[0][1], encoding="utf-8")
    names: dict = {}
    for _, text in blocks(page, "python"):
        exec(compile(text, page.name, "exec"), names)
    assert names["run"].outcome.finished


@pytest.mark.parametrize(
    ("page", "file"),
    [
        ("thrusters-and-control", "vehicle.yaml"),
        ("steering", "rov.yaml"),
        ("sensors", "vehicle.yaml"),
        ("snakes", "snake.yaml"),
        ("beams", "whip.yaml"),
    ],
)
def test_how_to_pages_run_with_their_robots(page, file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    place = ROOT / f"docs/how-to/{page}.md"
    Path(file).write_text(blocks(place, "yaml")[0][1], encoding="utf-8")
    names: dict = {}
    for _, text in blocks(place, "python"):
        exec(compile(text, place.name, "exec"), names)
    assert names["run"].outcome.finished


def test_the_questions_of_dynamics():
    """The page's Python runs; the numbers it tells are the robot's."""
    names: dict = {}
    for _, text in blocks(ROOT / "docs/how-to/dynamics.md", "python"):
        exec(compile(text, "dynamics.md", "exec"), names)
    f, d = names["f"], names["d"]
    assert f.acceleration(names["q"], names["many"]).shape == (1000, 10)
    np.testing.assert_allclose(names["g"].u, d.u.sum(axis=0), rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(names["rate"], (d.q + d.u + d.tau).sum(axis=1), rtol=1e-9, atol=1e-9)


def test_the_program_that_the_page_of_the_tape_shows():
    page = (ROOT / "docs/theory/tracing.md").read_text(encoding="utf-8")
    shown = re.search(r"```\n(v0 = .*?)```", page, re.DOTALL)
    assert shown is not None
    assert pl.dynamics("pendulum").program.text == shown[1].strip()


def test_the_rendezvous_of_docking():
    """Its events, at the times and with the impulse and loss that the page shows."""
    page = ROOT / "docs/how-to/docking.md"
    run = pl.simulate(model.loads(blocks(page, "yaml")[0][1]))
    contact, release = run.outcome.events
    shown = page.read_text(encoding="utf-8")
    assert f"stopped at t = {run.outcome.time:.5g} s" in shown
    assert f"contact at t = {contact['time']:.4g} s: dock nose, impulse 3 N s" in shown
    assert contact["impulse"] == pytest.approx([3, 0, 0])
    assert f"{contact['energy_loss']:g} J lost" in shown
    assert f"release at t = {release['time']:g} s" in shown
    ((_, text),) = blocks(page, "python")
    exec(compile(text, page.name, "exec"), {"run": run})


def test_the_vehicle_with_an_arm(tmp_path, monkeypatch, capsys):
    """Its robot, its study and its numbers."""
    page = ROOT / "docs/tutorial-water.md"
    monkeypatch.chdir(tmp_path)
    Path("rov.yaml").write_text(blocks(page, "yaml")[0][1], encoding="utf-8")
    ((_, text),) = blocks(page, "python")
    exec(compile(text, page.name, "exec"), {})
    promised = re.findall(r"0\.\d+", text.rpartition("#")[2])
    printed = [float(number) for number in capsys.readouterr().out.split()]
    assert printed == pytest.approx([float(number) for number in promised], rel=1e-3)
    Path("reaches.yaml").write_text(blocks(page, "yml")[0][1], encoding="utf-8")
    assert pl.Study.read("reaches.yaml").words.runs == 400


def test_the_planar_3rpr_page(tmp_path, monkeypatch):
    """What its comments promise, of the names that it leaves."""
    monkeypatch.chdir(tmp_path)
    page = ROOT / "docs/how-to/planar-3rpr.md"
    names: dict = {}
    for _, text in blocks(page, "python"):
        exec(compile(text, page.name, "exec"), names)
    assert names["X"].shape == (100_000, 3)
    assert names["motion"].finished
    assert names["motion"].energy_error < 1e-7
    assert Path("motion.png").stat().st_size > 10_000


def test_the_laws_page(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = model.load("rov-arm").with_values({"scenarios.reach.duration": 1.0}).to_dict()
    words["parameters"]["plate"] = 0.02
    Path("my-rov.yaml").write_text(json.dumps(words), encoding="utf-8")
    page = ROOT / "docs/how-to/laws.md"
    names: dict = {}
    for _, text in blocks(page, "python"):
        exec(compile(text, page.name, "exec"), names)
    assert names["run"].outcome.finished
    assert set(names["run"].header.laws) == {"drag.hull", "flow"}


def test_the_page_of_elements(tmp_path, monkeypatch):
    page = ROOT / "docs/how-to/elements.md"
    (_, magnet), *used = blocks(page, "python")
    (_, text), *_ = blocks(page, "yml")
    (tmp_path / "magnet.py").write_text(magnet, encoding="utf-8")
    (tmp_path / "docking.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    names: dict = {}
    for _, code in used:
        exec(compile(code, page.name, "exec"), names)
    run = names["run"]
    assert run.outcome.finished
    assert run.header.outputs == ("latch.force", "latch.distance")
    assert run.header.states == ("latch.field",)
    # nothing happens before the current flows; then the field follows with a lag of 0.2 s
    time, field = run.arrays["time"], run.arrays["state"][:, 0]
    on = np.maximum(time - 1.0, 0.0)
    np.testing.assert_allclose(field, 2.0 * (1.0 - np.exp(-on / 0.2)), atol=1e-5)
    assert run.arrays["outputs"][-1, 1] < run.arrays["outputs"][0, 1]
    assert list(names["swing"].elements) == ["latch"]


@pytest.mark.parametrize("name", ["elements", "sensors", "unconfirmed"])
def test_tables_made_of_the_package_are_current(name):
    made = runpy.run_path(str(ROOT / f"docs/scripts/{name}.py"))
    page = made["PAGE"].read_text(encoding="utf-8")
    assert made["written"](page) == page, f"run python docs/scripts/{name}.py"


@pytest.mark.parametrize("name", ["newton-euler", "kane", "moving-frame", "udwadia-kalaba"])
def test_formulations_have_the_same_headings(name):
    text = (ROOT / f"docs/theory/{name}.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert headings == ["Idea", "Unknowns", "Equations", "Steps", "Cost", "References"]


def test_the_numbers_of_four_ways_are_those_of_the_program():
    made = runpy.run_path(str(ROOT / "docs/scripts/four_ways.py"))
    kept = made["FILE"].read_text(encoding="utf-8")
    assert made["fragments"]() == kept, "run python docs/scripts/four_ways.py"
