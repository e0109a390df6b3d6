"""What a browser computes is what the engine computes."""

from __future__ import annotations

import numpy as np
import pytest

import pelagos as pl
from pelagos.playground import Knob, write_playground
from tests.browser import running

CASES = {
    "double-pendulum": (None, [Knob("parameters.length", 1.0, 1.5, 3)]),
    "four-bar": (None, [Knob("parameters.per_metre", 0.5, 2, 4)]),
    "snake8-free": ("coil", [Knob("parameters.mass", 0.1, 0.4, 4)]),
    "maarco": ("yaw", [Knob("parameters.rho", 500, 1100, 3)]),
}
ASK = """(at) => {
  const run = playground.simulate(at, [0, 1.25, 2.5, 5]);
  return { states: run.states.map((x) => Array.from(x)), poses: run.poses.map((x) => Array.from(x)) };
}"""  # noqa: E501


@pytest.fixture(scope="module")
def browser():
    with running() as started:
        yield started


@pytest.mark.parametrize("name", CASES)
def test_a_page_equals_the_engine(name, browser, tmp_path):
    """To 1e-9 over five seconds, of which the last digits of sines and sums leave some 1e-10."""
    scenario, sliders = CASES[name]
    page = write_playground(name, tmp_path / "page.html", sliders, scenario, duration=5)
    tab = browser.new_page(viewport={"width": 390, "height": 844})
    complaints = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.goto(f"{page.as_uri()}#paused")
    found = tab.evaluate(ASK, [0] * len(sliders))
    run = pl.simulate(
        name,
        scenario,
        duration=5,
        every=1.25,
        integrator="dop853",
        rtol=1e-13,
        set={slider.path: slider.values[0] for slider in sliders},
    )
    wanted = np.concatenate([run.arrays["q"], run.arrays["u"]], axis=1)[[0, 1, 2, 4]]
    states = np.array(found["states"])[:, : wanted.shape[1]]
    np.testing.assert_allclose(states, wanted, rtol=0, atol=1e-9)
    # places of bodies: their origins
    poses = np.array(found["poses"]).reshape(4, -1, 12)
    places = run.arrays["position"][[0, 1, 2, 4]]
    np.testing.assert_allclose(poses[:, :, 9:], places, rtol=0, atol=1e-9)
    assert not complaints
    # nothing sticks out of a narrow screen
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    tab.close()


def test_moving_a_slider_simulates_again(browser, tmp_path):
    sliders = [Knob("initial.upper.angle", 0.5, 2.5, 5)]
    page = write_playground("double-pendulum", tmp_path / "page.html", sliders, duration=2)
    tab = browser.new_page(viewport={"width": 1280, "height": 720})
    tab.goto(f"{page.as_uri()}#paused")
    before = tab.evaluate("document.getElementById('picture').toDataURL()")
    tab.evaluate(
        "() => { const s = document.querySelector('#sliders input'); s.value = 0; s.oninput(); }"
    )
    assert tab.inner_text("#sliders output") == "0.5"
    assert tab.evaluate("document.getElementById('picture').toDataURL()") != before
    tab.close()
