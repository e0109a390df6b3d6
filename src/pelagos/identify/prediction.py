"""Predictions of pieces of a recording for many sets of parameters at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from pelagos.data.checks import Array
from pelagos.data.turns import beside
from pelagos.identify.experiment import Piece
from pelagos.identify.steady import correlation_time, is_constant
from pelagos.result.euler import angles

_AXES = {"x": 0, "y": 1, "z": 2}
_ANGLES = {"roll": 0, "pitch": 1, "yaw": 2}


_VARIABLES = {"euler": "orientation"}  # of results, where channels have another name
_REMEMBERED = 64  # points whose motions are kept
Motion = dict[str, Array]  # the channels of a piece on its grid
Motions = list[Motion]  # of all pieces


@dataclass(frozen=True)
class Moves:
    """Motions at a point, and how their samples move.

    Samples are those of the pieces, one after the other, and in each channel after channel.
    """

    motions: Motions
    by_values: Array  # (sample, value)
    by_offsets: list[Array]  # per piece: (sample of it, its own offset)


class Prediction:
    """Simulates every piece under every set of values at the paths.

    A point is the values, and behind them perhaps offsets of the measured starts of all pieces.
    """

    def __init__(self, pieces: Sequence[Piece], paths: tuple[str, ...], rtol: float):
        self.pieces, self.paths, self.rtol = list(pieces), paths, rtol
        self.channels = tuple(pieces[0].measured)
        self.samples = sum(len(values) for piece in pieces for values in piece.measured.values())
        self.evaluations = 0
        ends = np.cumsum([0, *(len(piece.start.moving) for piece in pieces)]).tolist()
        self.offsets = int(ends[-1])
        self._columns = [slice(len(paths) + a, len(paths) + b) for a, b in pairwise(ends)]
        self._known: list[dict[bytes, Motion]] = [{} for _ in pieces]

    def run(self, points: Array) -> list[Motions]:
        """Per point and piece the channels on the piece's grid; NaN where a run failed, or where
        there is no such robot.
        """
        every = [self._run(k, points) for k in range(len(self.pieces))]
        return [list(motions) for motions in zip(*every, strict=True)]

    def rows(self, points: Array) -> Array:
        """(point, sample): simulated less measured in SI, piece after piece, channel by channel."""
        return np.array([self.apart(motions) for motions in self.run(points)])

    def apart(self, motions: Motions) -> Array:
        """The same of motions of all pieces."""
        pairs = zip(self.pieces, motions, strict=True)
        parts = [seen[n] - piece.measured[n] for piece, seen in pairs for n in self.channels]
        return np.concatenate(parts)

    def _run(self, k: int, points: Array) -> list[Motion]:
        """One piece; the starts of the others do not matter to it."""
        known, rows = self._known[k], self._own(k, points)
        new = {x.tobytes(): x for x in rows if x.tobytes() not in known}
        if new:
            motions = self._simulated(k, np.array(list(new.values())))
            known.update(zip(new, motions, strict=True))
        found = [known[x.tobytes()] for x in rows]
        for key in list(known)[: -max(_REMEMBERED, len(points))]:
            del known[key]
        return found

    def _own(self, k: int, points: Array) -> Array:
        """Values and offsets that a piece depends on."""
        width, columns = len(self.paths), self._columns[k]
        still = np.zeros((len(points), columns.stop - columns.start))
        offsets = points[:, columns] if points.shape[1] > width else still
        return np.concatenate([points[:, :width], offsets], axis=1)

    def _simulated(self, k: int, points: Array) -> list[Motion]:
        from pelagos.run import simulate_batch

        piece = self.pieces[k]
        kinds = {channel.partition(".")[0] for channel in self.channels}
        batch = simulate_batch(
            piece.robot,
            vary={path: points[:, i] for i, path in enumerate(self.paths)},
            initial=piece.start.moved(piece.robot, points[:, len(self.paths) :]),
            duration=piece.duration,
            every=piece.every,
            integrator="dopri5",
            rtol=self.rtol,
            threads=1,
            keep={_VARIABLES.get(kind, kind) for kind in kinds},
            strict=False,
        )
        self.evaluations += len(points)
        return [
            {n: beside(n, _channel(batch, n, k)[: len(x)], x) for n, x in piece.measured.items()}
            for k in range(len(points))
        ]

    def errors(self, x: Array) -> dict[str, float]:
        """Root mean square error of each channel."""
        seen = self.run(x[None])[0]
        return {
            name: float(
                np.sqrt(
                    np.mean(
                        np.concatenate(
                            [
                                (s[name] - p.measured[name]) ** 2
                                for s, p in zip(seen, self.pieces, strict=True)
                            ]
                        )
                    )
                )
            )
            for name in self.channels
        }

    def correlation(self, x: Array) -> float:
        """Correlation time of the residuals in samples, at least 1; the mean over channels."""
        seen = self.run(x[None])[0]
        times = []
        for name in self.channels:
            for s, piece in zip(seen, self.pieces, strict=True):
                rest = s[name] - piece.measured[name]
                if len(rest) >= 8 and not is_constant(rest):
                    times.append(correlation_time(rest))
        return max(1.0, float(np.mean(times))) if times else 1.0


class MovedPrediction(Prediction, ABC):
    """One that knows how it moves."""

    @abstractmethod
    def moves(self, point: Array) -> Moves:
        """Motions at a point and their derivatives, for a step of a search."""

    def last_moves(self, point: Array) -> Moves:
        """The same, as exactly as can be, for what is said of the result."""
        return self.moves(point)


def _channel(batch: Any, name: str, k: int) -> Array:
    """A channel of one run of a batch."""
    kind, _, rest = name.partition(".")
    header = batch.header
    if kind in ("q", "u"):
        labels = header.coordinates if kind == "q" else header.speeds
        return np.asarray(batch.arrays[kind][k, :, labels.index(rest)])
    body, _, part = rest.rpartition(".")
    place = header.bodies.index(body)
    if kind == "euler":
        turned = batch.arrays["orientation"][k, :, place]
        if not np.isfinite(turned).all():
            return np.full(len(turned), np.nan)
        return np.asarray(angles(turned)[:, _ANGLES[part]])
    return np.asarray(batch.arrays[kind][k, :, place, _AXES[part]])
