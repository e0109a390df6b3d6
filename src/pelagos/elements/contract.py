"""What a force element is.

An element has two sides, which stand in one file.

*Words* (`ElementWords`) are what a model file says. They are read like all words, know which bodies
and joints they name, and `build` the elements of a robot from a `Site`: who is where.

An *element* (`Element`) is a frozen dataclass made for one robot. Its floats, vectors and matrices
are numbers, which programs fold or read (`mathematics.leaves`); whole numbers, names and None say
where it acts and are part of the program. `act` puts its forces on the mechanism at a state and
returns its outputs. It runs on any kind of number, so it never asks for a sign: `where(...)`, not
`if`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import inf
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from pelagos.elements.world_places import WorldAxis
from pelagos.language.signals import Signal
from pelagos.language.words import Axis, Words
from pelagos.lazy import cached_property
from pelagos.mathematics.algebra import Force, Vec3
from pelagos.mathematics.inertia import Inertia
from pelagos.mathematics.leaves import numbers_of, structure_of
from pelagos.mathematics.scalars import Scalar


class Stage(IntEnum):
    """The order in which forces are added up: it decides the last bits of their sums."""

    EFFORT = 0
    WRENCH = 1
    FEED = 2
    FLOW = 3  # from here on velocities relative to the water are known
    DRAG = 4
    FLOAT = 5
    WING = 6
    THRUST = 7
    CONTACT = 8
    OWN = 9


@dataclass(frozen=True)
class Names:
    """Annotation of a field whose text names parts, which modules rename and checks look up."""

    world: bool = False  # whether the world may be one of them
    part: Literal["body", "actuator", "constraint"] = "body"


BodyName = Annotated[str, Names()]
BodyOrWorld = Annotated[str, Names(world=True)]
ActuatorName = Annotated[str, Names(part="actuator")]


@dataclass(frozen=True)
class Output:
    """A number that an element shows in results."""

    name: str
    unit: str
    meaning: str


@dataclass(frozen=True)
class OwnState:
    """A number that an element carries along; `act` gives its rate."""

    name: str
    initial: float = 0.0
    unit: str = ""
    scale: float = 0.0  # relative tolerances count from this size where it is smaller


@dataclass(frozen=True)
class Thread:
    """A line in pictures, from a point of one body to a point of another, straight or through
    places in the world that own states hold."""

    bodies: tuple[str, str]  # either may be the world
    points: tuple[tuple[float, float, float], tuple[float, float, float]]
    radius: float  # m
    through: tuple[tuple[str, str, str], ...] = ()  # names of own states: x, y and z of each place


@dataclass(frozen=True)
class Extra:
    """Mass that comes to a link: inertia about the origin of its frame, and what gravity weighs."""

    link: int
    inertia: Inertia
    mass: Scalar
    moment: Vec3


class Element:
    """One force element of one robot; see the head of this file."""

    stage: ClassVar[Stage] = Stage.OWN
    conservative: ClassVar[bool] = False  # whether it has a potential
    adds_mass: ClassVar[bool] = False  # whether links are heavier by it
    mass_by_place: ClassVar[bool] = False  # and this follows from poses and velocities
    carries: ClassVar[bool] = False  # whether masses move with its own states
    implicit: ClassVar[bool] = False  # whether own states are stiff: `integrators.ros34pw2`
    takes_input: ClassVar[bool] = False  # whether the input of its actuator arrives as it is

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """All its numbers, one after the other."""
        return tuple(numbers_of(self))

    @cached_property
    def structure(self) -> Hashable:
        """Equal for elements that differ in numbers alone."""
        return structure_of(self)

    def act(self, at: Any) -> Sequence[Scalar]:
        """Put forces on the mechanism at a state, `equations.mechanism.Given`; the outputs."""
        raise NotImplementedError

    def potential(self, at: Any) -> Scalar:
        """Energy stored, of a conservative element."""
        raise NotImplementedError

    def carried(self, at: Any) -> tuple[Scalar, Force]:
        """Kinetic energy and momentum (about the world's origin) of masses of its own."""
        raise NotImplementedError

    def settled(self, at: Any, after: Any) -> Mapping[int, Scalar]:
        """W of own states in (1 - s J) W = r, J roughly the slopes of its rates.

        after: `programs.settling.ImplicitStep`, which has r, s and the bodies at its ends.
        """
        raise NotImplementedError

    def at_rest(self, at: Any) -> Mapping[int, float]:
        """Own states at the start, where they follow from where bodies are; `at`: in floats."""
        return {}

    def held_at(self, at: Any) -> Sequence[float]:
        """What `at_rest` follows from: where its ends are; `at`: in floats."""
        return ()

    def masses(self, at: Any) -> Iterable[Extra]:
        """What it adds to links, given coordinates, states and inputs, but no forces yet.

        Poses and velocities are known only to those with `mass_by_place`.
        """
        raise NotImplementedError

    @property
    def heard(self) -> Mapping[int, str]:
        """Channels of signals that it listens to, and what each is of its actuator's input."""
        return {}


class ElementWords(Words):
    """The words of an element.

    `place` is the list that the words belong to (a folder of elements, or "section" for a mapping
    of its own at the top of a model), `key` the word that stands there.
    """

    place: ClassVar[str] = ""
    key: ClassVar[str] = ""
    stiff: ClassVar[bool] = False  # whether its elements are `implicit`: `auto` takes ros34pw2
    order: ClassVar[int] = 100  # among those of one place; it decides the last bits of sums
    outputs: ClassVar[tuple[Output, ...]] = ()
    states: ClassVar[tuple[OwnState, ...]] = ()
    feels_flow: ClassVar[bool] = False  # whether it asks how the water moves, on any body
    tolerance: ClassVar[float] = inf  # rtol of variable steps where none is given

    def build(self, site: Any) -> Iterable[Element]:
        """The elements that the words stand for; the outputs are those of the first.

        site: a `Site`, of an actuator an `ActuatorSite`.
        """
        raise NotImplementedError

    def misfits(self, parts: Any) -> Iterator[tuple[Any, ...]]:
        """What does not go with the rest of a robot: key, message, remedy, and what was found.

        parts: of a model, `model.checks.parts.Parts`; those that could not be read are not there.
        """
        yield from ()

    def misfits_at_start(self, parts: Any, start: Any) -> Iterator[tuple[Any, ...]]:
        """The same of where bodies are at the start, `model.start.Start`."""
        yield from ()

    def notes_at_start(self, robot: Any, start: Any) -> Iterator[str]:
        """What a user should know of it at the start, though nothing is refused."""
        yield from ()

    @property
    def shows(self) -> tuple[Output, ...]:
        """The outputs of these words; those of the kind unless they name more."""
        return self.outputs

    def states_on(self, bodies: Mapping[str, Any]) -> tuple[OwnState, ...]:
        """The states of these words on bodies; those of the kind unless they need more."""
        return self.states

    @property
    def from_files(self) -> dict[tuple[str, ...], dict[str, Any]]:
        """What was read from files, by the keys of the words that name these."""
        return {}

    def longest_step(self, bodies: Mapping[str, Any]) -> float:
        """The longest of variable steps that pass over nothing that it does, in s."""
        return inf

    def told(self) -> Iterator[str]:
        """Lines that `pelagos info` prints about it."""
        given = self.model_dump(mode="json", exclude_defaults=True)
        yield ", ".join(f"{name} {value}" for name, value in given.items())

    def told_on(self, bodies: Mapping[str, Any]) -> Iterator[str]:
        """The same, with what follows from the bodies that it names."""
        yield from self.told()

    @property
    def keeps_momentum(self) -> bool:
        """Whether its forces on the bodies cancel: nothing acts from outside."""
        return False

    def drawn(self) -> Iterable[Thread]:
        """Lines between bodies that pictures show."""
        return ()

    def grounds(self, up: Any) -> Iterable[tuple[Any, Any]]:
        """Surfaces of the world that pictures show: point and normal of a plane, or vertices (n, 3)
        and triangles (m, 3) of a map."""
        return ()

    @property
    def below(self) -> tuple[str, ...]:
        """Keys between its name in a section and its own words."""
        return ()

    @classmethod
    def naming(cls) -> dict[str, Names]:
        """The fields that name parts of the robot."""
        marks = {key: field.metadata for key, field in cls.model_fields.items()}
        return {k: m for k, found in marks.items() for m in found if isinstance(m, Names)}

    @property
    def bodies(self) -> Iterator[tuple[str, str, bool]]:
        """Field, body and whether it may be the world, for every body that is named."""
        for key, name, mark in self.named:
            if mark.part == "body":
                yield key, name, mark.world

    @property
    def named(self) -> Iterator[tuple[str, str, Names]]:
        """Field, name and what it is, for every part that is named."""
        for key, mark in self.naming().items():
            found = getattr(self, key)
            for name in (found,) if isinstance(found, str) else found or ():
                yield key, name, mark

    @property
    def signals(self) -> dict[str, Signal]:
        """The fields that are signals."""
        return {k: v for k in type(self).model_fields if isinstance(v := getattr(self, k), Signal)}

    @classmethod
    def renamed(
        cls, words: Mapping[str, Any], name: Callable[[Any], Any], expression: Callable[[Any], Any]
    ) -> dict[str, Any]:
        """The words inside of a module: names of bodies and names in expressions changed."""
        naming, found = cls.naming(), {}
        for key, value in words.items():
            field = cls.model_fields.get(key)
            if key in naming:
                found[key] = name(value)
            elif field is None or (isinstance(value, str) and _is_text(field)):
                found[key] = value
            else:
                found[key] = expression(value)
        return found


def _is_text(field: FieldInfo) -> bool:
    """Whether text stands in a field as it is, without names: choices, and axes such as x."""
    kind = field.annotation
    forms = {kind, *get_args(kind)}
    plain = any(form is str or get_origin(form) is Literal for form in forms)
    axes = any(kind in forms or get_args(kind)[1] in field.metadata for kind in (Axis, WorldAxis))
    return plain or axes
