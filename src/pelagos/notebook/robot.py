"""A robot: a picture of it at its start, its bodies, and what else it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.mechanism.robot import compile_robot
from pelagos.model.scenarios import Initial
from pelagos.model.start import Start
from pelagos.model.tree import coordinate_labels, initial_words
from pelagos.notebook import parts
from pelagos.result.header import Header, Outcome
from pelagos.result.run import Run
from pelagos.text import axis, number
from pelagos.view import build
from pelagos.view.forms import quaternion_of
from pelagos.view.sketch import sketch

if TYPE_CHECKING:
    from pelagos.model.robot import Robot

_NAMED = 12  # scenarios, actuators and the like that are listed by name


def html(robot: Robot) -> str:
    return parts.sheet(
        robot.name,
        parts.said(" ".join(robot.description.split())),
        parts.side_by_side(_picture(robot), parts.rows(_facts(robot), head=False, wrap=True)),
        parts.folded("bodies", parts.rows(_bodies(robot)), open=True),
    )


def _picture(robot: Robot) -> str:
    """At the start; where its loops cannot be closed, as they are written."""
    note = ""
    try:
        q, u = robot.initial_state()
    except PelagosError:
        (q, u), note = robot.written_state(), "loops as they are written: they cannot be closed"
    try:
        data = sketch(build([_still(robot, q, u)]))
    except PelagosError as error:
        return parts.said(str(error))
    return parts.picture(data, f"{robot.name} at its start", 420) + parts.said(note)


def _still(robot: Robot, q: np.ndarray, u: np.ndarray) -> Run:
    """A run of the first sample alone, as far as pictures look at it."""
    initial, nq, nv = {}, 0, 0
    for name in robot.order:
        joint = robot.bodies[name].joint
        own = q[nq : nq + joint.nq].tolist(), u[nv : nv + joint.nv].tolist()
        nq, nv = nq + joint.nq, nv + joint.nv
        initial[name] = Initial(**initial_words(joint, *own))
    start = Start(robot.bodies, initial, robot.actuators, robot.parameters)
    frames = [start.pose(name) for name in robot.order]
    arrays = {
        "time": np.zeros(1),
        "position": np.array([[p for _, p in frames]]),
        "orientation": np.array([[quaternion_of(R) for R, _ in frames]]),
        "actuation": np.zeros((1, len(robot.actuators))),
    }
    header = Header.of(robot, scenario=None, method="", integrator={})
    arrays["state"] = np.zeros((1, len(header.states)))
    if len(header.states):  # nodes of lines among them
        compiled = compile_robot(robot)
        arrays["state"][0] = compiled.start[compiled.nq + compiled.nv :][: len(header.states)]
    run = Run(header, Outcome("running", 0.0), arrays)
    vars(run)["robot"] = robot  # not rebuilt from its words
    return run


def _facts(robot: Robot) -> list[tuple[str, str]]:
    mass = sum(body.mass for body in robot.bodies.values())
    water = "" if robot.water is None else f"{number(robot.water.density)} kg/m3"
    found = [
        ("bodies", f"{len(robot.bodies)}, together {number(mass)} kg"),
        (
            "speeds",
            f"{len(robot.speeds)}, of which {len(robot.prescribed)} prescribed"
            if robot.prescribed
            else str(len(robot.speeds)),
        ),
        ("gravity", f"{number(float(np.linalg.norm(robot.gravity)))} m/s2"),
        ("water", water),
    ]
    words = ("actuators", "constraints", "controllers", "sensors", "wings", "scenarios")
    found += [(word, _names(list(getattr(robot, word)))) for word in words]
    return [row for row in found if row[1]]


def _names(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _bodies(robot: Robot) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [("body", "on", "joint", "mass (kg)", "coordinates")]
    for name in robot.order:
        body = robot.bodies[name]
        kind = " ".join((body.joint.mechanics.word, *map(axis, body.joint.axes)))
        labels = coordinate_labels(name, body.joint)
        found.append((name, body.parent, kind, number(body.mass), _names(list(labels))))
    return found
