"""Named access to the numbers of a row: `row.inertia` reads 21 numbers as an `Inertia`."""

from __future__ import annotations

from typing import Any

from pelagos.compiled.layout import Layout
from pelagos.equations.algebra import Force, Motion, Vec3
from pelagos.equations.inertia import Inertia, Pose

READERS = {"vector": Vec3, "motion": Motion, "force": Force, "pose": Pose, "inertia": Inertia}


class View:
    """A row seen through its layout; reading loads, assigning stores."""

    __slots__ = ("_layout", "_row")

    def __init__(self, layout: Layout, row: Any):
        object.__setattr__(self, "_layout", layout)
        object.__setattr__(self, "_row", row)

    def __getattr__(self, name: str) -> Any:
        field = self._layout[name]
        numbers = [self._row[i] for i in range(field.span.start, field.span.stop)]
        return numbers[0] if field.kind == "number" else READERS[field.kind].of(numbers)

    def __setattr__(self, name: str, value: Any) -> None:
        field = self._layout[name]
        numbers = (value,) if field.kind == "number" else tuple(value)
        for index, number in enumerate(numbers, field.start):
            self._row[index] = number
