"""SDF files of other people and of the tests, held against Pinocchio: `python -m benchmarks.sdf`.

Pinocchio's wheel has no reader of SDF, so that its model is built here joint by joint from the tags
of the file, by a reading of its own: every pose in the frame of the world, every axis in that of
its joint. At random states the mass matrix and the inverse dynamics of the trees are compared:
water, springs, friction and loops are taken out. FOLDERs are that of the package `pybullet` and
`tests/importers/sdf` unless others are named.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import importlib.util
import warnings
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

import pelagos as pl
from benchmarks.timing import print_table
from benchmarks.trees import FoundFile, bare, random_state, rows

PACKAGE, LIMIT, STATES = "pybullet", 1e-9, 4
OWN = Path(__file__).parents[1] / "tests" / "importers" / "sdf"
_TURNS = {"revolute", "continuous"}


class NotComparedError(Exception):
    """A file has what the reading of this benchmark does not know."""


def installed() -> list[Path]:
    """The folder of PyBullet's files, if it is installed, and those of the tests."""
    spec = importlib.util.find_spec("pybullet_data")
    found = [] if spec is None or spec.origin is None else [Path(spec.origin).parent]
    return [*found, OWN]


def examined(folder: Path) -> Iterator[FoundFile]:
    """Every SDF file below a folder."""
    for path in sorted(folder.rglob("*.sdf")):
        name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", pl.ModelWarning)
                robot = pl.load(path)
        except pl.ModelError as error:
            first = error.problems[0]
            yield FoundFile(name, None, f"{first.key}: {first.message}".removeprefix(": "))
            continue
        try:
            yield FoundFile(name, robot, difference=difference(path, robot))
        except NotComparedError as reason:
            yield FoundFile(name, robot, apart=str(reason))


def difference(path: Path, robot: pl.Robot) -> float:
    """The greatest difference to Pinocchio in mass matrix and inverse dynamics, relative."""
    import pinocchio as pin

    tree = bare(robot)
    theirs, places = _theirs(path, robot, pin)
    theirs.gravity.linear = np.array(robot.gravity)
    if not tree.speeds:
        return 0.0
    data, rng, worst = theirs.createData(), np.random.default_rng(1), 0.0
    for _ in range(STATES):
        q, u, udot = random_state(tree, rng)
        at, their_q, their_u, order = 0, pin.neutral(theirs), np.zeros(theirs.nv), []
        for name in tree.order:
            joint = tree.bodies[name].joint
            if not joint.nv:
                continue
            number, own = places[name], q[at : at + joint.nq]
            first = theirs.idx_qs[number]
            if joint.nq > joint.nv:  # quaternions end with the scalar there
                own = np.concatenate([own[:-4], own[-3:], own[-4:-3]])
            their_q[first : first + joint.nq] = own
            order += range(theirs.idx_vs[number], theirs.idx_vs[number] + joint.nv)
            at += joint.nq
        their_udot = np.zeros(theirs.nv)
        their_u[order], their_udot[order] = u, udot
        M = pin.crba(theirs, data, their_q)
        M = (np.triu(M) + np.triu(M, 1).T)[np.ix_(order, order)]
        tau = pin.rnea(theirs, data, their_q, their_u, their_udot)[order]
        size = np.sqrt(np.outer(np.diag(M), np.diag(M)))
        in_mass = np.abs(pl.mass_matrix(tree, q) - M) / size
        in_effort = np.abs(pl.inverse_dynamics(tree, q, u, udot) - tau) / np.abs(tau).max()
        worst = max(worst, float(in_mass.max()), float(in_effort.max()))
    return worst


def _theirs(path: Path, robot: pl.Robot, pin: Any) -> tuple[Any, dict[str, int]]:
    """Pinocchio's model, and the numbers of its joints by our bodies."""
    root = ElementTree.parse(path).getroot()
    world = root.find("world")
    holder = root if world is None else world
    models = [m for m in holder.findall("model") if world is None or not _static(m)]
    if len({m.get("name") for m in models}) < len(models):
        raise NotComparedError("models of one name")
    found, numbers = pin.Model(), {}
    for model in models:
        prefix = f"{model.get('name')}." if len(models) > 1 else ""
        for link, number in _add(found, model, pin).items():
            numbers[prefix + link] = number
    if missing := [n for n in robot.order if robot.bodies[n].joint.nv and n not in numbers]:
        raise NotComparedError(f"names {', '.join(missing)}")
    return found, numbers


