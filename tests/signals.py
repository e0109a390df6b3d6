"""Expressions that use every operation of signals, and points to evaluate them at."""

from __future__ import annotations

from pelagos.language.expressions import Node
from pelagos.model import Robot

EXPRESSIONS = (
    "t + q[a]",
    "t - u[b]",
    "q[a]*u[b]",
    "u[a]/(2 + t)",
    "-q[b]",
    "abs(q[a] + 3)^q[b]",
    "sin(q[a])",
    "cos(3*t)",
    "tan(q[b]/2)",
    "asin(tanh(q[a]))",
    "acos(tanh(u[a]))",
    "atan(u[b])",
    "atan2(q[a], u[a])",
    "sqrt(1 + q[a]^2)",
    "exp(-t*t)",
    "log(1.5 + t)",
    "tanh(u[a])",
    "abs(u[b] - 0.1)",
    "sign(q[a]) + q[b]",
    "min(q[a], u[a])",
    "max(q[a], u[a])",
    "floor(3*t) + 0.5",
    "where(q[a] < u[a], t, -t)",
    "where(t <= 0.6, q[b], k)",
    "where(t >= 0.6, 1, 2)*k",
    "where(t > 0.6, 1, 2) + pi",
    "k*(q[a] + 1)^3 - (q[b] + 5)^(-2)",
)
STRUCTURED = (
    {"step": {"at": 0.6, "before": -1.0, "after": 2.0}},
    {"ramp": {"from": -1.0, "to": 2.0, "start": 0.2, "end": 0.9}},
    {"ramp": {"from": -1.0, "to": 2.0, "start": 0.2, "end": 0.9, "shape": "smooth"}},
    {"polynomial": {"coefficients": [1.0, -2.0, 0.5, 0.3], "start": 0.1, "end": 2.0}},
    {"sine": {"amplitude": 2.0, "frequency": 1.3, "phase": 0.4, "offset": 0.1, "start": 0.2}},
    {"table": {"time": [0.0, 0.5, 0.8, 1.7], "value": [1.0, -1.0, 2.0, 0.5]}},
    {"table": {"time": [0.2, 0.5, 1.4], "value": [1.0, -1.0, 2.0], "interpolation": "linear"}},
    {"table": {"time": [0.1, 0.5, 1.2], "value": [1.0, -1.0, 2.0], "interpolation": "hold"}},
)
SIGNALS = (*EXPRESSIONS, *STRUCTURED)

# t, q, u: none of them at a kink, a jump or a knot of the above.
POINTS = (
    (0.05, [0.3, -0.2], [1.1, 0.4]),
    (0.35, [-1.3, 0.7], [0.6, -2.0]),
    (0.55, [0.02, 0.9], [-0.8, 0.3]),
    (0.75, [2.2, -1.9], [2.1, 1.7]),
    (1.31, [-0.4, 1.2], [-3.0, 0.02]),
    (2.9, [1e-3, -2.5], [1e-5, -1e-6]),
    (40.7, [-2.9, 0.1], [30.0, 11.0]),
)
# And some that are.
EDGES = (
    (0.0, [0.0, 0.0], [0.0, 0.0]),
    (0.2, [0.0, -0.0], [0.1, 0.1]),
    (0.5, [1.0, 1.0], [1.0, -1.0]),
    (0.6, [-1.0, 0.0], [-1.0, 0.0]),
    (0.9, [1e-300, 5e-324], [-1e-300, 1e300]),
)


def robot_with(inputs: dict[str, object]) -> Robot:
    """Two sliders a and b whose motors have these inputs."""
    body = {"joint": {"prismatic": "x"}, "mass": 1.0, "inertia": [1.0, 1.0, 1.0]}
    motors = {name: {"motor": {"joint": "a", "input": signal}} for name, signal in inputs.items()}
    return Robot(
        name="signals", parameters={"k": 0.75}, bodies={"a": body, "b": body}, actuators=motors
    )


def node(signal: object) -> Node:
    """The expression tree of a signal as written in a model file."""
    return robot_with({"m": signal}).actuators["m"].input.node
