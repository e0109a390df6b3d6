"""A folder of trials: per trial NAME a few files, of which some may be missing.

NAME_mocap.csv (position, and quaternion x y z w, of the vehicle), NAME_imu.csv (quaternion, rates,
specific force), NAME_joint_states.csv (an angle ACTUATOR_pos per joint), NAME_metadata.yml
(start_time of the arm's motion). Each has its times in time_secs. z is up.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml

from pelagos.data.checks import Array, refuse
from pelagos.data.reading import table
from pelagos.errors import PelagosError
from pelagos.files import read_text
from pelagos.language.quaternions import AttitudeError, unit
from pelagos.result.euler import angles

TIME = "time_secs"
KINDS = ("mocap", "imu", "joint_states")
_MOST_TRIALS = 1000
_LONGEST = 3600.0  # s
_QUATERNION = ("w_ori", "x_ori", "y_ori", "z_ori")
_MOCAP = ("x_pose", "y_pose", "z_pose", *_QUATERNION)
_IMU = (*_QUATERNION, "x_angvel", "y_angvel", "z_angvel")


@dataclass(frozen=True)
class SeenFile:
    """One file: its times, which increase, and its columns there."""

    time: Array
    columns: Mapping[str, Array]

    @property
    def rpy(self) -> Array:
        """Roll, pitch, yaw, the yaw without jumps."""
        turned = angles(np.stack([self.columns[name] for name in _QUATERNION], axis=1))
        return np.stack([turned[:, 0], turned[:, 1], np.unwrap(turned[:, 2])], axis=1)

    def stacked(self, names: tuple[str, ...]) -> Array:
        """Columns side by side."""
        return np.stack([self.columns[name] for name in names], axis=1)


@dataclass(frozen=True)
class Trial:
    """What the files of one trial hold; None for a file that is missing."""

    name: str
    folder: Path
    joints: SeenFile
    mocap: SeenFile | None
    imu: SeenFile | None
    start_time: float | None
    notes: tuple[str, ...] = ()


def read_trials(folder: str | os.PathLike[str]) -> tuple[list[Trial], list[str]]:
    """All trials of a folder that can be used, and in words what could not, and why.

    Examples:
        >>> from pathlib import Path
        >>> Path("empty").mkdir()
        >>> pl.identify.read_trials("empty")
        Traceback (most recent call last):
        ...
        pelagos.errors.PelagosError: empty: no trials in this folder
            it needs files NAME_joint_states.csv, NAME_imu.csv, NAME_mocap.csv
    """
    place = Path(folder)
    if not place.is_dir():
        raise refuse((f"{place}: no such folder", "name a folder of trials"))
    names = sorted(
        {
            file.name.removesuffix(f"_{kind}.csv")
            for kind in KINDS
            for file in place.glob(f"*_{kind}.csv")
        }
    )
    if not names:
        remedy = "it needs files NAME_joint_states.csv, NAME_imu.csv, NAME_mocap.csv"
        raise refuse((f"{place}: no trials in this folder", remedy))
    if len(names) > _MOST_TRIALS:
        said = f"{place}: {len(names)} trials"
        raise refuse((said, f"at most {_MOST_TRIALS}; split the folder"))
    found: list[Trial] = []
    unused: list[str] = []
    for name in names:
        try:
            trial = read_trial(place, name)
        except PelagosError as error:
            unused.append(f"{name}: left out: {' '.join(str(error).split())}")
            continue
        found.append(trial)
    if not found:
        raise PelagosError("\n".join([f"{place}: no trial can be used", *unused]))
    return found, unused


def read_trial(folder: Path, name: str) -> Trial:
    """One trial; joints and one of motion capture and inertial unit must be there."""
    files = {kind: folder / f"{name}_{kind}.csv" for kind in KINDS}
    missing = [kind for kind, file in files.items() if not file.exists()]
    if "joint_states" in missing:
        said = f"{files['joint_states'].name} is missing"
        raise refuse((said, "without the arm's motion there is nothing to predict"))
    if {"mocap", "imu"} <= set(missing):
        said = f"{files['mocap'].name} and {files['imu'].name} are missing"
        raise refuse((said, "without either there is nothing to compare with"))
    notes = [f"{name}: {files[kind].name} is missing" for kind in missing]
    joints, more = _read(files["joint_states"], ())
    notes += more
    seen: dict[str, SeenFile | None] = {"mocap": None, "imu": None}
    for kind, needed in (("mocap", _MOCAP), ("imu", _IMU)):
        if kind not in missing:
            seen[kind], more = _read(files[kind], needed)
            notes += more
    start, more = _start_time(folder / f"{name}_metadata.yml")
    return Trial(name, folder, joints, seen["mocap"], seen["imu"], start, (*notes, *more))


def _read(file: Path, needed: tuple[str, ...]) -> tuple[SeenFile, list[str]]:
    """The columns of a file, rows that cannot be used left out with a word."""
    columns = table(file)
    absent = [name for name in (TIME, *needed) if name not in columns]
    if absent:
        said = f"{file.name}: no column {', '.join(absent)}"
        raise refuse((said, f"there are {', '.join(columns)}"))
    names = [TIME, *needed] if needed else list(columns)
    rows = np.stack([columns[name] for name in names], axis=1)
    good = np.isfinite(rows).all(axis=1)
    notes = []
    if not good.all():
        notes.append(f"{file.name}: {int((~good).sum())} rows without numbers were left out")
    rows = rows[good]
    t = rows[:, 0]
    if len(t) < 10:
        raise refuse((f"{file.name}: {len(t)} rows of numbers", "at least 10 are needed"))
    if (np.diff(t) < 0).any():
        k = int(np.argmax(np.diff(t) < 0))
        said = f"{file.name}: its clock runs backwards, from {t[k]:g} to {t[k + 1]:g} s"
        raise refuse((said, "repair the file; sorting would mix what was measured"))
    if not 1.0 <= t[-1] - t[0] <= _LONGEST:
        said = f"{file.name}: lasts {t[-1] - t[0]:.4g} s"
        raise refuse((said, f"{TIME} is in seconds; a trial lasts 1 to {_LONGEST:g} s"))
    new = np.concatenate([[True], np.diff(t) > 0])
    rows = rows[new]
    found = {name: rows[:, i] for i, name in enumerate(names)}
    if needed:
        try:
            turned = unit(rows[:, [names.index(name) for name in _QUATERNION]])
        except AttitudeError as error:
            raise refuse((f"{file.name}: {error}", error.remedy)) from None
        found |= {name: turned[:, i] for i, name in enumerate(_QUATERNION)}
    return SeenFile(rows[:, 0], found), notes


def _start_time(file: Path) -> tuple[float | None, list[str]]:
    """When the arm begins to move, if somebody wrote it down."""
    if not file.exists():
        return None, [f"{file.name} is missing"]
    try:
        words = yaml.safe_load(read_text(file, 100_000))
        start = float(words["start_time"])
    except (yaml.YAMLError, LookupError, TypeError, ValueError, OverflowError, RecursionError):
        start = math.nan
    if not math.isfinite(start):
        return None, [f"{file.name}: no start_time in it"]
    return start, []