def _add(found: Any, model: Any, pin: Any) -> dict[str, int]:
    """Add one model; the numbers of the joints that lead to its links."""
    if model.find("model") is not None or model.find("include") is not None:
        raise NotComparedError("models inside of models")
    parts = {p.get("name"): p for p in model if p.tag in ("link", "joint", "frame")}
    outer, leading = _pose(model, pin), {}
    for joint in model.findall("joint"):
        leading.setdefault(_text(joint, "child"), joint)
    known: dict[str, tuple[int, Any]] = {"world": (0, pin.SE3.Identity())}  # joint and its place

    def place(name: str) -> Any:
        """Of a part in the frame of the model."""
        if name in ("", "__model__"):
            return pin.SE3.Identity()
        part = parts[name]
        pose = part.find("pose")
        told = "" if pose is None else pose.get("relative_to", "")
        by_default = {"joint": _text(part, "child"), "frame": part.get("attached_to", "")}
        return place(told or by_default.get(part.tag, "")) * _pose(part, pin)

    def lead(link: str) -> tuple[int, Any]:
        if link in known:
            return known[link]
        rest = outer * place(link)
        joint = leading.get(link)
        if joint is None:
            kind: Any = None if _static(model) else pin.JointModelFreeFlyer()
            parent, base = 0, pin.SE3.Identity()
            stands = pin.SE3.Identity()  # of a free link: its coordinates say where it is
        else:
            parent, base = lead(_text(joint, "parent"))
            kind, stands = _kind(joint, place, pin), outer * place(joint.get("name"))
        if kind is None:
            number, frame = parent, base
        else:
            at = base.inverse() * stands
            number = found.addJoint(parent, kind, at, f"{model.get('name')}.{link}")
            frame = rest if joint is None else stands
        found.appendBodyToJoint(number, _inertia(parts[link], pin), frame.inverse() * rest)
        known[link] = number, frame
        return known[link]

    def down(link: str) -> None:
        """Pinocchio wants the joints of a branch before those of the next."""
        lead(link)
        for child, joint in leading.items():
            if _text(joint, "parent") == link:
                down(child)

    names = [link.get("name") for link in model.findall("link")]
    for name in names:
        if name not in leading or _text(leading[name], "parent") == "world":
            down(name)
    return {name: lead(name)[0] for name in names}


def _kind(joint: Any, place: Any, pin: Any) -> Any:
    word, axis = joint.get("type"), joint.find("axis")
    if word == "fixed":
        return None
    if word == "ball":
        raise NotComparedError("ball joints, whose axes are the link's here and the joint's there")
    if word not in _TURNS | {"prismatic"}:
        raise NotComparedError(f"{word} joints")
    xyz = np.array([0.0, 0.0, 1.0])
    if axis is not None and axis.find("xyz") is not None:
        told = axis.find("xyz")
        xyz = np.array([float(part) for part in told.text.split()])
        named = told.get("expressed_in", "")
        if _text(axis, "use_parent_model_frame") in ("1", "true"):
            named = "__model__"
        if named:
            xyz = place(joint.get("name")).rotation.T @ place(named).rotation @ xyz
    xyz /= np.linalg.norm(xyz)
    turns = word in _TURNS
    return pin.JointModelRevoluteUnaligned(xyz) if turns else pin.JointModelPrismaticUnaligned(xyz)


def _inertia(link: Any, pin: Any) -> Any:
    tag = link.find("inertial")
    if tag is None:
        return pin.Inertia(1.0, np.zeros(3), np.eye(3))
    if tag.get("auto") == "true":
        raise NotComparedError("masses by shapes")
    keys = {"ixx": 1.0, "iyy": 1.0, "izz": 1.0, "ixy": 0.0, "ixz": 0.0, "iyz": 0.0}
    given = tag.find("inertia")
    xx, yy, zz, xy, xz, yz = (float(_text(given, key) or value) for key, value in keys.items())
    own = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    at = _pose(tag, pin)
    mass = float(_text(tag, "mass") or 1.0)
    return pin.Inertia(mass, at.translation, at.rotation @ own @ at.rotation.T)


def _pose(tag: Any, pin: Any) -> Any:
    pose = tag.find("pose")
    if pose is None or not (pose.text or "").strip():
        return pin.SE3.Identity()
    numbers = [float(part) for part in pose.text.split()]
    if pose.get("rotation_format") == "quat_xyzw":
        turned = Rotation.from_quat(numbers[3:])
    else:
        turned = Rotation.from_euler("xyz", numbers[3:], pose.get("degrees") == "true")
    return pin.SE3(turned.as_matrix(), np.array(numbers[:3]))


def _text(tag: Any, name: str) -> str:
    child = None if tag is None else tag.find(name)
    return "" if child is None else (child.text or "").strip()


def _static(model: Any) -> bool:
    return _text(model, "static").lower() in ("true", "1")


def table(folders: list[Path]) -> str:
    """The table of the documentation."""
    found = [one for folder in folders for one in examined(folder)]
    loaded = [f for f in found if f.robot is not None]
    compared = [f for f in loaded if f.difference is not None]
    equal = [f for f in compared if f.difference is not None and f.difference <= LIMIT]
    versions = []
    for package in (PACKAGE, "pin"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            versions.append(f"{package} {importlib.metadata.version(package)}")
    said = (
        f"{len(found)} files, {len(loaded)} loaded, {len(compared)} of these compared, "
        f"{len(equal)} equal to {LIMIT:g} (Pelagos {pl.__version__}, {', '.join(versions)})."
    )
    return "\n".join([said, "", *rows(found)]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="*", type=Path, help="where SDF files lie, at any depth")
    print_table(parser, lambda options: table(options.folders or installed()))


if __name__ == "__main__":
    main()
