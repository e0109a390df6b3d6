"""What expressions read off bodies: which readings there are, and what stands in their brackets."""

from __future__ import annotations

from pelagos.language.expressions import BodyReading
from pelagos.language.units import ExpressionError

READINGS = ("pos", "vel", "distance", "speed")  # of bodies and docks, in conditions of events
# of bodies, `rot` with two axes and `effort` of actuators: in what is watched in a run
MEASURES = (
    *("north", "east", "depth", "roll", "pitch", "heading", "surge", "sway", "heave"),
    *("roll_rate", "pitch_rate", "yaw_rate", "rot", "effort"),
)


def reading(kind: str, label: str) -> BodyReading:
    """What stands in the brackets of pos, vel, distance, speed or a measure."""
    if kind == "rot":
        body, _, axes = label.rpartition(".")
        if not body or len(axes) != 2 or not set(axes) <= set("xyz"):
            remedy = f"write rot[{label}.xz]: along x of the world, of its own z axis"
            raise ExpressionError(f"which axes of {label!r} are meant?", remedy)
        return BodyReading(kind, (body, axes))
    if kind in MEASURES:
        return BodyReading(kind, (label,))
    if kind in ("pos", "vel"):
        body, _, axis = label.rpartition(".")
        if not body or axis not in ("x", "y", "z"):
            raise ExpressionError(
                f"which axis of {label!r} is meant?", f"write {kind}[{label}.x], .y or .z"
            )
        return BodyReading(kind, (body, axis))
    names = tuple(name.strip().strip("'\"") for name in label.split(","))
    if not all(names) or len(names) > 2:
        raise ExpressionError(
            f"{kind} of {len(names)} names", f"write {kind}[one, other] or {kind}[dock]"
        )
    return BodyReading(kind, names)
