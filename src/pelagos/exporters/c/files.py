"""A robot's programs as a C file with its header beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from pelagos.errors import PelagosError
from pelagos.exporters.c.source import CSource, c_source
from pelagos.exporters.opened import opened, tell
from pelagos.model.robot import Robot
from pelagos.progress import Progress
from pelagos.result.storage import temporary


def write_c(
    robot: Robot | str | Path,
    path: str | os.PathLike[str],
    scenario: str | None = None,
    *,
    inputs: Iterable[str] | None = None,
    parameters: Iterable[str] = (),
    derivatives: bool = False,
    progress: Progress | None = None,
) -> CSource:
    """Write `path`, which ends in .c, and the header beside it.

    inputs: actuators that are set from outside; None: all that can be. The others follow their
        signals.
    parameters: paths of numbers that stay open, as bodies.hull.mass; parameters that signals alone
        use are open anyway.

    Examples:
        >>> from pelagos.exporters.c.files import write_c
        >>> write_c("double-pendulum", "pendulum.c").name
        'double_pendulum'
    """
    place = Path(path)
    if place.suffix != ".c":
        raise PelagosError(f"{place}: does not end in .c\n    name a C file")
    if not re.fullmatch(r"[A-Za-z0-9_.+-]+", place.name):
        raise PelagosError(
            f"{place.name!r}: is no name for a C file\n    use letters, digits, _ . + and -"
        )
    if not place.parent.is_dir():
        raise PelagosError(f"{place.parent}: is no folder\n    make it first")
    ready = opened(robot, scenario, inputs, parameters, progress)
    beside = place.with_suffix(".h")
    tell(progress, f"writing the programs of {ready.robot.name} ...")
    written = c_source(ready, derivatives, beside.name)
    for file, text in ((place, written.source), (beside, written.header)):
        with temporary(file) as new:
            new.write_text(text, encoding="ascii")
            new.replace(file)
    return written
