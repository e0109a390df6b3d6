"""A robot's programs as a file for other tools: `pl.export(robot, path)`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pelagos.errors import PelagosError
from pelagos.exporters.c.files import write_c
from pelagos.exporters.c.source import CSource
from pelagos.exporters.fmu.files import WrittenFmu, write_fmu
from pelagos.model.robot import Robot
from pelagos.progress import Progress


def export(
    robot: Robot | str | Path,
    path: str | os.PathLike[str],
    scenario: str | None = None,
    *,
    inputs: Iterable[str] | None = None,
    parameters: Iterable[str] = (),
    derivatives: bool = False,
    outputs: Iterable[str] = (),
    platforms: Iterable[str] = (),
    progress: Progress | None = None,
) -> CSource | WrittenFmu:
    """Write a robot's equations of motion as plain C (.c, with a header beside it) or FMU (.fmu).

    inputs: actuators that are set from outside; None: all that can be. The others follow their
        signals.
    parameters: paths of numbers that stay open, as bodies.hull.mass.
    derivatives: of C: exact ones, too.
    outputs, platforms: of an FMU: expressions such as depth[hull], all states unless given; and
        linux64, win64, darwin64.

    `told` of what is returned says how large it is, and what it does without. An existing file is
    replaced. `pelagos export` writes URDF and MJCF, too.

    Examples:
        >>> pl.export("double-pendulum", "pendulum.c", derivatives=True).name
        'double_pendulum'
    """
    ending = Path(path).suffix
    if ending == ".c":
        _refuse(ending, outputs=outputs, platforms=platforms)
        return write_c(
            robot,
            path,
            scenario,
            inputs=inputs,
            parameters=parameters,
            derivatives=derivatives,
            progress=progress,
        )
    if ending == ".fmu":
        _refuse(ending, derivatives=derivatives)
        return write_fmu(
            robot,
            path,
            scenario,
            inputs=inputs,
            parameters=parameters,
            outputs=outputs,
            platforms=platforms,
            progress=progress,
        )
    raise PelagosError(f"{path}: ends in neither .c nor .fmu\n    name a file that does")


def _refuse(ending: str, **given: object) -> None:
    """Words that have no effect on such files."""
    for name, value in given.items():
        if value:
            raise PelagosError(f"export: {name} has no effect on {ending} files\n    leave it out")
