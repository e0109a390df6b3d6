"""Where each number of a compiled robot lives: one table per array, the only source of offsets.

A row is a run of numbers for one body, one degree of freedom or one force element. In a `Compiled`
robot a row is one-dimensional.
"""

from __future__ import annotations

from dataclasses import dataclass

from pelagos.joints.table import OWN_NUMBERS

SIZES = {
    "number": 1,
    "vector": 3,
    "motion": 6,
    "force": 6,
    "pose": 12,
    "inertia": 21,
    "joint": OWN_NUMBERS,
}


@dataclass(frozen=True)
class Field:
    """One named quantity of a row."""

    name: str
    kind: str  # a key of SIZES: how the numbers are read
    meaning: str
    unit: str
    start: int = 0

    @property
    def size(self) -> int:
        return SIZES[self.kind]

    @property
    def span(self) -> slice:
        return slice(self.start, self.start + self.size)


class Layout:
    """The fields of a row, in order."""

    def __init__(self, name: str, *fields: Field):
        self.name = name
        self.fields: dict[str, Field] = {}
        self.size = 0
        for field in fields:
            self.fields[field.name] = Field(
                field.name, field.kind, field.meaning, field.unit, self.size
            )
            self.size += field.size

    def __getitem__(self, name: str) -> Field:
        return self.fields[name]


# Body frames here are joint-aligned: z along the joint's first axis (see joints.contract).
BODY = Layout(
    "body: constants of a body",
    Field("placement", "pose", "joint frame in the parent's frame at q = 0", "m, 1"),
    Field("inertia", "inertia", "6x6 about the frame origin: M(6) C(9) J(6)", "kg, kg m, kg m2"),
    Field("mass", "number", "what gravity weighs, less the water displaced", "kg"),
    Field("moment", "vector", "the same for mass times centre, body axes", "kg m"),
    Field("joint", "joint", "numbers of the joint's kind, such as a pitch", "SI"),
)
