"""URDF files of other people, held against Pinocchio: `python -m benchmarks.urdf [FOLDER]`.

Both read the same file. At random states the mass matrix and the inverse dynamics, gravity
included, are compared; friction, limits and mimics, which Pinocchio leaves out here, are taken out.
FOLDER is that of the package `example-robot-data` unless another one is named.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import warnings
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import pelagos as pl
from benchmarks.timing import print_table
from benchmarks.trees import random_state

PACKAGE = "example-robot-data"
STATES, LIMIT = 4, 1e-9
_UNTOLD = "left out"  # meshes, transmissions and the like: in the notes, not in the table


@dataclass(frozen=True)
class Found:
    """What became of one file; `difference` is the greatest, relative; None where not compared."""

    file: str
    robot: pl.Robot | None
    refused: str = ""
    difference: float | None = None

    @property
    def notes(self) -> list[str]:
        """What was read otherwise than it stands, without the names."""
        notes = () if self.robot is None else self.robot.notes
        told = (note.split(": ")[1].split(" (--")[0] for note in notes)
        return [text for text in told if not text.startswith(_UNTOLD)]


def installed() -> Path | None:
    """The folder of the package's robots, if it is installed."""
    try:
        files = importlib.metadata.files(PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = next((f for f in files if f.match("robots/*/*/*.urdf")), None)
    if found is None:
        return None
    return next(p for p in Path(found.locate()).resolve().parents if p.name == "robots")


def examined(folder: Path, skip: Sequence[str] = ()) -> Iterator[Found]:
    """Every URDF file below a folder, but those in folders of some names."""
    for path in sorted(folder.rglob("*.urdf")):
        if set(path.parts) & set(skip):
            continue
        name = path.relative_to(folder).as_posix()
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", pl.ModelWarning)
                robot = pl.load(path)
        except pl.ModelError as error:
            first = error.problems[0]
            yield Found(name, None, f"{first.key}: {first.message}".removeprefix(": "))
        else:
            yield Found(name, robot, difference=difference(path, robot))


def difference(path: Path, robot: pl.Robot) -> float | None:
    """The greatest difference to Pinocchio; None if it does not read the file."""
    import pinocchio as pin

    plain = _without_friction(robot)
    root = plain.bodies[plain.order[0]].joint.kind
    try:
        if root == "free" and plain.bodies[plain.order[0]].joint.name == "":
            theirs = pin.buildModelFromUrdf(str(path), pin.JointModelFreeFlyer())
        else:
            theirs = pin.buildModelFromUrdf(str(path))
    except (ValueError, RuntimeError):
        return None
    if not plain.speeds:
        return 0.0  # nothing moves
    data, rng = theirs.createData(), np.random.default_rng(1)
    q_at, u_at = _places(path, plain, theirs)
    worst = 0.0
    for _ in range(STATES):
        q, u, udot = random_state(plain, rng)
        theirs_q, theirs_u, theirs_udot = pin.neutral(theirs), *np.zeros((2, theirs.nv))
        for ours, place in q_at:
            theirs_q[place] = _coordinates(q[ours], len(place))
        theirs_u[u_at], theirs_udot[u_at] = u, udot
        M = pin.crba(theirs, data, theirs_q)
        M = np.triu(M) + np.triu(M, 1).T
        tau = pin.rnea(theirs, data, theirs_q, theirs_u, theirs_udot)
        # joints that move no mass have no part in anything
        others = np.setdiff1d(np.arange(theirs.nv), u_at)
        left = np.abs(M[others]).max(initial=0.0) / np.abs(M).max()
        M, tau = M[np.ix_(u_at, u_at)], tau[u_at]
        size = np.sqrt(np.outer(np.diag(M), np.diag(M)))
        in_mass = np.abs(pl.mass_matrix(plain, q) - M) / size
        in_effort = np.abs(pl.inverse_dynamics(plain, q, u, udot) - tau) / np.abs(tau).max()
        worst = max(worst, left, float(in_mass.max()), float(in_effort.max()))
    return worst


def _without_friction(robot: pl.Robot) -> pl.Robot:
    words = robot.to_dict()
    for body in words["bodies"].values():
        if isinstance(body["joint"], dict):
            for key in ("damping", "coulomb", "limits"):
                body["joint"].pop(key, None)
    return pl.Robot(**{**words, "constraints": {}})


def _places(path: Path, robot: pl.Robot, theirs: Any) -> tuple[list[tuple[Any, Any]], list[int]]:
    """Where our coordinates and speeds are in theirs, by the joint that leads to each link."""
    joints = {}
    text = path.read_text(encoding="utf-8").strip()
    for joint in ElementTree.fromstring(text.encode()).iter("joint"):
        child = joint.find("child")
        if child is not None:
            joints[child.attrib["link"].replace("/", "_")] = joint.attrib["name"]
    q_at: list[tuple[Any, Any]] = []
    u_at: list[int] = []
    at = 0
    for name in robot.order:
        joint = robot.bodies[name].joint
        if not joint.nv:
            continue
        number = theirs.getJointId(joints[name]) if name in joints else 1
        first = theirs.idx_qs[number]
        q_at.append((slice(at, at + joint.nq), np.arange(first, first + theirs.nqs[number])))
        u_at += range(theirs.idx_vs[number], theirs.idx_vs[number] + joint.nv)
        at += joint.nq
    return q_at, u_at


def _coordinates(q: np.ndarray, count: int) -> np.ndarray:
    """Ours as theirs: quaternions end with the scalar, endless turns are a cosine and a sine."""
    if len(q) == 7:
        return np.array([*q[:3], *q[4:], q[3]])
    if len(q) == 1 and count == 2:
        return np.array([np.cos(q[0]), np.sin(q[0])])
    return q


def table(folder: Path, skip: Sequence[str] = ()) -> str:
    """The table of the documentation."""
    found = list(examined(folder, skip))
    loaded = [f for f in found if f.robot is not None]
    compared = [f for f in loaded if f.difference is not None]
    equal = [f for f in compared if f.difference is not None and f.difference <= LIMIT]
    lines = [
        f"{len(found)} files, {len(loaded)} loaded, {len(compared)} read by Pinocchio as well, "
        f"{len(equal)} of these equal to {LIMIT:g} (Pelagos {pl.__version__}, {_versions()}).",
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
    for package in (PACKAGE, "pin"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            named.append(f"{package} {importlib.metadata.version(package)}")
    return ", ".join(named)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, help="where URDF files lie, at any depth")
    parser.add_argument("--skip", action="append", default=[], metavar="NAME", help="of a folder")

    def of_folder(options: argparse.Namespace) -> str:
        folder = options.folder or installed()
        if folder is None:
            parser.error(f"name a folder, or install {PACKAGE}")
        return table(folder, options.skip)

    print_table(parser, of_folder)


if __name__ == "__main__":
    main()
