"""Parameters from measured motion: simulate, compare, correct, until the prediction is best.

Minimise the sum of ((measured - simulated) / sigma)^2 over all channels and samples by Gauss-Newton
steps inside bounds. Derivatives are those of the steps that the simulated runs take, exactly
(`responses.exact`). The sigma of each channel is the scatter of its own residuals, found on the
way. Residuals of a model that is not quite right are correlated in time; the covariance is
enlarged by their correlation time. The starts of the pieces are measured, too, and are fitted along
with the parameters (`starts`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from pelagos.data.checks import Array, refuse
from pelagos.data.recording import Recording
from pelagos.identify.estimate import Estimate, readable
from pelagos.identify.experiment import Piece, pieces
from pelagos.identify.identifiability import Identifiability, identifiability
from pelagos.identify.inputs import Between
from pelagos.identify.least_squares import Bound, at_bound, without
from pelagos.identify.names import model_path, place, value_at
from pelagos.identify.outliers import series_notes
from pelagos.identify.prediction import Motions, Prediction
from pelagos.identify.responses.choice import predictions
from pelagos.identify.search import Search
from pelagos.identify.steady import correlation_notes
from pelagos.model import Robot, load
from pelagos.model.paths.units import unit_of_path
from pelagos.progress import Progress
from pelagos.run.moved import UNSMOOTH


@dataclass(frozen=True)
class TrajectoryFit(Estimate):
    """Fitted parameters of a robot, how well they are seen, and how well they predict.

    Residuals are in units of the scatter of their channel.
    """

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
        """The fitted numbers at their places; where they stand in a list, the whole list."""
        words: dict[str, Any] = {}
        for path, value in zip(self.paths, readable(self.values, 8), strict=True):
            place(words, self.robot, path, value)
        return words

    def to_dict(self, level: float = 0.95) -> dict[str, Any]:
        """With the places of the parameters in the model, for studies, and how well they show."""
        more = {"paths": list(self.paths), "identifiability": self.identifiability.to_dict()}
        return super().to_dict(level) | more

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
            t = piece.time
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
    body: str | None = None,
    scenario: str | None = None,
    outputs: Sequence[str] | None = None,
    length: float | None = None,
    every: float | None = None,
    inputs: Between = "hold",
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
    body: whose names these are where they do not say it; else there must be only one such number.
    length: cut the recording into pieces of so many seconds, each from the measured state.
    inputs: between samples each command is held ("hold") until the next one, or the samples are
        joined by straight lines ("linear") or a spline ("cubic"); of all, or by actuator. Recorded
        prescribed motions are splines in any case.
    bounds: per name; else a twentieth to twenty times the present value, with its sign.
    starts: more than one also tries random points inside the bounds.
    validation: a share of the pieces held back (the last ones), or another recording.

    Examples:
        >>> robot = pl.load("pendulum")
        >>> record = pl.data.from_run(pl.simulate(robot, duration=2, every=0.05))
        >>> wrong = robot.with_values({"bodies.rod.com.2": -0.4})
        >>> fit = pl.identify.fit_trajectory(wrong, record, ["rod.com.2"], outputs=["q.rod"])
        >>> round(fit["rod.com.2"], 4)
        -0.5
    """
    base = (robot if isinstance(robot, Robot) else load(robot)).resolved(scenario)
    names = tuple(free)
    paths = _paths(base, names, body)
    x0 = np.array([value_at(base, path) for path in paths])
    low, high = _bounds(names, x0, bounds or {})
    records = [recording] if isinstance(recording, Recording) else list(recording)
    seen = tuple(outputs) if outputs else None
    cut = {"outputs": seen, "length": length, "every": every, "inputs": inputs}
    train, held, said = _pieces(base, records, validation, cut)
    samples = sum(len(values) for piece in train for values in piece.measured.values())
    if samples <= len(paths):
        raise refuse(("fewer samples than parameters", "record longer, or fit fewer parameters"))
    with threadpool_limits(1):  # matrices are small: their threads would wait for each other
        model, more = predictions(train, paths, rtol, x0, (low, high))
        fit = Search(model, low, high, progress)
        x, costs = fit.run(x0, starts, seed)
        result = _result(base, names, paths, x0, x, fit, held, costs)
    return replace(result, notes=(*said, *more, *result.notes))


def _paths(base: Robot, names: tuple[str, ...], body: str | None) -> tuple[str, ...]:
    """Where the named parameters stand in the model."""
    if not names:
        raise refuse(("free: no parameter named", "name at least one, as bodies.hull.mass"))
    paths = tuple(model_path(base, name, body) for name in names)
    for path in paths:
        if set(path.split(".")) & set(UNSMOOTH):
            raise refuse((f"free: {path} is no number of the robot", "leave it out"))
    if len(set(paths)) < len(paths):
        raise refuse(("free: a parameter is named twice", f"these are {', '.join(paths)}"))
    return paths


