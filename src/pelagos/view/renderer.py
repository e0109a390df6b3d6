"""Pictures of a scene without a display or a graphics card: a small software renderer."""

from __future__ import annotations

import functools
import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.native.objects import ObjectStore
from pelagos.progress import Progress
from pelagos.view import colors
from pelagos.view.cameras import Camera, Cameraman, Shot, quiet_direction
from pelagos.view.scene import Scene
from pelagos.view.troupe import Halo, Pieces, Troupe

_LOOKS = {
    "bench": ("#d5dfe9", "#f4f6f9", "#dfe5ec", "#eef1f5", "#7d8b9b"),
    "water": ("#7fdcec", "#1f7fa8", "#0a3f63", "#1a6a8c", "#bfe9f2"),
}
_SUN = (0.5, 0.45, 1.0)  # towards the viewer, to the right and up
_GHOST = 0.42  # how solid runs laid over the first are
_VEIL = 0.3  # ... and the ellipsoids of added mass
_HIDDEN = 0.5  # ... and forces behind the bodies they push
_TILE = 128  # points of the light on the floor, along each side; a power of two
_KEPT = "renderer."  # beginning of the names of its code


@functools.cache
def loops() -> tuple[Any, ObjectStore | None]:
    """The module of the compiled loops, and where their code is kept."""
    from pelagos.kernels import cache

    try:
        from pelagos.native import numba_cache
        from pelagos.view import raster, raster_room
    except ImportError:
        raise PelagosError('movies and pictures need numba: pip install "pelagos[movie]"') from None

    texts = [Path(str(module.__file__)).read_bytes() for module in (raster, raster_room)]
    store = cache.store(hashlib.sha256(b"".join(texts)).hexdigest())
    if store is not None:
        numba_cache.keep(numba_cache.functions_of(raster), store, _KEPT)
    return raster, store


def load(progress: Progress | None = None) -> Any:
    """The compiled loops; compiled once for a machine, into the folder of the engine's code."""
    raster, store = loops()
    if progress is not None and not (store is not None and store.has_any(_KEPT)):
        progress(None, "compiling the renderer, once for this machine (about 10 s) ...")
    return raster


