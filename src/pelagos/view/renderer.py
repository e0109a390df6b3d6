"""Pictures of a scene without a display or a graphics card: a small software renderer."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.native.objects import ObjectStore
from pelagos.progress import Progress
from pelagos.result.euler import rotate
from pelagos.view import colors, meshes
from pelagos.view.cameras import Camera, Cameraman, quiet_direction
from pelagos.view.drawn.skins import AROUND
from pelagos.view.forms import Form, form, product, turn_z_to
from pelagos.view.lines import Line
from pelagos.view.scene import Actor, Arrow, Scene

_LOOKS = {
    "bench": ("#d5dfe9", "#f4f6f9", "#dfe5ec", "#eef1f5", "#7d8b9b"),
    "water": ("#7fdcec", "#1f7fa8", "#0a3f63", "#1a6a8c", "#bfe9f2"),
}
_SUN = (0.5, 0.45, 1.0)  # towards the viewer, to the right and up
_GHOST = 0.42  # how solid runs laid over the first are
_VEIL = 0.3  # ... and the ellipsoids of added mass
_HIDDEN = 0.5  # ... and forces behind the bodies they push
_TRAIL = 240  # points of a path
_KEPT = "renderer."  # beginning of the names of its code


@functools.cache
def loops() -> tuple[Any, ObjectStore | None]:
    """The module of the compiled loops, and where their code is kept."""
    from pelagos.kernels import cache

    try:
        from pelagos.native import numba_cache
        from pelagos.view import raster
    except ImportError:
        raise PelagosError('movies and pictures need numba: pip install "pelagos[movie]"') from None

    version = hashlib.sha256(Path(raster.__file__).read_bytes()).hexdigest()
    store = cache.store(version)
    if store is not None:
        numba_cache.keep(numba_cache.functions_of(raster), store, _KEPT)
    return raster, store


def load(progress: Progress | None = None) -> Any:
    """The compiled loops; compiled once for a machine, into the folder of the engine's code."""
    raster, store = loops()
    if progress is not None and not (store is not None and store.has_any(_KEPT)):
        progress(None, "compiling the renderer, once for this machine (about 10 s) ...")
    return raster


class Pieces:
    """Everything rigid on the stage as one list of triangles; each piece moves as a whole."""

    def __init__(self) -> None:
        self._meshes: list[meshes.TriangleMesh] = []
        self._colors: list[str] = []
        self._veils: list[float] = []

    def add(self, mesh: meshes.TriangleMesh, color: str, opacity: float = 1.0) -> int:
        self._meshes.append(mesh)
        self._colors.append(color)
        self._veils.append(opacity)
        return len(self._meshes) - 1

    @property
    def vertex_count(self) -> int:
        """Vertices so far."""
        return sum(len(mesh.vertices) for mesh in self._meshes)

    def finish(self) -> None:
        self.count = len(self._meshes)
        if not self.count:
            self._meshes, self._colors = (
                [meshes.TriangleMesh(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros((0, 3), int))],
                ["#000000"],
            )
        whole = meshes.joined(self._meshes)
        self.vertices, self.normals = whole.vertices, whole.normals
        sizes = [len(mesh.vertices) for mesh in self._meshes]
        self.piece = np.repeat(np.arange(len(sizes)), sizes)
        self.every = whole.faces.astype(np.int64)
        veils = np.array(self._veils or [1.0])[self.piece[self.every[:, 0]]]
        self.faces = self.every[veils >= 1]
        # what is glass is drawn after what is not
        self.glass = [(float(v), self.every[veils == v]) for v in np.unique(veils[veils < 1])]
        self.base = np.repeat([colors.rgb(color) for color in self._colors], sizes, axis=0)
        self.linear = np.zeros((len(sizes), 3, 3))
        self.shift = np.zeros((len(sizes), 3))
        self.screen = np.zeros((len(self.vertices), 3))


