"""A trial made ready for prediction: one clock, smooth joints, and which samples count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pelagos.data.checks import Array, refuse
from pelagos.data.recording import Recording
from pelagos.errors import PelagosError
from pelagos.identify.experiment import Piece, pieces
from pelagos.identify.trials.clocks import ClockCheck, check_delay, clock_check, rates
from pelagos.identify.trials.folder import SeenFile, Trial
from pelagos.identify.trials.smoothing import SmoothAngle, fresh_rows, smooth_angle
from pelagos.language.suggest import did_you_mean
from pelagos.model import Robot

ANGLES = ("roll", "pitch", "yaw")
_POSITIONS = ("x_pose", "y_pose", "z_pose")
_FAR = np.radians(8.0)  # a pose whose roll or pitch is this far from the inertial unit's is false
_GAP = 0.25  # s; nothing is compared where the next measured sample is farther away
_BIN = 0.1  # s; poses are averaged over so long, as they are noisy and many
_HORIZONTAL = ("u", "v", "r")  # of starts: these places and this heading change no prediction


@dataclass(frozen=True)
class PreparedTrial:
    """The piece to predict, and what was done to get there."""

    name: str
    piece: Piece
    counted: dict[str, NDArray[np.bool_]]  # samples of each channel that were measured
    attitude: str  # imu or mocap: where roll and pitch come from
    clock: ClockCheck  # of the inertial unit after the motion capture
    joints: dict[str, SmoothAngle]  # by actuator
    disagreement: dict[str, float]  # rad, spread of mocap less imu in roll and pitch
    start_time: float | None
    notes: tuple[str, ...]


def prepared(robot: Robot, trial: Trial, every: float, attitude: str = "imu") -> PreparedTrial:
    """Make one trial ready; refused if its clocks are surely apart."""
    body = vehicle(robot)
    notes = list(trial.notes)
    source = attitude if getattr(trial, attitude) is not None else None
    if source is None:
        source = "mocap" if attitude == "imu" else "imu"
        notes.append(f"{trial.name}: roll and pitch are from {source}, {attitude} is missing")
    clock, mocap = ClockCheck(None, np.inf, 0.0), trial.mocap
    apart: dict[str, float] = {}
    if trial.imu is not None and mocap is not None:
        mocap, apart, said = _believed(trial.name, mocap, trial.imu)
        notes += said
        seen = rates(mocap.time, mocap.rpy)[:, :2]
        clock = clock_check(mocap.time, seen, trial.imu.time, _turning(trial.imu))
        check_delay(clock, f"{trial.name}: imu after mocap")
    joints = _joints(robot, trial, notes)
    times, channels = _motion(body, replace(trial, mocap=mocap), source)
    recording = Recording(
        trial.name,
        {**times, **{f"input.{name}": joint.time for name, joint in joints.items()}},
        {**channels, **{f"input.{name}": joint.value for name, joint in joints.items()}},
    )
    # a table may end in motion: nothing runs beyond it
    (piece, *_), said = pieces(robot.with_values({"duration": 2 * every}), recording, every=every)
    piece = replace(piece, start=replace(piece.start, doubts=_doubts(robot, body, piece)))
    counted = {name: _near(piece.time, times[name]) for name in piece.measured}
    clock_said = () if source == "mocap" or mocap is None else (f"{trial.name}: clocks {clock}",)
    return PreparedTrial(
        trial.name,
        piece,
        counted,
        source,
        clock,
        joints,
        apart,
        trial.start_time,
        (*notes, *said, *clock_said),
    )


def vehicle(robot: Robot) -> str:
    """The one free body."""
    found = [name for name in robot.order if robot.bodies[name].joint.mechanics.in_world]
    if len(found) != 1:
        said = f"{robot.name}: {len(found)} free bodies"
        raise refuse((said, "trials are of a vehicle that floats: one free body"))
    return found[0]


def _joints(robot: Robot, trial: Trial, notes: list[str]) -> dict[str, SmoothAngle]:
    """Smooth motions by actuator, from the columns of their names."""
    suffix = "_pos"
    given = {
        n.removesuffix(suffix): x for n, x in trial.joints.columns.items() if n.endswith(suffix)
    }
    driven = [name for name, actuator in robot.actuators.items() if actuator.kind == "motion"]
    if not driven:
        said = f"{robot.name}: no actuator is a motion"
        raise refuse((said, "give the joints of the arm actuators: {NAME: {motion: {joint: ...}}}"))
    for name in driven:
        if name not in given:
            said = f"{trial.name}: no column {name}{suffix} for the actuator {name}"
            raise refuse((said, did_you_mean(name, given)))
    spare = sorted(set(given) - set(driven))
    if spare:
        notes.append(f"{robot.name} has no actuator {', '.join(spare)}: measured, and not used")
    fresh = fresh_rows(np.stack([given[name] for name in driven], axis=1))
    t = trial.joints.time
    return {name: smooth_angle(f"{trial.name}: {name}", t, given[name], fresh) for name in driven}


def _motion(body: str, trial: Trial, source: str) -> tuple[dict[str, Array], dict[str, Array]]:
    """Times and values of the channels of the vehicle."""
    seen = trial.imu if source == "imu" else trial.mocap
    heading = trial.imu if trial.mocap is None else trial.mocap
    assert seen is not None
    assert heading is not None
    series = {
        f"euler.{body}.{name}": (of.time, of.rpy[:, k])
        for k, (name, of) in enumerate(zip(ANGLES, (seen, seen, heading), strict=True))
    }
    if trial.mocap is not None:
        for name, axis in zip(_POSITIONS, "xyz", strict=True):
            series[f"position.{body}.{axis}"] = (trial.mocap.time, trial.mocap.columns[name])
    return {n: t for n, (t, _) in series.items()}, {n: x for n, (_, x) in series.items()}


def _believed(
    trial: str, mocap: SeenFile, imu: SeenFile
) -> tuple[SeenFile, dict[str, float], list[str]]:
    """Poses without those that lost their markers, how far both disagree, and what was done."""
    turned = np.stack([np.interp(mocap.time, imu.time, imu.rpy[:, k]) for k in (0, 1)], axis=1)
    apart = mocap.rpy[:, :2] - turned
    apart = apart - np.median(apart, axis=0)
    good = (np.abs(apart) < _FAR).all(axis=1)
    if good.sum() < 10:
        said = f"{trial}: mocap and imu disagree on roll and pitch throughout"
        raise refuse((said, "check the frames: x forward, y to port, z up in both"))
    spread = {name: float(np.std(apart[good, k])) for k, name in enumerate(("roll", "pitch"))}
    kept = _averaged(mocap.time[good], {n: x[good] for n, x in mocap.columns.items()})
    bad = int((~good).sum())
    notes = [f"{trial}: {bad} false poses of the motion capture were left out"] if bad else []
    return kept, spread, notes


def _averaged(t: Array, columns: Mapping[str, Array]) -> SeenFile:
    """Means over short times; quaternions of one attitude differ by little, so their means do."""
    place = np.unique(np.floor((t - t[0]) / _BIN), return_inverse=True)[1]
    count = np.bincount(place)
    means = {n: np.bincount(place, x) / count for n, x in _one_sign(columns).items()}
    return SeenFile(np.bincount(place, t) / count, means)


def _one_sign(columns: Mapping[str, Array]) -> dict[str, Array]:
    """q and -q are one attitude: each beside the one before."""
    names = ("w_ori", "x_ori", "y_ori", "z_ori")
    q = np.stack([columns[name] for name in names], axis=1)
    flips = np.where(np.sum(q[1:] * q[:-1], axis=1) < 0, -1.0, 1.0)
    q = q * np.concatenate([[1.0], np.cumprod(flips)])[:, None]
    return {**columns, **{name: q[:, k] for k, name in enumerate(names)}}


def _turning(imu: SeenFile) -> Array:
    """Rates of roll and pitch as the inertial unit sees them."""
    roll, pitch = imu.rpy[:, 0], imu.rpy[:, 1]
    p, q, r = (imu.columns[f"{axis}_angvel"] for axis in "xyz")
    turn = q * np.sin(roll) + r * np.cos(roll)
    pitching = q * np.cos(roll) - r * np.sin(roll)
    return np.stack([p + turn * np.tan(pitch), pitching], axis=1)


def _near(grid: Array, times: Array) -> NDArray[np.bool_]:
    """Times of a grid beside which something was measured on both sides."""
    after = np.clip(np.searchsorted(times, grid), 1, len(times) - 1)
    return np.asarray(times[after] - times[after - 1] < _GAP)


def _doubts(robot: Robot, body: str, piece: Piece) -> Array:
    """Without those of a start's places and heading, which no force depends on in still water."""
    found, n = piece.start.doubts.copy(), len(robot.speeds)
    for rate in _HORIZONTAL:
        found[robot.speeds.index(f"{body}.{rate}")] = 0.0
    assert len(found) == 2 * n
    return found


def prepared_all(
    robot: Robot, trials: list[Trial], every: float, attitude: str
) -> tuple[list[PreparedTrial], list[str]]:
    """All that can be made ready, and in words those that cannot."""
    found, said = [], []
    for trial in trials:
        try:
            found.append(prepared(robot, trial, every, attitude))
        except PelagosError as error:
            said.append(f"{trial.name}: left out: {' '.join(str(error).split())}")
    if not found:
        raise PelagosError("\n".join(["no trial can be used", *said]))
    return found, said
