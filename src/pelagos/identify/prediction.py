"""Predictions of pieces of a recording for many sets of parameters at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from pelagos.data.checks import Array
from pelagos.identify.experiment import Piece
from pelagos.identify.steady import correlation_time, is_constant
from pelagos.result.euler import angles

_AXES = {"x": 0, "y": 1, "z": 2}
_ANGLES = {"roll": 0, "pitch": 1, "yaw": 2}


_VARIABLES = {"euler": "orientation"}  # of results, where channels have another name
_REMEMBERED = 64  # points whose motions are kept
Motion = dict[str, Array]  # the channels of a piece on its grid
Motions = list[Motion]  # of all pieces


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

    def run(self, points: Array, spare: Array | None = None) -> list[Motions]:
        """Per point and piece the channels on the piece's grid; NaN where a run failed, or where
        there is no such robot.

        A lane of the batch costs nothing while others run. Lanes that would be idle take `spare`
        points, which will be asked for next if this one is any good; they are remembered.
        """
        every = [self._run(k, points, spare) for k in range(len(self.pieces))]
        return [list(motions) for motions in zip(*every, strict=True)]

    def _run(self, k: int, points: Array, spare: Array | None) -> list[Motion]:
        """One piece; the starts of the others do not matter to it."""
        from pelagos.run import LANES

        known, rows = self._known[k], self._own(k, points)
        new = {x.tobytes(): x for x in rows if x.tobytes() not in known}
        for x in () if spare is None else self._own(k, spare):
            if len(new) % LANES and x.tobytes() not in known:
                new[x.tobytes()] = x
        if new:
            motions = self._simulated(self.pieces[k], np.array(list(new.values())))
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

    def _simulated(self, piece: Piece, points: Array) -> list[Motion]:
        from pelagos.run import simulate_batch

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
            {name: _channel(batch, name, k)[: len(x)] for name, x in piece.measured.items()}
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
