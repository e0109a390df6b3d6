"""Where each number of a compiled robot lives: one table per array, the only source of offsets.

A row is a run of numbers for one body, one degree of freedom or one force element. In a `Compiled`
robot a row is one-dimensional; in the kernels each number is followed by its lanes.
"""

from __future__ import annotations

from dataclasses import dataclass

SIZES = {"number": 1, "vector": 3, "motion": 6, "force": 6, "pose": 12, "inertia": 21}


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


# Body frames here are joint-aligned: z along the joint's first axis (see equations.joints).
BODY = Layout(
    "body: constants of a body",
    Field("placement", "pose", "joint frame in the parent's frame at q = 0", "m, 1"),
    Field("inertia", "inertia", "6x6 about the frame origin: M(6) C(9) J(6)", "kg, kg m, kg m2"),
    Field("mass", "number", "what gravity weighs, less the water displaced", "kg"),
    Field("moment", "vector", "the same for mass times centre, body axes", "kg m"),
)

STATE = Layout(
    "body scratch of one evaluation",
    Field("pose", "pose", "body frame in the parent's frame; written by outward", "m, 1"),
    Field("velocity", "motion", "of the frame origin, body axes; outward", "m/s, rad/s"),
    Field("bias", "motion", "acceleration without udot, body axes; outward", "m/s2, rad/s2"),
    Field("gravity", "vector", "gravity in body axes; outward", "m/s2"),
    Field("inertia", "inertia", "articulated inertia of bodies with children; inward", "kg, kg m2"),
    Field("force", "force", "articulated bias force; outward, elements, inward", "N, N m"),
    Field("acceleration", "motion", "of the frame origin, body axes; accelerate", "m/s2, rad/s2"),
    Field("relative", "motion", "velocity relative to the water; fluid", "m/s, rad/s"),
    Field("push", "force", "minus a trial wrench; response", "N, N m"),
    Field("reply", "motion", "acceleration due to the trial wrench; response", "m/s2, rad/s2"),
)

AXIS = Layout(
    "degree-of-freedom scratch of one evaluation",
    Field("U", "force", "I_A S; inward", "kg, kg m"),
    Field("d_inverse", "number", "1 / (S . U); inward", "1/kg or 1/(kg m2)"),
    Field("effort", "number", "tau - S . p_A; inward", "N or N m"),
    Field("trial", "number", "the same for a trial wrench; response", "N or N m"),
)

ROW = Layout(
    "constraint row at a state",
    Field("wrench_a", "force", "on body A per unit of constraint force, body axes", "1, m"),
    Field("wrench_b", "force", "on body B", "1, m"),
    Field("residual", "number", "c", "m or rad"),
    Field("rate", "number", "dc/dt", "m/s or rad/s"),
    Field("wanted", "number", "J udot that keeps (and restores) the constraint", "m/s2, rad/s2"),
    Field("flow", "number", "J u: rate of the row without its prescribed part", "m/s, rad/s"),
    Field("still", "number", "w . a of the bodies at udot = 0", "m/s2, rad/s2"),
)

POSE = Layout(
    "world pose of a body",
    Field("pose", "pose", "body frame in the world", "m, 1"),
)
