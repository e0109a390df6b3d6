"""The hanging riser of Lowe and Langley 2006 (OMAE2006-92171), led at its upper end.

The data and the tensions in kN are as the tests of MoorDyn 2 have them, whose author read the
latter off the paper's figures (`tests/Mooring/lowe_and_langley_2006` there). The end swings by 10 m
in 27 s, here after one period in which it begins to. Where it heaves, it leaves the water.
"""

import numpy as np
import pytest

import pelagos as pl

PERIOD, SEGMENTS = 27.0, 34
RAMP = f"min(1, t / {PERIOD})"
SWING = f"10 * sin(2 * pi * t / {PERIOD}) * ({RAMP})^3 * (6 * ({RAMP})^2 - 15 * ({RAMP}) + 10)"
UPPER, LOWER = (11.40, 0.0, 45.71), (11.40, 0.0, 24.04)  # at rest
TENSIONS = {
    "x": {0: 49.728, 5.5: 41.516, 10: 44.447, 13.5: 47.023, 20: 48.375, 24.4: 52.239},
    "y": {1: 47.152, 4.5: 44.286, 8: 46.604, 11.8: 49.116, 18: 44.382, 25.2: 49.116},
    "z": {2: 50.307, 4: 46.894, 6.5: 43.964, 8: 42.933, 11: 36.783, 20: 55.395, 25: 57.778},
}


@pytest.fixture(scope="module")
def riser():
    """Led along three axes by as many carts."""
    cart = {"mass": 1.0, "inertia": [1, 1, 1]}
    axes, length, EA, mass = list(TENSIONS), 170.0, 500e6, 165.0
    bodies = {a: {**cart, "joint": {"prismatic": a}} for a in axes}
    bodies["x"]["at"] = [0, 0, -5]
    for a, b in zip(axes, axes[1:], strict=False):
        bodies[b]["parent"] = a
    line = {"between": ["world", "z"], "at": [-100, 0, -55], "length": length, "EA": EA}
    line |= {"segments": SEGMENTS, "diameter": 0.396, "line_density": mass, "EI": 120.8e3}
    line |= {"damping": 0.5 * length / SEGMENTS * (EA * mass) ** 0.5}  # half of critical
    line |= {k: {"normal": 1, "tangential": 0} for k in ("drag", "added_mass")}
    return pl.Robot(
        name="riser",
        bodies=bodies,
        parameters={f"swing_{a}": 0 for a in axes},
        gravity=[0, 0, -9.807],
        water={"density": 1000, "surface": 0, "depth": 100, "crossing": True},
        actuators={a: {"motion": {"joint": a, "input": f"swing_{a} * {SWING}"}} for a in axes},
        tethers={"riser": line},
        duration=2 * PERIOD,
    )


@pytest.mark.parametrize("axis", TENSIONS)
def test_tension_at_the_upper_end(riser, axis):
    led = {f"parameters.swing_{axis}": 1}
    data = pl.simulate(riser, every=0.1, rtol=1e-5, set=led).dataset
    found = data.outputs.sel(output="riser.tension_to") / 1e3
    assert float(found[0]) == pytest.approx(np.linalg.norm(UPPER), rel=1e-3)
    below = float(data.outputs.sel(output="riser.tension_at")[0]) / 1e3
    assert below == pytest.approx(np.linalg.norm(LOWER), rel=1e-3)
    for time, tension in TENSIONS[axis].items():
        there = float(found.sel(time=PERIOD + time, method="nearest"))
        assert there == pytest.approx(tension, rel=0.01), time
