"""Fit some trials, predict the others with several ideas of added mass, say how good it was."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pelagos.data.checks import Array, refuse
from pelagos.errors import PelagosError
from pelagos.identify.least_squares import student
from pelagos.identify.trials.added_mass import MODELS, with_added_mass
from pelagos.identify.trials.clocks import ClockCheck, check_delay, clock_check, rates
from pelagos.identify.trials.fitting import TrialFit, TrialResponse, fit_trials
from pelagos.identify.trials.folder import Trial, read_trials
from pelagos.identify.trials.preparing import PreparedTrial, prepared_all, vehicle
from pelagos.identify.trials.splitting import Split, split
from pelagos.language.suggest import did_you_mean
from pelagos.model import Robot, load
from pelagos.progress import Progress

FITTED = "full, added fitted"  # the model whose added mass is fitted, too
ATTITUDES = ("imu", "mocap")
# What is fitted where nothing else is said; of the second only in the model FITTED.
FREE: Mapping[str, tuple[str, ...]] = {
    "bluerov-alpha": (
        "foam_port",
        "foam_starboard",
        "lift_x",
        "lift_z",
        "hand",
        "roll_damping",
        "pitch_damping",
    )
}
FREE_ADDED: Mapping[str, tuple[str, ...]] = {"bluerov-alpha": ("roll_added", "pitch_added")}
POSITIVE = ("damping", "added", "hand", "drag")  # numbers that cannot be negative, by their names


@dataclass(frozen=True)
class PredictedTrial:
    """One trial as predicted by one model, beside what was measured."""

    name: str
    time: Array
    measured: Mapping[str, Array]
    predicted: Mapping[str, Array]
    counted: Mapping[str, NDArray[np.bool_]]
    fit_sigma: Mapping[str, Array]  # from the covariance of the fit and the doubt of the start
    sigma: Mapping[str, Array]  # with the scatter of the fitted trials, where it is known
    after_arm: ClockCheck  # the vehicle after the arm, by the prediction

    def apart(self, channel: str) -> Array:
        """Measured less predicted, where something was measured."""
        good = self.counted[channel]
        return np.asarray((self.measured[channel] - self.predicted[channel])[good])

    def rms(self, channel: str) -> float:
        """Root mean square of the error."""
        return float(np.sqrt(np.mean(self.apart(channel) ** 2)))

    def stayed(self, channel: str) -> float:
        """The error of saying: it stays as it began."""
        x = self.measured[channel]
        return float(np.sqrt(np.mean((x - x[0])[self.counted[channel]] ** 2)))

    def inside(self, channel: str, quantile: float) -> float:
        """Share of the samples inside the interval of the prediction."""
        wide = quantile * self.sigma[channel][self.counted[channel]]
        return float(np.mean(np.abs(self.apart(channel)) <= wide))


@dataclass(frozen=True)
class ModelResult:
    """A model of the added mass: its fit, and its predictions."""

    model: str
    fit: TrialFit
    predictions: tuple[PredictedTrial, ...]

    def rms(self, channel: str) -> float:
        """Over all predicted trials that have this channel."""
        parts = [p.apart(channel) for p in self.predictions if channel in p.measured]
        return float(np.sqrt(np.mean(np.concatenate(parts) ** 2))) if parts else np.nan


@dataclass(frozen=True)
class Validation:
    """What `validate` found; `print` it, or write its page."""

    robot: Robot
    body: str
    split: Split
    seed: int
    results: Mapping[str, ModelResult]
    trials: Mapping[str, PreparedTrial]
    notes: tuple[str, ...]
    options: Mapping[str, Any]

    @property
    def channels(self) -> tuple[str, ...]:
        """Predicted channels."""
        found: dict[str, None] = {}
        for p in self.results["full"].predictions:
            found |= dict.fromkeys(p.measured)
        return tuple(found)

    def quantile(self) -> float:
        """Of a 95 % interval."""
        return student(0.95, self.results["full"].fit.dof)

    def rows(self) -> list[tuple[str, ...]]:
        """Models against channels: rms errors of the predicted trials, heading first."""
        from pelagos.identify.trials.tables import model_rows

        return model_rows(self)

    def __str__(self) -> str:
        from pelagos.identify.trials.tables import told

        return told(self)

    def to_dict(self) -> dict[str, Any]:
        """All numbers, for programs."""
        from pelagos.identify.trials.tables import as_dict

        return as_dict(self)

    def write_report(self, path: str | os.PathLike[str]) -> Path:
        """Write the page: split, fit, models, and every prediction beside its measurement."""
        from pelagos.identify.trials.report import write_page

        return write_page(self, path)


def validate(
    robot: Robot | str,
    trials: str | os.PathLike[str],
    *,
    fit: float | Sequence[str] = 0.5,
    predict: str | os.PathLike[str] | Sequence[str] | None = None,
    free: Sequence[str] | None = None,
    free_added: Sequence[str] | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    models: Sequence[str] = MODELS,
    attitude: str = "imu",
    every: float = 0.1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Validation:
    """Fit a robot to some trials of a folder and predict the others.

    trials: a folder of NAME_mocap.csv, NAME_imu.csv, NAME_joint_states.csv, NAME_metadata.yml.
    fit: the share to fit, drawn by `seed`; or names of trials (with * for many).
    predict: names; or another folder, all of whose trials are predicted; default: the rest.
    free: parameters to fit in every model; free_added: those of added mass, fitted in one more.
    models: of the added mass: full (as in the robot), scalar (its mean), none.
    bounds: of what is fitted, (low, high) by name. every: interval of compared samples, s.
    attitude: where roll and pitch come from, imu or mocap, if both are there.

    Examples:
        >>> pl.validate("bluerov-alpha", "nowhere")
        Traceback (most recent call last):
        ...
        pelagos.errors.PelagosError: nowhere: no such folder
            name a folder of trials
    """
    if attitude not in ATTITUDES:
        raise refuse((f"attitude: there is no {attitude!r}", f"choose {' or '.join(ATTITUDES)}"))
    if not 0.01 <= every <= 1:
        raise refuse((f"every: {every:g} s", "give an interval between 0.01 and 1 s"))
    found, said = read_trials(trials)
    base = robot if isinstance(robot, Robot) else load(robot)
    body = vehicle(base)
    names = _free(base, free, FREE, True)
    added = _free(base, free_added, FREE_ADDED, False)
    _check_bounds(bounds or {}, (*names, *added))
    plan = dict.fromkeys(("full", *models), names)
    if added:
        plan[FITTED] = (*names, *added)
    robots = {m: with_added_mass(base, "full" if m == FITTED else m) for m in plan}
    chosen, found, more = _chosen(found, fit, predict, seed)
    if progress is not None:
        progress(None, f"preparing {len(found)} trials")
    chosen, have, left = _ready(base, found, chosen, every, attitude)
    results = {}
    for model, these in plan.items():
        say = None if progress is None else _prefixed(progress, model)
        results[model] = _result(robots[model], model, chosen, have, these, body, bounds or {}, say)
    options = {"attitude": attitude, "every": every, "trials": str(trials), "free": list(names)}
    each = [note for trial in have.values() for note in trial.notes]
    notes = tuple(dict.fromkeys([*said, *more, *left, *each]))
    return Validation(base, body, chosen, seed, results, have, notes, options)


def _prefixed(progress: Progress, model: str) -> Progress:
    return lambda share, text: progress(share, f"{model}: {text}")


def _ready(
    robot: Robot, found: list[Trial], chosen: Split, every: float, attitude: str
) -> tuple[Split, dict[str, PreparedTrial], list[str]]:
    """Trials that can be used, the split without the others, and in words why these cannot."""
    ready, left = prepared_all(robot, found, every, attitude)
    ready, late = _arm_clocks(robot, ready, vehicle(robot))
    have = {trial.name: trial for trial in ready}
    kept = replace(
        chosen,
        fitted=tuple(n for n in chosen.fitted if n in have),
        predicted=tuple(n for n in chosen.predicted if n in have),
    )
    if not kept.fitted or not kept.predicted:
        raise PelagosError("\n".join(["no trial left to fit or to predict", *left, *late]))
    return kept, have, [*left, *late]


def _free(
    robot: Robot,
    given: Sequence[str] | None,
    usual: Mapping[str, tuple[str, ...]],
    needed: bool,
) -> tuple[str, ...]:
    if given is not None:
        names = tuple(given)
    else:
        names = usual.get(robot.name, ())
    if needed and not names:
        said = f"free: no parameter of {robot.name} named"
        raise refuse((said, "name what is to be fitted, as trim and damping"))
    return names


def _check_bounds(bounds: Mapping[str, tuple[float, float]], fitted: Sequence[str]) -> None:
    """Refuse bounds of what is not fitted: they would do nothing."""
    for name in bounds:
        if name not in fitted:
            raise refuse((f"bounds: {name} is not fitted", did_you_mean(name, fitted)))


def _chosen(
    found: list[Trial],
    fit: float | Sequence[str],
    predict: str | os.PathLike[str] | Sequence[str] | None,
    seed: int,
) -> tuple[Split, list[Trial], list[str]]:
    """The split; trials of another folder come with its name."""
    if not isinstance(predict, str | os.PathLike):
        wanted = None if predict is None else tuple(predict)
        return split([t.name for t in found], fit, wanted, seed), found, []
    others, said = read_trials(predict)
    names = [trial.name for trial in found]
    same = Path(predict).resolve() == found[0].folder.resolve()
    if same:
        raise refuse((f"predict: {predict} is the folder that is fitted", "name trials of it"))
    if isinstance(fit, int | float) and not isinstance(fit, bool) and fit == 1:
        fitted, how = tuple(names), "all trials of the first folder"
    else:
        drawn = split(names, fit, None, seed)
        fitted, how = drawn.fitted, drawn.said
    label = Path(predict).name
    renamed = [replace(t, name=f"{label}/{t.name}") if t.name in names else t for t in others]
    predicted = tuple(t.name for t in renamed)
    used = [t for t in found if t.name in fitted]
    both = Split(fitted, predicted, f"fitted: {how}; predicted: all trials of {label}")
    return both, [*used, *renamed], said


def _arm_clocks(
    robot: Robot, ready: list[PreparedTrial], body: str
) -> tuple[list[PreparedTrial], list[str]]:
    """Trials whose vehicle does not answer at another time than the arm moves, by the model as
    it is, before any fit; and in words the others.
    """
    kept, said = [], []
    for trial in ready:
        motion = TrialResponse(trial, robot, ()).alone(np.zeros(0), np.zeros(0))
        try:
            check_delay(_answer(trial, motion, body), f"{trial.name}: vehicle after arm")
        except PelagosError as error:
            said.append(f"{trial.name}: left out: {' '.join(str(error).split())}")
            continue
        kept.append(trial)
    return kept, said


def _answer(trial: PreparedTrial, motion: Mapping[str, Array], body: str) -> ClockCheck:
    """How much later the vehicle turned than predicted from the arm's motion."""
    names = [f"euler.{body}.{angle}" for angle in ("roll", "pitch")]
    t = trial.piece.time
    if not all(name in motion and np.isfinite(motion[name]).all() for name in names):
        return ClockCheck(None, np.inf, 0.0)
    simulated = np.stack([motion[name] for name in names], axis=1)
    measured = np.stack([trial.piece.measured[name] for name in names], axis=1)
    return clock_check(t, rates(t, simulated), t, rates(t, measured))


