"""Currents by a table of depths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pelagos.elements.flow.field import FlowField
from pelagos.mathematics.algebra import Vec3
from pelagos.mathematics.scalars import Scalar, clip


class Layer(NamedTuple):
    """Water between two rows: what a cubic adds to the velocity at its top, x below that."""

    top: float  # depth
    thickness: float
    linear: Vec3
    square: Vec3
    cubic: Vec3

    def change(self, depth: Scalar) -> Vec3:
        """From its top to a depth; nothing above, all of it below."""
        x = clip(depth - self.top, 0.0, self.thickness)
        return x * (self.linear + x * (self.square + x * self.cubic))


@dataclass(frozen=True)
class ProfileCurrent(FlowField):
    """The velocity at the first row and the changes of all layers down to a depth.

    All layers are added up, so no row is looked for: a compiled program has no branches.
    """

    first: Vec3
    layers: tuple[Layer, ...]
    up: Vec3
    surface: float

    def velocity(self, t: Scalar, point: Vec3) -> Vec3:
        depth, found = self.surface - self.up.dot(point), self.first
        for layer in self.layers:
            found = found + layer.change(depth)
        return found
