"""What the water does to one body: its words, and what its shape gives where they are silent."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import model_validator

from pelagos.language import units
from pelagos.language.matrix6 import Rows
from pelagos.language.placement import aligned_axes
from pelagos.language.shapes import Shape, check_cut
from pelagos.language.words import Point, Quantity, Vector, Words, as_vector, refusal
from pelagos.model.hydrodynamics.added_mass import FromMesh, FromShape, OfShape, of_mesh, of_shape
from pelagos.model.hydrodynamics.drag import SHAPE, DragLaw, completed
from pelagos.model.hydrodynamics.drag_of_shapes import drag_of

KEYS = ("buoyancy", "added_mass", "drag")  # what a shape may give
WORDS = (*KEYS, "lift")  # all that has a meaning in water only
FLOATING = ("sphere", "cylinder", "box", "mesh")


class Buoyancy(Words):
    """Displaced volume, and its centre in the body's frame; both are the shape's by default.

    `floating` is for what the surface of still water cuts: a sphere, a closed mesh, or a cylinder
    or box that is more or less upright, whose walls the waterline crosses. `upright` is the axis of
    a box that points up or down, in the axes of the shape.
    """

    short_forms = ({"type": "boolean"}, {"type": "string", "enum": ["shape", "none", "floating"]})

    volume: Annotated[float, Quantity(units.VOLUME, least=0.0)] = None  # type: ignore[assignment]
    at: Point = None  # type: ignore[assignment]
    floating: bool = False
    upright: Literal["x", "y", "z"] = "z"

    @model_validator(mode="before")
    @classmethod
    def _from_word(cls, words: Any) -> Any:
        if words == "floating":
            return {"floating": True}
        if words is True or words == SHAPE:
            return {}
        if words is False or words == "none":
            return {"volume": 0.0, "at": (0.0, 0.0, 0.0)}
        return words

    def prism_axes(self, shape: Shape) -> tuple[Vector, Vector]:
        """The upright axis of a cylinder or box and one across it, in the shape's axes."""
        if shape.cylinder is not None:
            across, _, along = aligned_axes(shape.cylinder.along).T
            return as_vector(along), as_vector(across)
        first = "xyz".index(self.upright)
        along, across, _ = np.roll(np.eye(3), -first, axis=0)
        return as_vector(along), as_vector(across)

    def prism_edges(self, shape: Shape) -> Vector:
        """Edges of a box: the upright one, then those across, in the order of `prism_axes`."""
        assert shape.box is not None
        return as_vector(np.roll(shape.box, -"xyz".index(self.upright)))


@dataclass(frozen=True)
class Immersion:
    """Numbers of one body in the water, and where each comes from."""

    volume: float = 0.0
    cob: Vector = (0.0, 0.0, 0.0)
    added_mass: Rows | None = None
    drag: tuple[DragLaw, ...] = ()
    sources: dict[str, str] = field(default_factory=dict)
    taken_along: OfShape | None = None  # what the added mass follows from, if from the shape


def immerse(
    density: float,
    shape: Shape | None,
    buoyancy: Buoyancy | None,
    added_mass: Rows | FromShape | FromMesh | bool | None,
    drag: tuple[DragLaw | str, ...] | None,
) -> Immersion:
    """All three for a body; None stands for keys that the words leave out."""
    sources: dict[str, str] = {}
    volume, cob, sources["buoyancy"] = _buoyancy(shape, buoyancy)
    if added_mass is None and shape is not None:
        added_mass = FromShape()
    matrix: Rows | None = None
    taken_along: OfShape | None = None
    if isinstance(added_mass, FromShape):
        taken_along = of_shape(_shape(shape, "added_mass"), added_mass.ends)
        matrix, sources["added_mass"] = taken_along.rows(density), taken_along.source
    elif isinstance(added_mass, FromMesh):
        taken_along = of_mesh(added_mass)
        matrix, sources["added_mass"] = taken_along.rows(density), taken_along.source
    elif added_mass:
        matrix, sources["added_mass"] = added_mass, "given"  # type: ignore[assignment]
    if drag is None:
        drag = () if shape is None else (SHAPE,)
    laws: list[DragLaw] = []
    said: list[str] = []
    for law in drag:
        if isinstance(law, str):
            more, source = drag_of(_shape(shape, "drag"))
            laws += more
            said.append(source)
        else:
            laws.append(completed(law, shape))
            said.append("given")
    if said:
        sources["drag"] = "; ".join(dict.fromkeys(said))
    sources = {key: source for key, source in sources.items() if source}
    return Immersion(volume, cob, matrix, tuple(laws), sources, taken_along)


def _shape(shape: Shape | None, key: str) -> Shape:
    if shape is None:
        raise refusal(
            f"{key} is to follow from the shape, but the body has none",
            "give the body a shape, or write the numbers",
            key,
        )
    return shape


def _buoyancy(shape: Shape | None, given: Buoyancy | None) -> tuple[float, Vector, str]:
    if given is None:
        if shape is None:
            return 0.0, (0.0, 0.0, 0.0), ""
        given = Buoyancy()
    facts: dict[str, Any] = given.__dict__
    volume, centre = facts["volume"], facts["at"]
    if given.floating:
        _check_floating(shape, volume)
        volume = None
    if volume == 0:
        return 0.0, centre or (0.0, 0.0, 0.0), ""
    if volume is None:
        volume = _shape(shape, "buoyancy").volume
        source = f"volume of the {_shape(shape, 'buoyancy').kind}"
    else:
        source = "given"
    if centre is None:
        if shape is None:
            raise refusal(
                "the centre of buoyancy is missing",
                "add at: [x, y, z], or give the body a shape",
                "buoyancy",
            )
        centre = as_vector(shape.centroid)
    return volume, centre, source


def _check_floating(shape: Shape | None, volume: float | None) -> None:
    """Only these shapes are cut by the surface, and the cut gives the volume."""
    kind = "no shape" if shape is None else f"the shape {shape.kind}"
    if shape is None or shape.kind not in FLOATING:
        raise refusal(
            f"a body with {kind} cannot float",
            f"give it one of the shapes {', '.join(FLOATING)}, or keep it under water",
            "buoyancy",
        )
    if shape.mesh is not None:
        check_cut(shape.mesh)
    if volume is not None and abs(volume - shape.volume) > 1e-9 * shape.volume:
        raise refusal(
            "the volume of a floating body follows from its shape and draught",
            "remove volume, or floating",
            "buoyancy",
        )
