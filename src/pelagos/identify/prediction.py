"""Predictions of pieces of a recording for many sets of parameters at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pelagos.data.checks import Array
from pelagos.identify.experiment import Piece
from pelagos.identify.steady import correlation_time
from pelagos.result.euler import angles

_AXES = {"x": 0, "y": 1, "z": 2}
_ANGLES = {"roll": 0, "pitch": 1, "yaw": 2}


_VARIABLES = {"euler": "orientation"}  # of results, where channels have another name
_REMEMBERED = 64  # points whose motions are kept
Motions = list[dict[str, Array]]  # per piece the channels on its grid


class Prediction:
    """Simulates every piece under every set of values at the paths."""

    def __init__(self, pieces: Sequence[Piece], paths: tuple[str, ...], rtol: float):
        self.pieces, self.paths, self.rtol = list(pieces), paths, rtol
        self.channels = tuple(pieces[0].measured)
        self.samples = sum(len(values) for piece in pieces for values in piece.measured.values())
        self.evaluations = 0
        self._known: dict[bytes, Motions] = {}

    def run(self, points: Array, spare: Array | None = None) -> list[Motions]:
        """Per point and piece the channels on the piece's grid; NaN where a run failed, or where
        there is no such robot.

        A lane of the batch costs nothing while others run. Lanes that would be idle take `spare`
        points, which will be asked for next if this one is any good; they are remembered.
        """
        from pelagos.run import LANES

        new = {x.tobytes(): x for x in points if x.tobytes() not in self._known}
        for x in () if spare is None else spare:
            if len(new) % LANES and x.tobytes() not in self._known:
                new[x.tobytes()] = x
        if new:
            motions = self._simulated(np.array(list(new.values())))
            self._known.update(zip(new, motions, strict=True))
        found = [self._known[x.tobytes()] for x in points]
        for key in list(self._known)[: -max(_REMEMBERED, len(points))]:
            del self._known[key]
        return found

    def _simulated(self, points: Array) -> list[Motions]:
        from pelagos.run import simulate_batch

        found: list[Motions] = [[] for _ in points]
        count = len(points)
        kinds = {channel.partition(".")[0] for channel in self.channels}
        for piece in self.pieces:
            vary = {path: points[:, i] for i, path in enumerate(self.paths)}
            batch = simulate_batch(
                piece.robot,
                vary=vary,
                initial=(np.tile(piece.q, (count, 1)), np.tile(piece.u, (count, 1))),
                duration=piece.duration,
                every=piece.every,
                integrator="dopri5",
                rtol=self.rtol,
                threads=1,
                keep={_VARIABLES.get(kind, kind) for kind in kinds},
                strict=False,
            )
            self.evaluations += count
            for k in range(count):
                found[k].append(
                    {
                        name: _channel(batch, name, k)[: len(measured)]
                        for name, measured in piece.measured.items()
                    }
                )
        return found

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
                if len(rest) >= 8 and np.ptp(rest) > 1e-12 * (
                    1e-30 + np.abs(piece.measured[name]).max()
                ):
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
