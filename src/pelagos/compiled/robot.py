"""A robot as flat arrays: structure, and the numbers that programs fold or read.

Bodies come parents first, in the order `robot.order`. Each body's frame is turned so that its z
axis lies along the joint's first axis (`align`); public results are turned back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from pelagos.compiled import tree as tr
from pelagos.compiled.conditions import Reader, conditions_of
from pelagos.compiled.constraints import ConstraintTables, collect_constraints
from pelagos.compiled.elements import Builder, Elements
from pelagos.compiled.kept import Kept
from pelagos.compiled.lattice import LatticeTables, collect_lattices
from pelagos.compiled.layout import BODY
from pelagos.compiled.programs import External, Programmer
from pelagos.compiled.states import StateTables, collect_states
from pelagos.compiled.water import added_inertia, both_ways, displaced_water, flows_of
from pelagos.compiled.welds import WeldTables, assembly_of, weld_tables
from pelagos.compiled.wings import with_plates
from pelagos.elements.body.immersion import ImmersedLink
from pelagos.elements.flow.field import WaterFlow
from pelagos.joints.table import CODES
from pelagos.language import placement
from pelagos.language.expressions import add
from pelagos.mathematics.algebra import Sym3, Vec3
from pelagos.mathematics.inertia import Inertia
from pelagos.mathematics.leaves import numbers_of
from pelagos.model.bodies import Body
from pelagos.model.constraints import Constraint
from pelagos.model.control.auxiliary import auxiliary
from pelagos.model.joints import Joint
from pelagos.model.robot import Robot

AXIS_TOLERANCE = 1e-15  # how near an axis must be to a coordinate axis to count as one
_WORLD = np.eye(3)  # axes of the world, one object as those of unchanged bodies are


@dataclass(frozen=True)
class Compiled:
    """Flat arrays of one robot in one scenario. nb bodies, nq coordinates, nv speeds."""

    robot: Robot  # the description this was made from, scenario merged in
    names: tuple[str, ...]  # bodies, in order
    nq: int
    nv: int
    tree: np.ndarray  # int (nb, COLUMNS): see compiled.tree
    align: np.ndarray  # (nb, 3, 3): columns are the aligned axes in the user's body frame
    bodies: np.ndarray  # (nb, BODY.size): see compiled.layout
    rotor: np.ndarray  # (nv,) inertia of a rotor about its joint axis, kg m2 or kg
    gravity: np.ndarray  # (3,) world, m/s2
    elements: Elements  # force elements, and prescribed joints
    program: np.ndarray  # int (n, 4): instructions of all signals, time-only ones first
    time_only: int  # how many instructions need no state
    bodiless: int  # how many need no positions of bodies
    watched: np.ndarray  # int: the register of each condition, negative while it holds
    conditions: tuple[str, ...]  # names of these: events, and `stop`
    channels: np.ndarray  # int: the register of each signal
    values: np.ndarray  # constants and parameters the program loads
    parameter_slots: dict[str, int]  # where in `values` each parameter is
    input_slots: dict[str, int]  # where in `values` the inputs of actuators set from outside are
    tables: np.ndarray  # (n, 5): rows of piecewise cubics (start, c0..c3)
    table_starts: np.ndarray  # int: first row of each table, and the end
    quaternions: np.ndarray  # int: first coordinate of each quaternion
    constraints: (
        ConstraintTables  # loops and couplings beyond the tree; see `welds` for their order
    )
    welds: WeldTables  # constraints that make vehicles one tree
    density: float  # of the water
    surface: float  # level of the free surface, along up
    flows: tuple[WaterFlow, ...]  # what moves the water
    states: StateTables  # auxiliary states beside q and u
    lattice: LatticeTables  # wings whose flow is solved by a vortex lattice
    q0: np.ndarray  # (nq,) initial coordinates
    u0: np.ndarray  # (nv,) initial speeds
    actuators: tuple[str, ...] = field(default=())
    kept: Kept = field(default_factory=Kept, repr=False, compare=False)  # for variations

    @cached_property
    def element_numbers(self) -> np.ndarray:
        """All numbers of elements and of the water."""
        own = (number for element in self.elements.all for number in element.numbers)
        rest = numbers_of((self.flows, self.density, self.surface))
        return np.fromiter(chain(own, rest), dtype=float)

    @property
    def nb(self) -> int:
        return len(self.names)

    @property
    def size(self) -> int:
        """Numbers in the state vector: coordinates, speeds, auxiliary states, work."""
        return self.nq + self.nv + self.states.count + 1

    @property
    def start(self) -> np.ndarray:
        """The state vector at the start."""
        return np.concatenate([self.q0, self.u0, self.states.initial, [0.0]])


def compile_robot(
    robot: Robot,
    external: Collection[str] = (),
    nudged: Collection[str] = (),
    docked: Mapping[str, Constraint] | None = None,
    like: Compiled | None = None,
) -> Compiled:
    """Flatten a robot whose scenario is already merged in (`robot.resolved(name)`).

    The actuators named in `external` take their inputs from `values` instead of their signals;
    those in `nudged` take the sum of both. Constraints in force are those that the robot starts
    with, unless `docked` has others.

    What the robot has in common with the one that `like` was made from is not made again.
    """
    kept = Kept() if like is None else like.kept

    def inputs(name: str) -> Any:
        signal = robot.actuators[name].input.node
        if name in nudged:
            return add(signal, External(name))  # type: ignore[arg-type]
        return External(name) if name in external else signal

    if docked is None:
        docked = {name: c for name, c in robot.constraints.items() if c.active}
    names = tuple(robot.order)
    rows = {"world": 0, **{name: i + 1 for i, name in enumerate(names)}}
    align, cycle = aligned_frames(robot, names, kept)
    states = auxiliary(robot, inputs)
    programmer = Programmer(robot.coordinates, robot.speeds, [s.label for s in states])
    plated = with_plates(robot, kept)
    places = {s.label: i for i, s in enumerate(states)}
    builder = Builder(robot, names, align, programmer, places, kept)
    builder.joints()
    builder.actuators(inputs)
    builder.air()
    constraints = collect_constraints(robot, docked, rows, align, programmer, kept)
    builder.payouts()
    builder.water(plated)
    flows: tuple[WaterFlow, ...] = ()
    if any(isinstance(element, ImmersedLink) for element in builder.found):
        flows = flows_of(robot, programmer, builder.up, kept)
    builder.wings()
    builder.ground()
    builder.sections()
    elements = builder.finished()
    size = len(robot.coordinates) + len(robot.speeds)
    tables = collect_states(states, size, programmer)
    lattice = collect_lattices(robot, rows, align, programmer, size + tables.shown)
    density = None if robot.water is None else robot.water.density
    conditions = conditions_of(robot)
    reader = Reader(robot, rows, align)
    for condition in conditions.values():
        programmer.watch(reader.lowered(condition.margin))

    tree = np.zeros((len(names), tr.COLUMNS), dtype=np.int64)
    bodies = np.zeros((len(names), BODY.size))
    rotor: list[float] = []
    quaternions: list[int] = []
    q_start = 0
    for b, name in enumerate(names):
        body = plated.bodies[name]
        joint = body.joint
        tree[b] = (
            CODES[joint.kind],
            rows[body.parent],
            q_start,
            len(rotor),
            b in elements.driven_bodies,
        )
        frames = align[body.parent], align[name], cycle.get(name)
        bodies[b] = kept(body_row, body, *frames, density)
        if joint.mechanics.turning is not None:
            quaternions.append(q_start + joint.mechanics.turning.q)
        q_start += joint.nq
        rotor += joint.armature
    assembly = assembly_of(tree, constraints.shapes)
    q0, u0 = robot.written_state()
    written = programmer.finish(robot.parameters, kept)
    kept.close()
    return Compiled(
        robot=robot,
        names=names,
        nq=q_start,
        nv=len(rotor),
        tree=tree,
        align=np.array([align[name] for name in names]),
        bodies=bodies,
        rotor=np.array(rotor, dtype=float),
        gravity=np.array(robot.gravity, dtype=float),
        elements=elements,
        constraints=constraints.arranged(assembly.order),
        conditions=tuple(conditions),
        welds=weld_tables(assembly, constraints.shapes),
        density=0.0 if density is None else density,
        surface=0.0 if robot.water is None else robot.water.level,
        flows=flows,
        states=tables,
        lattice=lattice,
        quaternions=np.array(quaternions, dtype=np.int64),
        q0=np.asarray(q0, dtype=float),
        u0=np.asarray(u0, dtype=float),
        actuators=tuple(robot.actuators),
        kept=kept,
        **vars(written),
    )


def aligned_frames(
    robot: Robot, names: Sequence[str], kept: Kept
) -> tuple[dict[str, np.ndarray], dict[str, int]]:
    """Axes of every joint-aligned frame in the body's own frame, as columns.

    Also, for joints along a coordinate axis of the parent's aligned frame whose own frame may be
    turned about it, as that of revolute ones: which axis. It is then turned so that the placement
    is a cycle of the axes, with ones and zeros that fold.
    """
    align, cycle = {"world": _WORLD}, {}
    for name in names:
        body = robot.bodies[name]
        axes, k = kept(_aligned_frame, body.joint, body.at, align[body.parent])
        align[name] = kept(_frame, axes.tobytes())  # the same object if it is the same frame
        if k is not None:
            cycle[name] = k
    return align, cycle


def _cycle(axis: int) -> np.ndarray:
    """The coordinate axes in another order, in which the third is the given one."""
    return np.roll(np.eye(3), axis + 1, axis=0)


def _frame(numbers: bytes) -> np.ndarray:
    return np.frombuffer(numbers).reshape(3, 3)


def _aligned_frame(
    joint: Joint, at: placement.Placement, parent: np.ndarray
) -> tuple[np.ndarray, int | None]:
    axes = joint.aligned_axes
    if joint.mechanics.turnable:
        outer = parent.T @ np.array(at.R)
        axis = outer @ axes[:, 2]
        k = int(np.argmax(np.abs(axis)))
        if np.array_equal(np.abs(axis - np.eye(3)[k]) < AXIS_TOLERANCE, [True] * 3):
            return outer.T @ _cycle(k), k
    return axes, None


def body_row(
    body: Body,
    parent_align: np.ndarray,
    align: np.ndarray,
    axis: int | None,
    density: float | None,
) -> np.ndarray:
    """The constants of a body in joint-aligned axes; axis: see `aligned_frames`.

    In water of a density its inertia holds the added mass, and the displaced water takes its part
    of the weight.
    """
    row = np.zeros(BODY.size)
    R = parent_align.T @ np.array(body.at.R) @ align if axis is None else _cycle(axis)
    p = parent_align.T @ np.array(body.at.p)
    row[BODY["placement"].span] = [*R.T.ravel(), *p]
    com = align.T @ np.array(body.com)
    inertia = body_inertia(body, align)
    weighed = np.array([body.mass, *(body.mass * com)])
    if density is not None:
        inertia = inertia + added_inertia(body.added_mass, align)
        weighed -= displaced_water(body, density, align)
    row[BODY["inertia"].span] = [*inertia]
    row[BODY["mass"].span], row[BODY["moment"].span] = weighed[0], weighed[1:]
    own = body.joint.own_numbers
    row[BODY["joint"].start :][: len(own)] = own
    return row


def body_inertia(body: Body, align: np.ndarray) -> Inertia:
    """The 6x6 inertia about the frame origin, in joint-aligned axes."""
    if body.spatial_inertia is not None:
        turn = both_ways(align)
        return Inertia.of_matrix(turn.T @ np.array(body.spatial_inertia) @ turn)
    about_com = align.T @ np.array(body.inertia) @ align
    com = align.T @ np.array(body.com)
    upper = about_com[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
    return Inertia.rigid(float(body.mass), Vec3(*com.tolist()), Sym3(*upper.tolist()))
