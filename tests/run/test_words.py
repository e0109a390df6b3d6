"""What is no number, name or function where one is wanted is refused with a remedy."""

from __future__ import annotations

import pytest

import pelagos as pl

SIMULATE = [
    ("integrator", {"method": "rk4"}, "rtol, atol"),
    ("integrator", {}, "give a name"),
    ("integrator", 3, "give a name"),
    ("method", ["kane"], "choose from"),
    ("rtol", "tight", "give a number"),
    ("step", {}, "give a number"),
    ("every", "often", "give a number"),
    ("duration", "5 s", "give a number"),
    ("max_steps", 2.5, "give 3"),
    ("set", ["bodies.rod.mass"], "paths and values"),
    ("out", 3, "a path"),
    ("scenario", 3, "the name of a scenario"),
    ("robot", 3, "built-in"),
]


@pytest.mark.parametrize(("word", "value", "remedy"), SIMULATE)
def test_simulate_refuses(word, value, remedy):
    with pytest.raises(pl.PelagosError, match=rf"^{word}: (?s:.*)\n    .*{remedy}"):
        pl.simulate(**{"robot": "pendulum", "duration": 0.1, word: value})


@pytest.mark.parametrize("word", ["n", "seed", "threads", "vary"])
def test_batches_refuse(word):
    with pytest.raises(pl.PelagosError, match=rf"^{word}: 'x' is not (?s:.*)\n    give"):
        pl.simulate_batch("pendulum", **{"n": 2, "duration": 0.1, word: "x"})


def test_sessions_and_controllers_refuse():
    with pytest.raises(pl.PelagosError, match=r"^integrator: .*rk4.* is no name"):
        pl.Session("pendulum", integrator={"method": "rk4"})
    with pytest.raises(pl.PelagosError, match=r"^controller: 3 is not a function"):
        pl.simulate("pendulum", controller=3, rate=10)
    with pytest.raises(pl.PelagosError, match=r"^rate: 'often' is not a number"):
        pl.simulate("pendulum", controller=lambda t, m: {}, rate="often")
