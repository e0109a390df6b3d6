"""`pelagos plan` as a user types it."""

from __future__ import annotations

import json
import signal

import pytest

from pelagos.cli.main import main
from pelagos.planning.solvers import PlanSearch

SMALL = """
robot: cart-pole
duration: 1 s
intervals: 4
inputs: [drive]
start: {"q[pole]": 10 deg}
end: {"q[pole]": 0, "u[pole]": 0}
cost: {effort: 1}
"""


@pytest.fixture
def pelagos(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def call(text, *args):
        (tmp_path / "small.yaml").write_text(text)
        with pytest.raises(SystemExit) as end:
            main([str(arg) for arg in args])
        return end.value.code, *capsys.readouterr()

    return call


def test_a_plan_is_solved_and_written(pelagos, tmp_path):
    code, out, _ = pelagos(SMALL, "plan", "small.yaml", "--out", "p.json", "--view", "p.html")
    assert code == 0
    assert "solved" in out
    assert json.loads((tmp_path / "p.json").read_text())["success"]
    assert (tmp_path / "p.html").stat().st_size > 10_000


def test_a_robot_with_changed_values(pelagos):
    args = ["plan", "cart-pole", "--plan", "small.yaml", "--json"]
    found = [
        json.loads(pelagos(SMALL, *args, *more)[1])
        for more in ((), ("--set", "parameters.pole=0.3"))
    ]
    assert found[1]["cost"] != pytest.approx(found[0]["cost"], rel=1e-3)


def test_a_failed_search_exits_with_1_and_says_why(pelagos):
    far = SMALL.replace('"u[pole]": 0', '"u[pole]": 0, "q[cart]": 90')
    code, out, err = pelagos(far, "plan", "small.yaml", "--max-iterations", 20)
    assert code == 1
    assert "no motion near" in err or "stuck" in err or "used up" in err
    assert "off by" in err
    assert "Traceback" not in out + err


def test_a_robot_alone_is_no_plan(pelagos):
    code, _, err = pelagos(SMALL, "plan", "cart-pole")
    assert code == 2
    assert "--plan FILE" in err


def test_ctrl_c_exits_with_130_and_writes_the_best(pelagos, tmp_path, monkeypatch):
    note = PlanSearch.note

    def pressed(self, z):
        signal.raise_signal(signal.SIGINT)
        note(self, z)

    monkeypatch.setattr(PlanSearch, "note", pressed)
    code, _, err = pelagos(SMALL, "plan", "small.yaml", "--out", "p.json")
    assert code == 130
    assert "interrupted; " in err
    assert json.loads((tmp_path / "p.json").read_text())["reason"] == "interrupted"


def test_a_file_that_is_not_there(pelagos):
    code, _, err = pelagos(SMALL, "plan", "smal.yaml")
    assert code == 2
    assert "smal.yaml: no such file" in err


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            SMALL.replace("cost: {effort: 1}", "cost: {efort: 1}"),
            "problem in the plan\nsmall.yaml:8",
        ),
        (SMALL.replace("effort: 1", "effort: .nan"), "small.yaml:8: cost.effort: the number"),
        (SMALL.replace("q[pole]", "q[pol]"), "small.yaml:7: end.q[pol]: there is no q[pol]"),
        (SMALL.replace("[drive]", "[drift]"), "small.yaml:5: inputs: there is no actuator 'drift'"),
        (SMALL + 'guess: {"q[pol]": [1]}', "small.yaml:9: guess.q[pol]: there is no q[pol]"),
        (SMALL.replace("1}", "1"), "problem in the plan\nsmall.yaml:9: this is not YAML"),
        (SMALL.replace("robot: cart-pole", "robot: cart-pol"), "small.yaml:2"),
        (SMALL.replace("duration: 1 s", "duration: 1 kg"), "duration"),
        ("- 1", "problem in the plan\nsmall.yaml:1: a plan is a mapping"),
    ],
)
def test_bad_files_are_refused_with_their_lines(pelagos, text, message):
    code, _, err = pelagos(text, "plan", "small.yaml")
    assert code == 2
    assert message in err