class Renderer:
    """Draws a scene at any time; `frame(t)` gives an array (height, width, 3) of bytes."""

    def __init__(
        self,
        scene: Scene,
        size: tuple[int, int] = (1280, 720),
        camera: str | None = None,
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
        self._mask, self._spare = (np.zeros((height, width), np.float32) for _ in range(2))
        self._seen: tuple[Camera, float] | None = None
        self._actors = [_Troupe(actor, ghost=i > 0) for i, actor in enumerate(scene.actors)]
        self._halo = _Halo(scene.actors[0]) if added_mass else None
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
        self._raster.room(self._light(camera, 1), self._look, self._room, self._on_floor)
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

    def _draw_paths(self, troupe: _Troupe, time: float, light: np.ndarray, box: np.ndarray) -> None:
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


class _Troupe:
    """One run with its pieces, moved to a time."""

    def __init__(self, actor: Actor, ghost: bool) -> None:
        self.actor, self.ghost = actor, ghost
        self.pieces = Pieces()
        self._bodies: list[tuple[int, int]] = []
        self._turning: list[tuple[int, Form, int, float]] = []
        self._arrows: list[tuple[Arrow, list[int], float]] = []
        for i, part in enumerate(actor.parts):
            for one in part.forms:
                color = actor.color if ghost else one.get("color", part.color)
                if "turns" in one:
                    largest = actor.largest(one["turns"])
                    piece = self.pieces.add(meshes.unplaced(one), color)
                    self._turning.append((piece, one, i, largest))
                else:
                    piece = self.pieces.add(meshes.of(one), color, one.get("opacity", 1.0))
                    self._bodies.append((piece, i))
        self._skins = []
        for skin in actor.skins:
            start = self.pieces.vertex_count
            count = len(skin.width) * AROUND
            flat = meshes.TriangleMesh(np.zeros((count, 3)), np.zeros((count, 3)), skin.faces)
            piece = self.pieces.add(flat, actor.color if ghost else skin.color)
            self._skins.append((skin, piece, slice(start, start + count)))
        fixtures = [] if ghost else actor.fixtures
        fixed = [self.pieces.add(meshes.of(one), colors.METAL) for one in fixtures]
        fixed += [piece for _, piece, _ in self._skins]
        for arrow in [] if ghost else actor.arrows:
            alike = (other.largest for other in actor.arrows if other.kind == arrow.kind)
            self._arrows.append((arrow, self._arrow(arrow), max(alike)))
        rope = actor.color if ghost else colors.METAL
        self._lines = [
            (
                line,
                self.pieces.add(meshes.of(form("cylinder", (line.radius, 1.0), (0, 0, 0))), rope),
            )
            for line in actor.lines
        ]
        self.pieces.finish()
        self.pieces.linear[fixed] = np.eye(3)
        pushes = [i for arrow, indices, _ in self._arrows if arrow.kind == "force" for i in indices]
        faces = self.pieces.faces
        self.forces = faces[np.isin(self.pieces.piece[faces[:, 0]], pushes)]
        self.position = actor.track.position[0]
        self.turned = np.zeros((len(actor.parts), 3, 3))

    def _arrow(self, arrow: Arrow) -> list[int]:
        if arrow.kind == "torque":
            return [self.pieces.add(meshes.torque_arrow(), colors.TORQUE)]
        return [self.pieces.add(one, colors.FORCE) for one in meshes.force_arrow(self.actor.size)]

    def move(self, time: float) -> None:
        position, orientation, actuation = (x[0] for x in self.actor.track.at(np.array([time])))
        self.position = position
        self.turned = turned = rotate(orientation[:, None], np.eye(3)[None]).transpose(0, 2, 1)
        for piece, body in self._bodies:
            self.pieces.linear[piece] = turned[body]
            self.pieces.shift[piece] = position[body]
        for piece, one, body, largest in self._turning:
            angle = self.actor.track.turned(one["turns"], largest, np.array([time]))[0]
            q = product(one["quaternion"], (np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)))
            self.pieces.linear[piece] = turned[body] @ rotate(q, np.eye(3)).T
            self.pieces.shift[piece] = position[body] + turned[body] @ np.array(one["position"])
        for skin, _, rows in self._skins:
            self.pieces.vertices[rows], self.pieces.normals[rows] = skin.surface(
                position, orientation
            )
        for arrow, indices, largest in self._arrows:
            share = actuation[arrow.row] / largest if largest > 0 else 0.0
            self._push(arrow, indices, share, orientation[arrow.body], position[arrow.body])
        for line, piece in self._lines:
            self._stretch(line, piece)

    def _stretch(self, line: Line, piece: int) -> None:
        """Span a line between its ends."""
        start, end = self._end(line.store, line.at), self._end(line.body, line.to)
        length = float(np.linalg.norm(end - start))
        along = (end - start) / length if length > 0 else np.array([0.0, 0.0, 1.0])
        self.pieces.linear[piece] = rotate(turn_z_to(along), np.eye(3)).T * [1.0, 1.0, length]
        self.pieces.shift[piece] = (start + end) / 2

    def _end(self, body: int, point: list[float]) -> np.ndarray:
        """A point of a body in the world, or of the world itself."""
        if body < 0:
            return np.array(point)
        return np.asarray(self.position[body] + self.turned[body] @ point)

    def _push(
        self, arrow: Arrow, indices: list[int], share: float, q: np.ndarray, p: np.ndarray
    ) -> None:
        """Turn and stretch an arrow; one that does nothing shrinks to a point."""
        direction = np.array(arrow.direction) * (1 if share >= 0 else -1)
        turn = turn_z_to(direction) if arrow.in_world else product(q, turn_z_to(direction))
        R = rotate(turn, np.eye(3)).T
        length = (0.15 + 0.45 * abs(share)) * self.actor.size if abs(share) > 0.01 else 0.0
        start = p + rotate(q, np.array(arrow.at))
        self.pieces.shift[indices] = start
        if arrow.kind == "torque":
            self.pieces.linear[indices[0]] = 0.5 * length * R
            return
        shaft, head = indices
        self.pieces.linear[shaft] = R * [1.0, 1.0, length] if length else 0.0
        self.pieces.linear[head] = R if length else 0.0
        self.pieces.shift[head] = start + length * R[:, 2]

    def trails(self, time: float, scene: Scene) -> list[tuple[np.ndarray, str]]:
        span = max(1.5, 0.15 * (scene.end - scene.start))
        track = self.actor.track
        begin, end = max(time - span, track.time[0]), min(time, track.time[-1])
        if end <= begin:
            return []
        position, orientation, _ = track.at(np.linspace(begin, end, _TRAIL))
        found = []
        for path in self.actor.paths:
            i = path["body"]
            points = position[:, i] + rotate(orientation[:, i], np.array(path["point"]))
            color = self.actor.color if self.ghost else self.actor.parts[i].color
            found.append((points, color))
        return found


class _Halo:
    """The added mass of every body as an ellipsoid of water."""

    def __init__(self, actor: Actor) -> None:
        self.pieces = Pieces()
        self._bodies = []
        for i, part in enumerate(actor.parts):
            if part.added is not None:
                self.pieces.add(meshes.of(part.added), colors.WATER)
                self._bodies.append(i)
        self.pieces.finish()

    def move(self, troupe: _Troupe) -> None:
        if self._bodies:
            self.pieces.linear[:] = troupe.turned[self._bodies]
            self.pieces.shift[:] = troupe.position[self._bodies]


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
