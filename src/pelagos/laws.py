"""Words for laws and elements of your own: what they derive from, and what they may use on numbers.

    from pelagos.laws import Force, sqrt

    def plate(velocity, density, p):
        speed = sqrt(velocity.v.dot(velocity.v))
        return Force.at(Vec3(0.1, 0, 0), -0.5 * density * p.k * speed * velocity.v)

    robot = pl.load("my-rov.yaml").with_laws(drag={"hull": plate})

See `Robot.with_laws`, `Robot.with_elements`, and docs/how-to/laws and docs/how-to/elements.
"""

from pelagos.elements.contract import (
    BodyName,
    BodyOrWorld,
    Element,
    ElementWords,
    Output,
    OwnState,
    Thread,
)
from pelagos.elements.site import End, Site
from pelagos.elements.world_places import PlaceOf, PointOf
from pelagos.language.signals import Signal
from pelagos.language.words import AtLeastZero, Length, Number, Point
from pelagos.mathematics.algebra import Force, Mat3, Motion, Vec3
from pelagos.mathematics.scalars import (
    absolute,
    acos,
    asin,
    atan,
    atan2,
    clip,
    cos,
    exp,
    floor,
    log,
    maximum,
    minimum,
    power,
    sign,
    sin,
    sqrt,
    tan,
    tanh,
    where,
)

__all__ = [
    "AtLeastZero",
    "BodyName",
    "BodyOrWorld",
    "Element",
    "ElementWords",
    "End",
    "Force",
    "Length",
    "Mat3",
    "Motion",
    "Number",
    "Output",
    "OwnState",
    "PlaceOf",
    "Point",
    "PointOf",
    "Signal",
    "Site",
    "Thread",
    "Vec3",
    "absolute",
    "acos",
    "asin",
    "atan",
    "atan2",
    "clip",
    "cos",
    "exp",
    "floor",
    "log",
    "maximum",
    "minimum",
    "power",
    "sign",
    "sin",
    "sqrt",
    "tan",
    "tanh",
    "where",
]
