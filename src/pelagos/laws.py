"""Words for laws of your own: vectors, wrenches and the functions they may use on numbers.

    from pelagos.laws import Force, sqrt

    def plate(velocity, density, p):
        speed = sqrt(velocity.v.dot(velocity.v))
        return Force.at(Vec3(0.1, 0, 0), -0.5 * density * p.k * speed * velocity.v)

    robot = pl.load("my-rov.yaml").with_laws(drag={"hull": plate})

See `Robot.with_laws`, and docs/how-to/laws.
"""

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
    "Force",
    "Mat3",
    "Motion",
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
