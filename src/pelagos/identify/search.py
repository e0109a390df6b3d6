"""The search for the best parameters of a prediction: Gauss-Newton steps inside bounds.

The starts of the pieces move along. They act almost linearly, so for given parameters the best
offsets follow from a linear least squares with responses that are taken anew in every round, and
the steps are in the parameters alone (variable projection, Golub and Pereyra 1973).
"""

from __future__ import annotations

import numpy as np

from pelagos.data.checks import Array
from pelagos.identify.prediction import Prediction
from pelagos.progress import Progress

_ROUNDS = 6  # of channel scatters and of starts, at most
# Where to stop: a change of the cost by this, over the number of samples and relative to itself,
# moves a parameter by at most the root of this in standard errors.
_ENOUGH, _ROUGH, _COARSE = 1e-3, 10.0, 100.0  # in the last round, before, and of the first tries
_SETTLED = 0.1  # change of a scatter, and of a start in standard deviations, in the last round
_PENALTY = 1e3  # residuals of runs that failed, in sigmas
MOST_OFFSETS = 600  # of starts; beyond it they stay as measured


class Search:
    """The minimisation in scaled parameters, with scatters of the channels found on the way."""

    def __init__(self, model: Prediction, low: Array, high: Array, progress: Progress | None):
        self.model, self.low, self.high, self.progress = model, low, high, progress
        self.scale = np.ones(len(low))
        self.offsets = np.zeros(model.offsets if model.offsets <= MOST_OFFSETS else 0)
        count = len(self.offsets)
        # responses to the offsets in sigmas, and what solves for the best ones
        self._weighted: Array = np.zeros((model.samples, count))
        self._inverse: Array = np.zeros((count, count))
        self._share = model.rtol**0.5  # of a parameter, for differences on the way
        lengths = [len(p.measured[n]) for p in model.pieces for n in model.channels]
        self._channel = np.repeat(np.arange(len(lengths)) % len(model.channels), lengths)
        values = [np.concatenate([p.measured[n] for p in model.pieces]) for n in model.channels]
        self._spread = np.array([float(np.std(v)) for v in values])
        self._sigma: Array = np.where(self._spread > 0, self._spread, 1.0)

    def run(self, x0: Array, starts: int, seed: int) -> tuple[Array, tuple[float, ...]]:
        """The best parameters, and the costs of all tries; `offsets` are those of the starts."""
        self.scale = np.where(x0 != 0, np.abs(x0), 1.0)
        tried = [self._descend(x, _COARSE) for x in self._starts(x0, starts, seed)]
        x = tried[int(np.argmin([cost for _, cost in tried]))][0]
        for left in range(_ROUNDS - 1, -1, -1):
            sigma, offsets = self._sigma, self.offsets
            self._prepare(x)
            settled = float(np.abs(np.log(self._sigma / sigma)).max()) < _SETTLED
            last = left == 0 or (settled and left < _ROUNDS - 1)
            x, _ = self._descend(x, _ENOUGH if last else _ROUGH)
            self.offsets = self.residuals(x[None])[0, self.model.samples :]
            moved = float(np.abs(self.offsets - offsets).max(initial=0.0))
            if last and moved < _SETTLED:
                break
        self._prepare(x)
        return x, tuple(cost for _, cost in tried)

    def point(self, x: Array) -> Array:
        """Parameters and offsets."""
        return np.append(x, self.offsets)

    def _starts(self, x0: Array, count: int, seed: int) -> list[Array]:
        """The given point, and the best of random ones inside the bounds."""
        if count <= 1:
            return [x0]
        rng = np.random.default_rng(seed)
        width = np.where(np.isfinite(self.high), self.high, self.low + 10 * self.scale) - self.low
        cells = np.stack([rng.permutation(4 * count) for _ in x0], axis=1)
        points = self.low + (cells + rng.random(cells.shape)) / (4 * count) * width
        costs = [float(r @ r) for r in self.residuals(points)]
        return [x0, *points[np.argsort(costs)[: count - 1]]]

    # --- residuals

    def _raw(self, points: Array, spare: Array | None = None) -> Array:
        """(point, sample): simulated less measured in SI; for `spare` see `Prediction.run`."""
        return np.array(
            [
                np.concatenate(
                    [
                        seen[name] - piece.measured[name]
                        for piece, seen in zip(self.model.pieces, simulated, strict=True)
                        for name in self.model.channels
                    ]
                )
                for simulated in self.model.run(points, spare)
            ]
        )

    def residuals(self, values: Array, spare: Array | None = None) -> Array:
        """(set of values, residual) in sigmas, with the best starts; the offsets come last."""
        points, others = (
            None if v is None else np.hstack([v, np.tile(self.offsets, (len(v), 1))])
            for v in (values, spare)
        )
        assert points is not None
        rows = self._raw(points, others) / self._sigma[self._channel]
        rows = np.where(np.isfinite(rows), np.clip(rows, -1e6, 1e6), _PENALTY)
        return np.array([self._with_best_starts(row) for row in rows])

    def _with_best_starts(self, row: Array) -> Array:
        moved = self._best_offsets(row)
        return np.concatenate([row + self._weighted @ moved, self.offsets + moved])

    def _best_offsets(self, row: Array) -> Array:
        """How the starts should move: least squares of the samples and of the offsets."""
        return np.asarray(-self._inverse @ (self._weighted.T @ row + self.offsets))

    def _prepare(self, x: Array) -> None:
        """Responses to the starts at a point, and the scatter of each channel about the best."""
        here = self.point(x)
        moved = here + np.eye(len(here))[len(x) :]  # each by one standard deviation
        rows = self._raw(np.vstack([here[None], moved]))
        changes = np.where(np.isfinite(rows[1:] - rows[0]), rows[1:] - rows[0], 0.0).T
        parts = [changes[self._channel == c] for c in range(len(self._sigma))]
        squares = np.array([part.T @ part for part in parts])
        for _ in range(10):  # the scatter decides how far the starts move, and these the scatter
            weights = 1 / self._sigma[self._channel]
            self._weighted = changes * weights[:, None]
            matrix = np.tensordot(self._sigma**-2, squares, 1) + np.eye(len(self.offsets))
            self._inverse = np.asarray(np.linalg.inv(matrix), dtype=float)
            left = rows[0] + changes @ self._best_offsets(rows[0] * weights)
            scatter = np.bincount(self._channel, left**2) / np.bincount(self._channel)
            known = np.sqrt(np.where(np.isfinite(scatter), scatter, self._sigma**2))
            sigma = np.maximum(known, np.maximum(1e-6 * self._spread, 1e-12))
            if np.allclose(sigma, self._sigma, rtol=1e-3):
                break
            self._sigma = sigma

    # --- steps

    def jacobian(self, x: Array, central: bool) -> Array:
        """Differences of the residuals per scaled parameter.

        On the way, steps that rise above the errors of the simulated runs; small ones in the end.
        """
        share = 1e-4 if central else self._share
        count, up = len(x), self._moved(x, share)
        other = np.clip(2 * x - up, self.low, self.high) if central else x[None]
        rows = self.residuals(np.concatenate([up, other]))
        widths = np.diag(up - other)
        return np.asarray(((rows[:count] - rows[count:]) / widths[:, None]).T * self.scale)

    def _moved(self, x: Array, share: float) -> Array:
        """(parameter, point): each parameter moved by a share of its size, towards the inside."""
        steps = share * np.maximum(np.abs(x), 1e-3 * self.scale)
        return np.asarray(x + np.diag(np.where(x + steps <= self.high, steps, -steps)))

    def _descend(self, x: Array, accuracy: float) -> tuple[Array, float]:
        """The best point, to an accuracy in squared standard errors, and its cost."""
        from scipy.optimize import least_squares

        if self.progress is not None:
            self.progress(None, f"fitting {len(x)} parameters ...")
        margin = 1e-9 * self.scale
        begin = np.clip(x, self.low + margin, self.high - margin)

        def residuals(y: Array) -> Array:
            point = y * self.scale
            return np.asarray(self.residuals(point[None], self._moved(point, self._share))[0])

        found = least_squares(
            residuals,
            begin / self.scale,
            lambda y: self.jacobian(y * self.scale, central=False),
            bounds=(self.low / self.scale, self.high / self.scale),
            x_scale="jac",
            xtol=1e-6,  # far below any interval
            ftol=accuracy / self.model.samples,
            gtol=1e-10,
            max_nfev=60,
        )
        return found.x * self.scale, float(found.cost)
