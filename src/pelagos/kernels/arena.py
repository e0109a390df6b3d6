"""The arrays a compiled loop works on, grouped by who owns them.

`Model` is constant and shared; `Lanes` holds the numbers that may differ from lane to lane;
`Work` is scratch whose contents mean nothing between evaluations.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pelagos.compiled.conditions import FACTS
from pelagos.compiled.layout import AXIS, POSE, ROW, STATE
from pelagos.compiled.paths import speed_paths
from pelagos.compiled.robot import Compiled
from pelagos.compiled.welds import WeldTables
from pelagos.equations.flows import Stream
from pelagos.kernels import library
from pelagos.kernels.bundle import Bundle, Flag, Int, Int1, Int2, Real1, Real2, Real3
from pelagos.kernels.lanes import WIDTH
from pelagos.kernels.questions import MOTION, TOTALS


class Model(Bundle):
    """Structure of a robot: integers and tables, the same in every lane."""

    method: Int  # address of the formulation's evaluation
    nq: Int
    nv: Int
    time_only: Int
    bodiless: Int  # instructions of signals; those behind look at bodies, for conditions
    watched: Int1  # registers of the conditions
    needs_poses: Flag
    tree: Int2
    tips: Int1  # (nb + 1,) \ chains of speeds from each body to the world: compiled.paths
    before: Int1  # (nv,)   |
    held: Int1  # (nv,)    /
    joint_elements: Int2
    body_elements: Int2
    driven: Int2
    prescribes: Int  # NOTHING, ACCELERATION or MOTION: see kernels.questions
    outputs: Int2
    program: Int2
    channels: Int1
    tables: Real2
    table_starts: Int1
    quaternions: Int1
    rows: Int  # scalar rows of all constraints: loose ones, then welds that hang, then the rest
    constraints: Int2
    loose: Int  # constraints whose forces come from the Gram matrix of their rows
    loose_rows: Int
    held_rows: Int  # rows without those of welds that close loops
    welds: Int2  # welds that hang a body on another: compiled.welds
    hung: Int2  # the tree that the sweeps of accelerations go along
    payouts: Int2  # lines paid out through joints
    varying: Int1  # bodies whose mass they change
    wet: Int2  # bodies with added mass, displaced water or drag
    drag: Int2
    flows: Int2
    contacts: Int1  # bodies that touch the ground
    floats: Int2
    sheared: Int  # 1 where a flow has a gradient
    laws: Int1  # addresses of the user's laws
    thrusters: Int2
    judged: Int  # elements of the state under error control: q, u and continuous states
    continuous: Int  # auxiliary states with a rate
    first_rate: Int  # channel of the first of these rates
    sample_program: Int2  # of sampled states: see compiled.states
    samplers: Int2
    frequencies: Real1
    assignments: Int2
    strips: Int2  # sections of wings by strip theory: see compiled.strips
    air: Int  # address of the flow about wings; 0 without lattices
    wings: Int2  # these and the following: see compiled.wings
    carriers: Int2
    panel_loads: Int1
    loaded: Int1
    stream: Int1


class Lanes(Bundle):
    """Numbers of the robot in each lane; the last axis is the lane."""

    aligned = True

    bodies: Real3  # (nb, BODY.size, lane)
    rotor: Real2  # (nv, lane)
    joint_parameters: Real3  # (elements, PARAMETERS, lane)
    body_parameters: Real3
    values: Real2  # (values, lane)
    gravity: Real2  # (3, lane)
    constraint_numbers: Real3  # (constraints, NUMBERS, lane)
    density: Real2  # (1, lane) of the water
    wet_numbers: Real3  # (wet bodies, WET_NUMBERS, lane)
    contact_numbers: Real3  # (contacts, NUMBERS, lane)
    payout_numbers: Real3  # (lines, numbers, lane)
    varying_numbers: Real3  # (varying, BODY.size, lane): bodies without lines and stores
    drag_numbers: Real3  # (drag laws, numbers, lane)
    flow_numbers: Real3  # (flows, numbers, lane)
    surface: Real2  # (1, lane): level of the water
    float_numbers: Real3  # (floating bodies, numbers, lane)
    thruster_numbers: Real3  # (thrusters, numbers of equations.thrusters, lane)
    strip_numbers: Real3  # (sections, numbers of equations.strips, lane)
    corner_places: Real3  # (corners of wings, 6, lane)
    air_step: Real2  # (1, lane): time between solutions of the flow about wings


class Variants(Bundle):
    """The same numbers of several variants of a robot; the first axis is the variant."""

    bodies: Real3
    rotor: Real2
    joint_parameters: Real3
    body_parameters: Real3
    values: Real2
    gravity: Real2
    constraint_numbers: Real3
    density: Real2
    wet_numbers: Real3
    drag_numbers: Real3
    flow_numbers: Real3
    contact_numbers: Real3
    payout_numbers: Real3
    varying_numbers: Real3
    surface: Real2
    float_numbers: Real3
    thruster_numbers: Real3
    strip_numbers: Real3
    corner_places: Real3
    air_step: Real2


class Work(Bundle):
    """Scratch of one evaluation."""

    aligned = True

    state: Real3  # (nb + 1, STATE.size, lane)
    axes: Real3  # (nv, AXIS.size, lane)
    poses: Real3  # (nb + 1, POSE.size, lane)
    tau: Real2  # (nv, lane): all joint efforts
    extra: Real2  # (nv, lane): efforts given from outside, added to tau
    given: Real2  # (nv, lane): tau before the efforts of prescribed joints replace it
    joint_outputs: Real2  # (joint elements, lane): effort of each
    body_outputs: Real2  # (body elements, lane): magnitude of each
    thrusts: Real2  # (thrusters, lane)
    lifts: Real3  # (sections, 6, lane): wrenches on sections of wings, body axes
    registers: Real2  # (instructions, lane)
    signals: Real2  # (channels, lane)
    seen: Real2  # (state and FACTS of each body, lane): what conditions look at
    time: Real1  # (lane,) \ state under question, for callers without a march
    x: Real2  # (n, lane)  |
    dx: Real2  # (n, lane) /
    moved: Real2  # (n, lane): a state on its way back to the constraints
    totals: Real2  # (TOTALS, lane): energies and momenta
    rows: Real3  # (rows, ROW.size, lane): constraint rows at the state
    gram: Real2  # (loose rows squared, lane): G = J M^-1 J^T
    replies: Real2  # (loose rows * nv, lane): M^-1 J^T
    wanted: Real2  # (rows, lane): right side of the solve
    row_forces: Real2  # (rows, lane): constraint forces
    trial: Real2  # (nv, lane): joint efforts of a trial force
    wrench: Real2  # (6, lane): through a weld
    correction: Real2  # (nv, lane): change of speeds or displacements that restores constraints
    solver: Real2  # scratch of the pseudo-inverse
    active: Real2  # (loose rows, lane): 1 for rows that may carry force, 0 for redundant ones
    rank: Int1  # (lane,) rank of G
    flow: Real2  # (Stream.size, lane): the water at a body, see equations.flows
    clock: Real2  # (1, lane): the time, as a row
    dense: Real2  # (rows, lane): matrices of formulations that need them


def model_of(robot: Compiled, method: int, welds: WeldTables) -> Model:
    e, f = robot.elements, robot.fluid
    return Model(
        method=method,
        nq=robot.nq,
        nv=robot.nv,
        time_only=robot.time_only,
        bodiless=robot.bodiless,
        watched=robot.watched,
        needs_poses=e.needs_poses
        or robot.constraints.rows > 0
        or f.looks_at_poses
        or len(robot.ground.bodies) > 0
        or len(robot.payouts.table) > 0
        or robot.bodiless < len(robot.program),
        tree=robot.tree,
        **speed_paths(robot.tree, robot.nv)._asdict(),
        joint_elements=e.joint,
        body_elements=e.body,
        driven=e.driven,
        prescribes=MOTION,
        outputs=e.outputs,
        program=robot.program,
        channels=robot.channels,
        tables=robot.tables,
        table_starts=robot.table_starts,
        quaternions=robot.quaternions,
        rows=robot.constraints.rows,
        constraints=robot.constraints.table,
        loose=welds.loose,
        loose_rows=welds.loose_rows,
        held_rows=welds.loose_rows + 6 * len(welds.hanging),
        welds=welds.hanging,
        hung=welds.hung,
        payouts=robot.payouts.table,
        varying=robot.payouts.varying,
        contacts=robot.ground.bodies,
        wet=f.wet,
        drag=f.drag,
        flows=f.flows,
        floats=f.floats,
        sheared=int(not f.uniform),
        laws=np.array([law_address(law) for law in f.laws], dtype=np.int64),
        thrusters=e.thrusters,
        judged=robot.nq + robot.nv + robot.states.continuous,
        continuous=robot.states.continuous,
        first_rate=robot.states.first_rate,
        sample_program=robot.states.program,
        samplers=robot.states.samplers,
        frequencies=robot.states.frequencies,
        assignments=robot.states.assignments,
        strips=robot.strips.table,
        air=library.couple.address if robot.lattice.count else 0,
        wings=robot.lattice.table,
        carriers=robot.lattice.carriers,
        panel_loads=robot.lattice.panel_loads,
        loaded=robot.lattice.loaded,
        stream=robot.lattice.stream,
    )


def law_address(law: Any) -> int:
    """Where a user's law is, compiled on first use."""
    from pelagos.kernels import user  # brings the compiler

    return user.address(law)


