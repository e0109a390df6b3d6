"""The search for the best parameters of a prediction: Gauss-Newton steps inside bounds.

Every step solves the linear least squares of the predicted motion inside a box, which is what the
bounds leave of a trust region. The starts of the pieces move along: each piece's own offsets are
eliminated from the linear problem (variable projection, Golub and Pereyra 1973), so that a step is
in the parameters alone however many pieces there are. The sigma of each channel is the scatter of
its own residuals about the best starts, taken anew before each step.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.errors import PelagosError
from pelagos.identify.prediction import MovedPrediction, Moves
from pelagos.progress import Progress

_MOST = 60  # steps
# Where to stop: a step that promises less than this, in units of a residual's variance, moves a
# parameter by at most the root of this in standard errors.
_ENOUGH, _COARSE = 1e-3, 100.0  # in the end, and of the first tries
_SETTLED = 0.1  # change of a scatter in the last step
_WIDE, _NARROW = 1.0, 1e-7  # the box: of a parameter's size at first; where nothing gets better
_RIDGE = 1e-5  # of the strongest direction: what is weaker stays where it is
_SIGN = 0.1  # of its scale: the size of a parameter that passes through zero


@dataclass(frozen=True)
class LinearProblem:
    """The linear problem at a point, starts eliminated: residuals in sigmas, offsets last."""

    residuals: Array  # with the best starts
    jacobian: Array  # of these, by scaled parameters
    offsets: Array  # (offset, 1 + parameter): how the best ones move, at once and with parameters
    cost: float  # of the point itself


class Search:
    """The minimisation in scaled parameters, with scatters of the channels found on the way."""

    def __init__(self, model: MovedPrediction, low: Array, high: Array, progress: Progress | None):
        self.model, self.low, self.high, self.progress = model, low, high, progress
        self.scale = np.ones(len(low))
        self.offsets = np.zeros(model.offsets)
        self.settled = False  # whether the last search ended where it had nothing to gain
        lengths = [len(p.measured[n]) for p in model.pieces for n in model.channels]
        self._channel = np.repeat(np.arange(len(lengths)) % len(model.channels), lengths)
        ends = np.cumsum([0, *(sum(map(len, p.measured.values())) for p in model.pieces)])
        self._pieces = [slice(a, b) for a, b in zip(ends, ends[1:], strict=False)]
        values = [np.concatenate([p.measured[n] for p in model.pieces]) for n in model.channels]
        self._spread = np.array([float(np.std(v)) for v in values])
        self._sigma: Array = np.where(self._spread > 0, self._spread, 1.0)

    def run(self, x0: Array, starts: int, seed: int) -> tuple[Array, tuple[float, ...]]:
        """The best parameters, and the costs of all tries; `offsets` are those of the starts."""
        self.scale = np.where(x0 != 0, np.abs(x0), 1.0)
        if starts <= 1:
            x, cost = self._descend(x0, _ENOUGH, True)
            return x, (cost,)
        sigma, tried, last = self._sigma, [], None
        for begin in self._starts(x0, starts, seed):
            self._sigma, self.offsets = sigma, np.zeros_like(self.offsets)
            try:
                tried.append((*self._descend(begin, _COARSE, False), self.offsets))
            except PelagosError as error:
                last = error
        if not tried:
            assert last is not None
            raise last
        x, _, self.offsets = tried[int(np.argmin([cost for _, cost, _ in tried]))]
        x, _ = self._descend(x, _ENOUGH, True)
        return x, tuple(cost for _, cost, _ in tried)

    def point(self, x: Array) -> Array:
        """Parameters and offsets."""
        return np.append(x, self.offsets)

    def system(self, x: Array) -> LinearProblem:
        """The linear problem at the end of the search."""
        return self._system(self.model.last_moves(self.point(x)))

    def _starts(self, x0: Array, count: int, seed: int) -> list[Array]:
        """The given point, and the best of random ones inside the bounds."""
        rng = np.random.default_rng(seed)
        width = np.where(np.isfinite(self.high), self.high, self.low + 10 * self.scale) - self.low
        cells = np.stack([rng.permutation(4 * count) for _ in x0], axis=1)
        points = self.low + (cells + rng.random(cells.shape)) / (4 * count) * width
        costs = [self._cost(point, self.offsets) for point in points]
        return [x0, *points[np.argsort(costs)[: count - 1]]]

    def _cost(self, x: Array, offsets: Array) -> float:
        """Squares of residuals and offsets; infinite where a run fails."""
        row = self.model.rows(np.append(x, offsets)[None])[0] / self._sigma[self._channel]
        found = float(row @ row + offsets @ offsets)
        return found if np.isfinite(found) else np.inf

    # --- the linear problem

    def _system(self, moves: Moves) -> LinearProblem:
        """With the best offsets of every piece eliminated."""
        weights = 1 / self._sigma[self._channel]
        rows = self.model.apart(moves.motions) * weights
        slopes = moves.by_values * self.scale * weights[:, None]
        slopes = np.where(np.isfinite(slopes), slopes, 0.0)
        residuals, jacobian, left, right, found = [], [], [], [], []
        for part, own, offsets in zip(
            self._pieces, moves.by_offsets, self._offsets_of(moves), strict=True
        ):
            w = np.where(np.isfinite(own), own, 0.0) * weights[part, None]
            wanted = np.column_stack([w.T @ rows[part] + offsets, w.T @ slopes[part]])
            best = -np.linalg.solve(w.T @ w + np.eye(len(offsets)), wanted)
            residuals.append(rows[part] + w @ best[:, 0])
            jacobian.append(slopes[part] + w @ best[:, 1:])
            left.append(offsets + best[:, 0])
            right.append(best[:, 1:])
            found.append(best)
        return LinearProblem(
            np.concatenate([*residuals, *left]),
            np.vstack([*jacobian, *right]),
            np.vstack(found),
            float(rows @ rows + self.offsets @ self.offsets),
        )

    def _offsets_of(self, moves: Moves) -> list[Array]:
        ends = np.cumsum([own.shape[1] for own in moves.by_offsets])
        return np.split(self.offsets, ends[:-1])

    def _weigh(self, moves: Moves) -> float:
        """The scatter of each channel about the best starts; by how much it has changed."""
        before, apart = self._sigma, self.model.apart(moves.motions)
        for _ in range(10):  # the scatter decides how far the starts move, and these the scatter
            sigma, weights = self._sigma, 1 / self._sigma[self._channel]
            left = np.empty_like(apart)
            for part, own, offsets in zip(
                self._pieces, moves.by_offsets, self._offsets_of(moves), strict=True
            ):
                w = np.where(np.isfinite(own), own, 0.0) * weights[part, None]
                right = w.T @ (apart[part] * weights[part]) + offsets
                best = -np.linalg.solve(w.T @ w + np.eye(len(offsets)), right)
                left[part] = apart[part] + (w @ best) / weights[part]
            scatter = np.bincount(self._channel, left**2) / np.bincount(self._channel)
            known = np.sqrt(np.where(np.isfinite(scatter), scatter, sigma**2))
            self._sigma = np.maximum(known, np.maximum(1e-6 * self._spread, 1e-12))
            if np.allclose(sigma, self._sigma, rtol=1e-3):
                break
        return float(np.abs(np.log(self._sigma / before)).max())

    # --- steps

    def _descend(self, x: Array, accuracy: float, weighs: bool) -> tuple[Array, float]:
        """The best point, to an accuracy in squared standard errors, and its cost.

        weighs: whether sigmas are found on the way.
        """
        margin = 1e-9 * self.scale
        x = np.clip(x, self.low + margin, self.high - margin)
        moves, radius = self._first(x), _WIDE
        changed, self.settled = 0.0, False
        for k in range(_MOST):
            if self.progress is not None:
                self.progress(None, f"fitting {len(x)} parameters, step {k + 1} ...")
            if weighs:
                changed = max(changed, self._weigh(moves)) if k == 0 else self._weigh(moves)
            system = self._system(moves)
            step, whole = self._step(system, x, radius)
            ahead = system.residuals + system.jacobian @ step
            promised = system.cost - float(ahead @ ahead)
            small = promised <= accuracy * system.cost / self.model.samples
            self.settled = (small and whole and changed < _SETTLED) or radius < _NARROW
            if self.settled:
                break
            offsets = self.offsets + system.offsets[:, 0] + system.offsets[:, 1:] @ step
            there = np.clip(x + step * self.scale, self.low + margin, self.high - margin)
            gained = (system.cost - self._cost(there, offsets)) / max(promised, 1e-300)
            reach = float(np.max(np.abs(step) / self._sizes(x), initial=0.0))
            if gained < 0.25:
                radius = 0.25 * min(radius, reach)
            elif gained > 0.75 and not whole:
                radius = 2 * radius
            if gained > 1e-4:
                x, moves, radius = self._accepted(x, there, offsets, moves, radius)
            changed = 0.0 if not weighs else changed
        return x, self._system(moves).cost

    def _first(self, x: Array) -> Moves:
        if not np.isfinite(self._cost(x, self.offsets)):
            raise refuse(
                (
                    "the motion from the model's own values does not reach the end of the record",
                    "give `length` to cut it into pieces, `starts` to try other values inside "
                    "the bounds, or change those of the model",
                )
            )
        return self.model.moves(self.point(x))

    def _accepted(
        self, x: Array, there: Array, offsets: Array, moves: Moves, radius: float
    ) -> tuple[Array, Moves, float]:
        """Go there, unless there are no derivatives: then less far."""
        try:
            found = self.model.moves(np.append(there, offsets))
        except PelagosError:
            return x, moves, 0.25 * radius
        self.offsets = offsets
        return there, found, radius

    def _sizes(self, x: Array) -> Array:
        return np.asarray(np.maximum(np.abs(x) / self.scale, _SIGN))

    def _step(self, system: LinearProblem, x: Array, radius: float) -> tuple[Array, bool]:
        """The best step inside bounds and trust region, and whether the latter left it whole."""
        from scipy.optimize import lsq_linear

        margin, sizes = 1e-9, self._sizes(x)
        q, r = np.linalg.qr(system.jacobian)
        ridge = _RIDGE * max(float(np.linalg.norm(r, 2)), 1e-150)
        low = np.minimum(self.low / self.scale + margin - x / self.scale, -1e-12)
        high = np.maximum(self.high / self.scale - margin - x / self.scale, 1e-12)
        found = lsq_linear(
            np.vstack([r, ridge * np.eye(len(x))]),
            np.concatenate([-(q.T @ system.residuals), np.zeros(len(x))]),
            bounds=(np.maximum(low, -radius * sizes), np.minimum(high, radius * sizes)),
            method="bvls",
        ).x
        return found, bool(np.all(np.abs(found) < 0.999 * radius * sizes))
