"""Inputs of actuators, set points and other signals in a unit of another kind are refused."""

from __future__ import annotations

import pytest

from pelagos import model
from pelagos.errors import ModelError

TEXT = """\
name: a
gravity: [0, 0, -9.81]
water: {density: 1000%(water)s}
bodies:
  b: {shape: {sphere: 0.1}, density: 900}
  j: {parent: b, joint: {revolute: x}, mass: 1, inertia: [1, 1, 1]}
  k: {parent: b, joint: {prismatic: x}, mass: 1, inertia: [1, 1, 1]}
actuators: {x: {%(law)s}}
scenarios: {s: {description: d, inputs: {x: %(told)s}}}
%(more)s
"""
TANK = "ballast: {body: b, at: [0, 0, 0], capacity: 6 litre, fill_rate: 1e-4, drain_rate: 1e-4"
PLAIN = "force: {body: b, direction: x}"
KINDS = [
    (TANK + ", input: %s}", "5 litre", "5 kg"),
    (TANK + ", command: flow, input: %s}", "5 litre/s", "5 litre"),
    ("force: {body: b, direction: x, input: %s}", "5 kgf*sin(2*t)", "5 kg*sin(2*t)"),
    ("torque: {body: b, direction: x, input: %s}", "5 Nm", "where(t < 1, 0, 5 N)"),
    ("motor: {joint: j, input: %s}", "{step: {at: 1, after: 5 Nm}}", "{step: {at: 1, after: 5 N}}"),
    ("motor: {joint: k, input: %s}", "5 N", "5 Nm"),
    (
        "servo: {joint: j, stiffness: 3, input: %s}",
        "{sine: {amplitude: 30 deg, period: 1}}",
        "{sine: {amplitude: 3 m, period: 1}}",
    ),
    ("servo: {joint: k, stiffness: 3, input: %s}", "3 cm", "3 deg"),
    (
        "motion: {joint: j, input: %s}",
        "{ramp: {to: 30 deg, end: 1, shape: smooth}}",
        "{ramp: {to: 30 N, end: 1, shape: smooth}}",
    ),
    ("fin: {body: b, area: 0.1, slope: 3, at: [0, 0, 0], span: z, input: %s}", "5 deg", "5 m"),
    (
        "thruster: {body: b, direction: x, command: thrust, input: %s}",
        "{table: {time: [0, 1], value: [1 N, 2 kgf]}}",
        "{table: {time: [0, 1], value: [1 N, 2 kg]}}",
    ),
]


def text(law: str = PLAIN, told: str = "1", more: str = "", water: str = "") -> str:
    return TEXT % {"law": law, "told": told, "more": more, "water": water}


@pytest.mark.parametrize(("law", "good", "bad"), KINDS)
def test_inputs_have_the_unit_of_their_actuator(law, good, bad):
    good, bad = (w if w.startswith("{") else f'"{w}"' for w in (good, bad))
    model.loads(text(law % good, good))
    for own, told, path in ((bad, good, "actuators.x."), (good, bad, "scenarios.s.inputs.x")):
        with pytest.raises(ModelError, match="in place of a signal in") as caught:
            model.loads(text(law % own, told))
        assert path in str(caught.value)


@pytest.mark.parametrize(
    ("words", "unit"),
    [
        (text("force: {body: b, direction: x, limits: [-1 kg, 5 N]}"), "N"),
        (text(water=", current: [1 m, 0, 0]"), "m/s"),
        (text(more="constraints: {c: {distance: {between: [b, world], length: 2 s}}}"), "m"),
        (
            text(
                more="tethers: {t: {between: [world, b], length: 2, diameter: 1 cm, "
                "line_density: 0.2, EA: 1 kN, winch: 1 m}}"
            ),
            "m/s",
        ),
        (
            text(
                more="controllers: {p: {measure: depth, body: b, target: 3 kg, kp: 1, "
                "axis: heave, rate: 10}}"
            ),
            "m",
        ),
    ],
)
def test_other_signals_have_theirs(words, unit):
    with pytest.raises(ModelError, match=rf"in place of a signal in {unit} "):
        model.loads(words)


def test_a_number_or_a_text_without_a_unit_fits_everywhere():
    for told in ("5", '"2*sin(t)"', '"q[j] * 3"'):
        model.loads(text(told=told))
