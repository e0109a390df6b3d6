"""Constraints: what holds between bodies beyond the joints of the tree. One key says the kind."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from pelagos.language.placement import Placement, aligned_axes, to_quaternion
from pelagos.language.signals import Signal
from pelagos.language.words import (
    ARRAY,
    AtLeastZero,
    Axis,
    Number,
    Positive,
    Quantity,
    Read,
    Vector,
    Words,
    kind_of,
    refusal,
)
from pelagos.model.bodies import WORLD

KINDS = (
    *("weld", "ball", "hinge", "slider", "plane", "upright", "attitude", "distance", "gear"),
    "hold",
)
HELD = ("x", "y", "z", "roll", "pitch", "yaw")
MAX_TERMS = 4  # coordinates that one gear couples

Frame = tuple[NDArray[np.float64], NDArray[np.float64]]


def _two_bodies(words: Any) -> tuple[str, str]:
    names = words if isinstance(words, list | tuple) else []
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        found = f"a list of {len(words)}" if isinstance(words, list | tuple) else kind_of(words)
        raise refusal(f"two bodies are needed, this is {found}", "write between: [one, other]")
    return names[0], names[1]


class Baumgarte(Words):
    """Errors decay like a damped oscillator: of `frequency` in rad/s, `damping` 1 is critical."""

    frequency: Annotated[float, Quantity(), Positive()]
    damping: AtLeastZero = 1.0


class Law(Words):
    """What all constraints may have; without `baumgarte`, projection alone keeps them.

    A constraint with `active: false` waits for an event that docks it.
    """

    baumgarte: Baumgarte | None = None
    active: bool = True


class Between(Law):
    """Relates a frame `at` on the first body to a frame `to` on the second, each in body axes.

    Without `to` the second frame is where the first one is in the initial state. The first body,
    or the second, may be the world.
    """

    between: Annotated[tuple[str, str], Read(_two_bodies, ARRAY)]
    at: Placement = Placement()
    # completed on reading, so it is never None
    to: Placement = None  # type: ignore[assignment]


class Weld(Between):
    """The two frames coincide."""


class Ball(Between):
    """The origins of the two frames coincide."""


class Hinge(Between):
    """The origins coincide, and so do the axes, given in both frames; turning about it is free."""

    axis: Axis


class Slider(Between):
    """The frames coincide but for a displacement along the axis, given in the frame `at`."""

    axis: Axis


class Plane(Between):
    """The point `to` stays in the plane through `at` whose normal is fixed in the first body."""

    normal: Axis


class Upright(Between):
    """The axis, given in both frames, keeps its direction; turning about it is free."""

    axis: Axis


class Attitude(Between):
    """The frames do not turn relative to each other; their origins are free."""


class Distance(Between):
    """The points `at` and `to` (default: the second body's origin) stay `length` apart.

    The length may change with time; by default it is the initial distance.
    """

    to: Placement = Placement()
    # completed on reading, so it is never None
    length: Signal = None  # type: ignore[assignment]


class Gear(Law):
    """The sum of factors times joint coordinates is `value`, by default its initial value.

    `joints` has the labels of the coordinates: the body's name for joints with one degree of
    freedom, `arm.1`, `arm.2` for universal, `p.x`, `p.y`, `p.angle` for planar joints.
    """

    joints: dict[str, Number] = Field(min_length=1, max_length=MAX_TERMS)
    # completed on reading, so it is never None
    value: Signal = None  # type: ignore[assignment]

    @model_validator(mode="before")
    @classmethod
    def _some_terms(cls, words: Any) -> Any:
        terms = words.get("joints") if isinstance(words, dict) else None
        if isinstance(terms, dict) and not 1 <= len(terms) <= MAX_TERMS:
            raise refusal(
                f"the gear couples {len(terms)} coordinates",
                f"name 1 to {MAX_TERMS} of them",
                "joints",
            )
        return words

    @model_validator(mode="after")
    def _no_idle_terms(self) -> Gear:
        for label, factor in self.joints.items():
            if factor == 0:
                raise refusal(f"the factor of {label!r} is 0", "remove it", "joints")
        return self


class Hold(Law):
    """Directions of a body that are held exactly where they are in the initial state.

    x, y, z are world directions of the body's origin. Of the attitude, roll and pitch are held
    together (the body's own z axis keeps its direction), or all three. Stands for constraints
    between the world and the body, whose forces are what the hold takes.
    """

    body: str
    axes: tuple[Literal["x", "y", "z", "roll", "pitch", "yaw"], ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _known_sets(self) -> Hold:
        turns = {axis for axis in self.axes if axis in HELD[3:]}
        if turns not in (set(), {"roll", "pitch"}, {"roll", "pitch", "yaw"}):
            said = " and ".join(sorted(turns))
            raise refusal(
                f"{said} cannot be held without the others",
                "hold roll and pitch, or roll, pitch and yaw, or none of them",
                "axes",
            )
        return self

    def parts(self, name: str, pose: Frame) -> dict[str, Constraint]:
        """The constraints it stands for, at the body's initial pose."""
        R, p = pose
        here = {
            "between": [WORLD, self.body],
            "baumgarte": self.baumgarte,
            "active": self.active,
        }
        at = {"position": p.tolist()}
        found = {
            f"{name}-{axis}": Constraint.model_validate(
                {"plane": {**here, "at": at, "to": {}, "normal": axis}}
            )
            for axis in HELD[:3]
            if axis in self.axes
        }
        turned = {"position": p.tolist(), "quaternion": list(to_quaternion(R))}
        if "yaw" in self.axes:
            law: dict[str, Any] = {"attitude": {**here, "at": turned, "to": {}}}
            found[f"{name}-attitude"] = Constraint.model_validate(law)
        elif "roll" in self.axes:
            law = {"upright": {**here, "at": turned, "to": {}, "axis": "z"}}
            found[f"{name}-upright"] = Constraint.model_validate(law)
        return found


class Constraint(Words):
    """One constraint; `law` is what stands below the key that says the kind."""

    weld: Weld | None = None
    ball: Ball | None = None
    hinge: Hinge | None = None
    slider: Slider | None = None
    plane: Plane | None = None
    upright: Upright | None = None
    attitude: Attitude | None = None
    distance: Distance | None = None
    gear: Gear | None = None
    hold: Hold | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Constraint:
        given = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            said = " and ".join(given) or "no kind"
            raise refusal(f"the constraint has {said}", "give exactly one of " + ", ".join(KINDS))
        return self

    @property
    def kind(self) -> str:
        """One of KINDS."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def law(self) -> Between | Gear | Hold:
        """The part that holds the numbers."""
        law: Between | Gear | Hold = getattr(self, self.kind)
        return law

    @property
    def bodies(self) -> tuple[str, ...]:
        """Names of the two bodies; none for a gear."""
        return self.law.between if isinstance(self.law, Between) else ()

    @property
    def a(self) -> str:
        """The first body, or the world."""
        return self.bodies[0] if self.bodies else WORLD

    @property
    def b(self) -> str:
        """The second body, or the world."""
        return self.bodies[1] if self.bodies else WORLD

    @property
    def axis(self) -> Vector:
        """The hinge's or slider's axis, or the plane's normal; otherwise z."""
        law = self.law
        if isinstance(law, Hinge | Slider | Upright):
            return law.axis
        return law.normal if isinstance(law, Plane) else (0.0, 0.0, 1.0)

    @property
    def frame_a(self) -> Frame:
        """Axes (columns; z along the axis) and origin on the first body, in its axes."""
        return self._frame("at")

    @property
    def frame_b(self) -> Frame:
        """Axes (columns; z along the axis) and origin on the second body, in its axes."""
        return self._frame("to")

    def _frame(self, key: str) -> Frame:
        placement = getattr(self.law, key, Placement())
        return placement.R @ aligned_axes(self.axis), placement.p

    @property
    def input(self) -> Signal | None:
        """The length of a distance, the value of a gear."""
        law = self.law
        if isinstance(law, Distance):
            return law.length
        return law.value if isinstance(law, Gear) else None

    @property
    def factors(self) -> dict[str, float]:
        """Factors of a gear by labels of coordinates."""
        return self.law.joints if isinstance(self.law, Gear) else {}

    @property
    def active(self) -> bool:
        """Whether it is in force at the start."""
        return self.law.active

    @property
    def stabilisation(self) -> tuple[float, float]:
        """Frequency (0: none) and damping."""
        given = self.law.baumgarte
        return (0.0, 1.0) if given is None else (given.frequency, given.damping)
