"""Where the elements of a robot stand: links, axes, coordinates, channels of signals, water."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.language.words import WORLD
from pelagos.mathematics.algebra import Mat3, Vec3


@dataclass(frozen=True)
class Axes:
    """A body as elements see it: its number among the links, and its joint-aligned axes.

    `turn` has these axes as columns, in the frame that the words are written in.
    """

    link: int
    turn: np.ndarray

    def vector(self, words: Any) -> Vec3:
        """A vector of the body's own frame."""
        return Vec3(*(self.turn.T @ np.asarray(words)).tolist())

    def rotation(self, R: np.ndarray | None = None) -> Mat3:
        """The rotation from joint-aligned axes to the body's own, or to others R within these."""
        there = self.turn.T if R is None else self.turn.T @ R
        return Mat3.of(there.ravel().tolist())


@dataclass(frozen=True)
class Freedom:
    """One degree of freedom of a joint: which it is, its speed, and the coordinate whose rate that
    is, if there is one."""

    k: int
    q: int | None
    u: int
    first_q: int  # of the joint


@dataclass(frozen=True)
class End:
    """A point of a body, or of the world."""

    link: int | None
    point: Vec3


class Site:
    """What an element may ask about its robot while it is built."""

    def __init__(self, builder: Any, name: str = "", states: Sequence[int] = ()):
        self._builder, self.name, self.states = builder, name, tuple(states)

    @property
    def density(self) -> float:
        """Of the water; 0 without any."""
        found: float = self._builder.density
        return found

    @property
    def up(self) -> np.ndarray:
        """Against gravity; z without any."""
        found: np.ndarray = self._builder.up
        return found

    @property
    def water(self) -> Any:
        """The words of the water, or None; its density is asked for above."""
        return self._builder.robot.water

    @property
    def ground(self) -> float | None:
        """Height of the ground along up, if there is one."""
        ground = self._builder.robot.ground
        return None if ground is None else ground.height

    @property
    def gravity(self) -> tuple[float, float, float]:
        """World axes."""
        x, y, z = self._builder.robot.gravity
        return x, y, z

    def body(self, name: str) -> Axes:
        """A body of the robot."""
        found: Axes = self._builder.axes[name]
        return found

    def body_words(self, name: str) -> Any:
        """Its words: the shape, and what the water does to it."""
        return self._builder.body_words[name]

    def actuator(self, name: str) -> Any:
        """The element of an actuator; a whole number where it prescribes a speed."""
        place = [*self._builder.robot.actuators].index(name)
        return self._builder.actuation[place]

    def actuator_words(self, name: str) -> Any:
        """Its words."""
        return self._builder.robot.actuators[name].law

    @property
    def laws(self) -> Any:
        """Drag laws and flows that the user wrote in Python."""
        return self._builder.robot.laws

    def end(self, body: str, point: Any) -> End:
        """A point given in the frame of a body, or of the world."""
        if body == WORLD:
            return End(None, Vec3(*np.asarray(point, dtype=float).tolist()))
        axes = self.body(body)
        return End(axes.link, axes.vector(point))

    def channel(self, signal: Any) -> int:
        """The channel on which a signal arrives."""
        found: int = self._builder.programmer.channel(getattr(signal, "node", signal))
        return found

    def channel_of_rate(self, node: Any) -> int:
        """The channel of a signal's rate, which follows from its expression."""
        found: int = self._builder.channel_of_rate(node)
        return found


class ActuatorSite(Site):
    """The same for an actuator: its input as it arrives, and the degree of freedom it drives."""

    def __init__(
        self,
        builder: Any,
        name: str,
        node: Any,
        driven: Freedom | None,
        states: Sequence[int] = (),
        still: Any = None,
    ):
        """still: of a thruster that is told its thrust without inflow, that thrust."""
        super().__init__(builder, name, states)
        self.input, self._driven, self.still = node, driven, still

    @property
    def driven(self) -> Freedom:
        """Of an actuator on a joint."""
        assert self._driven is not None
        return self._driven

    def prescribe(self, joint: str) -> None:
        """Let the speed of a joint that is driven follow the input."""
        self._builder.prescribe(joint, self.driven, self.input)
