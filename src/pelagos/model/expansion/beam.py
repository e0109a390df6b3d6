"""Words for flexible beams: rigid segments with springs between them (Abdelaziz et al. 2004).

A beam of length L lies along x of its parent's frame `at`. Its N segments of length h = L/N are
joined, and held at the root, by springs EI/h for bending about y and z and GJ/h for torsion about
x. A root spring of twice that stiffness (`clamped-half`: only half a segment bends there) makes the
discretisation second order; one of the same stiffness (`document`) is the rule of the paper.
Numbers stay the words they are, so parameters and units may stand for them. In the words of its
segments `segment_length` is h, so that they hold for any number of segments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, RootModel, model_validator

from pelagos.language.words import Words, refusal
from pelagos.model.bodies import WORLD
from pelagos.model.expansion.snake import Numbers

MOST_SEGMENTS = 2_500  # is read in a few seconds; longer ones are written as bodies
ROOTS = {"clamped-half": 2, "document": 1}  # times the spring between segments
_SEGMENT_LENGTH = re.compile(r"\bsegment_length\b")
Bending = Literal["both", "y", "z"]


def _bare(word: Any) -> str:
    """A number in a formula, of unknown measure: that of exp(0) = 1 is not known.

    What each word measures is checked beforehand, see `beam_numbers`. In formulas bare numbers
    stand beside units, and their sums and products must not be compared.
    """
    known = isinstance(word, str) and not word.isidentifier()  # a parameter's is unknown already
    return f"(({word})*exp(0))" if known else f"({word})"


def _with_length(words: Any, h: str) -> Any:
    """The words of a segment with its length in place of `segment_length`."""
    if isinstance(words, dict):
        return {k: v if k == "source" else _with_length(v, h) for k, v in words.items()}
    if isinstance(words, list):
        return [_with_length(word, h) for word in words]
    return _SEGMENT_LENGTH.sub(f"({h})", words) if isinstance(words, str) else words


def _pair(words: Any) -> Any:
    return words if isinstance(words, list) else [words, words]


class Section(Words):
    """A cross-section: rectangle [along y, along z], circle radius, or tube [outer, inner]."""

    rectangle: list[Any] | None = Field(default=None, min_length=2, max_length=2)
    circle: float | int | str | None = None
    tube: list[Any] | None = Field(default=None, min_length=2, max_length=2)

    @model_validator(mode="after")
    def _one_kind(self) -> Section:
        if sum(value is not None for value in (self.rectangle, self.circle, self.tube)) != 1:
            raise refusal("one kind of section is needed", "give rectangle, circle or tube")
        return self

    @property
    def area(self) -> str:
        if self.rectangle is not None:
            return "*".join(map(_bare, self.rectangle))
        outer, inner = self._radii()
        return f"pi*({outer}^2 - {inner}^2)"

    @property
    def moments(self) -> tuple[str, str]:
        """Second moments of area about y and z."""
        if self.rectangle is not None:
            b, t = map(_bare, self.rectangle)
            return f"{b}*{t}^3/12", f"{t}*{b}^3/12"
        outer, inner = self._radii()
        moment = f"pi/4*({outer}^4 - {inner}^4)"
        return moment, moment

    @property
    def torsion(self) -> str:
        """The torsion constant; of a rectangle by Roark's formula, good to 0.5 %."""
        if self.rectangle is not None:
            b, t = map(_bare, self.rectangle)
            long, short = f"max({b}, {t})", f"min({b}, {t})"
            ratio = f"({short}/{long})"
            return f"{long}*{short}^3*(1/3 - 0.21*{ratio}*(1 - {ratio}^4/12))"
        y, z = self.moments
        return f"{y} + {z}"

    def shape(self, length: str) -> dict[str, Any]:
        """A segment to look at."""
        if self.rectangle is not None:
            return {"box": [length, *self.rectangle], "at": [f"({length})/2", 0, 0]}
        rod = {"radius": self._radii()[0], "length": length, "along": "x"}
        rod["ends"] = "none"  # the segments together are one long body
        return {"cylinder": rod, "at": [f"({length})/2", 0, 0]}

    def _radii(self) -> tuple[str, str]:
        outer, inner = (self.circle, 0) if self.tube is None else self.tube
        return _bare(outer), _bare(inner)