def numbers_of(robot: Compiled) -> dict[str, np.ndarray]:
    e = robot.elements
    return {
        "bodies": robot.bodies.reshape(robot.nb, -1),
        "rotor": robot.rotor,
        "joint_parameters": e.joint_parameters,
        "body_parameters": e.body_parameters,
        "values": robot.values,
        "gravity": robot.gravity,
        "constraint_numbers": robot.constraints.numbers,
        "density": np.array([robot.fluid.density]),
        "wet_numbers": robot.fluid.wet_numbers,
        "drag_numbers": robot.fluid.drag_numbers,
        "flow_numbers": robot.fluid.flow_numbers,
        "contact_numbers": robot.ground.numbers,
        "payout_numbers": robot.payouts.numbers,
        "varying_numbers": robot.payouts.fixed,
        "surface": np.array([robot.fluid.surface]),
        "float_numbers": robot.fluid.float_numbers,
        "thruster_numbers": e.thruster_numbers,
        "strip_numbers": robot.strips.numbers,
        "corner_places": robot.lattice.corner_places,
        "air_step": np.array([robot.lattice.step]),
    }


def variants_of(robots: list[Compiled]) -> Variants:
    """The numbers of several variants of one robot; the first axis is the variant."""
    numbers = [numbers_of(robot) for robot in robots]
    return Variants(**{name: np.stack([n[name] for n in numbers]) for name in numbers[0]})


