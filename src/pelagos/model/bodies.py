"""A rigid body: its place in the tree, its joint to the parent, and its mass properties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BeforeValidator, PrivateAttr, model_validator

from pelagos.elements.body.ground import Contact, to_contact
from pelagos.language import scope, units
from pelagos.language.inertias import Inertia, SpatialInertia
from pelagos.language.placement import Placement
from pelagos.language.shapes import Shape
from pelagos.language.visuals.colors import Color
from pelagos.language.visuals.looks import Visual
from pelagos.language.words import (
    WORLD,
    Matrix,
    Point,
    Positive,
    Quantity,
    Vector,
    Words,
    as_vector,
    read_field,
    refusal,
)
from pelagos.model.hydrodynamics.added_mass import AddedMass, FromMesh, OfShape
from pelagos.model.hydrodynamics.drag import Drag, Lift
from pelagos.model.hydrodynamics.immersion import KEYS, WORDS, Buoyancy, Immersion, immerse
from pelagos.model.joints import Joint

SMALLEST_VOLUME = 1e-100  # m3; what is less loses its digits, or is zero by rounding


class Body(Words):
    """A body and its joint; `at` is the joint frame in the parent's frame at rest.

    Mass properties are given, or follow from a shape and a density, or from a shape and a mass.
    The com of a body with a shape is the shape's centroid unless given, without one the origin.
    After reading, `mass`, `com` and `inertia` (about the com, body axes) are always numbers.
    `spatial_inertia` is a general 6x6 about the body's origin, linear first; it replaces them in
    the inertia, and `mass` and `com` then only say what gravity weighs.

    In water, `buoyancy`, `added_mass` and `drag` follow from the shape where they are left out;
    `false` switches one of them off, `water: false` all three, as for what is inside of a hull.
    `lift` is given by words alone.
    Added mass and drag matrices are about the body's origin, in its axes, linear first.
    `added_mass_form: acceleration` is the inertia force of Donohue et al. 2023, eq 51, at the com,
    without the terms that Kirchhoff's equations have for turning bodies.

    `contact: true` lets the body touch the ground where its shape does. `visual` is a list of parts
    that are drawn in place of the shape and have no other effect.
    """

    parent: str = WORLD
    at: Placement = Placement()
    # completed on reading, so none of these four is ever None
    joint: Joint = None  # type: ignore[assignment]
    mass: Annotated[float, Quantity(units.MASS, least=0.0)] = None  # type: ignore[assignment]
    com: Point = None  # type: ignore[assignment]
    inertia: Inertia = None  # type: ignore[assignment]
    shape: Shape | None = None
    density: Annotated[float, Quantity(units.DENSITY), Positive()] | None = None
    spatial_inertia: SpatialInertia | None = None
    water: bool = True
    # completed on reading: without water they are empty
    buoyancy: Buoyancy = None  # type: ignore[assignment]
    added_mass: AddedMass | None = None
    added_mass_form: Literal["kirchhoff", "acceleration"] = "kirchhoff"
    drag: Drag = None  # type: ignore[assignment]
    contact: Annotated[Contact | None, BeforeValidator(to_contact)] = None
    lift: Lift = ()
    visual: Visual | None = None
    color: Color | None = None
    source: str = ""

    _water_sources: dict[str, str] = PrivateAttr(default_factory=dict)
    _asked: dict[str, Any] = PrivateAttr(default_factory=dict)  # all fields before completion
    _density: float | None = PrivateAttr(default=None)  # of the water that it was completed in
    _taken_along: OfShape | None = PrivateAttr(default=None)  # whose added mass goes with that

    @model_validator(mode="after")
    def _complete(self) -> Body:
        self._asked = dict(self.__dict__)
        for complete in _COMPLETIONS:
            complete(self)
        return self

    # frozen for the user; these complete the fields once, on reading

    def _join(self) -> None:
        """Complete the joint."""
        given: dict[str, Any] = self.__dict__
        if given["joint"] is not None:
            return
        if self.parent != WORLD:
            raise refusal(
                f"the joint to the parent {self.parent!r} is missing",
                "add a joint, such as fixed or {revolute: y}",
            )
        given.update(joint=Joint.model_validate("free"))

    def _weigh(self) -> None:
        """Complete the mass properties."""
        mass, com, inertia = self._mass_properties()
        self.__dict__.update(mass=mass, com=com, inertia=inertia)

    def _touch(self) -> None:
        """Complete the contact with the ground."""
        if self.contact is not None:
            self.__dict__.update(contact=self.contact.of(self.shape))

    def _immerse(self) -> None:
        """Complete what the water does."""
        given: dict[str, Any] = self.__dict__
        wet = self._immersion()
        asked = given["buoyancy"] or Buoyancy()
        buoyancy = Buoyancy(
            volume=wet.volume, at=wet.cob, floating=asked.floating, upright=asked.upright
        )
        given.update(buoyancy=buoyancy, added_mass=wet.added_mass, drag=wet.drag)
        lift = {"lift": "given"} if self.lift else {}
        self._water_sources = {**wet.sources, **lift}
        self._density, self._taken_along = scope.current().density, wet.taken_along

    def changed(self, words: Mapping[str, Any], keys: Set[str]) -> Body:
        """The body of other words, in the water that is in force.

        They differ from its own words below the keys alone, so nothing else is read again. What
        does not follow from these stays the same object.
        """
        body = self.model_copy()
        read = {key: read_field(Body, key, words) for key in keys}
        body._asked = {**self._asked, **read}
        body.__dict__.update(read)
        body.__pydantic_fields_set__ = set(words)
        for complete, (completed, others) in _COMPLETIONS.items():
            if not keys.isdisjoint(completed) or not keys.isdisjoint(others):
                body.__dict__.update({key: body._asked[key] for key in completed})
                complete(body)
        body._change_water(scope.current().density)
        return body

    def _change_water(self, density: float | None) -> None:
        """Complete what another density of the water changes."""
        if self.is_same_in(density):
            return
        if density is not None and self._taken_along is not None:
            self.__dict__.update(added_mass=self._taken_along.rows(density))
            self._density = density
        else:
            self.__dict__.update({key: self._asked[key] for key in KEYS})
            self._immerse()

    def is_same_in(self, density: float | None) -> bool:
        """Whether its numbers are also those in water of another density; None: in no water.

        Of all that the water gives, only the added mass of a shape goes with the density.
        """
        if density == self._density or not self.water:
            return True
        from_water_to_water = density is not None and self._density is not None
        return from_water_to_water and self._taken_along is None

    @property
    def mesh_of_added_mass(self) -> FromMesh | None:
        """The words of the mesh that the added mass was computed from, if it was."""
        asked = self._asked.get("added_mass")
        return asked if isinstance(asked, FromMesh) else None

    @property
    def volume(self) -> float:
        """Displaced volume."""
        return self.buoyancy.volume

    @property
    def cob(self) -> Vector:
        """Centre of buoyancy in the body's frame."""
        return self.buoyancy.at

    @property
    def taken_along(self) -> OfShape | None:
        """The added mass of its shape, whatever the density; None where another is given."""
        return self._taken_along

    @property
    def water_sources(self) -> dict[str, str]:
        """Where buoyancy, added mass, drag and lift come from, as far as there are any."""
        return dict(self._water_sources)

    @property
    def water_keys(self) -> tuple[str, ...]:
        """Keys of the words that have a meaning in water only."""
        return tuple(key for key in WORDS if key in self.model_fields_set)

    def _immersion(self) -> Immersion:
        """What the water does, from the words and the shape."""
        if not self.water and self.water_keys:
            raise refusal(
                f"water is false, and {self.water_keys[0]} is given",
                f"remove water, or remove {' and '.join(self.water_keys)}",
                "water",
            )
        density = scope.current().density
        if density is None or not self.water:
            return Immersion()
        given: dict[str, Any] = self.__dict__
        return immerse(density, self.shape, *(given[key] for key in KEYS))

    def _mass_properties(self) -> tuple[float, Vector, Matrix]:
        """Mass, com and inertia from what the words give."""
        if self.density is not None:
            return self._from_density()
        given: dict[str, Any] = self.__dict__
        mass, com = given["mass"], given["com"]
        if com is None:
            com = (0.0, 0.0, 0.0) if self.shape is None else as_vector(self.shape.centroid)
        nothing = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
        if self.spatial_inertia is not None:
            if given["inertia"] is not None:
                raise refusal("inertia and spatial_inertia are both given", "keep one of them")
            return mass or 0.0, com, nothing
        if given["inertia"] is not None:
            if mass is None:
                raise refusal("inertia is given without mass", "add the mass")
            return mass, com, self.inertia
        if not mass:
            return 0.0, com, nothing
        if self.shape is None:
            raise refusal(
                "a body with mass needs an inertia",
                "add inertia: [xx, yy, zz] about the com ([0, 0, 0] for a point mass), or a shape",
            )
        inertia = mass / _volume(self.shape) * self.shape.inertia_per_density
        return mass, com, _rows(inertia)

    def _from_density(self) -> tuple[float, Vector, Matrix]:
        assert self.density is not None
        if self.shape is None:
            raise refusal("density is given without a shape", "add a shape, or give the mass")
        names = ("mass", "com", "inertia", "spatial_inertia")
        given = [name for name in names if getattr(self, name) is not None]
        if given:
            raise refusal(
                f"density already fixes mass, com and inertia, {given[0]} is given too",
                f"remove density, or remove {' and '.join(given)}",
            )
        inertia = self.density * self.shape.inertia_per_density
        com = as_vector(self.shape.centroid)
        return self.density * _volume(self.shape), com, _rows(inertia)


# what completes a body: the fields that it completes, and others that these follow from
_COMPLETIONS: dict[Callable[[Body], None], tuple[tuple[str, ...], tuple[str, ...]]] = {
    Body._join: (("joint",), ("parent",)),
    Body._weigh: (("mass", "com", "inertia"), ("shape", "density", "spatial_inertia")),
    Body._immerse: (KEYS, ("shape", "water", "lift")),
    Body._touch: (("contact",), ("shape",)),
}


def _volume(shape: Shape) -> float:
    """The volume of a shape that gives a body its inertia."""
    if shape.volume < SMALLEST_VOLUME:
        raise refusal(f"the shape has a volume of {shape.volume:g} m3", "check its sizes", "shape")
    return shape.volume


def _rows(matrix: NDArray[np.float64]) -> Matrix:
    return (as_vector(matrix[0]), as_vector(matrix[1]), as_vector(matrix[2]))
