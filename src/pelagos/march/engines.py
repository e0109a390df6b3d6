"""Engines that a run needs on its way: with inputs from outside, with other docks in force."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from pelagos.march.engine import Engine, engine_of
from pelagos.mechanism.robot import Compiled, compile_robot
from pelagos.mechanism.structure import structural_parts, structure
from pelagos.model.constraints import Constraint
from pelagos.model.robot import Robot
from pelagos.programs.numbers import constraint_places, flat, patterns, steering_places
from pelagos.programs.robot import Programs


class Engines:
    """Engines of one robot, or of the runs of a batch, which share their programs."""

    def __init__(self, method: str, family: Sequence[Robot] = ()):
        """family: robots of the other runs, whose numbers may be others."""
        self._method, self._family = method, family
        self._programs: list[Programs] = []
        self._making = threading.Lock()

    def among(self, family: Sequence[Robot]) -> Engines:
        """For robots of another family, with the same programs where these serve."""
        found = Engines(self._method, family)
        found._programs, found._making = self._programs, self._making
        return found

    def of(
        self,
        robot: Robot,
        external: Collection[str],
        docked: Mapping[str, Constraint] | None = None,
    ) -> Engine:
        """The engine while these inputs come from outside and these constraints are in force.

        docked: None for those that the robot starts with. Frames of others are read, so that a
        dock that is captured elsewhere needs no other programs.
        """
        if docked is None and not self._family:
            return engine_of(robot, self._method, frozenset(external))
        own = compile_robot(robot, external, docked=docked)
        read = [] if docked is None else constraint_places(own)
        if docked is not None and robot.shares:  # which follow from where it docked
            read += steering_places(own)
        with self._making:
            if not any(p.serve(own, flat(own)[None]) for p in self._programs):
                made = Engine(self._alike(own, external, docked), self._method, (), read)
                self._programs.append(made.programs)
            return Engine([own], self._method, self._programs, read)

    def _alike(
        self, own: Compiled, external: Collection[str], docked: Mapping[str, Constraint] | None
    ) -> list[Compiled]:
        """This robot and those of the family that differ in numbers only: these are read."""
        if not self._family:
            return [own]
        others = [compile_robot(robot, external, docked=docked) for robot in self._family]
        variants = [own, *others]
        return [variants[k] for k in alike(variants)[0]]


def alike(variants: Sequence[Compiled]) -> list[np.ndarray]:
    """Variants that differ in numbers only, so that they can march together, by their places.

    A stiffness of zero is no spring at all, an axis along a coordinate axis has simpler equations:
    such variants have other tables, as they have in a run of their own.
    """
    groups: dict[tuple, list[int]] = {}
    known: dict[tuple, tuple] = {}  # variants made from one another share most parts
    for run, variant in enumerate(variants):
        shared = tuple(map(id, structural_parts(variant)))
        if shared not in known:
            known[shared] = structure(variant)
        groups.setdefault(known[shared], []).append(run)
    found = []
    for members in groups.values():
        rows = np.stack([flat(variants[run]) for run in members])
        found += [np.array(members)[part] for part in patterns(rows)]
    return found
