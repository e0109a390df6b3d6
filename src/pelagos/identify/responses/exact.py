"""Predictions whose derivatives are those of the steps taken, exactly.

A Runge-Kutta step is differentiated by the same step of the state's tangent, along every parameter
and every offset of a start at once; how numbers of the robot move with its parameters is found
beforehand (`slopes`). One march gives a motion and its whole Jacobian, and neither depends on the
size of a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pelagos.data.checks import Array
from pelagos.errors import PelagosError
from pelagos.identify.experiment import Piece
from pelagos.identify.prediction import Motion, MovedPrediction, Moves
from pelagos.identify.responses.piece import MovedPiece, PieceMarch, numbers_of
from pelagos.identify.responses.slopes import KeptSlopes
from pelagos.march.engine import Engine, parameters_of
from pelagos.mechanism.breakpoints import corner_times, same_corners
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.mechanism.structure import structural_parts, structure
from pelagos.programs.numbers import flat
from pelagos.run.variations import Variations


class ExactPrediction(MovedPrediction):
    """Motions of all pieces and their moves by values and offsets."""

    def __init__(
        self, pieces: Sequence[Piece], paths: tuple[str, ...], rtol: float, x: Array, scale: Array
    ):
        """x, scale: values of the parameters near which is searched, and their sizes.

        What has no derivatives is refused.
        """
        super().__init__(pieces, paths, rtol)
        self._last: tuple[bytes, Moves] | None = None
        self._marches: list[_SmoothPiece] = []
        for piece in pieces:
            first = self._marches[0] if self._marches else None
            self._marches.append(_SmoothPiece(piece, paths, rtol, x, scale, first))

    def _simulated(self, k: int, points: Array) -> list[Motion]:
        width, found = len(self.paths), []
        for point in points:
            motion = self._marches[k].motion(point[:width], point[width:])
            if motion is None:
                (motion,) = super()._simulated(k, point[None])
            else:
                self.evaluations += 1
            found.append(motion)
        return found

    def moves(self, point: Array) -> Moves:
        if self._last is None or self._last[0] != point.tobytes():
            self._last = point.tobytes(), self._moved(point)
        return self._last[1]

    def _moved(self, point: Array) -> Moves:
        found = []
        for k, march in enumerate(self._marches):
            own = self._own(k, point[None])[0]
            found.append(march.moved(own[: len(self.paths)], own[len(self.paths) :]))
            self.evaluations += 1
        return self._joined(found)

    def _joined(self, found: Sequence[MovedPiece]) -> Moves:
        """Rows of all pieces, channel after channel."""
        names = self.channels
        return Moves(
            motions=[piece.motion for piece in found],
            by_values=np.vstack([piece.by_values[n] for piece in found for n in names]),
            by_offsets=[np.vstack([piece.by_offsets[n] for n in names]) for piece in found],
        )


class _SmoothPiece:
    """A piece with its numbers as functions of the parameters."""

    def __init__(
        self,
        piece: Piece,
        paths: tuple[str, ...],
        rtol: float,
        x: Array,
        scale: Array,
        other: _SmoothPiece | None,
    ):
        """other: a piece of the same robot, whose numbers may be the same but for a constant."""
        self._robots = _Robots(piece, paths)
        first = self._robots(x)
        _refuse_unsmooth(first)
        self._first, self._until, self._split = first, piece.duration, len(flat(first))
        self._bends = _bends(first, self._until)
        made = _made(self._alike)
        shared = None if other is None else other.shared_by(made)
        self._numbers: KeptSlopes = shared or KeptSlopes(made, x, scale, paths)
        moving = self._numbers.moving[: self._split]
        self._march = PieceMarch(piece, first, moving, rtol)
        self._closed: KeptSlopes | None = None
        if first.constraints.rows:
            self._closed = KeptSlopes(self._assembled, x, scale, paths)

    def shared_by(self, made: Callable[[Array], Array]) -> KeptSlopes | None:
        """Numbers of another piece, if they differ from this one's by a constant."""
        return self._numbers.shared_by(made)

    def motion(self, x: Array, offsets: Array) -> Motion | None:
        """None where the robot has other equations, or there is none."""
        try:
            numbers, begin, _ = self._at(x, offsets)
        except PelagosError:
            return None
        return self._march.motion(self._march.read(numbers), begin)

    def moved(self, x: Array, offsets: Array) -> MovedPiece:
        numbers, begin, by_offsets = self._at(x, offsets)
        slopes = self._numbers.slopes(x)
        if self._closed is not None:
            starts = self._closed.slopes(x)
        else:
            starts = np.zeros((len(x), len(begin)))
            starts[:, self._states] = slopes[:, self._split :]
        by_values = slopes[:, : self._split], starts
        return self._march.responses(self._march.read(numbers), begin, by_values, by_offsets)

    def _at(self, x: Array, offsets: Array) -> tuple[Array, Array, Array]:
        """Flat numbers, initial state, and rates of that by the offsets."""
        found = self._numbers.at(x)
        begin, rates = self._march.start(found[self._split :], offsets)
        if self._closed is not None:
            begin = self._closed.at(x)
        return found[: self._split], begin, rates

    @property
    def _states(self) -> slice:
        """Auxiliary states in a state."""
        robot = self._march.engine.robot
        return slice(robot.nq + robot.nv, robot.size - 1)

    def _alike(self, x: Array) -> Compiled:
        """The robot with other values, which must have the same equations."""
        robot, first = self._robots(x), self._first
        parts = zip(structural_parts(robot), structural_parts(first), strict=True)
        same = all(a is b for a, b in parts) or structure(robot) == structure(first)
        bends = _bends(robot, self._until)
        if not (same and same_corners(bends, self._bends, self._until)):
            raise PelagosError(
                "with other values the equations are others, or inputs bend at other times"
            )
        return robot

    def _assembled(self, x: Array) -> Array:
        """The initial state, put together."""
        robot, march = self._alike(x), self._march
        engine = Engine([robot], march.engine.name, (march.engine.programs,))
        begin, _ = march.start(robot.start[self._states], np.zeros(0))
        return np.asarray(engine.assembled(begin, 0))


class _Robots:
    """The robot of a piece, compiled with other values at the paths."""

    def __init__(self, piece: Piece, paths: tuple[str, ...]):
        self._robot, self._paths = piece.robot, paths
        self._first = compile_robot(piece.robot.resolved(None), apart=True)

    def __call__(self, x: Array) -> Compiled:
        values = {path: np.array([value]) for path, value in zip(self._paths, x, strict=True)}
        return Variations(self._robot, None, values, first=self._first)[0]


def _made(robots: Callable[[Array], Compiled]) -> Callable[[Array], Array]:
    return lambda x: numbers_of(robots(x))


def _bends(robot: Compiled, until: float) -> list[float]:
    return corner_times(robot.robot, parameters_of(robot), robot.input_slots, until)


def _refuse_unsmooth(robot: Compiled) -> None:
    """What has no exact derivatives."""
    words = robot.robot
    reasons: tuple[tuple[Any, str], ...] = (
        (words.has_events, "events or a stop condition"),
        (robot.lattice.count, "wings with a vortex lattice"),
        (any(e.implicit for e in robot.elements.all), "elements that begin at rest between bodies"),
    )
    for found, what in reasons:
        if found:
            raise PelagosError(f"{words.name} has {what}")
