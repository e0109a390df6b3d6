"""Which key does what: axes of a vehicle by allocation, joints one at a time.

Idea. Every actuator that pushes on bodies carried by one free body is a column: the force and
moment on that body for a unit of input. An axis (ahead, turn, up, ...) is a unit force or moment;
the inputs that come closest to it with the least effort are its shares (pseudo-inverse). Axes that
cannot be reached at least half-way are left out. What is left over, joints above all, is a channel:
one of them is chosen and turned. Inputs are added to what the model's own signals say; actuators
whose signals answer to the state belong to a controller and are left to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from pelagos.elements.actuator.pulse_curve import MICRO
from pelagos.elements.actuator.thruster import Thruster
from pelagos.errors import PelagosError
from pelagos.language.expressions import Const, depends_on_state, evaluate
from pelagos.model import Robot
from pelagos.result.euler import rotate

# Keys for plus and minus; force or moment; which of forward, right, up.
_AXES = {
    "ahead": ("w", "s", 0, "forward"),
    "turn": ("d", "a", 3, "down"),
    "up": ("r", "f", 0, "up"),
    "right": ("e", "q", 0, "right"),
    "nose up": ("t", "g", 3, "right"),
    "roll": ("c", "z", 3, "forward"),
}
TURNS = [name for name, (_, _, first, _) in _AXES.items() if first]
_TRIFLE = 0.02  # shares of an axis that are left out
_REACHED = 0.5  # share of an axis that its actuators must be able to give
_TURN_RATE = 0.8  # of the target of a joint [rad/s]
_SLIDE_RATE = 0.25  # ... in sizes of the robot per second
_PULL = 0.1  # force, in weights, where nothing says how strong an actuator is
_PULSE = 300.0  # of a thruster without limits, from neutral [us]
_GANG = 4  # joints that make a snake of a robot
_TOGETHER = 3.0  # full rates that all joints of a gang share
_INSTANTS = 40


@dataclass(frozen=True)
class Axis:
    """A way to move the whole vehicle."""

    name: str
    plus: str
    minus: str
    shares: dict[str, float]  # inputs at full deflection
    turns: dict[str, float] = field(default_factory=dict)  # channels moved along with it


@dataclass(frozen=True)
class DrivenActuator:
    """One actuator that is driven by itself."""

    name: str
    unit: str
    full: float  # at full deflection: the input, or for a place its rate
    place: bool  # stays where it was put; otherwise it acts as long as a key is held
    low: float
    high: float


@dataclass(frozen=True)
class Controls:
    axes: list[Axis]
    channels: list[DrivenActuator]
    strength: dict[str, float]  # largest input of those that push

    def to_dict(self) -> dict[str, Any]:
        """For the page: names and keys, no shares."""
        axes = [{"name": a.name, "plus": a.plus, "minus": a.minus} for a in self.axes]
        channels = [
            {**asdict(c), "low": _finite(c.low), "high": _finite(c.high)} for c in self.channels
        ]
        return {"axes": axes, "channels": channels}


def controls_of(
    robot: Robot, base: Robot, position: np.ndarray, orientation: np.ndarray, size: float
) -> Controls:
    """Controls of a robot with its bodies at these poses; `base` is it without its scenario."""
    strength = _strengths(robot, base, size)
    axes = _axes(robot, position, orientation, size, strength)
    used = {name for axis in axes for name in axis.shares}
    free = [n for n, one in robot.actuators.items() if not depends_on_state(one.input.node)]
    channels = [_channel(robot, n, strength, size) for n in free if n not in used]
    return Controls(axes or _gangs(robot, channels, orientation), channels, strength)


# Vehicles ----------------------------------------------------------------------------------------


def _axes(
    robot: Robot,
    position: np.ndarray,
    orientation: np.ndarray,
    size: float,
    strength: dict[str, float],
) -> list[Axis]:
    root = _first_free(robot)
    if root is None:
        return []
    pushes = _pushes(robot, root, position, orientation)
    directions = _directions(robot, orientation[robot.order.index(root)])
    # signals that answer to the state are a controller's: only where nothing else will do
    open_loop = [n for n in pushes if not depends_on_state(robot.actuators[n].input.node)]
    found: dict[str, Axis] = {}
    for names in (open_loop, list(pushes)):
        if names:
            columns = np.stack([pushes[n] * _newtons(robot, n, strength[n]) for n in names], axis=1)
            columns[3:] /= size
            for axis in _reached(columns, names, directions, strength):
                found.setdefault(axis.name, axis)
    return [found[name] for name in _AXES if name in found]


def _reached(
    columns: np.ndarray,
    names: list[str],
    directions: dict[str, np.ndarray],
    strength: dict[str, float],
) -> Iterator[Axis]:
    """The axes that these actuators can give."""
    inverse = np.linalg.pinv(columns, rcond=1e-6)
    for name, (plus, minus, first, along) in _AXES.items():
        wanted = np.zeros(6)
        wanted[first : first + 3] = directions[along]
        inputs = inverse @ wanted
        if wanted @ (columns @ inputs) < _REACHED:
            continue
        inputs /= np.abs(inputs).max()
        shares = {
            n: float(x * strength[n])
            for n, x in zip(names, inputs, strict=True)
            if abs(x) > _TRIFLE
        }
        yield Axis(name, plus, minus, shares)


def _pushes(
    robot: Robot, root: str, position: np.ndarray, orientation: np.ndarray
) -> dict[str, np.ndarray]:
    """Force and moment about the centre of mass, world axes, per unit of each input."""
    index = {name: i for i, name in enumerate(robot.order)}
    held = _held_together(robot, root)
    bodies = [n for n in robot.order if _root_of(robot, n) in held]
    masses = np.array([robot.bodies[n].mass for n in bodies]) + 1e-12
    places = [
        position[index[n]] + rotate(orientation[index[n]], np.array(robot.bodies[n].com))
        for n in bodies
    ]
    centre = masses @ np.array(places) / masses.sum()
    found = {}
    for name, actuator in robot.actuators.items():
        law: Any = actuator.law
        if not hasattr(law, "direction") or _root_of(robot, law.body) not in held:
            continue
        i = index[law.body]
        direction = np.array(law.direction)
        if getattr(law, "frame", "body") == "body":
            direction = rotate(orientation[i], direction)
        if actuator.kind == "torque":
            found[name] = np.concatenate([np.zeros(3), direction])
        else:
            arm = position[i] + rotate(orientation[i], np.array(law.at)) - centre
            found[name] = np.concatenate([direction, np.cross(arm, direction)])
    return found


def driven_bodies(robot: Robot) -> set[str]:
    """Bodies that keys drive: those carried by the first free body, and by what is held to it."""
    root = _first_free(robot)
    held = set() if root is None else _held_together(robot, root)
    return {n for n in robot.order if _root_of(robot, n) in held}


def _first_free(robot: Robot) -> str | None:
    return next((n for n in robot.order if robot.bodies[n].joint.mechanics.in_world), None)


def _held_together(robot: Robot, root: str) -> set[str]:
    """The root and all other roots that constraints fasten to it."""
    laws: list[Any] = [constraint.law for constraint in robot.constraints.values()]
    pairs = [[_root_of(robot, b) for b in law.between] for law in laws if _fastens(law)]
    held = {root}
    while more := {b for pair in pairs if held & {*pair} for b in pair} - held:
        held |= more
    return held


def _fastens(law: Any) -> bool:
    return hasattr(law, "between") and "world" not in law.between


def _root_of(robot: Robot, body: str) -> str:
    while robot.bodies[body].parent != "world":
        body = robot.bodies[body].parent
    return body


def _newtons(robot: Robot, name: str, strength: float) -> float:
    """Force or torque at full deflection."""
    law: Any = robot.actuators[name].law
    if not isinstance(law, Thruster):
        return strength
    rest = law.neutral if law.input.constant is None else law.input.constant
    turned = float(evaluate(law.drive(Const(rest + strength))))
    push = law.forward.T_ww * abs(turned) * turned if law.forward is not None else turned
    return law.health * push or 1e-9


def _directions(robot: Robot, orientation: np.ndarray) -> dict[str, np.ndarray]:
    """Forward (the body's x, or y where x is upright), right and up, in the world."""
    gravity = np.array(robot.gravity)
    up = -gravity / np.linalg.norm(gravity) if gravity.any() else np.array([0.0, 0.0, 1.0])
    axes = (rotate(orientation, axis) for axis in np.eye(3))
    forward = next(axis for axis in axes if abs(axis @ up) < 0.8)
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    return {"forward": forward, "right": right, "up": up, "down": -up}


def _gangs(robot: Robot, channels: list[DrivenActuator], orientation: np.ndarray) -> list[Axis]:
    """Axes of a snake: all joints with parallel hinges bend together."""
    hinges: dict[str, np.ndarray] = {}
    for channel in channels:
        law: Any = robot.actuators[channel.name].law
        if channel.place and channel.unit == "rad":
            joint = robot.bodies[law.joint].joint
            turn = orientation[robot.order.index(law.joint)]
            hinges[channel.name] = rotate(
                turn, np.array(joint.axes[robot.driven_dof(channel.name)])
            )
    found: list[Axis] = []
    for name, plus, minus in (("bend", "d", "a"), ("curl", "w", "s")):
        if len(hinges) < _GANG:
            break
        lead = next(iter(hinges.values()))
        alike = {n: float(h @ lead) for n, h in hinges.items() if abs(h @ lead) > 0.9}
        if len(alike) >= _GANG:
            share = _TOGETHER / len(alike)
            turns = {n: float(np.sign(x)) * min(1.0, share) for n, x in alike.items()}
            found.append(Axis(name, plus, minus, {}, turns))
        hinges = {n: h for n, h in hinges.items() if n not in alike}
    return found


# Single actuators --------------------------------------------------------------------------------


def _channel(robot: Robot, name: str, strength: dict[str, float], size: float) -> DrivenActuator:
    from pelagos.result import meaning

    actuator = robot.actuators[name]
    law: Any = actuator.law
    place = actuator.kind in ("servo", "motion")
    unit = meaning.efforts(robot)[list(robot.actuators).index(name)].unit
    low, high = -np.inf, np.inf
    if place:
        joint = robot.bodies[law.joint].joint
        dof = robot.driven_dof(name)
        turns = unit == "N m"
        unit = "rad" if turns else "m"
        bounds = joint.limits[dof] if joint.limits else None
        low, high = bounds or (low, high)
        full = _TURN_RATE if turns else _SLIDE_RATE * size
    else:
        full = strength[name]
    return DrivenActuator(name, unit, float(full), place, float(low), float(high))


def _strengths(robot: Robot, base: Robot, size: float) -> dict[str, float]:
    """How far each input that pushes goes: its limit, what scenarios use, or what others do."""
    weight = 9.81 * sum(body.mass for body in robot.bodies.values())
    given: dict[str, float] = {}
    kinds: dict[str, str] = {}
    for name, actuator in robot.actuators.items():
        if actuator.kind in ("servo", "motion"):
            continue
        law: Any = actuator.law
        kinds[name] = actuator.kind
        given[name] = _allowed(law) or _used(base, name)
    usual = {
        kind: max((given[n] for n in kinds if kinds[n] == kind), default=0.0)
        for kind in kinds.values()
    }
    rule = {"torque": _PULL * weight * size / 2, "motor": _PULL * weight * size / 2}
    return {
        name: given[name] or usual[kind] or rule.get(kind, _PULL * weight) or 1.0
        for name, kind in kinds.items()
    }


def _allowed(law: Any) -> float:
    """How far the limits of an actuator let its input go from rest; 0 without limits."""
    if isinstance(law, Thruster):
        if law.limits is None:
            return _PULSE if law.command == "pwm" else 0.0
        scale = MICRO if law.command == "pwm" and law.limits[1] < 1.0 else 1.0
        low, high = (scale * limit for limit in law.limits)
        rest = 0.0 if law.pwm is None else law.pwm.neutral
        return min(high - rest, rest - low) if low < rest < high else high - low
    return float(getattr(law, "limit", None) or 0.0)


def _used(base: Robot, name: str) -> float:
    """The largest change that any scenario makes to an input."""
    largest = 0.0
    rest = _values(base, name, 1.0)[0]
    for scenario in base.scenarios:
        robot = base.resolved(scenario)
        change = np.abs(_values(robot, name, robot.duration) - rest)
        largest = max(largest, float(change.max(initial=0.0, where=np.isfinite(change))))
    return largest


def _values(robot: Robot, name: str, duration: float) -> np.ndarray:
    """An input over time, for a robot at rest at the start."""
    q0, u0 = robot.initial_state()
    q = dict(zip(robot.coordinates, q0, strict=True))
    u = dict(zip(robot.speeds, u0, strict=True))
    node = robot.actuators[name].input.node
    times = np.linspace(0.0, duration, _INSTANTS)
    try:
        return np.array([evaluate(node, float(t), q, u, robot.parameters) for t in times])
    except (ArithmeticError, ValueError, KeyError, PelagosError):
        return np.zeros(1)


def _finite(value: float) -> float | None:
    return value if np.isfinite(value) else None
