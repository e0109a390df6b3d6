"""What benchmarks of imported and exported files share: trees alone, random states, tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

import pelagos as pl


@dataclass(frozen=True)
class FoundFile:
    """What became of one file; `difference` is the greatest, relative; None where not compared."""

    file: str
    robot: pl.Robot | None
    refused: str = ""
    difference: float | None = None
    apart: str = ""  # why it was not compared

    @property
    def notes(self) -> list[str]:
        """What was read otherwise than it stands, without the names."""
        notes = () if self.robot is None else self.robot.notes
        told = (note.split(": ", 2)[1].split(" (--")[0] for note in notes)
        return list(dict.fromkeys(text for text in told if not text.startswith("left out")))


def rows(found: Iterable[FoundFile]) -> list[str]:
    """Lines of a table."""
    lines = [
        "| file | bodies | speeds | greatest difference | read otherwise, or refused |",
        "| --- | --- | --- | --- | --- |",
    ]
    for f in found:
        if f.robot is None:
            lines.append(f"| {f.file} | | | | refused: {f.refused} |")
            continue
        shown = f"not compared: {f.apart}" if f.difference is None else f"{f.difference:.0e}"
        sizes = f"{len(f.robot.bodies)} | {len(f.robot.speeds)}"
        lines.append(f"| {f.file} | {sizes} | {shown} | {'; '.join(f.notes)} |")
    return lines


def bare(robot: pl.Robot) -> pl.Robot:
    """The tree alone, from the numbers of its bodies."""
    bodies = {}
    for name in robot.order:
        body = robot.bodies[name]
        axes = [list(axis) for axis in body.joint.axes]
        words = axes[0] if len(axes) == 1 else axes or True
        placed = {"position": body.at.p.tolist(), "quaternion": list(body.at.unit_quaternion)}
        bodies[name] = {
            "joint": {body.joint.kind: words},
            "mass": body.mass,
            "com": list(body.com),
            **_inertia(body),
            **({} if body.joint.kind == "free" else {"parent": body.parent, "at": placed}),
        }
    return pl.Robot(name="bare", gravity=list(robot.gravity), bodies=bodies)


def _inertia(body: Any) -> dict[str, Any]:
    if body.spatial_inertia is not None:
        return {"spatial_inertia": [list(row) for row in body.spatial_inertia]}
    return {"inertia": {"as_given": [list(row) for row in body.inertia]}}


def random_state(robot: pl.Robot, rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Coordinates, speeds and their rates; quaternions are of length one."""
    parts = []
    for name in robot.order:
        joint = robot.bodies[name].joint
        q = rng.normal(size=joint.nq)
        if joint.nq > joint.nv:
            q[-4:] /= np.linalg.norm(q[-4:])
        parts.append(q)
    nv = len(robot.speeds)
    return np.concatenate(parts), rng.normal(size=nv), rng.normal(size=nv)
