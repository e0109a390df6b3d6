"""The wiring of a robot: all that follows from its joints, signals and constraints.

What bodies weigh, and what the water does to them, has no part in it. Variations that differ in
these alone share one wiring.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.elements.site import Axes
from pelagos.joints.table import CODES
from pelagos.language.expressions import add
from pelagos.mechanism import tree as tr
from pelagos.mechanism.conditions import Reader, conditions_of
from pelagos.mechanism.constraints import collect_constraints
from pelagos.mechanism.elements import Builder, WiredElements
from pelagos.mechanism.frames import aligned_frames
from pelagos.mechanism.lattice import collect_lattices
from pelagos.mechanism.part_cache import PartCache, bits
from pelagos.mechanism.programs import External, Programmer
from pelagos.mechanism.states import collect_states
from pelagos.mechanism.water import flows_of
from pelagos.mechanism.welds import assembly_of, weld_tables
from pelagos.model.constraints import Constraint
from pelagos.model.control.auxiliary import Wired, auxiliary, signals
from pelagos.model.robot import Robot

# fields of a robot that no wiring follows from, beside the bodies
_APART = (
    *("pelagos", "name", "description", "references"),
    *("ground", "scenarios", "duration", "integrator", "seed"),
)
_SEEN = [key for key in Robot.model_fields if key not in ("bodies", *_APART)]


@dataclass(frozen=True)
class Frames:
    """Bodies in order, with their joint-aligned frames; see `aligned_frames`."""

    names: tuple[str, ...]
    align: dict[str, np.ndarray]
    cycle: dict[str, int]
    axes: dict[str, Axes]  # the bodies as elements see them


@dataclass(frozen=True)
class Wiring:
    """Tables of a robot that its bodies' numbers do not reach."""

    fields: dict[str, Any]  # of a `Compiled` robot
    wired: WiredElements
    feels_density: bool  # whether one of these asked for the density of the water
    feels_bodies: bool  # whether one of these asked for the words of bodies


def skeleton_parts(robot: Robot) -> tuple[Any, ...]:
    """What the frames of bodies follow from, and all that the wiring takes from bodies."""
    bodies = robot.bodies.items()
    return tuple([part for name, b in bodies for part in (name, b.parent, b.joint, b.at)])


def signal_parts(robot: Robot) -> tuple[Any, ...]:
    """What else a wiring follows from: all parts of the robot but its bodies."""
    own = {**robot.elements, **robot.sensors}
    found: list[Any] = [*own, *own.values()]
    if own and robot.ground is not None:  # of which these know the height
        found.append(bits((robot.ground.height,)))
    for key in _SEEN:
        value = getattr(robot, key)
        if key == "parameters":
            found += (*value, bits(value.values()))
        elif key == "gravity":
            found.append(bits(value))
        elif key == "water" and value is not None and not robot.wings:
            found += [part for name, part in value if name != "density"]  # which only wings feel
        elif isinstance(value, dict):
            found += (key, *value, *value.values())
        else:
            found.append(value)
    return tuple(found)


def frames_of(robot: Robot, kept: PartCache) -> Frames:
    names = tuple(robot.order)
    align, cycle = aligned_frames(robot, names, kept)
    axes = {name: kept(Axes, link, align[name]) for link, name in enumerate(names)}
    return Frames(names, align, cycle, axes)


def _inputs(robot: Robot, external: Collection[str], nudged: Collection[str]) -> Wired:
    """Inputs: their signals, values from outside, or sums of both."""
    own = signals(robot)

    def inputs(name: str) -> Any:
        signal = own(name)
        if name in nudged:
            return add(signal, External(name))  # type: ignore[arg-type]
        return External(name) if name in external else signal

    return inputs


def wire(
    robot: Robot,
    frames: Frames,
    external: Collection[str],
    nudged: Collection[str],
    docked: Mapping[str, Constraint],
    is_wet: bool,
    kept: PartCache,
) -> Wiring:
    """Flatten it; see `compile_robot`."""
    inputs = _inputs(robot, external, nudged)
    names, align = frames.names, frames.align
    rows = {"world": 0, **{name: i + 1 for i, name in enumerate(names)}}
    states = auxiliary(robot, inputs)
    labels = [s.label for s in states]
    programmer = Programmer(robot.coordinates, robot.speeds, labels, kept.apart)
    places = {s.label: i for i, s in enumerate(states)}
    builder = Builder(robot, frames.axes, programmer, places, kept, inputs)
    builder.joints()
    builder.actuators()
    builder.air()
    constraints = collect_constraints(robot, docked, rows, align, programmer, kept)
    builder.payouts()
    acting = (*(a.law for a in robot.actuators.values()), *robot.elements.values())
    felt = is_wet or bool(robot.sensors) or any(words.feels_flow for words in acting)
    flows = flows_of(robot, programmer, builder.up, kept) if felt else ()
    builder.wings()
    builder.sections()
    size = len(robot.coordinates) + len(robot.speeds)
    reader = Reader(robot, rows, align)
    tables = collect_states(states, size, programmer, builder, reader.lowered)
    held = size + tables.count - sum(state.held for state in states)
    lattice = collect_lattices(robot, rows, align, programmer, held)
    conditions = conditions_of(robot)
    for condition in conditions.values():
        programmer.watch(reader.lowered(condition.margin))
    tree, rotor, quaternions = _tree(robot, rows, builder.driven_bodies)
    assembly = assembly_of(tree, constraints.shapes)
    q0, u0 = robot.written_state()
    fields = dict(
        names=names,
        nq=len(robot.coordinates),
        nv=len(robot.speeds),
        tree=tree,
        align=np.array([align[name] for name in names]),
        rotor=rotor,
        constraints=constraints.arranged(assembly.order),
        conditions=tuple(conditions),
        welds=weld_tables(assembly, constraints.shapes),
        flows=flows,
        states=tables,
        lattice=lattice,
        quaternions=quaternions,
        q0=np.asarray(q0, dtype=float),
        u0=np.asarray(u0, dtype=float),
        actuators=tuple(robot.actuators),
        **vars(programmer.finish(robot.parameters, kept)),
    )
    return Wiring(fields, builder.finished(), builder.asked_density, builder.asked_bodies)


def _tree(
    robot: Robot, rows: Mapping[str, int], driven: Collection[int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The table of joints, inertias of rotors, and where quaternions begin."""
    tree = np.zeros((len(robot.order), tr.COLUMNS), dtype=np.int64)
    rotor: list[float] = []
    quaternions: list[int] = []
    q_start = 0
    for b, name in enumerate(robot.order):
        body = robot.bodies[name]
        joint = body.joint
        tree[b] = (CODES[joint.kind], rows[body.parent], q_start, len(rotor), b in driven)
        if joint.mechanics.turning is not None:
            quaternions.append(q_start + joint.mechanics.turning.q)
        q_start += joint.nq
        rotor += joint.armature
    return tree, np.array(rotor, dtype=float), np.array(quaternions, dtype=np.int64)
