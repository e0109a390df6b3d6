"""The constraints of a robot that are in force: each as it stands in the mechanism."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pelagos.equations.affine import Closure
from pelagos.language.expressions import Node
from pelagos.language.rates import differentiate
from pelagos.mathematics import leaves
from pelagos.mathematics.inertia import Pose
from pelagos.mechanism.part_cache import PartCache
from pelagos.mechanism.programs import Programmer
from pelagos.model.constraints import Constraint
from pelagos.model.robot import Robot
from pelagos.relations.contract import Frame, Relation


@dataclass(frozen=True)
class ConstraintTables:
    """All constraints of a robot."""

    names: tuple[str, ...]
    shapes: tuple[Closure, ...]  # their structure
    numbers: np.ndarray  # of all, one after the other; joint-aligned axes

    @classmethod
    def of(cls, names: Sequence[str], closures: Sequence[Closure]) -> ConstraintTables:
        """From closures with float numbers."""
        numbers = np.array(leaves.numbers_of(tuple(closures)), dtype=float)
        return cls(tuple(names), tuple(closures), numbers)

    @property
    def closures(self) -> tuple[Closure, ...]:
        """All of them, with their numbers."""
        given = iter(self.numbers.tolist())
        found: tuple[Closure, ...] = leaves.mapped(self.shapes, lambda _: next(given))
        return found

    @property
    def rows(self) -> int:
        """Scalar rows in all."""
        return sum(c.count for c in self.shapes)

    @property
    def row_names(self) -> tuple[str, ...]:
        """One label per row: `loop.x`, `loop.turn-y`, ..."""
        return _labels(zip(self.names, (c.relation for c in self.shapes), strict=True))

    @property
    def row_units(self) -> tuple[str, ...]:
        """The unit of the residual of each row."""
        return tuple(unit for c in self.shapes for unit in c.relation.units.values())

    @property
    def rate_only(self) -> tuple[bool, ...]:
        """Whether each row is a condition on the speeds alone."""
        relations = [c.relation for c in self.shapes]
        return tuple(label in law.rate_only for law in relations for label in law.units)

    def arranged(self, order: Sequence[int]) -> ConstraintTables:
        """The same constraints in another order."""
        return self.of([self.names[c] for c in order], [self.shapes[c] for c in order])


def row_names(robot: Robot) -> tuple[str, ...]:
    """The same for all constraints of a robot, in their order there."""
    return _labels((name, type(c.law)) for name, c in robot.constraints.items())


def _labels(relations: Iterable[tuple[str, type[Relation]]]) -> tuple[str, ...]:
    return tuple(f"{name}.{part}" for name, relation in relations for part in relation.units)


def collect_constraints(
    robot: Robot,
    constraints: Mapping[str, Constraint],
    rows: Mapping[str, int],
    align: Mapping[str, np.ndarray],
    programmer: Programmer,
    kept: PartCache,
) -> ConstraintTables:
    """The constraints that are in force."""
    places = _places(robot)
    closures = []
    for constraint in constraints.values():
        law = constraint.law
        ends = zip(law.bodies, law.frames, strict=True)
        channels = [
            channel
            for signal in law.signals.values()
            for channel in _channels(signal.node, programmer, kept)
        ]
        frequency, damping = law.stabilisation
        closure = Closure(
            relation=type(law),
            links=tuple(rows[body] - 1 if rows[body] else None for body in law.bodies),
            frames=tuple(_frame(frame, align[body]) for body, frame in ends),
            coordinates=tuple(places[label] for label in law.coordinates),
            constants=tuple(map(float, law.numbers)),
            channels=range(channels[0], channels[-1] + 1) if channels else range(0),
            frequency=frequency,
            damping=damping,
        )
        closures.append(closure)
    return ConstraintTables.of(tuple(constraints), closures)


def _places(robot: Robot) -> dict[str, tuple[int, int]]:
    """Where a coordinate is, and the speed that is its rate, for labels that name both."""
    speeds = {label: v for v, label in enumerate(robot.speeds)}
    return {n: (q, speeds[n]) for q, n in enumerate(robot.coordinates) if n in speeds}


def _frame(frame: Frame, align: np.ndarray) -> Pose:
    """A frame (R, p) of the user's body axes, in joint-aligned axes."""
    R, p = align.T @ np.asarray(frame[0]), align.T @ np.asarray(frame[1])
    return Pose.of([*R.T.ravel().tolist(), *p.tolist()])


def _channels(node: Node, programmer: Programmer, kept: PartCache) -> list[int]:
    """A value, its rate and its acceleration on three channels, one after the other."""
    rate = kept(differentiate, node)
    return [programmer.channel(part) for part in (node, rate, kept(differentiate, rate))]
