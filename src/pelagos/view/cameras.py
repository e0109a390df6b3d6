"""Where the camera of a movie stands: free, along with the robot, above or beside it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.euler import rotate
from pelagos.view.scene import Scene

MODES = ("orbit", "follow", "top", "side")
_NEAR = 1.25  # sizes of a robot that is followed to its edge of the picture
_FILLED = 0.86  # of the picture, by what is to be seen in it
_HALF_ANGLE = np.deg2rad(16.0)  # half the vertical field of view


@dataclass(frozen=True)
class Shot:
    """How a scene is looked at: the mode, and where the eye stands where that is not left open.

    `azimuth` is counted from the world's x, counter-clockwise seen from above, `elevation` from
    the horizontal, both in degrees and from the robot to the eye. `zoom` 2 shows it twice as large.
    """

    mode: str | None = None
    azimuth: float | None = None
    elevation: float | None = None
    zoom: float = 1.0

    def __post_init__(self) -> None:
        if self.mode is not None and self.mode not in MODES:
            raise PelagosError(
                f"there is no camera {self.mode!r}; choose one of {', '.join(MODES)}"
            )
        given = [a for a in (self.azimuth, self.elevation) if a is not None]
        if given and self.mode in ("top", "side"):
            raise PelagosError(
                f"the camera {self.mode} looks from a fixed direction\n"
                "    remove azimuth and elevation, or use orbit or follow"
            )
        if not all(np.isfinite(given)) or not abs(self.elevation or 0.0) <= 90:
            raise PelagosError("azimuth and elevation are degrees, the elevation from -90 to 90")
        if not 0.05 <= self.zoom <= 50:
            raise PelagosError(f"a zoom of {self.zoom:g} is not from 0.05 to 50")


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

    def __init__(self, scene: Scene, shot: Shot | str | None, size: tuple[int, int]) -> None:
        self._shot = shot if isinstance(shot, Shot) else Shot(shot)
        chosen = self._shot.mode or ("follow" if scene.follows else "orbit")
        self._scene, self._size = scene, size
        self._up = np.array(scene.up)
        self._moves = chosen == "follow" or (scene.follows and chosen != "orbit")
        self._direction = self._look(chosen)
        self._still = None if self._moves else self._fitted()

    def camera(self, positions: np.ndarray) -> Camera:
        """The camera for bodies (of the first run) at positions."""
        if self._still is not None:
            return self._still
        parts = self._scene.actors[0].parts
        own = positions[[not part.scenery for part in parts]] if len(parts) > 1 else positions
        return self._at(own.mean(axis=0), _NEAR * self._scene.actors[0].size)

    def _look(self, mode: str) -> np.ndarray:
        """From the target to the eye."""
        quiet = quiet_direction(self._scene)
        if mode == "top":
            return _unit(self._up + 1e-3 * quiet)
        if mode == "side":
            return quiet
        usual = _unit(quiet + 0.65 * np.cross(self._up, quiet) + 0.42 * self._up)
        shot = self._shot
        if shot.azimuth is None and shot.elevation is None:
            return usual
        flat = _unit(usual - (usual @ self._up) * self._up)
        if shot.azimuth is not None:
            ahead = np.array([1.0, 0.0, 0.0]) if abs(self._up[0]) < 0.9 else np.eye(3)[1]
            ahead = _unit(ahead - (ahead @ self._up) * self._up)
            angle = np.deg2rad(shot.azimuth)
            flat = np.cos(angle) * ahead + np.sin(angle) * np.cross(self._up, ahead)
        high = np.arcsin(usual @ self._up)
        if shot.elevation is not None:  # not quite along up, where the picture has no top
            high = np.deg2rad(np.clip(shot.elevation, -89.9, 89.9))
        return np.asarray(np.cos(high) * flat + np.sin(high) * self._up)

    def _at(self, target: np.ndarray, radius: float) -> Camera:
        width, height = self._size
        narrow = min(_HALF_ANGLE, np.arctan(np.tan(_HALF_ANGLE) * width / height))
        distance = float(1.12 * radius / np.sin(narrow)) / self._shot.zoom
        forward = -self._direction
        right = _unit(np.cross(forward, self._up))
        axes = np.stack([right, np.cross(forward, right), forward])
        focal = float(height / 2 / np.tan(_HALF_ANGLE))
        return Camera(target - distance * forward, axes, focal, target, distance)

    def _fitted(self) -> Camera:
        """As near as all bodies at all times allow, with them in the middle of the picture."""
        camera = self._at(np.array(self._scene.centre), self._scene.radius)
        points, radii = _balls(self._scene)
        width, height = self._size
        slopes = np.array([width, height]) / 2 / camera.focal * _FILLED
        target, distance = camera.target, camera.distance * self._shot.zoom
        for _ in range(3):  # the middle depends on the distance, and that on the middle
            seen = (points - target) @ camera.axes.T
            flat = seen[:, :2] / (distance + seen[:, 2:])
            middle = (flat.min(axis=0) + flat.max(axis=0)) / 2 * distance
            target = target + middle @ camera.axes[:2]
            seen[:, :2] -= middle
            need = (np.abs(seen[:, :2]) + radii[:, None]) / slopes - seen[:, 2:]
            distance = float(max(need.max(), 2 * radii.max()))
        forward, distance = camera.axes[2], distance / self._shot.zoom
        return Camera(target - distance * forward, camera.axes, camera.focal, target, distance)


def _balls(scene: Scene) -> tuple[np.ndarray, np.ndarray]:
    """Balls around all bodies of all runs, some fifty times: centres and radii."""
    centres, radii = [], []
    for actor in scene.actors:
        track = actor.track
        position, orientation, _ = track.at(np.linspace(track.time[0], track.time[-1], 50))
        for i, part in enumerate(actor.parts):
            for held, radius in [] if part.scenery else part.balls:
                middle = (held.min(axis=0) + held.max(axis=0)) / 2
                reach = float(np.linalg.norm(held - middle, axis=1).max()) + radius
                centres.append(position[:, i] + rotate(orientation[:, i], middle))
                radii.append(np.full(len(position), reach))
    if not centres:
        return np.array([scene.centre]), np.array([scene.radius])
    return np.concatenate(centres), np.concatenate(radii)


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
            position[:, i] + rotate(orientation[:, i], held.mean(axis=0))
            for i, part in enumerate(actor.parts)
            for held, _ in part.balls
            if not part.scenery
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
