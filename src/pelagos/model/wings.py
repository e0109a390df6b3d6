"""Words for lifting surfaces: which bodies carry them, their planform, and how the flow is found.

A wing is a row of bodies, the root first. Each carries a rectangle: from its origin along `along`
it reaches as far as its `span`; its leading edge lies `elastic_axis` chords ahead of that line, and
`aft` points from the leading to the trailing edge. Lift counts along aft x along. The flow is that
of the robot's water, whatever fluid its density makes of it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BeforeValidator, Field, model_validator

from pelagos.language import units
from pelagos.language.words import (
    ONE_OR_ARRAY,
    Axis,
    Duration,
    Number,
    Positive,
    Quantity,
    Read,
    Size,
    Words,
    refusal,
    to_number,
)

MOST_PANELS = 200  # along one direction of one body
Count = Annotated[int, Field(ge=1, le=MOST_PANELS)]
PositiveNumber = Annotated[float, Quantity(), Positive()]
Speed = Annotated[float, Quantity(units.SPEED), Positive()]


def _lengths(words: Any) -> tuple[float, ...]:
    """One length, or one per body."""
    items = words if isinstance(words, list | tuple) else [words]
    found = tuple(to_number(item, (units.LENGTH,)) for item in items)
    if not found or min(found) <= 0:
        raise refusal("spans are lengths above 0", "give one, or one per body")
    return found


def _names(words: Any) -> Any:
    return [words] if isinstance(words, str) else words


class Panels(Words):
    """How many panels: along the `chord`, and along the `span` of each body."""

    chord: Count = 4
    span: Count = 2


class Wing(Words):
    """A lifting surface on a row of bodies.

    method: `vortex-lattice` (unsteady, rings, a straight wake of `wake` chords) or `strip`
    (sections with the plane flow's memory; `lift_slope` per radian).
    mirror: the plane through the world's origin across x, y or z in which the flow has an image.
    step: how often the lattice is solved; by default the time in which a panel's chord passes at
    `speed`, which is that of the current at the start unless given.
    circulation: keep the circulation of all panels in results.
    """

    bodies: Annotated[tuple[str, ...], BeforeValidator(_names), Field(min_length=1)]
    span: Annotated[tuple[float, ...], Read(_lengths, ONE_OR_ARRAY)]
    chord: Size
    elastic_axis: Number = 0.5
    along: Axis = (1.0, 0.0, 0.0)
    aft: Axis = (0.0, -1.0, 0.0)
    panels: Panels = Panels()
    method: Literal["vortex-lattice", "strip"] = "vortex-lattice"
    wake: PositiveNumber = 10.0
    mirror: Literal["none", "x", "y", "z"] = "none"
    speed: Speed | None = None
    step: Duration | None = None
    lift_slope: PositiveNumber = 2 * math.pi
    circulation: bool = False

    @model_validator(mode="after")
    def _fits(self) -> Wing:
        cosine = abs(float(np.dot(self.along, self.aft)))
        if cosine > 1e-6:
            between = math.degrees(math.acos(min(1.0, cosine)))
            raise refusal(
                f"along and aft are at {between:.4g} degrees", "make them perpendicular", "aft"
            )
        if len(self.span) not in (1, len(self.bodies)):
            raise refusal(
                f"{len(self.span)} spans for {len(self.bodies)} bodies",
                "give one, or one per body",
                "span",
            )
        if len(set(self.bodies)) < len(self.bodies):
            raise refusal("a body is named twice", "name each once, the root first", "bodies")
        return self

    @property
    def spans(self) -> tuple[float, ...]:
        """How far each body reaches."""
        return self.span * len(self.bodies) if len(self.span) == 1 else self.span

    @property
    def is_lattice(self) -> bool:
        return self.method == "vortex-lattice"


WRENCH = tuple(f"{kind}.{axis}" for kind in ("force", "torque") for axis in "xyz")
LOAD_TIME = "air.time"  # when the present loads of lattices began


def load_labels(body: str) -> tuple[str, ...]:
    """Held states of a body that a lattice loads: a wrench in world axes, then its rate."""
    return tuple(f"{body}.air.{part}{of}" for of in ("", ".rate") for part in WRENCH)


def lag_labels(body: str) -> tuple[str, str]:
    """States of a section by strip theory: what its wake remembers."""
    return f"{body}.lag1", f"{body}.lag2"


def panel_labels(name: str, wing: Wing) -> tuple[str, ...]:
    """Panels of a wing, rows from the leading edge, each from the root: blade.0.3."""
    columns = wing.panels.span * len(wing.bodies)
    return tuple(f"{name}.{i}.{j}" for i in range(wing.panels.chord) for j in range(columns))


def lattices_of(wings: Mapping[str, Wing]) -> dict[str, Wing]:
    """The wings with a vortex lattice."""
    return {name: wing for name, wing in wings.items() if wing.is_lattice}


def lattice_states(wings: Mapping[str, Wing]) -> tuple[str, ...]:
    """What a march remembers of the flow about lattices: loads, their time, circulations."""
    lattices = lattices_of(wings)
    if not lattices:
        return ()
    loads = [label for wing in lattices.values() for b in wing.bodies for label in load_labels(b)]
    return (*loads, LOAD_TIME, *(f"{panel}.circulation" for panel in kept_panels(wings)))


def kept_panels(wings: Mapping[str, Wing]) -> tuple[str, ...]:
    """Panels whose circulation results have: those of all lattices, if one asks for it."""
    lattices = lattices_of(wings)
    if not any(wing.circulation for wing in lattices.values()):
        return ()
    return tuple(label for name, wing in lattices.items() for label in panel_labels(name, wing))
