"""Words for drag: matrices and names of SNAME, ellipsoids, strips of cylinders, points.

Every law acts on the velocity relative to the water, and its force takes energy from the body,
unless matrices are given with `may_drive: true`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from pydantic import model_validator

from pelagos.language import matrix6, units
from pelagos.language.placement import Placement
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import (
    AtLeastZero,
    Axis,
    Point,
    Quantity,
    Read,
    Size,
    Words,
    as_vector,
    kind_of,
    read_below,
    refusal,
)
from pelagos.model.shapes import Shape

KINDS = ("ellipsoid", "strip", "point")
MATRICES = ("linear", "quadratic")
OPTIONS = ("sign", "at", "may_drive")  # of matrices, however they are given
AREA: units.Dimension = (0, 2, 0)
Area = Annotated[float, Quantity(AREA, least=0.0)]


class MatrixDrag(Words):
    """force_i = -sum_j (linear_ij v_j + quadratic_ij |v_j| v_j), in the frame `at` on the body."""

    kind: Literal["matrix"] = "matrix"
    at: Placement = Placement()
    linear: matrix6.Rows = matrix6.rows(np.zeros((6, 6)))
    quadratic: matrix6.Rows = matrix6.rows(np.zeros((6, 6)))


class AtPoint(Words):
    """What the laws have in common that look at the velocity of points along an axis.

    `axis` and `at` are those of the body's shape unless given.
    """

    from_shape: ClassVar[tuple[str, ...]] = ("axis", "at")

    # completed from the shape on reading, so these are never None
    axis: Axis = None  # type: ignore[assignment]
    at: Point = None  # type: ignore[assignment]

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, words: Any) -> Any:
        """Refuse unknown keys with near names; words of a law may be left out but for {}."""
        for key in words if isinstance(words, dict) else ():
            if key not in cls.model_fields or key == "kind":
                known = [name for name in cls.model_fields if name != "kind"]
                raise refusal("unknown key", did_you_mean(str(key), known), str(key))
        return words


class EllipsoidDrag(AtPoint):
    """Axial and normal drag at one point.

    cross-flow: -rho/2 (axial_area axial |v_x| v_x, normal_area normal |v_n| v_n), with v_x along
    the axis and v_n across (Jorgensen 1977). speed: -rho/2 |v| (axial_area axial v_x, normal_area
    normal v_n), as in Donohue et al. 2023, eq 38-40, with the speed in place of its square.
    """

    from_shape = ("axis", "at", "axial_area", "normal_area")

    kind: Literal["ellipsoid"] = "ellipsoid"
    axial: AtLeastZero
    normal: AtLeastZero
    axial_area: Area = None  # type: ignore[assignment]
    normal_area: Area = None  # type: ignore[assignment]
    form: Literal["cross-flow", "speed"] = "cross-flow"


class StripDrag(AtPoint):
    """A cylinder, integrated along its length with the local velocity (Morison et al. 1950).

    Per length -rho/2 (2 radius normal |v_n| v_n + 2 pi radius axial |v_x| v_x); `axial` is a skin
    friction. `at` is the middle of the cylinder.
    """

    from_shape = ("axis", "at", "radius", "length")

    kind: Literal["strip"] = "strip"
    normal: AtLeastZero
    axial: AtLeastZero = 0.0
    radius: Size = None  # type: ignore[assignment]
    length: Size = None  # type: ignore[assignment]


class PointDrag(AtPoint):
    """Normal drag of a cylinder as one force at a point, Donohue et al. 2023, eq 27.

    cross-flow: -rho/2 normal_area normal |v_n| v_n. inclined: also times sin^2 of the angle between
    the axis and the relative velocity, their eq 28.
    """

    from_shape = ("axis", "at", "normal_area")

    kind: Literal["point"] = "point"
    normal: AtLeastZero
    normal_area: Area = None  # type: ignore[assignment]
    form: Literal["cross-flow", "inclined"] = "cross-flow"

    @property
    def axial(self) -> float:
        """There is no axial force."""
        return 0.0

    @property
    def axial_area(self) -> float:
        """There is no axial force."""
        return 0.0


DragLaw = MatrixDrag | EllipsoidDrag | StripDrag | PointDrag
_LAWS: dict[str, type[EllipsoidDrag] | type[StripDrag] | type[PointDrag]] = {
    "ellipsoid": EllipsoidDrag,
    "strip": StripDrag,
    "point": PointDrag,
}
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
    if isinstance(law, MatrixDrag):
        return law
    missing = [key for key in law.from_shape if getattr(law, key) is None]
    if not missing:
        return law
    facts = {} if shape is None else _facts(shape)
    facts.setdefault("at", (0.0, 0.0, 0.0))
    unknown = [key for key in missing if key not in facts]
    if unknown:
        what = "has no shape" if shape is None else f"is a {shape.kind}"
        fitting = "a cylinder or capsule" if law.kind != "ellipsoid" else "an ellipsoid"
        raise refusal(
            f"{' and '.join(unknown)} of the {law.kind} drag cannot follow: the body {what}",
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