def _pieces(
    base: Robot,
    records: Sequence[Recording],
    validation: float | Recording,
    cut: Mapping[str, Any],
) -> tuple[list[Piece], list[Piece], list[str]]:
    """Pieces to fit, pieces held back, and notes on both."""
    train: list[Piece] = []
    said: list[str] = []
    for record in records:
        found, notes = pieces(base, record, **cut)
        train += found
        said += [*record.notes, *notes]
    held: list[Piece] = []
    if isinstance(validation, Recording):
        held, notes = pieces(base, validation, **cut)
        said += [*validation.notes, *notes]
    elif validation > 0:
        train, held = _split(train, float(validation))
    _check_channels([*train, *held])
    return train, held, said


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


def _check_channels(pieces: list[Piece]) -> None:
    first = pieces[0].measured
    for piece in pieces:
        if other := sorted(set(first) ^ set(piece.measured)):
            said = f"{', '.join(other)}: in some of the recordings only"
            raise refuse((said, "give them the same channels, or choose with `outputs`"))


def _split(train: list[Piece], share: float) -> tuple[list[Piece], list[Piece]]:
    if not 0 < share < 1:
        raise refuse((f"validation: {share:g}", "give a share between 0 and 1"))
    count = max(1, round(share * len(train)))
    if len(train) < 2:
        said = "validation: a recording in one piece cannot be split"
        raise refuse((said, "give `length` to cut it, or another recording for validation"))
    return train[:-count], train[-count:]


def _result(
    base: Robot,
    names: tuple[str, ...],
    paths: tuple[str, ...],
    x0: Array,
    x: Array,
    fit: Search,
    held: list[Piece],
    costs: tuple[float, ...],
) -> TrajectoryFit:
    count, model, point = len(names), fit.model, fit.point(x)
    system = fit.system(x)
    rows, shown = system.residuals, system.jacobian
    tau, scale = model.correlation(point), fit.scale
    variance = float(rows @ rows) / max(len(rows) - count - len(fit.offsets), 1) * tau
    deviations = scale * np.sqrt(np.diag(identifiability(names, shown).covariance()) * variance)
    inward = at_bound(x, fit.low, fit.high, scale, deviations)
    near, free = inward != 0, inward == 0
    x = np.where(inward == 1, fit.low, np.where(inward == -1, fit.high, x))
    kept = [n for n, f in zip(names, free, strict=True) if f]
    seen = identifiability(kept, shown[:, free], variance)
    fitted = int(free.sum()) + len(fit.offsets)
    covariance = np.zeros((count, count))
    inner = seen.covariance() * variance
    covariance[np.ix_(free, free)] = inner * np.outer(scale[free], scale[free])
    errors = {"train, before": model.errors(x0), "train, fitted": model.errors(point)}
    if held:
        other = Prediction(held, paths, model.rtol)
        errors |= {f"validation, {k}": other.errors(p) for k, p in (("before", x0), ("fitted", x))}
    bounds = {
        names[i]: Bound.of(
            float(x[i]),
            without(shown[:, [i]], shown[:, free])[:, 0] / (inward[i] * scale[i]),
            -rows,
            variance,
            float(inward[i]),
        )
        for i in np.flatnonzero(near)
    }
    predicted = model.run(point[None])[0]
    return TrajectoryFit(
        title=f"{base.name}: {count} parameters from {len(model.pieces)} pieces of motion",
        names=names,
        units=tuple(unit_of_path(base, path, value) for path, value in zip(paths, x0, strict=True)),
        values=x,
        covariance=covariance,
        dof=max(int(len(rows) / tau) - fitted, 1),
        residuals=-rows[: model.samples],
        notes=tuple(_notes(fit, bounds, seen, tau) + _far_off(fit.model, predicted)),
        bounds=bounds,
        paths=paths,
        start=x0,
        robot=base.with_values(dict(zip(paths, map(float, x), strict=True))),
        identifiability=seen,
        errors=errors,
        costs=costs,
        evaluations=model.evaluations,
        trained=tuple(model.pieces),
        predicted=tuple(predicted),
    )


def _notes(
    fit: Search, bounds: Mapping[str, Bound], seen: Identifiability, tau: float
) -> list[str]:
    """What a reader of the numbers must know."""
    notes = [f"{name} is at its bound {bound.value:g}" for name, bound in bounds.items()]
    if not fit.settled:
        notes.append("the search had not settled after its last step: fit again from these values")
    if not seen.names:
        notes.append("every parameter is at its bound: widen the bounds, or check the record")
    if moved := len(fit.offsets):
        count = len(fit.model.pieces)
        starts = "its start" if count == 1 else f"the starts of {count} pieces"
        notes.append(f"fitted with {starts}: {moved} numbers")
    return notes + seen.notes() + correlation_notes(tau)


def _far_off(model: Prediction, predicted: Motions) -> list[str]:
    """Notes on samples that do not belong to the rest of their channel."""
    notes = []
    for name in model.channels:
        parts = [
            (p.time, p.measured[name] - s[name])
            for p, s in zip(model.pieces, predicted, strict=True)
        ]
        notes += series_notes(name, parts)
    return notes
