"""Words for what a body looks like: any number of parts, which no equation reads.

A part is a shape of the model, a mesh that need not be closed, or one of a few procedural forms.
Parts have no say in mass, water or contact, so robots that differ in them alone are equal.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from pelagos.files import UnreadableError, read_bytes
from pelagos.language import units
from pelagos.language.files import LARGEST_FILE, find
from pelagos.language.inertias import Inertia
from pelagos.language.placement import Placement
from pelagos.language.shapes import Cylinder, Rod
from pelagos.language.visuals.colors import Color
from pelagos.language.words import (
    Axis,
    Length,
    Number,
    Point,
    Positive,
    Quantity,
    Size,
    Sizes,
    Words,
    refusal,
    to_number,
)

MESH_ENDINGS = (".stl", ".obj", ".ply", ".glb")
MOST_PARTS = 400  # of a body
MOST_POINTS = 400  # of an outline or a profile
MOST_TURNS = 100.0
MOST_BLADES = 12

_length = Annotated[float, Quantity(units.LENGTH, least=0.0)]
Pair = tuple[Length, Length]
Share = Annotated[float, Quantity(least=0.0)]


def _scales(words: Any) -> Any:
    """One factor, or one for each axis."""
    many = words if isinstance(words, list | tuple) else [words] * 3
    if len(many) != 3:
        raise refusal(f"a scale is one number or three, this has {len(many)}", "give one number")
    return tuple(to_number(item) for item in many)


class VisualMesh(Words):
    """A surface from an STL, OBJ, PLY or GLB file, times `scale` (one number, or one per axis).

    It may have holes. With `sha256` given the file is not opened on reading: what a result shows
    of it travels in the result. Volume, centroid and inertia are what earlier versions kept.
    """

    file: str
    scale: Annotated[tuple[Number, Number, Number], BeforeValidator(_scales)] = (1.0, 1.0, 1.0)
    sha256: str = ""
    volume: Annotated[float, Quantity(units.VOLUME), Positive()] | None = None
    centroid: Point | None = None
    inertia: Inertia | None = None

    @model_validator(mode="after")
    def _look_at_file(self) -> VisualMesh:
        if any(factor == 0 for factor in self.scale):
            raise refusal("a scale of 0 leaves nothing", "use another factor", "scale")
        if not self.sha256:
            try:
                content = read_bytes(find(self.file, MESH_ENDINGS), LARGEST_FILE)
            except UnreadableError as error:
                raise refusal(f"the mesh cannot be read: {error}", "check the file") from None
            # frozen for the user; completed once, here
            self.__dict__.update(sha256=hashlib.sha256(content).hexdigest())
        return self


class Cone(Rod):
    """A cone, or a truncated one that ends with the radius `top`."""

    top: _length = 0.0


class Tube(Rod):
    """A tube or duct with the inner radius `inner`."""

    inner: Size

    @model_validator(mode="after")
    def _hollow(self) -> Tube:
        if self.inner >= self.radius:
            raise refusal("the inner radius is not less than the radius", "swap them", "inner")
        return self


class Torus(Words):
    """A ring of the radius `radius`, `thickness` thick, about `along`."""

    radius: Size
    thickness: Size
    along: Axis = (0.0, 0.0, 1.0)


class Lathe(Words):
    """A profile of points [radius, height], turned about `along`; a point twice makes an edge."""

    profile: Annotated[tuple[Pair, ...], Field(min_length=2, max_length=MOST_POINTS)]
    along: Axis = (0.0, 0.0, 1.0)

    @model_validator(mode="after")
    def _outside(self) -> Lathe:
        if any(radius < 0 for radius, _ in self.profile):
            raise refusal("a profile has a negative radius", "write [radius, height]", "profile")
        return self


class Plate(Words):
    """A plate: an outline of points [x, y], around once without crossing itself."""

    outline: Annotated[tuple[Pair, ...], Field(min_length=3, max_length=MOST_POINTS)]
    thickness: Size


class Helix(Words):
    """A flight wound about `along` from the radius `inner` to `radius`; negative turns wind
    left-handed."""

    radius: Size
    inner: _length
    length: Size
    turns: Number
    thickness: Size
    along: Axis = (0.0, 0.0, 1.0)

    @model_validator(mode="after")
    def _wound(self) -> Helix:
        if not 0 < abs(self.turns) <= MOST_TURNS:
            raise refusal(f"{self.turns:g} turns", f"use up to {MOST_TURNS:g}", "turns")
        if self.inner >= self.radius:
            raise refusal("the inner radius is not less than the radius", "swap them", "inner")
        return self


class Blades(Words):
    """A hub with blades about `along`."""

    radius: Size
    blades: int = Field(default=3, ge=1, le=MOST_BLADES)
    along: Axis = (0.0, 0.0, 1.0)


class Skin(Words):
    """A smooth body over a chain of bodies, from this one on to its descendant `to`.

    `width` and `height` are half-axes across, at equal distances from the one end to the other;
    heights lie along `up` of each body.
    """

    to: str
    width: Annotated[tuple[_length, ...], Field(min_length=2, max_length=MOST_POINTS)]
    height: Annotated[tuple[_length, ...], Field(min_length=2, max_length=MOST_POINTS)]
    up: Axis = (0.0, 0.0, 1.0)


SIMPLE = ("sphere", "ellipsoid", "cylinder", "capsule", "box", "mesh")
FORMS = (*SIMPLE, "cone", "tube", "torus", "lathe", "plate", "helix", "propeller", "skin")


def _radius(words: Any) -> Any:
    return words["radius"] if isinstance(words, dict) and list(words) == ["radius"] else words


class VisualPart(Words):
    """One part of what a body looks like, placed by `at` in the body's frame.

    `turned_by` names an actuator: the part turns about its own axis as fast as that pushes.
    """

    sphere: Annotated[Size, BeforeValidator(_radius)] | None = None
    ellipsoid: Sizes | None = None
    cylinder: Cylinder | None = None
    capsule: Rod | None = None
    box: Sizes | None = None
    mesh: VisualMesh | None = None
    cone: Cone | None = None
    tube: Tube | None = None
    torus: Torus | None = None
    lathe: Lathe | None = None
    plate: Plate | None = None
    helix: Helix | None = None
    propeller: Blades | None = None
    skin: Skin | None = None
    at: Placement = Placement()
    color: Color | None = None
    opacity: Share = 1.0
    turned_by: str | None = None
    name: str = ""

    @model_validator(mode="after")
    def _one_form(self) -> VisualPart:
        given = [kind for kind in FORMS if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no form"
            raise refusal(f"the part has {said}", "give exactly one of " + ", ".join(FORMS))
        if not 0.05 <= self.opacity <= 1:
            raise refusal(f"an opacity of {self.opacity:g}", "use 0.05 to 1", "opacity")
        if self.skin is not None and "at" in self.model_fields_set:
            raise refusal("a skin lies over its bodies", "remove at", "at")
        return self

    @property
    def form(self) -> str:
        """One of FORMS."""
        return next(kind for kind in FORMS if getattr(self, kind) is not None)
