"""Wings by strip theory as tables: a section per body, and the added mass that goes with it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from pelagos.compiled.kept import Kept
from pelagos.equations.strips import Numbers
from pelagos.model.bodies import Body
from pelagos.model.robot import Robot
from pelagos.model.wings import Wing, lag_labels

BODY, LAG = range(2)  # columns of the table: row of the body, element of the state of its first lag


@dataclass(frozen=True)
class StripTables:
    """Sections of a robot; both tables are empty for most."""

    table: np.ndarray  # int (sections, 2)
    numbers: np.ndarray  # (sections, equations.strips.Numbers), joint-aligned axes


def collect_strips(
    robot: Robot,
    rows: Mapping[str, int],
    align: Mapping[str, np.ndarray],
    states: Mapping[str, int],
) -> StripTables:
    """Flatten the sections; `states` are elements of the state by label."""
    table, numbers = [], []
    for wing, body, span in _sections(robot):
        turn = align[body].T
        middle = turn @ _middle(wing, span)
        axes = [*(turn @ np.array(wing.aft)), *(turn @ np.array(wing.along))]
        numbers.append(Numbers(*middle, *axes, wing.chord / 2, span, wing.lift_slope))
        table.append((rows[body], states[lag_labels(body)[0]]))
    width = len(Numbers._fields)
    return StripTables(
        table=np.array(table, dtype=np.int64).reshape(-1, 2),
        numbers=np.array(numbers, dtype=float).reshape(-1, width),
    )


def with_plates(robot: Robot, kept: Kept) -> Robot:
    """The robot whose sections take along the fluid of a flat plate."""
    sections = list(_sections(robot))
    if not sections:
        return robot
    assert robot.water is not None  # checked on reading
    density = robot.water.density
    bodies = dict(robot.bodies)
    for wing, name, span in sections:
        bodies[name] = kept(_with_plate, bodies[name], wing, span, density)
    return robot.model_copy(update={"bodies": bodies})


def _sections(robot: Robot) -> list[tuple[Wing, str, float]]:
    """Wing, body and span of every section; none in a vacuum."""
    if robot.water is None or not robot.water.density:
        return []
    return [
        (wing, body, span)
        for wing in robot.wings.values()
        if not wing.is_lattice
        for body, span in zip(wing.bodies, wing.spans, strict=True)
    ]


def _middle(wing: Wing, span: float) -> np.ndarray:
    """Mid-chord in the middle of the span."""
    return (0.5 - wing.elastic_axis) * wing.chord * np.array(wing.aft) + span / 2 * np.array(
        wing.along
    )


def _with_plate(body: Body, wing: Wing, span: float, density: float) -> Body:
    own = np.zeros((6, 6)) if body.added_mass is None else np.array(body.added_mass)
    total = own + plate_added_mass(wing, span, density)
    return body.model_copy(update={"added_mass": tuple(map(tuple, total.tolist()))})


def plate_added_mass(wing: Wing, span: float, density: float) -> np.ndarray:
    """6x6 about the origin of the body, its own axes: pi rho b^2 per length across the plate."""
    b, aft, along = wing.chord / 2, np.array(wing.aft), np.array(wing.along)
    mass = math.pi * density * b * b * span
    normal = np.cross(aft, along)
    # the velocity of the middle along the normal
    across = np.concatenate([normal, np.cross(_middle(wing, span), normal)])
    found = mass * np.outer(across, across)
    found[3:, 3:] += mass * (b * b / 8 * np.outer(along, along) + span**2 / 12 * np.outer(aft, aft))
    return found