class Beam(Words):
    """A flexible beam.

    Stiffness from a `section` with E (and G for torsion), or as EI (one number, or [about y,
    about z]) and GJ. Mass from mass_per_length, or from a section and a density. bending: both
    planes, or about y or z alone; torsion: about x, too. root: clamped-half, document, or how many
    times the spring between segments that at the root is. damping: seconds, times stiffness.
    segment: further words of every segment, such as {drag: ...}; segment_length is its length.
    """

    length: Numbers
    segments: int = Field(ge=1, le=MOST_SEGMENTS)
    parent: str = WORLD
    at: Any = None
    section: Section | None = None
    E: Numbers | None = None
    G: Numbers | None = None
    EI: Annotated[list[Any] | None, BeforeValidator(_pair)] = None
    GJ: Numbers | None = None
    density: Numbers | None = None
    mass_per_length: Numbers | None = None
    root: Numbers = "clamped-half"
    bending: Bending = "both"
    torsion: bool = False
    damping: Numbers = 0.0
    segment: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _determined(self) -> Beam:
        if self.EI is None and (self.section is None or self.E is None):
            raise refusal("the bending stiffness is not given", "give section and E, or EI")
        if self.EI is not None and len(self.EI) != 2:
            raise refusal("EI is one number or two", "give [about y, about z]", "EI")
        known = self.GJ is not None or (self.section is not None and self.G is not None)
        if self.torsion and not known:
            raise refusal("the torsional stiffness is not given", "give section and G, or GJ")
        if self.mass_per_length is None and (self.section is None or self.density is None):
            raise refusal("the mass is not given", "give mass_per_length, or section and density")
        return self

    def bodies(self, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
        """The segments, `name1` at the root first."""
        h = f"{_bare(self.length)}/{self.segments}"
        for k in range(1, self.segments + 1):
            body: dict[str, Any] = {
                "joint": self._joint(h, self._root() if k == 1 else ""),
                "mass": f"({self._mass_per_length()})*{h}",
                "com": [f"{h}/2", 0, 0],
                "inertia": self._inertia(h),
                "source": "segment of a beam",
            }
            if self.section is not None:
                body["shape"] = self.section.shape(h)
            if k == 1:
                body["parent"] = self.parent
                if self.at is not None:
                    body["at"] = self.at
            else:
                body |= {"parent": f"{name}{k - 1}", "at": [h, 0, 0]}
            yield f"{name}{k}", {**body, **_with_length(self.segment, h)}

    def _root(self) -> str:
        """The factor of the spring at the root."""
        factor = ROOTS.get(self.root, self.root) if isinstance(self.root, str) else self.root
        return "" if factor == 1 else f"{_bare(factor)}*"

    def _stiffness(self) -> tuple[str, str, str]:
        """GJ, EI about y, EI about z."""
        if self.EI is not None:
            y, z = map(_bare, self.EI)
        else:
            assert self.section is not None
            y, z = (f"{_bare(self.E)}*({moment})" for moment in self.section.moments)
        if self.GJ is not None:
            return _bare(self.GJ), y, z
        x = "0" if self.section is None else f"{_bare(self.G)}*({self.section.torsion})"
        return x, y, z

    def _joint(self, h: str, factor: str) -> dict[str, Any]:
        springs = [f"{factor}({stiffness})/({h})" for stiffness in self._stiffness()]
        if self.bending != "both":
            bent = springs[1 if self.bending == "y" else 2]
            springs = [springs[0], bent] if self.torsion else [bent]
            kind: dict[str, Any] = {"revolute": self.bending}
            if self.torsion:
                kind = {"universal": ["x", self.bending]}
        elif self.torsion:
            kind = {"spherical": True}
        else:
            springs, kind = springs[1:], {"universal": ["y", "z"]}
        dampers = [f"{_bare(self.damping)}*({spring})" for spring in springs]
        return {**kind, "stiffness": springs, "damping": dampers}

    def _mass_per_length(self) -> str:
        if self.mass_per_length is not None:
            return _bare(self.mass_per_length)
        assert self.section is not None
        return f"{_bare(self.density)}*({self.section.area})"

    def _inertia(self, h: str) -> list[str]:
        """Of a uniform prism about its mass centre; without a section, of a thin rod."""
        per_length = f"({self._mass_per_length()})"
        slender = f"{per_length}*({h})^3/12"
        if self.section is None:
            # a rod has next to no inertia about its axis; this much keeps the attitude determined
            return [f"{slender}/100", slender, slender]
        y, z = (f"({m})/({self.section.area})" for m in self.section.moments)
        mass = f"{per_length}*{h}"
        return [f"{mass}*({y} + {z})", f"{slender} + {mass}*{y}", f"{slender} + {mass}*{z}"]


class Beams(RootModel[dict[str, Beam]]):
    """Beams by name."""

    def words(self) -> dict[str, Any]:
        """Bodies of all beams."""
        beams = self.root.items()
        return {"bodies": {key: body for name, beam in beams for key, body in beam.bodies(name)}}
