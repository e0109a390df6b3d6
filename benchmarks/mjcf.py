"""MJCF files of other people, held against MuJoCo: `python -m benchmarks.mjcf [FOLDER]`.

Both read the same file. At random states the mass matrix and the inverse dynamics are compared:
gravity, springs, dampers and armatures of joints are in them; contacts, limits, friction,
equalities, tendons, fluids and actuators are taken out on both sides. FOLDERs are those of the
packages `gymnasium` and `dm_control` unless others are named.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import importlib.util
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.timing import print_table
from benchmarks.trees import random_state

FOLDERS = {"gymnasium": "envs/mujoco/assets", "dm_control": "suite"}
STATES, LIMIT = 4, 1e-9


@dataclass(frozen=True)
class FoundMjcf:
    """What became of one file; `difference` is the greatest, relative; None where not compared."""

    file: str
    robot: pl.Robot | None
    refused: str = ""
    difference: float | None = None

    @property
    def notes(self) -> list[str]:
        """What was read otherwise than it stands, without the names."""
        notes = () if self.robot is None else self.robot.notes
        told = (note.split(": ", 2)[1].split(" (--")[0] for note in notes)
        return [text for text in told if text != "left out"]


def installed() -> list[Path]:
    """Folders of the packages that are installed."""
    found = []
    for package, below in FOLDERS.items():
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.origin is not None:
            found.append(Path(spec.origin).parent / below)
    return found


def examined(folder: Path) -> Iterator[FoundMjcf]:
    """Every MJCF file in a folder that MuJoCo reads as a model."""
    import mujoco

    for path in sorted(folder.glob("*.xml")):
        name = f"{folder.parent.name}/{folder.name}/{path.name}"
        try:
            theirs = mujoco.MjModel.from_xml_path(str(path))
        except ValueError:
            theirs = None
        if theirs is not None and not theirs.nv:
            continue  # a part of others
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", pl.ModelWarning)
                robot = pl.load(path)
        except pl.ModelError as error:
            first = error.problems[0]
            yield FoundMjcf(name, None, f"{first.key}: {first.message}".removeprefix(": "))
        else:
            unlike = None if theirs is None else difference(theirs, robot)
            yield FoundMjcf(name, robot, difference=unlike)


def difference(theirs: Any, robot: pl.Robot) -> float:
    """The greatest difference to MuJoCo in mass matrix and inverse dynamics."""
    import mujoco

    theirs.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    theirs.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_ACTUATION
    theirs.opt.density = theirs.opt.viscosity = 0.0
    for tendons in (theirs.tendon_stiffness, theirs.tendon_damping, theirs.body_gravcomp):
        tendons[:] = 0.0
    plain = without_the_rest(robot)
    joints = coordinates(theirs, plain)
    data, rng, worst = mujoco.MjData(theirs), np.random.default_rng(1), 0.0
    for _ in range(STATES):
        q, u, udot = random_state(plain, rng)
        T, bent = np.eye(theirs.nv), np.zeros(theirs.nv)
        for ours_q, ours_u, their_q, their_u, ref, kind in joints:
            data.qpos[their_q] = q[ours_q] + ref
            if kind == "free":
                R = _rotation(q[ours_q][3:])
                linear = slice(their_u.start, their_u.start + 3)
                T[linear, linear] = R
                v, w = u[ours_u][:3], u[ours_u][3:]
                bent[linear] = R @ np.cross(w, v)
        data.qvel[:] = T @ u
        mujoco.mj_forward(theirs, data)
        M = np.zeros((theirs.nv, theirs.nv))
        mujoco.mj_fullM(theirs, data, M)
        tau = M @ (T @ udot + bent) + data.qfrc_bias - data.qfrc_passive
        M, tau = T.T @ M @ T, T.T @ tau
        size = np.sqrt(np.outer(np.diag(M), np.diag(M)))
        in_mass = np.abs(pl.mass_matrix(plain, q) - M) / size
        in_effort = np.abs(pl.inverse_dynamics(plain, q, u, udot) - tau) / np.abs(tau).max()
        worst = max(worst, float(in_mass.max()), float(in_effort.max()))
    return worst


def coordinates(theirs: Any, robot: pl.Robot) -> list[tuple[slice, slice, slice, slice, Any, str]]:
    """Where each joint is, here and there, with MuJoCo's coordinates where ours are zero."""
    found, q, u, number = [], 0, 0, 0
    for name in robot.order:
        joint = robot.bodies[name].joint
        if not joint.nv:
            continue
        ours_q, ours_u = slice(q, q + joint.nq), slice(u, u + joint.nv)
        first, speed = theirs.jnt_qposadr[number], theirs.jnt_dofadr[number]
        their_q, their_u = slice(first, first + joint.nq), slice(speed, speed + joint.nv)
        ref = theirs.qpos0[their_q] if joint.nq == 1 else 0.0
        found.append((ours_q, ours_u, their_q, their_u, ref, joint.kind))
        q, u, number = q + joint.nq, u + joint.nv, number + 1
    if (q, u) != (theirs.nq, theirs.nv):
        raise ValueError(f"{robot.name}: {q} and {u} numbers, MuJoCo has {theirs.nq}, {theirs.nv}")
    return found


def without_the_rest(robot: pl.Robot) -> pl.Robot:
    """The robot without friction, limits, relations, springs between bodies and actuators."""
    words = robot.to_dict()
    for body in words["bodies"].values():
        if isinstance(body["joint"], dict):
            for key in ("coulomb", "limits"):
                body["joint"].pop(key, None)
    for key in ("constraints", "springs", "actuators", "scenarios"):
        words.pop(key, None)
    return pl.Robot(**words)


def _rotation(quaternion: np.ndarray) -> np.ndarray:
    from scipy.spatial.transform import Rotation

    return Rotation.from_quat(quaternion[[1, 2, 3, 0]]).as_matrix()


def table(folders: list[Path]) -> str:
    """The table of the documentation."""
    found = [one for folder in folders for one in examined(folder)]
    loaded = [f for f in found if f.robot is not None]
    equal = [f for f in loaded if f.difference is not None and f.difference <= LIMIT]
    lines = [
        f"{len(found)} files, {len(loaded)} loaded, {len(equal)} of these equal to MuJoCo to "
        f"{LIMIT:g} (Pelagos {pl.__version__}, {_versions()}).",
        "",
        "| file | bodies | degrees of freedom | greatest difference | read otherwise, or refused |",
        "| --- | --- | --- | --- | --- |",
    ]
    for f in found:
        if f.robot is None:
            lines.append(f"| {f.file} | | | | refused: {f.refused} |")
            continue
        shown = "not compared" if f.difference is None else f"{f.difference:.0e}"
        sizes = f"{len(f.robot.bodies)} | {len(f.robot.speeds)}"
        lines.append(f"| {f.file} | {sizes} | {shown} | {'; '.join(f.notes)} |")
    return "\n".join(lines) + "\n"


def _versions() -> str:
    named = []
    for package in (*FOLDERS, "mujoco"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            named.append(f"{package} {importlib.metadata.version(package)}")
    return ", ".join(named)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path, help="where MJCF files lie")

    def of_folders(options: argparse.Namespace) -> str:
        folders = options.folders or installed()
        if not folders:
            parser.error(f"name a folder, or install {' or '.join(FOLDERS)}")
        return table(folders)

    print_table(parser, of_folders)


if __name__ == "__main__":
    main()