class Renderer:
    """Draws a scene at any time; `frame(t)` gives an array (height, width, 3) of bytes."""

    def __init__(
        self,
        scene: Scene,
        size: tuple[int, int] = (1280, 720),
        camera: Shot | str | None = None,
        progress: Progress | None = None,
        added_mass: bool = False,
    ) -> None:
        self.scene, self.size = scene, size
        self._raster = load(progress)
        self._cameraman = Cameraman(scene, camera, size)
        width, height = size
        self._depth = np.zeros((2 * height, 2 * width), np.float32)
        self._image = np.zeros((2 * height, 2 * width, 4), np.float32)
        self._room = np.zeros((height, width, 3), np.uint8)
        self._on_floor = np.zeros((height, width), np.float32)
        self._tile = np.zeros((_TILE, _TILE), np.float32)
        self._mask, self._spare = (np.zeros((height, width), np.float32) for _ in range(2))
        self._seen: tuple[Camera, float] | None = None
        self._actors = [Troupe(actor, ghost=i > 0) for i, actor in enumerate(scene.actors)]
        self._halo = Halo(scene.actors[0]) if added_mass else None
        # balls of water are seen through the bodies in them, and forces, which act inside
        self._no_depth = np.zeros_like(self._depth)
        self._look = _look(scene)
        self._sun = _sun(scene)

    def frame(self, time: float) -> np.ndarray:
        """The picture at a time."""
        for troupe in self._actors:
            troupe.move(time)
        camera = self._cameraman.camera(self._actors[0].position)
        self._draw_room(camera, time)
        out = self._room.copy()
        box = np.array([1 << 30, 1 << 30, -1, -1])
        fine = self._light(camera, 2)
        self._draw_shadow(camera, out)
        for troupe in self._actors:
            self._draw_paths(troupe, time, fine, box)
        for troupe in self._actors:
            pieces = troupe.pieces
            lit = self._fill(pieces, _GHOST if troupe.ghost else 1.0, self._depth, fine, box)
            self._raster.fill(
                troupe.forces, pieces.screen, lit, _HIDDEN, True, self._no_depth, self._image, box
            )
        if self._halo is not None:
            self._halo.move(self._actors[0])
            self._fill(self._halo.pieces, _VEIL, self._no_depth, fine, box)
        if box[2] >= 0:
            self._raster.resolve(self._image, self._depth, out, box)
        return out

    def _fill(
        self, pieces: Pieces, alpha: float, depth: np.ndarray, light: np.ndarray, box: np.ndarray
    ) -> np.ndarray:
        """Draw pieces where they are now; returns the shades of their vertices."""
        lit = pieces.base.copy()
        self._raster.place(
            pieces.vertices,
            pieces.normals,
            pieces.piece,
            pieces.linear,
            pieces.shift,
            light,
            pieces.screen,
            lit,
        )
        self._raster.fill(pieces.faces, pieces.screen, lit, alpha, True, depth, self._image, box)
        for veil, faces in pieces.glass:
            self._raster.fill(
                faces, pieces.screen, lit, veil * alpha, True, depth, self._image, box
            )
        return lit

    def _light(self, camera: Camera, times: int) -> np.ndarray:
        """What a loop must know of camera and light, for a picture `times` as fine."""
        width, height = self.size
        wet = self.scene.look == "water"
        fog = colors.rgb(_LOOKS[self.scene.look][1])
        return np.concatenate(
            [
                camera.eye,
                camera.axes.ravel(),
                [times * camera.focal, times * width / 2, times * height / 2],
                self._sun,
                self.scene.up,
                [0.12 / camera.distance if wet else 0.0, *fog, 1e-3 * camera.distance],
                [self._waterline(camera)],
            ]
        )

    def _waterline(self, camera: Camera) -> float:
        """Height below which floating bodies look wet to a camera in the air."""
        level = self.scene.surface
        above = self.scene.afloat and level is not None and camera.eye @ self.scene.up > level
        return float(level) if above and level is not None else -np.inf

    def _draw_room(self, camera: Camera, time: float) -> None:
        """Sky and floor: drawn again only when the camera or the water has moved."""
        moment = time if self.scene.look == "water" else 0.0
        if self._seen is not None and self._seen[0] is camera and self._seen[1] == moment:
            return
        self._look[12:15] = camera.target
        self._look[32] = moment
        if self.scene.look == "water":
            self._raster.caustics(moment, self._tile)
        light = self._light(camera, 1)
        height, threads = self.size[1], max(1, min(4, os.cpu_count() or 1))
        rows = [height * k // threads for k in range(threads + 1)]

        def band(k: int) -> None:
            part = (self._room, self._on_floor, rows[k], rows[k + 1])
            self._raster.room(light, self._look, self._tile, *part)

        with ThreadPoolExecutor(threads) as pool:  # the loops let go of the interpreter
            list(pool.map(band, range(threads)))
        self._seen = (camera, moment)

    def _draw_shadow(self, camera: Camera, out: np.ndarray) -> None:
        light, box = self._light(camera, 1), np.array([1 << 30, 1 << 30, -1, -1])
        pieces = self._actors[0].pieces
        self._raster.flatten(
            pieces.vertices,
            pieces.piece,
            pieces.linear,
            pieces.shift,
            light,
            self._look,
            pieces.screen,
        )
        self._raster.cover(pieces.every, pieces.screen, self._mask, box)
        if box[2] < 0:
            return
        for radius in (3, 2):
            self._raster.soften(self._mask, self._spare, radius * max(1, self.size[1] // 720), box)
        self._raster.darken(out, self._mask, self._on_floor, 0.3, box)

    def _draw_paths(self, troupe: Troupe, time: float, light: np.ndarray, box: np.ndarray) -> None:
        """Where the ends of the robot have just been, paler with age."""
        eye, axes = light[0:3], light[3:12].reshape(3, 3)
        pale = np.array(colors.rgb(_LOOKS[self.scene.look][3]))
        for points, color in troupe.trails(time, self.scene):
            seen = (points - eye) @ axes.T
            ahead = np.maximum(seen[:, 2], light[25])
            flat = np.stack(
                [
                    light[13] + light[12] * seen[:, 0] / ahead,
                    light[14] + light[12] * seen[:, 1] / ahead,
                    1 / ahead,
                ],
                axis=1,
            )
            screen, faces = np.zeros((2 * len(flat), 3)), np.zeros((2 * len(flat), 3), np.int64)
            width = 1.5 * self.size[1] / 720 + 1.0
            count = self._raster.ribbon(flat, width, screen, faces)
            age = np.repeat(np.linspace(0.05, 0.95, len(flat)), 2)[:, None]
            shade = age * np.array(colors.rgb(color)) + (1 - age) * pale
            self._raster.fill(
                faces[:count], screen, shade, 1.0, False, self._depth, self._image, box
            )


def _sun(scene: Scene) -> np.ndarray:
    """The direction to the sun: over the shoulder of who looks at the motion from its side."""
    up, front = np.array(scene.up), quiet_direction(scene)
    sun = _SUN[0] * front + _SUN[1] * np.cross(up, front) + _SUN[2] * up
    unit: np.ndarray = sun / np.linalg.norm(sun)
    return unit


def _look(scene: Scene) -> np.ndarray:
    """What the loop that draws the room must know."""
    up = np.array(scene.up)
    first = np.cross([0.0, 1.0, 0.0] if abs(up[1]) < 0.9 else [1.0, 0.0, 0.0], up)
    first /= np.linalg.norm(first)
    size = scene.actors[0].size
    reach = 9 * max(size, min(scene.radius, 5 * size))
    shades = [channel for color in _LOOKS[scene.look] for channel in colors.rgb(color)]
    wet = 0.0 if scene.surface is None else 1.0
    return np.array(
        [
            *(*up, *first, *np.cross(up, first)),
            *(scene.floor, _round(0.45 * size), reach, 0, 0, 0),
            *(*shades, scene.surface or 0.0, wet, 0.0),
        ]
    )


def _round(value: float) -> float:
    """1, 2 or 5 times a power of ten."""
    power = 10 ** np.floor(np.log10(value))
    return float(min((k * power for k in (1, 2, 5, 10)), key=lambda x: abs(np.log(x / value))))
