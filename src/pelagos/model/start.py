"""Where the bodies are at the start, and what constraints take from there by default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from pelagos.elements.actuator.motion import PrescribedMotion
from pelagos.language.expressions import evaluate
from pelagos.lazy import cached_property
from pelagos.mathematics.inertia import Pose
from pelagos.model.actuators import Actuator
from pelagos.model.bodies import WORLD, Body
from pelagos.model.constraints import Constraint
from pelagos.model.joints import Joint
from pelagos.model.scenarios import Initial
from pelagos.model.tree import body_of, coordinate_labels, coordinates, dof_index
from pelagos.relations.contract import Frame


@dataclass(frozen=True)
class Start:
    """The initial state of a robot in numbers; prescribed joints are where their motion begins."""

    bodies: Mapping[str, Body]
    initial: Mapping[str, Initial]
    actuators: Mapping[str, Actuator]
    parameters: Mapping[str, float]
    _poses: dict[str, Frame] = field(
        default_factory=lambda: {WORLD: (np.eye(3), np.zeros(3))}, init=False
    )

    @cached_property
    def _prescribed(self) -> dict[str, dict[int, float]]:
        """Positions of prescribed joints, by degree of freedom."""
        found: dict[str, dict[int, float]] = {}
        for actuator in self.actuators.values():
            law = actuator.law
            if isinstance(law, PrescribedMotion):
                index = dof_index(self.bodies[law.joint].joint, law.dof)
                assert index is not None  # checked before
                value = evaluate(law.input.node, 0.0, parameters=self.parameters)
                found.setdefault(law.joint, {})[index] = value
        return found

    def coordinates(self, name: str) -> list[float]:
        """The coordinates of a body's joint."""
        q = coordinates(self.bodies[name].joint, self.initial.get(name, Initial()))
        for index, value in self._prescribed.get(name, {}).items():
            q[index] = value
        return q

    def pose(self, name: str) -> Frame:
        """Axes (columns) and origin of a body in the world."""
        path = []
        while name not in self._poses:
            path.append(name)
            name = self.bodies[name].parent
        R, p = self._poses[name]
        for name in reversed(path):
            body = self.bodies[name]
            turned, moved = joint_pose(body.joint, self.coordinates(name))
            if body.joint.mechanics.in_world:  # its coordinates are those of the world
                R, p = turned, moved
            else:
                R, p = R @ body.at.R, p + R @ body.at.p
                R, p = R @ turned, p + R @ moved
            self._poses[name] = R, p
        return R, p

    def point(self, name: str, p: np.ndarray) -> np.ndarray:
        """A point of a body in the world."""
        R, origin = self.pose(name)
        return origin + R @ p

    def coordinate(self, label: str) -> float:
        """A coordinate of a joint."""
        name = body_of(label, self.bodies)
        assert name is not None  # checked before
        labels = coordinate_labels(name, self.bodies[name].joint)
        return self.coordinates(name)[labels.index(label)]

    def expanded(self, constraints: Mapping[str, Constraint]) -> dict[str, Constraint]:
        """All constraints, complete; one that stands for others as those."""
        found: dict[str, Constraint] = {}
        for name, constraint in constraints.items():
            law = constraint.law
            if law.stands_for:
                parts = law.parts(name, self)
                read = {n: Constraint.model_validate(words) for n, words in parts.items()}
                found.update(self.expanded(read))
            else:
                found[name] = constraint.with_law(law.completed(self))
        return found


def joint_pose(joint: Joint, q: list[float]) -> Frame:
    """Axes (columns) and origin of the body in its joint frame."""
    there = joint.mechanics.pose(Pose.identity(), q)
    axes = joint.aligned_axes
    R = np.array([*there.R]).reshape(3, 3).T
    return axes @ R @ axes.T, axes @ np.array([*there.p])
