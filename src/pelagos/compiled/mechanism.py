"""A compiled robot as the plain Python objects of `equations.mechanism`."""

from __future__ import annotations

from pelagos.compiled import fluid as fl
from pelagos.compiled import tree as tr
from pelagos.compiled.elements import BODY as BODY_COLUMN
from pelagos.compiled.elements import CHANNEL, CODE, COORDINATE, SPEED
from pelagos.compiled.layout import BODY
from pelagos.compiled.robot import Compiled
from pelagos.equations import strips
from pelagos.equations.elements import BODY_LAWS, JOINT_LAWS
from pelagos.equations.floating import FLOATS
from pelagos.equations.ground import CONTACT
from pelagos.equations.mechanism import (
    BodyElement,
    ContactElement,
    DragElement,
    FloatElement,
    FlowElement,
    JointElement,
    Link,
    Mechanism,
    Payout,
    StripElement,
    ThrusterElement,
    Water,
    WetLink,
)
from pelagos.equations.thrusters import Numbers
from pelagos.joints.table import KINDS
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.inertia import Inertia, Pose


def mechanism_of(robot: Compiled) -> Mechanism:
    """The robot with float numbers."""
    e = robot.elements
    joint_elements = zip(e.joint.tolist(), e.joint_parameters.tolist(), strict=True)
    body_elements = zip(e.body.tolist(), e.body_parameters.tolist(), strict=True)
    starts = robot.table_starts.tolist()
    rows = robot.tables.tolist()
    return Mechanism(
        links=tuple(_link(robot, b) for b in range(robot.nb)),
        gravity=Vec3(*robot.gravity.tolist()),
        rotor=tuple(robot.rotor.tolist()),
        joint_elements=tuple(_joint_element(*element) for element in joint_elements),
        body_elements=tuple(_body_element(*element) for element in body_elements),
        driven=tuple(tuple(row) for row in e.driven.tolist()),
        instructions=tuple(tuple(row) for row in robot.program[: robot.bodiless].tolist()),
        values=tuple(robot.values.tolist()),
        tables=tuple(rows[a:b] for a, b in zip(starts, starts[1:], strict=False)),
        channels=tuple(robot.channels.tolist()),
        water=_water(robot),
        contacts=tuple(
            ContactElement(CONTACT, tuple(numbers), row - 1)
            for row, numbers in zip(
                robot.ground.bodies.tolist(), robot.ground.numbers.tolist(), strict=True
            )
        ),
        payouts=tuple(
            Payout(body - 1, tuple(numbers))
            for body, numbers in zip(
                robot.payouts.bodies.tolist(), robot.payouts.numbers.tolist(), strict=True
            )
        ),
        thrusters=tuple(
            ThrusterElement(Numbers(*numbers), row[BODY_COLUMN] - 1, row[CHANNEL])
            for row, numbers in zip(e.thrusters.tolist(), e.thruster_numbers.tolist(), strict=True)
        ),
        strips=tuple(
            StripElement(strips.Numbers(*numbers), row - 1, lag - robot.nq - robot.nv)
            for (row, lag), numbers in zip(
                robot.strips.table.tolist(), robot.strips.numbers.tolist(), strict=True
            )
        ),
        states=tuple(robot.states.initial.tolist()),
        rates=tuple(robot.states.first_rate + k for k in range(robot.states.continuous)),
    )


def _water(robot: Compiled) -> Water:
    f = robot.fluid
    wet = zip(f.wet.tolist(), f.wet_numbers.tolist(), strict=True)
    drags = zip(f.drag.tolist(), f.drag_numbers.tolist(), strict=True)
    flows = zip(f.flows.tolist(), f.flow_numbers.tolist(), strict=True)
    floats = zip(f.floats.tolist(), f.float_numbers.tolist(), strict=True)
    return Water(
        density=f.density,
        surface=f.surface,
        wet=tuple(
            WetLink(
                link=row - 1,
                added=Inertia.of(n[fl.ADDED : fl.ADDED + Inertia.size]),
                displaced=n[fl.DISPLACED],
                moment=Vec3(*n[fl.MOMENT : fl.MOMENT + 3]),
                centre=Vec3(*n[fl.CENTRE : fl.CENTRE + 3]),
                mass_centre=Vec3(*n[fl.MASS_CENTRE : fl.MASS_CENTRE + 3]),
                as_printed=bool(form),
            )
            for (row, form), n in wet
        ),
        drags=tuple(
            DragElement(law := f.drag_law(code, index), tuple(n[: law.numbers]), row - 1)
            for (code, row, index), n in drags
        ),
        flows=tuple(
            FlowElement(
                law := f.flow_law(code, index),
                tuple(n[: law.numbers]),
                slice(channel, channel + law.inputs),
            )
            for (code, channel, index), n in flows
        ),
        floats=tuple(
            FloatElement(FLOATS[code], tuple(n[: FLOATS[code].numbers]), row - 1)
            for (code, row), n in floats
        ),
    )


def _link(robot: Compiled, b: int) -> Link:
    row, entry = robot.bodies[b].tolist(), robot.tree[b].tolist()
    kind = KINDS[entry[tr.KIND]]
    joint = kind.with_numbers(row[BODY["joint"].span][: len(kind.numbers)])
    q, u, parent = entry[tr.Q_START], entry[tr.V_START], entry[tr.PARENT]
    return Link(
        name=robot.names[b],
        joint=joint,
        parent=None if parent == 0 else parent - 1,
        placement=Pose.of(row[BODY["placement"].span]),
        inertia=Inertia.of(row[BODY["inertia"].span]),
        mass=row[BODY["mass"].start],
        moment=Vec3(*row[BODY["moment"].span]),
        q=slice(q, q + joint.nq),
        u=slice(u, u + joint.nv),
        driven=bool(entry[tr.DRIVEN]),
    )


def _joint_element(codes: list[int], parameters: list[float]) -> JointElement:
    law = JOINT_LAWS[codes[CODE]]
    q, u, channel = codes[COORDINATE], codes[SPEED], codes[CHANNEL]
    return JointElement(
        law=law,
        parameters=tuple(parameters[: len(law.parameters)]),
        q=slice(q, q + law.nq),
        u=slice(u, u + law.nv),
        channels=slice(channel, channel + law.inputs),
    )


def _body_element(codes: list[int], parameters: list[float]) -> BodyElement:
    law, channel = BODY_LAWS[codes[CODE]], codes[CHANNEL]
    return BodyElement(
        law=law,
        parameters=tuple(parameters[: len(law.parameters)]),
        link=codes[BODY_COLUMN] - 1,
        channels=slice(channel, channel + law.inputs),
    )
