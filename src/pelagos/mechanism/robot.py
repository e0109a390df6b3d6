"""A robot as flat arrays: structure, and the numbers that programs fold or read.

Bodies come parents first, in the order `robot.order`. Each body's frame is turned so that its z
axis lies along the joint's first axis (`align`); public results are turned back.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from pelagos.elements.body.immersion import ImmersedLink
from pelagos.elements.flow.field import WaterFlow
from pelagos.elements.site import Axes
from pelagos.language.placement import Placement
from pelagos.lazy import cached_property
from pelagos.mathematics.algebra import Sym3, Vec3
from pelagos.mathematics.inertia import Inertia
from pelagos.mathematics.leaves import numbers_of
from pelagos.mechanism.constraints import ConstraintTables
from pelagos.mechanism.elements import Elements, contacts_of
from pelagos.mechanism.frames import cycle_of
from pelagos.mechanism.lattice import LatticeTables
from pelagos.mechanism.layout import BODY
from pelagos.mechanism.objects import resting
from pelagos.mechanism.part_cache import PartCache, bits
from pelagos.mechanism.states import StateTables
from pelagos.mechanism.water import (
    added_inertia,
    both_ways,
    crosses,
    displaced_water,
    elements_in_water,
)
from pelagos.mechanism.welds import WeldTables
from pelagos.mechanism.wings import with_plates
from pelagos.mechanism.wiring import Wiring, frames_of, signal_parts, skeleton_parts, wire
from pelagos.model.bodies import Body
from pelagos.model.constraints import Constraint
from pelagos.model.control.auxiliary import under_docks
from pelagos.model.robot import Robot


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
    bodiless: int  # how many need no positions of bodies
    watched: np.ndarray  # int: the register of each condition, negative while it holds
    conditions: tuple[str, ...]  # names of these: events, and `stop`
    channels: np.ndarray  # int: the register of each signal
    values: np.ndarray  # constants and parameters the program loads
    parameter_slots: dict[str, int]  # where in `values` each parameter is
    input_slots: dict[str, int]  # where in `values` the inputs of actuators set from outside are
    seed_slot: int  # where in `values` the seed of the run is; -1: nobody draws
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
    kept: PartCache = field(default_factory=PartCache, repr=False, compare=False)  # for variations

    @property
    def slots(self) -> dict[str, int]:
        """Where in `values` what may be set from outside is: inputs, parameters of signals."""
        return {**self.parameter_slots, **self.input_slots}

    @cached_property
    def element_numbers(self) -> np.ndarray:
        """All numbers of elements, of the water and of sampled laws."""
        rest = numbers_of((self.flows, self.density, self.surface, self.states.laws))
        return np.concatenate([self.elements.numbers, rest])

    @property
    def nb(self) -> int:
        return len(self.names)

    @property
    def size(self) -> int:
        """Numbers in the state vector: coordinates, speeds, auxiliary states, work."""
        return self.nq + self.nv + self.states.count + 1

    @property
    def flowing(self) -> int:
        """How many numbers of the state vector, the first ones, have a rate, beside the work."""
        return self.nq + self.nv + self.states.continuous

    @cached_property
    def scales(self) -> np.ndarray:
        """(flowing,): sizes of states from which relative tolerances count."""
        own = self.states.scales[: self.states.continuous]
        return np.concatenate([np.zeros(self.nq + self.nv), own])

    def whole_rates(self, dx: np.ndarray) -> np.ndarray:
        """Rates of all of the state, given those of what flows and of the work."""
        if self.size == self.flowing + 1:
            return dx
        whole = np.zeros((*dx.shape[:-1], self.size))
        whole[..., : self.flowing], whole[..., -1] = dx[..., :-1], dx[..., -1]
        return whole

    @property
    def start(self) -> np.ndarray:
        """The state vector at the start."""
        return np.concatenate([self.q0, self.u0, self._initial, [0.0]])

    @cached_property
    def _initial(self) -> np.ndarray:
        """Auxiliary states at the start; those of some elements follow from where bodies are."""
        return resting(self, self.q0, self.u0)


def compile_robot(
    robot: Robot,
    external: Collection[str] = (),
    nudged: Collection[str] = (),
    docked: Mapping[str, Constraint] | None = None,
    like: Compiled | None = None,
    apart: bool = False,
) -> Compiled:
    """Flatten a robot whose scenario is already merged in (`robot.resolved(name)`).

    The actuators named in `external` take their inputs from `values` instead of their signals;
    those in `nudged` take the sum of both. Constraints in force are those that the robot starts
    with, unless `docked` has others.

    What the robot has in common with the one that `like` was made from is not made again. apart:
    whether equal constants of signals stay apart, so that each may move alone; else as in `like`.
    """
    kept = PartCache(apart) if like is None else like.kept
    if docked is None:
        docked = {name: c for name, c in robot.constraints.items() if c.active}
    frames = kept.of(("frames", *skeleton_parts(robot)), lambda: frames_of(robot, kept))
    plated = with_plates(robot, kept)
    wet = elements_in_water(robot, plated, frames.axes, kept)
    is_wet = any(isinstance(element, ImmersedLink) for element in wet)

    def made() -> Wiring:
        return wire(under_docks(robot, docked), frames, external, nudged, docked, is_wet, kept)

    outside = (*sorted(external), "", *sorted(nudged), "", *docked, *docked.values())
    parts = (*skeleton_parts(robot), *signal_parts(robot), *outside, *robot.laws, is_wet)
    density = None if robot.water is None else robot.water.density
    wiring = kept.of(("wiring", *parts), made)
    if wiring.feels_density or wiring.feels_bodies:
        more = (*robot.bodies.values(), *robot.laws) if wiring.feels_bodies else ()
        wiring = kept.of(("wiring", density, *more, *parts), made)
    wired, contacts = wiring.wired, contacts_of(robot, frames.axes, kept)
    elements = kept.of((wired, wet, contacts), lambda: wired.beside(*wet, *contacts))
    bodies = np.zeros((len(frames.names), BODY.size))
    for row, name in zip(bodies, frames.names, strict=True):
        body = plated.bodies[name]
        axes = frames.axes[name], frames.align[body.parent], frames.cycle.get(name)
        # what crosses the surface displaces water and takes it along as far as it is wet
        parts = (body, *axes, None if crosses(robot, body) else density)
        row[:] = kept.of((body_row, *parts), partial(body_row, *parts, kept))
    kept.close()
    fields = wiring.fields
    if fields["seed_slot"] >= 0:
        values = fields["values"].copy()
        values[fields["seed_slot"]] = robot.seed
        fields = {**fields, "values": values}
    return Compiled(
        robot=robot,
        bodies=bodies,
        gravity=np.array(robot.gravity, dtype=float),
        elements=elements,
        density=0.0 if density is None else density,
        surface=0.0 if robot.water is None else robot.water.level,
        kept=kept,
        **fields,
    )


def body_row(
    body: Body,
    axes: Axes,
    parent_align: np.ndarray,
    axis: int | None,
    density: float | None,
    kept: PartCache,
) -> np.ndarray:
    """The constants of a body in joint-aligned axes; axis: see `aligned_frames`.

    In water of a density its inertia holds the added mass, and the displaced water takes its part
    of the weight.
    """
    parts = (body, axes.turn, parent_align, axis, density is not None)
    row = kept.of((_row, *parts), partial(_row, *parts, kept))
    if density is None:
        return row
    mass, moment = displaced_water(body, density, axes, kept)
    row = row.copy()
    row[BODY["mass"].span] -= mass
    row[BODY["moment"].span] -= [*moment]
    return row


def _row(
    body: Body,
    align: np.ndarray,
    parent_align: np.ndarray,
    axis: int | None,
    in_water: bool,
    kept: PartCache,
) -> np.ndarray:
    """The same before any water is displaced."""
    row = np.zeros(BODY.size)
    row[BODY["placement"].span] = kept(_placement, body.at, parent_align, align, axis)
    com = align.T @ np.array(body.com)
    weighed = (bits((body.mass, *body.com)), body.inertia, body.spatial_inertia)
    inertia = kept.of((body_inertia, align, *weighed), lambda: body_inertia(body, align))
    if in_water:
        inertia = inertia + added_inertia(body.added_mass, align)
    row[BODY["inertia"].span] = [*inertia]
    row[BODY["mass"].span], row[BODY["moment"].span] = body.mass, body.mass * com
    own = body.joint.own_numbers
    row[BODY["joint"].start :][: len(own)] = own
    return row


def _placement(
    at: Placement, parent_align: np.ndarray, align: np.ndarray, axis: int | None
) -> list[float]:
    """The joint frame in the parent's aligned axes."""
    R = parent_align.T @ np.array(at.R) @ align if axis is None else cycle_of(axis)
    return [*R.T.ravel(), *(parent_align.T @ np.array(at.p))]


def body_inertia(body: Body, align: np.ndarray) -> Inertia:
    """The 6x6 inertia about the frame origin, in joint-aligned axes."""
    if body.spatial_inertia is not None:
        turn = both_ways(align)
        return Inertia.of_matrix(turn.T @ np.array(body.spatial_inertia) @ turn)
    about_com = align.T @ np.array(body.inertia) @ align
    com = align.T @ np.array(body.com)
    upper = about_com[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
    return Inertia.rigid(float(body.mass), Vec3(*com.tolist()), Sym3(*upper.tolist()))