def _result(
    robot: Robot,
    model: str,
    chosen: Split,
    trials: Mapping[str, PreparedTrial],
    free: Sequence[str],
    body: str,
    bounds: Mapping[str, tuple[float, float]],
    progress: Any,
) -> ModelResult:
    """Fit the fitted trials, predict the others."""
    channels = (f"euler.{body}.roll", f"euler.{body}.pitch", f"position.{body}.z")
    ends = {name: (0.0, np.inf) for name in free if any(word in name for word in POSITIVE)} | {
        name: ends for name, ends in bounds.items() if name in free
    }
    fit = fit_trials(robot, [trials[n] for n in chosen.fitted], free, channels, ends, progress)
    predictions = []
    for k, name in enumerate(chosen.predicted):
        if progress is not None:
            progress(k / len(chosen.predicted), f"predicting {name}")
        predictions.append(predicted(robot, trials[name], fit, body))
    return ModelResult(model, fit, tuple(predictions))


def predicted(robot: Robot, trial: PreparedTrial, fit: TrialFit, body: str) -> PredictedTrial:
    """One trial by the fitted values, from its measured start; nothing of it was fitted."""
    response = TrialResponse(trial, robot, fit.paths)
    steps = 1e-2 * np.where(fit.values != 0, np.abs(fit.values), 1.0)
    motion, slopes = response.around(fit.values, np.zeros(response.offsets), steps)
    n = len(fit.values)
    fit_sigma, sigma = {}, {}
    for name, slope in slopes.items():
        own, start = slope[:, :n], slope[:, n:]
        variance = np.einsum("ti,ij,tj->t", own, fit.covariance, own) + np.sum(start**2, axis=1)
        fit_sigma[name] = np.sqrt(variance)
        sigma[name] = np.sqrt(variance + fit.scatter.get(name, 0.0) ** 2)
    piece = trial.piece
    return PredictedTrial(
        trial.name,
        piece.time,
        piece.measured,
        motion,
        trial.counted,
        fit_sigma,
        sigma,
        _answer(trial, motion, body),
    )
