"""Wings by strip theory: a section per body, and the added mass that goes with it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from pelagos.elements.body.wing_section import WingSection
from pelagos.elements.site import Axes
from pelagos.mechanism.part_cache import PartCache
from pelagos.model.bodies import Body
from pelagos.model.robot import Robot
from pelagos.model.wings import Wing, lag_labels


class StripSection(NamedTuple):
    """A part of a wing on one body."""

    wing: Wing
    body: str
    span: float

    def element(self, axes: Axes, states: Mapping[str, int]) -> WingSection:
        """Given the places of auxiliary states."""
        wing = self.wing
        return WingSection(
            link=axes.link,
            lag=states[lag_labels(self.body)[0]],
            middle=axes.vector(_middle(wing, self.span)),
            aft=axes.vector(wing.aft),
            along=axes.vector(wing.along),
            half_chord=wing.chord / 2,
            span=self.span,
            slope=wing.lift_slope,
        )


def with_plates(robot: Robot, kept: PartCache) -> Robot:
    """The robot whose sections take along the fluid of a flat plate."""
    sections = sections_of(robot)
    if not sections:
        return robot
    assert robot.water is not None  # checked on reading
    density = robot.water.density
    bodies = dict(robot.bodies)
    for section in sections:
        own = bodies[section.body]
        bodies[section.body] = kept(_with_plate, own, section.wing, section.span, density)
    return robot.model_copy(update={"bodies": bodies})


def sections_of(robot: Robot) -> list[StripSection]:
    """Every section; none in a vacuum."""
    if robot.water is None or not robot.water.density:
        return []
    return [
        StripSection(wing, body, span)
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
