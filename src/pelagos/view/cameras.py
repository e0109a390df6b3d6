"""Where the camera of a movie stands: free, along with the robot, above or beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.euler import rotate
from pelagos.view.scene import Scene

MODES = ("orbit", "follow", "top", "side")
_HALF_ANGLE = np.deg2rad(16.0)  # half the vertical field of view


@dataclass(frozen=True)
class Camera:
    """An eye, the axes of its picture (rows: right, down, forward) and its focal length."""

    eye: np.ndarray
    axes: np.ndarray
    focal: float  # [pixels]
    target: np.ndarray
    distance: float


class Cameraman:
    """Gives the camera of a mode at a time; one that does not move is the same object each time."""

    def __init__(self, scene: Scene, mode: str | None, size: tuple[int, int]) -> None:
        chosen = mode or ("follow" if scene.follows else "orbit")
        if chosen not in MODES:
            raise PelagosError(f"there is no camera {mode!r}; choose one of {', '.join(MODES)}")
        self._scene, self._size = scene, size
        self._up = np.array(scene.up)
        self._moves = chosen == "follow" or (scene.follows and chosen != "orbit")
        self._direction = self._look(chosen)
        self._still = None if self._moves else self._at(np.array(scene.centre), scene.radius)

    def camera(self, positions: np.ndarray) -> Camera:
        """The camera for bodies (of the first run) at positions."""
        if self._still is not None:
            return self._still
        return self._at(positions.mean(axis=0), 1.5 * self._scene.actors[0].size)

    def _look(self, mode: str) -> np.ndarray:
        """From the target to the eye."""
        quiet = quiet_direction(self._scene)
        if mode == "top":
            return _unit(self._up + 1e-3 * quiet)
        if mode == "side":
            return quiet
        return _unit(quiet + 0.65 * np.cross(self._up, quiet) + 0.42 * self._up)

    def _at(self, target: np.ndarray, radius: float) -> Camera:
        width, height = self._size
        narrow = min(_HALF_ANGLE, np.arctan(np.tan(_HALF_ANGLE) * width / height))
        distance = float(1.12 * radius / np.sin(narrow))
        forward = -self._direction
        right = _unit(np.cross(forward, self._up))
        axes = np.stack([right, np.cross(forward, right), forward])
        focal = float(height / 2 / np.tan(_HALF_ANGLE))
        return Camera(target - distance * forward, axes, focal, target, distance)


def quiet_direction(scene: Scene) -> np.ndarray:
    """The horizontal direction with the least motion: what moves is best seen along it."""
    up = np.array(scene.up)
    first = _unit(np.cross(up, [0.0, 1.0, 0.0] if abs(up[1]) < 0.9 else [1.0, 0.0, 0.0]))
    second = np.cross(up, first)
    actor = scene.actors[0]
    times = np.linspace(actor.track.time[0], actor.track.time[-1], 61)
    position, orientation, _ = actor.track.at(times)
    points = np.concatenate(
        [
            position[:, i] + rotate(orientation[:, i], np.array(one["position"]))
            for i, part in enumerate(actor.parts)
            for one in part.forms
        ]
    )
    flat = np.stack([points @ first, points @ second], axis=1)
    spread = np.cov(flat.T)
    if np.trace(spread) < 1e-9 * actor.size**2:
        return second
    x, y = np.linalg.eigh(spread)[1][:, 0]
    quiet = x * first + y * second
    # of the two ways, the one with x to the right, or else y
    right = np.cross(up, quiet)
    lead = right[np.argmax(np.abs(right))]
    return quiet if lead > 0 else -quiet


def _unit(v: np.ndarray) -> np.ndarray:
    unit: np.ndarray = v / np.linalg.norm(v)
    return unit
