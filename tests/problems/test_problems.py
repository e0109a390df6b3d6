"""Each problem holds to the figures that it states, and one with a broken answer does not."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from click.testing import CliRunner

from pelagos.cli.main import cli
from pelagos.errors import PelagosError
from pelagos.problems import report
from pelagos.problems.contract import Figure, PublishedProblem, SolvedProblem, largest
from pelagos.problems.table import problem_named, problems, strong_problems

QUICKEST = "simple-pendulum"


@pytest.mark.parametrize("name", problems())
def test_every_figure_holds(name):
    solved = problems()[name](brief=True).solve()
    assert solved.figures
    for figure in solved.figures:
        assert figure.holds, figure


@pytest.mark.parametrize("name", problems())
def test_a_problem_says_where_its_answer_stands(name):
    problem = problems()[name]
    assert len(problem.source) > 20
    assert problem.why.endswith(".")
    if problem.model_path() is not None:
        assert problem.robot().references, "the model file names its source, too"


def test_the_strong_ones_are_named():
    assert set(strong_problems()) <= set(problems())
    assert QUICKEST in strong_problems()


def test_a_broken_answer_does_not_hold():
    solved = problems()[QUICKEST]().solve()
    first = solved.figures[0]
    broken = replace(first, answer=first.answer + 10 * first.tolerance)
    assert not broken.holds
    assert not SolvedProblem([broken, *solved.figures[1:]]).holds
    assert SolvedProblem([*solved.figures[1:], broken]).worst is broken


def test_nothing_and_what_is_not_a_number_do_not_hold():
    assert not SolvedProblem([]).holds
    nothing = Figure("x", math.nan, 1.0, 1e-3)
    assert not nothing.holds
    assert SolvedProblem([Figure("y", 2.0, 1.0, 1e-3), nothing]).worst is nothing
    assert largest("x", [1.0, math.nan, 1.1], [1.0, 1.0, 1.0], 1.0).holds is False
    with pytest.raises(ValueError):
        largest("x", [1.0, 2.0], [1.0], 1.0)


def test_an_error_may_be_a_share_of_the_answer():
    assert Figure("x", 101.0, 100.0, 0.02, relative=True).holds
    assert not Figure("x", 101.0, 100.0, 0.02).holds


class _Refused(PublishedProblem):
    """Left alone by the table, since its module is no part of the package."""

    name, title, source, why = "refused", "one that is refused", "none", "none."

    def solve(self) -> SolvedProblem:
        raise PelagosError("the run did not get to its end\n    more")


def test_a_problem_that_the_engine_refuses_is_reported(tmp_path):
    found = report.attempt(_Refused)
    assert not found.holds
    assert found.line == "FAILS: the run did not get to its end\n    more"
    page = report.write_solved(tmp_path / "r.md", [found], 1.0)
    assert "| refused | the run did not get to its end more |" in page.read_text()
    with pytest.raises(PelagosError, match="no model file"):
        _Refused.robot()


def test_an_unknown_problem_is_refused_with_the_nearest():
    with pytest.raises(PelagosError, match="did you mean simple-pendulum"):
        problem_named("simple-pendulm")


@pytest.mark.parametrize("ending", ["html", "md"])
def test_the_command_writes_its_report(tmp_path, ending):
    page = tmp_path / f"report.{ending}"
    done = CliRunner().invoke(cli, ["selftest", "--only", QUICKEST, "--out", str(page)])
    assert "1 of 1 problems hold" in done.stdout
    assert "holds; " in done.stderr
    for said in ("IFToMM", QUICKEST, "1 of 1 problems hold"):
        assert said in page.read_text(encoding="utf-8")


def test_the_command_lists_prints_models_and_json():
    listed = CliRunner().invoke(cli, ["selftest", "--list"]).stdout
    assert all(name in listed for name in problems())
    model = CliRunner().invoke(cli, ["selftest", "--model", QUICKEST]).stdout
    assert model == problems()[QUICKEST].model_text()
    facts = json.loads(CliRunner().invoke(cli, ["selftest", "--only", QUICKEST, "--json"]).stdout)
    assert facts["problems"][0]["holds"] is True


@pytest.mark.parametrize(
    "words",
    [
        ["--list", "--all"],
        ["--list", "--json"],
        ["--only", "no-such-problem"],
        ["--out", "report.pdf"],
        ["--out", "no-such-folder/report.html"],
    ],
)
def test_the_command_refuses(words):
    done = CliRunner().invoke(cli, ["selftest", *words])
    assert done.exit_code != 0
    assert not isinstance(done.exception, AssertionError)


def test_the_exit_code_says_whether_all_hold(monkeypatch):
    from pelagos.problems.rigid import simple_pendulum

    argument = ["selftest", "--only", QUICKEST]
    assert CliRunner().invoke(cli, argument, standalone_mode=False).return_value == 0
    monkeypatch.setattr(simple_pendulum, "GRAVITY", 9.80665)
    assert CliRunner().invoke(cli, argument, standalone_mode=False).return_value == 1
