"""Where bodies and coordinates are at a moment of a run, as relations ask for it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.language.words import WORLD
from pelagos.mechanism.robot import Compiled
from pelagos.programs.observed import Observed
from pelagos.relations.contract import Frame


@dataclass(frozen=True)
class Now:
    """Where bodies and coordinates are in a sample, in the user's axes."""

    robot: Compiled
    seen: Observed

    def pose(self, name: str) -> Frame:
        """Axes (columns) and origin of a body in the world."""
        if name == WORLD:
            return np.eye(3), np.zeros(3)
        b = self.robot.names.index(name)
        aligned = self.seen.poses[0, b, :9].reshape(3, 3).T
        return aligned @ self.robot.align[b].T, self.seen.poses[0, b, 9:].copy()

    def point(self, name: str, p: np.ndarray) -> np.ndarray:
        """A point of a body in the world."""
        R, origin = self.pose(name)
        return origin + R @ p

    def coordinate(self, label: str) -> float:
        """A coordinate of a joint."""
        return float(self.seen.x[0, self.robot.robot.coordinates.index(label)])
