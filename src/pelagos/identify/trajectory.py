"""Parameters from measured motion: simulate, compare, correct, until the prediction is best.

Minimise the sum of ((measured - simulated) / sigma)^2 over all channels and samples by Gauss-Newton
steps inside bounds (scipy's trust region). Derivatives are differences: all perturbed robots of a
Jacobian run as one batch. The sigma of each channel is the scatter of its own residuals, found in
rounds. Residuals of a model that is not quite right are correlated in time; the covariance is
enlarged by their correlation time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pelagos.data.checks import Array, refuse
from pelagos.data.recording import Recording
from pelagos.identify.estimate import Estimate
from pelagos.identify.experiment import Piece, pieces
from pelagos.identify.identifiability import Identifiability, identifiability
from pelagos.identify.names import model_path, value_at
from pelagos.identify.prediction import Prediction
from pelagos.identify.steady import correlation_notes
from pelagos.model import Robot, load

_ROUNDS = 3  # of channel scatters
# Where to stop: a change of the cost by this, over the number of samples and relative to itself,
# moves a parameter by at most the root of this in standard errors.
_ENOUGH, _ROUGH = 1e-3, 0.1  # in the last round, and before
_PENALTY = 1e3  # residuals of runs that failed, in sigmas
Progress = Callable[[float | None, str], None]


@dataclass(frozen=True)
class TrajectoryFit(Estimate):
    """Fitted parameters of a robot, how well they are seen, and how well they predict."""

    paths: tuple[str, ...]
    start: Array
    robot: Robot  # with the fitted values
    identifiability: Identifiability
    errors: Mapping[str, Mapping[str, float]]  # train, train before, validation, ... -> channel
    costs: tuple[float, ...]  # of every start, first round
    evaluations: int  # simulated runs
    trained: tuple[Piece, ...]
    predicted: tuple[Mapping[str, Array], ...]

    def words(self) -> dict[str, Any]:
        """The fitted numbers at their places, for those that lie below bodies or parameters."""
        words: dict[str, Any] = {}
        for path, value in zip(self.paths, self.values, strict=True):
            keys = path.split(".")
            if any(key.isdigit() for key in keys):
                continue  # an entry of a list cannot be written alone
            here = words
            for key in keys[:-1]:
                here = here.setdefault(key, {})
            here[keys[-1]] = float(f"{value:.8g}")
        return words

    def to_dict(self, level: float = 0.95) -> dict[str, Any]:
        """With the places of the parameters in the model, for studies."""
        return super().to_dict(level) | {"paths": list(self.paths)}

    def error_rows(self) -> list[tuple[str, ...]]:
        """Root mean square errors per channel, heading first."""
        kinds = list(self.errors)
        rows: list[tuple[str, ...]] = [("rms error", *kinds)]
        channels = self.errors[kinds[0]]
        rows += [
            (name, *(f"{self.errors[kind].get(name, np.nan):.4g}" for kind in kinds))
            for name in channels
        ]
        return rows

    def draw(self, axes: Any) -> None:
        """The first channel, measured and predicted."""
        name = next(iter(self.trained[0].measured))
        for i, (piece, seen) in enumerate(zip(self.trained, self.predicted, strict=True)):
            t = piece.begin + piece.every * np.arange(len(seen[name]))
            axes.plot(
                t, piece.measured[name], color="#999999", lw=2, label="measured" if not i else None
            )
            axes.plot(t, seen[name], color="#0072B2", lw=1, label="predicted" if not i else None)
        axes.set_xlabel("time (s)")
        axes.set_ylabel(name)
        axes.set_title(self.title)
        axes.legend(loc="best")


def fit_trajectory(
    robot: Robot | str,
    recording: Recording | Sequence[Recording],
    free: Iterable[str],
    *,
    scenario: str | None = None,
    outputs: Sequence[str] | None = None,
    length: float | None = None,
    every: float | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    starts: int = 1,
    validation: float | Recording = 0.0,
    seed: int = 0,
    rtol: float = 1e-7,
    progress: Progress | None = None,
) -> TrajectoryFit:
    """Fit named parameters of a robot to recorded motion under recorded inputs.

    recording: channels q.LABEL, u.LABEL, position.BODY.x, euler.BODY.yaw, ... are fitted (or those
        in `outputs`); channels input.ACTUATOR drive the actuators.
    free: paths of the model, or short names as drag.X_|u|u, hull.mass, added_mass.surge.
    length: cut the recording into pieces of so many seconds, each from the measured state.
    bounds: per name; else a twentieth to twenty times the present value, with its sign.
    starts: more than one also tries random points inside the bounds.
    validation: a share of the pieces held back (the last ones), or another recording.
    """
    base = (robot if isinstance(robot, Robot) else load(robot)).resolved(scenario)
    names = tuple(free)
    if not names:
        raise refuse(("free: no parameter named", "name at least one, as bodies.hull.mass"))
    paths = tuple(model_path(base, name) for name in names)
    if len(set(paths)) < len(paths):
        raise refuse(("free: a parameter is named twice", f"these are {', '.join(paths)}"))
    x0 = np.array([value_at(base, path) for path in paths])
    low, high = _bounds(names, x0, bounds or {})
    records = [recording] if isinstance(recording, Recording) else list(recording)
    cut: dict[str, Any] = {
        "outputs": tuple(outputs) if outputs else None,
        "length": length,
        "every": every,
    }
    train = [piece for record in records for piece in pieces(base, record, **cut)]
    held: list[Piece] = []
    if isinstance(validation, Recording):
        held = pieces(base, validation, **cut)
    elif validation > 0:
        train, held = _split(train, float(validation))
    model = Prediction(train, paths, rtol)
    if model.samples <= len(paths):
        raise refuse(("fewer samples than parameters", "record longer, or free fewer"))
    fit = _Search(model, low, high, progress)
    found, costs = fit.run(x0, starts, seed)
    return _result(base, names, paths, x0, found, fit, held, costs, rtol)


def _bounds(
    names: Sequence[str], x0: Array, given: Mapping[str, tuple[float, float]]
) -> tuple[Array, Array]:
    low, high = np.empty(len(x0)), np.empty(len(x0))
    for name in given:
        if name not in names:
            raise refuse((f"bounds: {name} is not free", f"free are {', '.join(names)}"))
    for i, (name, value) in enumerate(zip(names, x0, strict=True)):
        ends = sorted((value / 20, value * 20)) if value else (0.0, np.inf)
        low[i], high[i] = given.get(name, ends)
        if not low[i] < high[i] or not low[i] <= value <= high[i]:
            said = f"bounds: {name} starts at {value:g}, outside {low[i]:g} to {high[i]:g}"
            raise refuse((said, "widen the bounds, or change the model first"))
    return low, high


def _split(train: list[Piece], share: float) -> tuple[list[Piece], list[Piece]]:
    if not 0 < share < 1:
        raise refuse((f"validation: {share:g}", "give a share between 0 and 1"))
    count = max(1, round(share * len(train)))
    if len(train) < 2:
        said = "validation: a recording in one piece cannot be split"
        raise refuse((said, "give `length` to cut it, or another recording for validation"))
    return train[:-count], train[-count:]


class _Search:
    """The minimisation in scaled parameters, with scatters of the channels found on the way."""

    def __init__(self, model: Prediction, low: Array, high: Array, progress: Progress | None):
        self.model, self.low, self.high, self.progress = model, low, high, progress
        self.sigma = dict.fromkeys(model.channels, 1.0)
        self.scale = np.ones(len(low))
        self._share = model.rtol**0.5  # of a parameter, for differences on the way

    def run(self, x0: Array, starts: int, seed: int) -> tuple[Array, tuple[float, ...]]:
        self.scale = np.where(x0 != 0, np.abs(x0), 1.0)
        for name in self.model.channels:
            values = np.concatenate([p.measured[name] for p in self.model.pieces])
            self.sigma[name] = float(np.std(values)) or 1.0
        first = self._starts(x0, starts, seed)
        tried = [self._descend(x, _ROUGH) for x in first]
        best = int(np.argmin([cost for _, cost in tried]))
        x = tried[best][0]
        for left in range(_ROUNDS - 1, 0, -1):
            before = dict(self.sigma)
            self._estimate(x)
            change = max(abs(np.log(self.sigma[n] / before[n])) for n in before)
            # with one channel its scale does not matter
            last = left == 1 or len(self.sigma) == 1 or change < 0.1
            x, _ = self._descend(x, _ENOUGH if last else _ROUGH)
            if last:
                break
        self._estimate(x)
        return x, tuple(cost for _, cost in tried)

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

    def residuals(self, points: Array, spare: Array | None = None) -> Array:
        """(point, residual) in sigmas; for `spare` see `Prediction.run`."""
        found = []
        for simulated in self.model.run(points, spare):
            parts = [
                (seen[name] - piece.measured[name]) / self.sigma[name]
                for piece, seen in zip(self.model.pieces, simulated, strict=True)
                for name in self.model.channels
            ]
            row = np.concatenate(parts)
            found.append(np.where(np.isfinite(row), np.clip(row, -1e6, 1e6), _PENALTY))
        return np.array(found)

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

    def _estimate(self, x: Array) -> None:
        """Scatter of each channel about the prediction."""
        errors = self.model.errors(x)
        for name, value in errors.items():
            spread = float(np.std(np.concatenate([p.measured[name] for p in self.model.pieces])))
            self.sigma[name] = max(value, 1e-6 * spread, 1e-12)


def _result(
    base: Robot,
    names: tuple[str, ...],
    paths: tuple[str, ...],
    x0: Array,
    x: Array,
    fit: _Search,
    held: list[Piece],
    costs: tuple[float, ...],
    rtol: float,
) -> TrajectoryFit:
    rows = fit.residuals(x[None])[0]
    jac = fit.jacobian(x, central=True)
    near = (x - fit.low < 1e-6 * fit.scale) | (fit.high - x < 1e-6 * fit.scale)
    free = ~near
    seen = identifiability([n for n, f in zip(names, free, strict=True) if f], jac[:, free])
    tau = fit.model.correlation(x)
    dof = max(int(len(rows) / tau) - int(free.sum()), 1)
    variance = float(rows @ rows) / max(len(rows) - int(free.sum()), 1) * tau
    covariance = np.zeros((len(x), len(x)))
    inner = np.linalg.pinv(jac[:, free].T @ jac[:, free], rcond=1e-14) * variance
    covariance[np.ix_(free, free)] = inner * np.outer(fit.scale[free], fit.scale[free])
    errors = {"train, before": fit.model.errors(x0), "train, fitted": fit.model.errors(x)}
    if held:
        other = Prediction(held, paths, rtol)
        errors["validation, before"] = other.errors(x0)
        errors["validation, fitted"] = other.errors(x)
    notes = [
        f"{n} ends at its bound {v:g}: no interval"
        for n, v, b in zip(names, x, near, strict=True)
        if b
    ]
    notes += seen.notes()
    notes += correlation_notes(tau)
    fitted = base.with_values(dict(zip(paths, map(float, x), strict=True)))
    return TrajectoryFit(
        title=f"{base.name}: {len(x)} parameters from {len(fit.model.pieces)} pieces of motion",
        names=names,
        units=("",) * len(x),
        values=x,
        covariance=covariance,
        dof=dof,
        residuals=rows,
        notes=tuple(notes),
        paths=paths,
        start=x0,
        robot=fitted,
        identifiability=seen,
        errors=errors,
        costs=costs,
        evaluations=fit.model.evaluations,
        trained=tuple(fit.model.pieces),
        predicted=tuple(fit.model.run(x[None])[0]),
    )
