"""Words for snakes: a tail and links one behind the other, with gaits (Kvalvik et al. 2019).

The body axis is y. The tail's frame is at its mass centre; that of link a is at joint a, with the
mass centre at its half-length vector and joint a + 1 at twice of it. Numbers stay the words they
are, so parameters and units may stand for them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, model_validator

from pelagos.language.words import Words, kind_of, refusal

MOST_LINKS = 2_500  # is read in a few seconds; longer ones are written as bodies
TAIL = "tail"
Base = Literal["fixed", "free"]
Drive = Literal["motion", "motor", "servo"]
Text = float | int | str | list[Any]  # a number in any words, or a list of them


def _numbers(value: Any) -> Any:
    """A number in any words; lists are looked into when they are written out."""
    example = "write a number such as 0.5"
    if isinstance(value, bool) or not isinstance(value, float | int | str | list):
        raise refusal(f"a number is needed, this is {kind_of(value)}", example)
    if isinstance(value, float) and not math.isfinite(value):
        raise refusal("the number is not finite", example)
    return value


def _number(value: Any) -> Any:
    if isinstance(value, list):
        raise refusal("one number is needed, this is a list", "amplitudes takes one per joint")
    return _numbers(value)


Numbers = Annotated[Text, BeforeValidator(_numbers)]
OneNumber = Annotated[float | int | str, BeforeValidator(_number)]
# what only some gaits use
_BENDING = ("amplitude", "joints", "first", "alternate")
_UNUSED = {
    "shape": ("frequency", "phase", "offset"),
    "wave": ("amplitudes",),
    "roll": ("amplitudes", "phase"),
    "helix": ("amplitudes", "frequency", "offset"),
}


class Gait(Words):
    """What the joints do in a scenario.

    shape: joint angles go smoothly from straight to `amplitudes` (one per joint), or to `amplitude`
    at the joints chosen, in `time` (quintic 10 u^3 - 15 u^4 + 6 u^5), and stay.
    wave: amplitude sin(2 pi frequency t + k phase) + offset runs along the k-th joint chosen, which
    it grows into during `time`. roll: joints about x follow a sine, those about z a cosine.
    helix: a shape whose bend turns about the body by `phase` from joint to joint: amplitude times
    sin k phase about x, cos k phase about z.
    """

    kind: Literal["shape", "wave", "roll", "helix"] = "shape"
    description: str = ""
    amplitude: OneNumber = 0.0
    amplitudes: list[Any] | None = None
    joints: Literal["all", "odd", "even"] = "all"
    first: int = Field(default=1, ge=1)  # joints before this one stay straight
    alternate: bool = False  # every other joint chosen bends the other way
    time: OneNumber = 2.0
    frequency: OneNumber = 1.0
    phase: OneNumber = 0.0
    offset: OneNumber = 0.0
    duration: OneNumber | None = None
    gravity: list[Any] | None = None

    @model_validator(mode="after")
    def _used(self) -> Gait:
        """Refuse what the gait would pass over, and a gait that does nothing."""
        unused = _UNUSED[self.kind]
        if self.amplitudes is not None:
            unused = (*unused, *_BENDING)
        for key in unused:
            if key in self.model_fields_set:
                beside = "amplitudes" if key in _BENDING else f"kind: {self.kind}"
                raise refusal(f"{key} has no meaning beside {beside}", "remove one of them", key)
        if not self.model_fields_set & {"amplitude", "amplitudes", "offset"}:
            raise refusal("how far do the joints bend?", "add amplitude: 20 deg", "amplitude")
        if self.kind == "helix" and "phase" not in self.model_fields_set:
            remedy = "add phase: 10 deg, from joint to joint"
            raise refusal("how far does the bend turn about the body?", remedy, "phase")
        if isinstance(self.time, float | int) and self.time <= 0:
            raise refusal("a gait takes some time to begin", "use a time above 0", "time")
        return self

    def bent(self, count: int) -> dict[int, int]:
        """Joints that move (from 1) and their places among these (from 1)."""
        step = {"all": 0, "odd": 1, "even": 2}[self.joints]
        moving = [a for a in range(self.first, count + 1) if not step or a % 2 == step % 2]
        return {a: k for k, a in enumerate(moving, start=1)}


class Snake(Words):
    """A tail and `links` links behind it.

    mass, half_length, radius: one for all, or a list of links + 1, the tail's first. half_length is
    a number along y or a vector [x, y, z]; inertia is about the mass centre in body axes (that of
    the cylinder unless given): 3, 6 or 3 x 3 numbers, or a list of these. axes: alternating
    (x at odd joints, z at even ones), one axis for all, or a list. link: further words of every
    body, such as {density: 1000}. joint: further words of every joint, such as {damping: 0.01}.
    skin: half-axes `width` and `height` along the whole, drawn in place of links, and a `color`.
    """

    links: int = Field(ge=1, le=MOST_LINKS)
    axes: str | list[Any] = "alternating"
    mass: Numbers | None = None
    half_length: Numbers
    radius: Numbers
    inertia: list[Any] | None = None
    base: Base = "fixed"
    drive: Drive = "motion"
    servo: dict[str, Any] = Field(default_factory=dict)
    link: dict[str, Any] = Field(default_factory=dict)
    joint: dict[str, Any] = Field(default_factory=dict)
    skin: dict[str, Any] = Field(default_factory=dict)
    gaits: dict[str, Gait] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _fitting(self) -> Snake:
        many = self.links + 1
        for key in ("mass", "radius"):
            value = getattr(self, key)
            if isinstance(value, list) and len(value) != many:
                raise refusal(*_count(len(value), many, "the tail's first"), key)
        halves = _is_list_of(self.half_length, many)
        if halves is None:
            found = len(self.half_length)  # type: ignore[arg-type]
            raise refusal(*_count(found, many, "the tail's first"), "half_length")
        if any(len(half) != 3 for half in halves):
            raise refusal("a half-length is a number or three", "write [x, y, z]", "half_length")
        if self.inertia is not None and self._inertias() is None:
            raise refusal(*_count(len(self.inertia), many, "the tail's first"), "inertia")
        if len(self._axes()) != self.links:
            raise refusal(*_count(len(self.axes), self.links, "joint 1 first"), "axes")
        if self.servo and self.drive != "servo":
            raise refusal(f"the joints have a {self.drive}", "add drive: servo", "servo")
        self._check_words()
        for name, gait in self.gaits.items():
            self._check_gait(name, gait)
        return self

    def _check_words(self) -> None:
        """Refuse words of every body and joint that the snake says itself."""
        said = {
            "link": ["parent", "at", "joint", *(["mass"] if self.mass is not None else [])],
            "joint": ["revolute"],
            "servo": ["joint"],
        }
        if self.inertia is not None:
            said["link"] += ["inertia", "com"]
        if self.skin:
            said["link"].append("visual")
        for key, names in said.items():
            for name in getattr(self, key).keys() & set(names):
                raise refusal(f"{name} of a {key} follows from the snake", f"remove {name}", key)

    def _check_gait(self, name: str, gait: Gait) -> None:
        """Refuse a gait that these joints cannot make."""
        given = gait.amplitudes
        if given is not None and len(given) != self.links:
            message, remedy = _count(len(given), self.links, "joint 1 first")
            raise refusal(f"in {name}.amplitudes: {message}", remedy, "gaits")
        bent, axes = gait.bent(self.links), self._axes()
        turning = {_rolling(axes[a - 1]) for a in bent}
        both = gait.kind in ("roll", "helix")
        if both and (None in turning or len(turning) < min(len(bent), 2)):
            remedy = "use axes: alternating, or a list of x and z"
            message = f"in {name}: a {gait.kind} takes joints about x and about z"
            raise refusal(message, remedy, "gaits")

    # --- written out

    def words(self) -> dict[str, Any]:
        """Bodies, actuators and scenarios of the snake."""
        names = [f"link{a}" for a in range(1, self.links + 1)]
        return {
            "bodies": dict(self._bodies(names)),
            "actuators": {name: self._actuator(name) for name in names},
            "scenarios": {name: self._scenario(gait, names) for name, gait in self.gaits.items()},
        }

    def _bodies(self, names: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
        halves = _is_list_of(self.half_length, self.links + 1) or []
        masses, radii = (_each(value, self.links + 1) for value in (self.mass, self.radius))
        inertias = self._inertias() or [None] * (self.links + 1)
        axes = self._axes()
        for a, name in enumerate([TAIL, *names]):
            half = halves[a]
            centre = [0, 0, 0] if a == 0 else half
            body: dict[str, Any] = {"shape": _cylinder(radii[a], half, centre), **self.link}
            if self.skin:
                body["visual"] = [self._skin(names[-1])] if a == 0 else []
            if masses[a] is not None:
                body["mass"] = masses[a]
            if inertias[a] is not None:
                body |= {"inertia": inertias[a], "com": centre}
            if a == 0:
                body["joint"] = self.base
            else:
                body["parent"] = TAIL if a == 1 else names[a - 2]
                body["at"] = halves[0] if a == 1 else [_twice(word) for word in halves[a - 1]]
                body["joint"] = {"revolute": axes[a - 1], **self.joint}
            yield name, body

    def _skin(self, last: str) -> dict[str, Any]:
        color = {key: self.skin[key] for key in ("color",) if key in self.skin}
        across = {key: value for key, value in self.skin.items() if key != "color"}
        return {"skin": {**across, "to": last}, **color}

    def _inertias(self) -> list[Any] | None:
        """One per body; None if their number is wrong."""
        given, many = self.inertia, self.links + 1
        if not given:
            return None
        nested = isinstance(given[0], list)
        matrices = nested and any(isinstance(row, list) for row in given[0])  # one for each body
        one = nested and not matrices and len(given) == 3 and len(given[0]) == 3
        if not nested or (one and many != 3):
            return [given] * many
        return given if len(given) == many else None

    def _axes(self) -> list[Any]:
        if self.axes == "alternating":
            return ["x" if a % 2 else "z" for a in range(1, self.links + 1)]
        if _is_vector(self.axes):
            return [self.axes] * self.links
        return _each(self.axes, self.links)

    def _actuator(self, name: str) -> dict[str, Any]:
        return {self.drive: {"joint": name, **self.servo}}

    def _scenario(self, gait: Gait, names: Sequence[str]) -> dict[str, Any]:
        inputs = {names[a - 1]: word for a, word in self._inputs(gait).items()}
        found: dict[str, Any] = {"description": gait.description, "inputs": inputs}
        for key in ("duration", "gravity"):
            if getattr(gait, key) is not None:
                found[key] = getattr(gait, key)
        return found

    def _inputs(self, gait: Gait) -> dict[int, Any]:
        """The signals of the joints that move."""
        if gait.amplitudes is not None:
            reached = dict(enumerate(gait.amplitudes, start=1))
            return {a: _smoothly(word, gait.time) for a, word in reached.items()}
        bent = gait.bent(self.links)
        signs = {a: "-" if gait.alternate and k % 2 else "" for a, k in bent.items()}
        size = {a: f"{signs[a]}({gait.amplitude})" for a in bent}
        if gait.kind == "shape":
            return {a: _smoothly(size[a], gait.time) for a in bent}
        lags = {a: f"{k - 1}*({gait.phase})" for a, k in bent.items()}
        if gait.kind == "wave":
            return {a: _wave(gait, size[a], "sin", lags[a]) for a in bent}
        functions = {a: str(_rolling(self._axes()[a - 1])) for a in bent}
        if gait.kind == "roll":
            return {a: _wave(gait, size[a], functions[a], "0") for a in bent}
        return {a: _smoothly(f"{size[a]}*{functions[a]}({lags[a]})", gait.time) for a in bent}


def _smoothly(amplitude: Any, time: Any) -> dict[str, Any]:
    return {"ramp": {"to": amplitude, "start": 0, "end": time, "shape": "smooth"}}


def _wave(gait: Gait, amplitude: str, function: str, lag: str) -> str:
    """A sine that swells during `time`, about an offset that swells with it."""
    u = f"min(t/({gait.time}), 1)"
    swell = f"({u})^3*(10 - 15*{u} + 6*({u})^2)"
    angle = f"2*pi*({gait.frequency})*t + {lag}"
    return f"{swell}*({amplitude}*{function}({angle}) + ({gait.offset}))"


def _cylinder(radius: Any, half: Sequence[Any], centre: Sequence[Any]) -> dict[str, Any]:
    tilted = half[0] != 0 or half[2] != 0
    squares = " + ".join(f"({word})^2" for word in half)
    sizes = {
        "radius": radius,
        "length": f"2*sqrt({squares})" if tilted else _twice(half[1]),
        "along": list(half) if tilted else "y",
        "ends": "none",  # the links together are one long body
    }
    return {"cylinder": sizes, "at": list(centre)}


def _rolling(axis: Any) -> str | None:
    """What a joint about this axis follows when the snake rolls."""
    return {"x": "sin", "1,0,0": "sin", "z": "cos", "0,0,1": "cos"}.get(
        ",".join(f"{x:g}" if isinstance(x, float | int) else str(x) for x in axis)
    )


def _is_vector(axes: Any) -> bool:
    """Whether three numbers, in any words, are one axis."""
    names = {sign + axis for sign in ("", "+", "-") for axis in "xyz"}
    return (
        len(axes) == 3
        and isinstance(axes, list)
        and not any(isinstance(item, list) or item in names for item in axes)
    )


def _twice(word: Any) -> Any:
    return f"2*({word})" if isinstance(word, str) else 2 * word


def _each(value: Any, count: int) -> list[Any]:
    return list(value) if isinstance(value, list) else [value] * count


def _is_list_of(value: Any, count: int) -> list[list[Any]] | None:
    """Half-length vectors, one per body; None if their number is wrong."""
    if not isinstance(value, list):
        return [[0, value, 0]] * count
    if len(value) == 3 and count != 3 and not any(isinstance(item, list) for item in value):
        return [value] * count
    if len(value) != count:
        return None
    return [item if isinstance(item, list) else [0, item, 0] for item in value]


def _count(found: int, wanted: int, order: str) -> tuple[str, str]:
    return f"{wanted} entries are needed, there are {found}", f"give one for each, {order}"
