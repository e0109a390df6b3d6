"""Words for added mass: a matrix, six numbers, names of motions, names of SNAME, or the shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic_core import PydanticCustomError

from pelagos.language import matrix6
from pelagos.language.placement import Placement
from pelagos.language.shapes import Shape
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import Read, kind_of, read_below, refusal, to_number
from pelagos.model.hydrodynamics import added_mass_of_rods
from pelagos.model.hydrodynamics import added_mass_of_shapes as hydrodynamics
from pelagos.model.hydrodynamics.added_mass_of_meshes import KEYS as OF_MESH
from pelagos.model.hydrodynamics.added_mass_of_meshes import FromMesh

RATES = tuple(f"{force}_{speed}dot" for force in matrix6.FORCES for speed in matrix6.SPEEDS)
_OPTIONS = ("at", "sign", "matrix", "shape", "ends")

_ENTRY = {"type": ["number", "string"]}
_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": ["array", "boolean"]},
        {"type": "string", "enum": ["shape", "none"]},
        {
            "type": "object",
            "properties": {
                **dict.fromkeys((*matrix6.MOTIONS, *RATES), _ENTRY),
                "at": {"type": ["array", "object"]},
                "sign": {"type": "string", "enum": list(matrix6.SIGNS)},
                "matrix": {"type": "array"},
                "shape": {"type": "boolean"},
                "ends": {"type": "string", "enum": list(added_mass_of_rods.ENDS)},
                "from": {"type": "string"},
                "unit": {"type": "string", "enum": ["m", "cm", "mm", "in", "ft"]},
                "panels": {"type": "integer"},
                "decimate": {"type": "integer"},
                "close_holes": {"type": "boolean"},
                "unite": {"type": "boolean"},
                "fill": _ENTRY,
                "displaced": _ENTRY,
                "per_density": {"type": "array"},
                "source": {"type": "string"},
            },
            "additionalProperties": False,
        },
    ]
}


class FromShape:
    """The wish to take what the shape gives; `ends` in the place of those of the cylinder."""

    def __init__(self, ends: str | None = None) -> None:
        self.ends = ends


def to_added_mass(words: Any) -> matrix6.Rows | FromShape | FromMesh | bool:
    """The matrix about the body's origin; or what to take it from; or False for none."""
    if words is True or words == "shape":
        return FromShape()
    if words is False or words == "none":
        return False
    if isinstance(words, list | tuple):
        return matrix6.rows(matrix6.check_added_mass(matrix6.to_matrix(words)))
    if isinstance(words, dict):
        return _from_mapping(words)
    raise refusal(
        f"added mass cannot be {kind_of(words)}",
        "write 6 numbers, a 6x6, {surge: ...}, {X_udot: ...}, {from: hull.stl}, shape or false",
    )


def _from_mapping(words: dict[str, Any]) -> matrix6.Rows | FromShape | FromMesh | bool:
    if "from" in words:
        for key in words:
            if key not in OF_MESH:
                raise refusal("unknown beside from", did_you_mean(key, OF_MESH), key)
        return FromMesh.model_validate(words)
    names = [key for key in words if key in RATES]
    motions = [key for key in words if key in matrix6.MOTIONS]
    for key in words:
        if key not in (*names, *motions, *_OPTIONS):
            known = (*matrix6.MOTIONS, *RATES, *_OPTIONS, "from")
            raise refusal("unknown key", did_you_mean(key, known), key)
    forms = [*names[:1], *motions[:1], *(key for key in ("matrix", "shape") if key in words)]
    if not forms and "ends" in words:  # whose ends, if not the shape's
        return _from_shape({**words, "shape": True})
    if len(forms) != 1:
        said = " and ".join(forms) or "nothing"
        raise refusal(
            f"the added mass is given by {said}",
            "give exactly one of: names such as surge, names such as X_udot, matrix, shape, from",
        )
    if "shape" in words:
        return _from_shape(words)
    if "ends" in words:
        raise refusal("ends belong to the added mass of a shape", "remove ends", "ends")
    sign = matrix6.choice(words, "sign", matrix6.SIGNS)
    # the point, or the frame, on the body where the matrix holds
    frame = read_below("at", Placement, words["at"]) if "at" in words else Placement()
    remedy = ""
    if names:
        matrix = matrix6.from_names({key: words[key] for key in names}, sign)["rate"]
        if sign == "fossen":
            remedy = "write derivatives as Fossen prints them (X_udot: -5.5), or sign: magnitude"
    elif "sign" in words:
        raise refusal("the sign belongs to names such as X_udot", "remove sign", "sign")
    elif motions:
        matrix = np.diag([_number(words, motion) for motion in matrix6.MOTIONS])
    else:
        matrix = _at_key("matrix", lambda: matrix6.to_matrix(words["matrix"]))
    matrix = matrix6.check_added_mass(matrix, remedy)
    return matrix6.rows(hydrodynamics.about_origin(matrix, frame))


def _from_shape(words: dict[str, Any]) -> FromShape | bool:
    """{shape: true, ends: flat}, or {ends: flat} alone."""
    extra = [key for key in words if key not in ("shape", "ends")]
    if extra:
        raise refusal(f"a shape has its own {extra[0]}", f"remove {extra[0]}", extra[0])
    if not isinstance(words["shape"], bool):
        raise refusal("true or false is needed", "write shape: true", "shape")
    if not words["shape"]:
        return False
    ends = matrix6.choice(words, "ends", added_mass_of_rods.ENDS) if "ends" in words else None
    return FromShape(ends)


def _number(words: dict[str, Any], key: str) -> float:
    return _at_key(key, lambda: to_number(words.get(key, 0.0)))


def _at_key(key: str, read: Callable[[], Any]) -> Any:
    try:
        return read()
    except PydanticCustomError as error:
        raise matrix6.narrowed(error, key) from None


class OfShape(NamedTuple):
    """What a shape takes along, whatever the density."""

    matrix: NDArray[np.float64]  # for a density of one, in the shape's axes about its centre
    moves: NDArray[np.float64]  # of that frame per motion of the body's
    source: str

    def rows(self, density: float) -> matrix6.Rows:
        """The added mass about the body's origin."""
        return matrix6.rows(hydrodynamics.moved(density * self.matrix, self.moves))


def of_shape(shape: Shape, ends: str | None) -> OfShape:
    """The added mass of a shape."""
    if ends is not None and shape.cylinder is None:
        raise refusal(
            f"ends are those of a cylinder, and the body is a {shape.kind}",
            "remove ends",
            "added_mass",
        )
    estimate = hydrodynamics.added_mass(shape, ends)
    centre = Placement(position=tuple(shape.centroid), quaternion=shape.at.unit_quaternion)
    return OfShape(estimate.matrix, centre.moves, estimate.source)


def of_mesh(mesh: FromMesh) -> OfShape:
    """The added mass that was computed from a mesh."""
    return OfShape(mesh.matrix, mesh.at.moves, mesh.source)


AddedMass = Annotated[matrix6.Rows, Read(to_added_mass, _SCHEMA)]