def lanes_like(variants: Variants, variant: int = 0) -> Lanes:
    """The same variant in every lane."""
    first = {name: getattr(variants, name)[variant] for name in Lanes.fields}
    return Lanes(**{name: np.repeat(a[..., None], WIDTH, axis=-1) for name, a in first.items()})


def work_for(robot: Compiled, dense: int, loose: int) -> Work:
    """Scratch for one thread; `dense` rows for the formulation's matrices."""
    nb, nv, m = robot.nb, robot.nv, robot.constraints.rows
    poses = np.zeros((nb + 1, POSE.size, WIDTH))
    poses[0, [0, 4, 8]] = 1.0  # the world's own pose

    def rows(*shape: int) -> np.ndarray:
        return np.zeros((*shape, WIDTH))

    e = robot.elements
    return Work(
        state=rows(nb + 1, STATE.size),
        axes=rows(max(nv, 1), AXIS.size),
        poses=poses,
        tau=rows(max(nv, 1)),
        extra=rows(max(nv, 1)),
        given=rows(max(nv, 1)),
        joint_outputs=rows(len(e.joint)),
        body_outputs=rows(len(e.body)),
        thrusts=rows(len(e.thrusters)),
        lifts=rows(len(robot.strips.table), 6),
        registers=rows(max(len(robot.program), len(robot.states.program), 1)),
        signals=rows(max(len(robot.channels), 1)),
        seen=rows(robot.size - 1 + FACTS * (nb + 1) if len(robot.watched) else 0),
        time=np.zeros(WIDTH),
        x=rows(robot.size),
        dx=rows(robot.size),
        moved=rows(robot.size),
        totals=rows(TOTALS),
        rows=rows(m, ROW.size),
        gram=rows(loose * loose),
        replies=rows(loose * max(nv, 1)),
        wanted=rows(m),
        row_forces=rows(m),
        trial=rows(max(nv, 1)),
        wrench=rows(6),
        correction=rows(max(nv, 1)),
        solver=rows(2 * loose * loose + 3 * loose),
        active=np.ones((loose, WIDTH)),
        rank=np.zeros(WIDTH, dtype=np.int64),
        flow=rows(Stream.size),
        clock=rows(1),
        dense=rows(dense),
    )
