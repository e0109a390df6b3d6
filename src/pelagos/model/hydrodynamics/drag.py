"""The words `drag:` and `lift:` of a body: matrices, names of SNAME, and laws of elements.

Every law acts on the velocity relative to the water, and its force takes energy from the body,
unless matrices are given with `may_drive: true`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import numpy as np

from pelagos.elements.drag.law import AtPoint, WaterLaw
from pelagos.elements.drag.matrix import MatrixDrag
from pelagos.elements.table import kinds
from pelagos.language import matrix6
from pelagos.language.placement import Placement
from pelagos.language.shapes import Shape
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import (
    Read,
    as_vector,
    kind_of,
    read_below,
    refusal,
)

_LAWS = {key: words for key, words in kinds("drag").items() if key != MatrixDrag.key}
KINDS = tuple(_LAWS)
MATRICES = ("linear", "quadratic")
OPTIONS = ("sign", "at", "may_drive")  # of matrices, however they are given
DragLaw = WaterLaw
SHAPE = "shape"
NONE: tuple[DragLaw, ...] = ()


def to_drag(words: Any) -> tuple[DragLaw | str, ...]:
    """All laws of a body; "shape" stands for those that its shape gives."""
    if words is False or words == "none":
        return NONE
    if isinstance(words, list | tuple):
        return tuple(law for item in words for law in to_drag(item))
    if words is True or words == SHAPE:
        return (SHAPE,)
    if isinstance(words, dict):
        return tuple(_laws(words))
    raise refusal(
        f"drag cannot be {kind_of(words)}",
        "write {linear: [6 numbers], quadratic: [6 numbers]}, names such as X_u, one of "
        + ", ".join(KINDS)
        + ", a list of these, shape or false",
    )


def _laws(words: dict[str, Any]) -> Iterator[DragLaw]:
    """The laws in one mapping: one matrix law, and one of each other kind."""
    names = {key: value for key, value in words.items() if _is_derivative(key)}
    for key in words:
        if key not in (*names, *MATRICES, *OPTIONS, *KINDS):
            known = (*MATRICES, *OPTIONS, *KINDS, *DERIVATIVES)
            raise refusal("unknown key", did_you_mean(key, known), key)
    given = [key for key in MATRICES if key in words]
    if "sign" in words and not names:
        raise refusal("the sign belongs to names such as X_u", "remove sign", "sign")
    for key in ("at", "may_drive"):
        if key in words and not (names or given):
            raise refusal("this belongs to matrices and names", f"remove {key}", key)
    if names or given:
        yield _matrix(words, names)
    for kind, law in _LAWS.items():
        if kind in words:
            yield read_below(kind, law, words[kind])
    if not words:
        raise refusal("no drag law is given", "write false for none, or shape")


def _is_derivative(name: str) -> bool:
    place = matrix6.derivative(name)
    return place is not None and place[0] != "rate"


def _matrix(words: dict[str, Any], names: dict[str, Any]) -> MatrixDrag:
    matrices: dict[str, matrix6.Array] = {}
    for key in MATRICES:
        if key in words:
            try:
                matrices[key] = matrix6.to_matrix(words[key])
            except Exception as error:
                raise matrix6.narrowed(error, key) from None
    if names and matrices:
        raise refusal(
            f"drag is given by {next(iter(matrices))} and by {next(iter(names))}",
            "use matrices or names",
        )
    remedy = "make damping positive on the diagonal; the force is minus the matrix times velocity"
    if names:
        sign = matrix6.choice(words, "sign", matrix6.SIGNS)
        found = matrix6.from_names(names, sign)
        matrices = {
            key: found[kind]
            for key, kind in (("linear", "linear"), ("quadratic", "square"))
            if kind in found
        }
        if sign == "fossen":
            remedy = "write derivatives as Fossen prints them (X_u: -4, X_|u|u: -18), "
            remedy += "or sign: magnitude"
    may_drive = words.get("may_drive", False)
    if not isinstance(may_drive, bool):
        raise refusal("must be true or false", "", "may_drive")
    remedy += "; where published numbers do so, add may_drive: true"
    for key, check in (("linear", matrix6.check_linear), ("quadratic", matrix6.check_quadratic)):
        if key in matrices and not may_drive:
            check(matrices[key], remedy)
    # the point, or the frame, on the body where the matrices hold
    frame = read_below("at", Placement, words["at"]) if "at" in words else Placement()
    return MatrixDrag(at=frame, **{key: matrix6.rows(m) for key, m in matrices.items()})


def completed(law: DragLaw, shape: Shape | None) -> DragLaw:
    """The law with what the words leave to the shape of the body."""
    if not isinstance(law, AtPoint):
        return law
    missing = [key for key in law.from_shape if getattr(law, key) is None]
    if not missing:
        return law
    facts = {} if shape is None else _facts(shape)
    facts.setdefault("at", (0.0, 0.0, 0.0))
    unknown = [key for key in missing if key not in facts]
    if unknown:
        what = "has no shape" if shape is None else f"is a {shape.kind}"
        fitting = "a cylinder or capsule" if law.key != "ellipsoid" else "an ellipsoid"
        raise refusal(
            f"{' and '.join(unknown)} of the {law.key} drag cannot follow: the body {what}",
            f"give {' and '.join(unknown)}, or give the body the shape of {fitting}",
            "drag",
        )
    return law.model_copy(update={key: facts[key] for key in missing})


def _facts(shape: Shape) -> dict[str, Any]:
    """Axis, centre, sizes and areas of a shape that has an axis."""
    facts: dict[str, Any] = {"at": as_vector(shape.centroid)}
    rod = shape.cylinder or shape.capsule
    if rod is not None:
        facts |= {"axis": rod.along, "radius": rod.radius, "length": rod.length}
        facts |= {
            "axial_area": np.pi * rod.radius**2,
            "normal_area": 2 * rod.radius * rod.length,
        }
        if shape.capsule is not None:
            facts["normal_area"] += np.pi * rod.radius**2
    elif shape.sphere is not None or shape.ellipsoid is not None:
        semi = shape.ellipsoid or (shape.sphere or 0.0,) * 3
        longest = int(np.argmax(semi))
        b, c = (semi[(longest + i) % 3] for i in (1, 2))
        axis = tuple(float(i == longest) for i in range(3))
        facts |= {"axis": axis, "axial_area": np.pi * b * c}
        facts["normal_area"] = np.pi * semi[longest] * np.sqrt(b * c)
    if "axis" in facts:
        facts["axis"] = as_vector(shape.at.R @ np.array(facts["axis"]))
    return {k: float(v) if not isinstance(v, tuple) else v for k, v in facts.items()}


DERIVATIVES = tuple(
    f"{force}_{name}"
    for force in matrix6.FORCES
    for speed in matrix6.SPEEDS
    for name in (speed, f"|{speed}|{speed}", f"{speed}|{speed}|", 2 * speed)
)
_ENTRY = {"type": ["number", "string"]}
_LAW = {
    "type": "object",
    "properties": {
        **dict.fromkeys(DERIVATIVES, _ENTRY),
        "linear": {"type": "array"},
        "quadratic": {"type": "array"},
        "sign": {"type": "string", "enum": ["fossen", "magnitude"]},
        "at": {"type": ["array", "object"]},
        "may_drive": {"type": "boolean"},
        **{kind: {"type": "object"} for kind in KINDS},
    },
    "additionalProperties": False,
}
_WORD = {"type": "string", "enum": [SHAPE, "none"]}
_SEVERAL = {"type": "array", "items": {"anyOf": [_WORD, _LAW]}}
_SCHEMA: dict[str, Any] = {"anyOf": [{"type": "boolean"}, _WORD, _LAW, _SEVERAL]}
Drag = Annotated[tuple[DragLaw, ...], Read(to_drag, _SCHEMA)]

# --- lift -----------------------------------------------------------------------------------

_LIFTS = kinds("lift")


def to_lift(words: Any) -> tuple[WaterLaw, ...]:
    """All lift laws of a body: a mapping of one of each kind, or a list of such."""
    if words is False or words == "none":
        return ()
    if isinstance(words, list | tuple):
        return tuple(law for item in words for law in to_lift(item))
    if not isinstance(words, dict) or not words:
        raise refusal(
            f"lift cannot be {kind_of(words)}",
            "write {hull: {area, slope, at}}, {fin: {area, slope, at, span}}, a list of these, "
            "or false",
        )
    for key in words:
        if key not in _LIFTS:
            raise refusal("unknown key", did_you_mean(str(key), _LIFTS), str(key))
    return tuple(read_below(kind, _LIFTS[kind], words[kind]) for kind in words)


_LIFT = {
    "type": "object",
    "properties": {kind: {"type": "object"} for kind in sorted(_LIFTS, reverse=True)},
    "additionalProperties": False,
}
_LIFT_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "boolean"},
        {"type": "string", "enum": ["none"]},
        _LIFT,
        {"type": "array", "items": _LIFT},
    ]
}
Lift = Annotated[tuple[WaterLaw, ...], Read(to_lift, _LIFT_SCHEMA)]
