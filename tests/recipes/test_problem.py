"""The recipe "A problem": a stone that falls, in one file."""

from __future__ import annotations

import json

import pytest

from tests.recipes.tools import with_file

STONE = '''
    """A stone that falls."""

    from __future__ import annotations

    from pelagos.model import Robot
    from pelagos.problems.contract import Figure, PublishedProblem, SolvedProblem, finished_run


    class FallingStone(PublishedProblem):
        """How far it falls in two seconds."""

        name = "falling-stone"
        title = "A stone that falls for 2 s"
        source = "Galilei, Discorsi, 1638, third day: half of g t^2."
        why = "1e-9 m: a parabola is solved to rounding."
        strong = True

        def solve(self) -> SolvedProblem:
            stone = {"mass": 1, "inertia": [1, 1, 1]}
            run = finished_run(Robot(name="stone", bodies={"stone": stone}), duration=2)
            fallen = -run.arrays["position"][-1, 0, 2]
            return SolvedProblem.of_runs([Figure("fall", fallen, 19.62, 1e-9, "m")], run)
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return with_file(tmp_path_factory.mktemp("problem"), "problems/rigid/falling_stone.py", STONE)


def test_it_is_listed_and_solved(copy):
    listed = copy.command("selftest", "--list")
    assert "falling-stone" in listed
    assert "A stone that falls for 2 s" in listed
    facts = json.loads(copy.command("selftest", "--only", "falling-stone", "--json"))
    (problem,) = facts["problems"]
    assert problem["holds"]
    assert problem["steps"] > 0
    assert problem["figures"][0]["error"] < 1e-9


def test_what_it_must_state_is_asked_for(copy):
    copy.python("""
        from pelagos.problems import table
        from pelagos.problems.rigid.falling_stone import FallingStone
        FallingStone.why = ""
        try:
            table.problems()
        except TypeError as error:
            assert "does not state why" in str(error), error
        else:
            raise AssertionError("a problem without a reason for its tolerance was taken")
    """)
