"""Parameters of a robot from many trials at once.

Gauss-Newton steps, damped where they do not help (Levenberg, Marquardt). A trial's own unknowns,
the offsets of its measured start, touch that trial alone: they are eliminated trial by trial (Schur
complement), so that the work grows with the number of trials and not with its square. Perturbed
robots of a trial run as one batch. Channels are weighted by the scatter of their own residuals,
found on the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.identify.estimate import Estimate
from pelagos.identify.least_squares import Bound
from pelagos.identify.names import model_path, value_at
from pelagos.identify.prediction import Prediction
from pelagos.identify.steady import correlation_notes, correlation_time
from pelagos.identify.trials.preparing import PreparedTrial
from pelagos.model import Robot
from pelagos.model.paths.units import unit_of_path
from pelagos.progress import Progress

_ROUNDS = 25  # of Gauss-Newton, at most
_SHARE = 1e-2  # of a parameter, for differences: far above the errors of runs, still linear
_ENOUGH = 0.3  # of a standard deviation (of white residuals): smaller steps end the search
_DAMPINGS = (0.1, 1.0, 30.0, 1e3)  # tried side by side, times the last one that helped
_RTOL = 1e-6


@dataclass(frozen=True)
class TrialFit(Estimate):
    """Parameters fitted to some trials of a robot."""

    paths: tuple[str, ...]
    start: Array
    robot: Robot  # with the fitted values
    channels: tuple[str, ...]
    scatter: dict[str, float]  # rms of the residuals of each channel, its unit
    evaluations: int


class TrialResponse:
    """One trial, simulated for many values of the parameters and offsets of its start."""

    def __init__(self, trial: PreparedTrial, robot: Robot, paths: tuple[str, ...]):
        piece = replace(trial.piece, robot=_driven(robot, trial))
        self.trial, self.paths = trial, paths
        self.model = Prediction([piece], paths, _RTOL)
        self.offsets = self.model.offsets

    def around(self, x: Array, offsets: Array, steps: Array) -> tuple[dict[str, Array], ...]:
        """Per channel the motion at a point, and its changes (sample, unknown) per unit step."""
        here = np.append(x, offsets)
        moves = np.append(steps, np.ones(self.offsets))
        moving = np.flatnonzero(moves)
        points = np.vstack([here, here + np.diag(moves)[moving]])
        seen = [motions[0] for motions in self.model.run(points)]
        base, slopes = seen[0], {}
        for name in base:
            found = np.zeros((len(base[name]), len(here)))
            for k, at in enumerate(moving):
                found[:, at] = (seen[k + 1][name] - base[name]) / moves[at]
            slopes[name] = found
        return base, slopes

    def alone(self, x: Array, offsets: Array) -> dict[str, Array]:
        """The motion at a point."""
        return self.model.run(np.append(x, offsets)[None])[0][0]


def _driven(robot: Robot, trial: PreparedTrial) -> Robot:
    """A robot with the joint motions of a trial."""
    given = trial.piece.robot.flat["actuators"]
    values = {
        f"actuators.{name}.motion.input": given[name]["motion"]["input"] for name in trial.joints
    }
    return robot.with_values({"duration": 2 * trial.piece.every, **values})


class TrialSearch:
    """The search for parameters that predict the fitted trials best."""

    def __init__(
        self,
        robot: Robot,
        trials: Sequence[PreparedTrial],
        paths: tuple[str, ...],
        channels: tuple[str, ...],
        bounds: tuple[Array, Array],
        progress: Progress | None = None,
    ):
        self.trials = [TrialResponse(trial, robot, paths) for trial in trials]
        self.channels, self.progress = channels, progress
        self.low, self.high = bounds
        self.offsets = [np.zeros(trial.offsets) for trial in self.trials]
        self.sigma = self._spread()
        self.covariance = np.zeros((len(paths), len(paths)))
        self.rows: list[Array] = []

    def _spread(self) -> dict[str, float]:
        """First weights: how much the channels move at all."""
        found = {}
        for name in self.channels:
            parts = [
                t.trial.piece.measured[name][t.trial.counted[name]]
                for t in self.trials
                if name in t.trial.piece.measured
            ]
            found[name] = max(float(np.std(np.concatenate(parts))), 1e-9) if parts else 1.0
        return found

    def run(self, x: Array) -> Array:
        """The best parameters from a first guess."""
        scale = np.where(x != 0, np.abs(x), 1.0)
        damping, settled = 1e-3, False
        for k in range(_ROUNDS):
            if self.progress is not None:
                count = len(self.trials)
                self.progress(None, f"{len(x)} parameters, {count} trials, round {k + 1}")
            systems = self._systems(x, np.maximum(scale, np.abs(x)))
            if settled and k > 2:
                break
            cost = self._cost(x, self.offsets)
            found = [self._step(systems, damping * factor, x) for factor in _DAMPINGS]
            costs = self._costs([(point, offsets) for point, offsets, _ in found])
            best = int(np.argmin(costs))
            if costs[best] >= cost:
                damping *= _DAMPINGS[-1]
                settled = damping > 1e6 or settled
                continue
            x, self.offsets, move = found[best]
            damping = max(damping * _DAMPINGS[best], 1e-9)
            settled = self._small(move)
            self._weigh(x)
        self.rows = [
            self._residuals(i, trial.alone(x, self.offsets[i]))
            for i, trial in enumerate(self.trials)
        ]
        return x

    def _systems(self, x: Array, scale: Array) -> list[tuple[Array, ...]]:
        """Normal equations of all trials at a point; and the covariance there."""
        steps = np.where(x + _SHARE * scale <= self.high, _SHARE, -_SHARE) * scale
        systems = [self._system(i, x, steps) for i in range(len(self.trials))]
        self._solved(systems, 0.0, x)
        return systems

    def _step(
        self, systems: Sequence[tuple[Array, ...]], damping: float, x: Array
    ) -> tuple[Array, list[Array], Array]:
        """Where a damped step leads: parameters, offsets of all starts, and the step itself."""
        move, moves = self._solved(systems, damping, x)
        point = np.clip(x + move, self.low, self.high)
        return point, [o + m for o, m in zip(self.offsets, moves, strict=True)], move

    def _costs(self, points: Sequence[tuple[Array, list[Array]]]) -> list[float]:
        """Of several points; each trial runs them as one batch."""
        for i, trial in enumerate(self.trials):
            trial.model.run(np.array([np.append(x, offsets[i]) for x, offsets in points]))
        return [self._cost(x, offsets) for x, offsets in points]

    def _small(self, move: Array) -> bool:
        sigma = np.sqrt(np.diag(self.covariance))
        return bool(np.all(np.abs(move) <= _ENOUGH * np.maximum(sigma, 1e-15)))

    def _residuals(self, i: int, motion: dict[str, Array]) -> Array:
        """Simulated less measured in sigmas, where something was measured."""
        trial, parts = self.trials[i].trial, []
        for name in self._channels(i):
            apart = (motion[name] - trial.piece.measured[name]) / self.sigma[name]
            parts.append(np.where(np.isfinite(apart), apart, 1e3)[trial.counted[name]])
        return np.concatenate(parts)

    def _channels(self, i: int) -> list[str]:
        return [name for name in self.channels if name in self.trials[i].trial.piece.measured]

    def _cost(self, x: Array, offsets: Sequence[Array]) -> float:
        total = 0.0
        for i, trial in enumerate(self.trials):
            row = self._residuals(i, trial.alone(x, offsets[i]))
            total += float(row @ row) + float(offsets[i] @ offsets[i])
        return total

    def _weigh(self, x: Array) -> None:
        """The scatter of each channel about the best there is."""
        squares = dict.fromkeys(self.channels, 0.0)
        counts = dict.fromkeys(self.channels, 0)
        for i, trial in enumerate(self.trials):
            motion = trial.alone(x, self.offsets[i])
            for name in self._channels(i):
                good = trial.trial.counted[name]
                apart = (motion[name] - trial.trial.piece.measured[name])[good]
                squares[name] += float(apart @ apart)
                counts[name] += int(good.sum())
        for name, square in squares.items():
            if counts[name]:
                self.sigma[name] = max(float(np.sqrt(square / counts[name])), 1e-9)

    def _system(self, i: int, x: Array, steps: Array) -> tuple[Array, ...]:
        """Normal equations of a trial with its own offsets eliminated, and how to get these."""
        motion, slopes = self.trials[i].around(x, self.offsets[i], steps)
        good = self.trials[i].trial.counted
        rows = np.vstack([slopes[n][good[n]] / self.sigma[n] for n in self._channels(i)])
        rows = np.where(np.isfinite(rows), rows, 0.0)
        apart = self._residuals(i, motion)
        n = len(x)
        a, b = rows[:, :n], rows[:, n:]
        own = b.T @ b + np.eye(b.shape[1])
        right = b.T @ apart + self.offsets[i]
        inner = np.linalg.solve(own, np.column_stack([b.T @ a, right]))
        matrix = a.T @ a - (a.T @ b) @ inner[:, :n]
        vector = a.T @ apart - (a.T @ b) @ inner[:, n]
        return matrix, vector, np.asarray(inner, dtype=float)

    def _solved(
        self, systems: Sequence[tuple[Array, ...]], damping: float, x: Array
    ) -> tuple[Array, list[Array]]:
        matrix = np.sum([s[0] for s in systems], axis=0)
        vector = np.sum([s[1] for s in systems], axis=0)
        at_end = ((x <= self.low) & (vector > 0)) | ((x >= self.high) & (vector < 0))
        free = (np.diag(matrix) > 0) & ~at_end
        move, inverse = np.zeros(len(x)), np.zeros_like(matrix)
        part = matrix[np.ix_(free, free)]
        scale = np.sqrt(np.diag(part))
        scaled = part / np.outer(scale, scale)
        damped = scaled + damping * np.eye(len(scale))
        move[free] = -np.linalg.pinv(damped, rcond=1e-12) @ (vector[free] / scale) / scale
        inverse[np.ix_(free, free)] = np.linalg.pinv(scaled, rcond=1e-10) / np.outer(scale, scale)
        self.covariance = inverse
        return move, [-(s[2][:, -1] + s[2][:, :-1] @ move) for s in systems]

    def correlation(self, x: Array) -> float:
        """Mean correlation time of the residuals, in samples."""
        times = []
        for i, trial in enumerate(self.trials):
            motion = trial.alone(x, self.offsets[i])
            for name in self._channels(i):
                good = trial.trial.counted[name]
                apart = (motion[name] - trial.trial.piece.measured[name])[good]
                if len(apart) >= 8 and np.ptp(apart) > 0:
                    times.append(correlation_time(apart))
        return max(1.0, float(np.mean(times))) if times else 1.0


def fit_trials(
    robot: Robot,
    trials: Sequence[PreparedTrial],
    free: Sequence[str],
    channels: tuple[str, ...],
    bounds: dict[str, tuple[float, float]],
    progress: Progress | None = None,
) -> TrialFit:
    """Fit named parameters of a robot to trials."""
    names = tuple(free)
    paths = tuple(model_path(robot, name) for name in names)
    if len(set(paths)) < len(paths):
        raise refuse(("free: a parameter is named twice", f"these are {', '.join(paths)}"))
    x0 = np.array([value_at(robot, path) for path in paths])
    low, high = _ends(names, x0, bounds)
    search = TrialSearch(robot, trials, paths, channels, (low, high), progress)
    x = search.run(x0)
    tau = search.correlation(x)
    rows = np.concatenate(search.rows)
    fitted = len(x) + sum(len(o) for o in search.offsets)
    if len(rows) <= fitted:
        raise refuse(("fewer samples than parameters", "fit more trials, or fewer parameters"))
    variance = float(rows @ rows) / (len(rows) - fitted) * tau
    covariance = search.covariance * variance
    notes, ended = [], {}
    for i, name in enumerate(names):
        if x[i] in (low[i], high[i]):
            notes.append(f"{name} is at its bound {x[i]:g}")
            ended[name] = Bound(float(x[i]), 1.0 if x[i] == low[i] else -1.0, 0.0, np.inf)
        elif covariance[i, i] == 0:
            notes.append(f"{name} changes nothing in this model and stays at {x[i]:g}")
    return TrialFit(
        title=f"{robot.name}: {len(x)} parameters from {len(trials)} trials",
        names=names,
        units=tuple(unit_of_path(robot, p, float(v)) for p, v in zip(paths, x0, strict=True)),
        values=x,
        covariance=covariance,
        dof=max(int(len(rows) / tau) - fitted, 1),
        residuals=-rows,
        notes=(*notes, *correlation_notes(tau)),
        bounds=ended,
        paths=paths,
        start=x0,
        robot=robot.with_values(dict(zip(paths, map(float, x), strict=True))),
        channels=channels,
        scatter=dict(search.sigma),
        evaluations=sum(t.model.evaluations for t in search.trials),
    )


def _ends(
    names: tuple[str, ...], x0: Array, given: dict[str, tuple[float, float]]
) -> tuple[Array, Array]:
    for name in given:
        if name not in names:
            raise refuse((f"bounds: {name} is not free", f"free are {', '.join(names)}"))
    low = np.array([given.get(n, (-np.inf, np.inf))[0] for n in names])
    high = np.array([given.get(n, (-np.inf, np.inf))[1] for n in names])
    for name, a, b, x in zip(names, low, high, x0, strict=True):
        if not a <= x <= b or not a < b:
            said = f"bounds: {name} starts at {x:g}, outside {a:g} to {b:g}"
            raise refuse((said, "widen the bounds, or change the model first"))
    return low, high
