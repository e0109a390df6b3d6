"""A small picture of a scene at its start, by numpy alone: for notebooks, where nothing shall be
compiled and no extra is needed. Movies and large pictures are drawn by `renderer`."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from pelagos.result.euler import rotate
from pelagos.view import colors, meshes
from pelagos.view.cameras import Camera, Cameraman
from pelagos.view.forms import Form, strut
from pelagos.view.meshes import TriangleMesh
from pelagos.view.scene import Actor, Scene

_FINE = 2  # pixels computed for one that is shown, along each side
_MOST = 6000  # triangles of a form; of finer ones the convex hull is drawn
_SUN = (0.5, 0.45, 1.0)  # towards the viewer, to the right and up
_PAPER = {"bench": ("#eef2f6", "#fbfcfd"), "water": ("#d9f1f7", "#9fd3e4")}  # top, bottom


def sketch(scene: Scene, size: tuple[int, int] = (480, 300)) -> bytes:
    """The first run of a scene at its start, as PNG."""
    actor = scene.actors[0]
    start = np.array([actor.track.time[0]])
    position, orientation, _ = (x[0] for x in actor.track.at(start))
    whole = (_FINE * size[0], _FINE * size[1])
    camera = Cameraman(scene, "orbit", whole).camera(position)
    canvas = _Canvas(camera, whole, np.array(scene.up), _PAPER[scene.look])
    for mesh, color in _pieces(actor, position, orientation):
        canvas.draw(mesh, np.array(colors.rgb(color)))
    fine = canvas.image.reshape(size[1], _FINE, size[0], _FINE, 3).mean(axis=(1, 3))
    return png(np.clip(255 * fine, 0, 255).astype(np.uint8))


def _pieces(
    actor: Actor, position: np.ndarray, orientation: np.ndarray
) -> list[tuple[TriangleMesh, str]]:
    """Everything to be seen, in the world."""
    found = [(meshes.of(one), one.get("color", colors.METAL)) for one in actor.fixtures]
    for i, part in enumerate(actor.parts):
        for one in part.forms:
            own = _simple(meshes.of(one))
            turned = [rotate(orientation[i], x) for x in (own.vertices, own.normals)]
            placed = TriangleMesh(turned[0] + position[i], turned[1], own.faces)
            found.append((placed, one.get("color", part.color)))
    for line in actor.lines:
        ends = []
        for body, point in ((line.store, line.at), (line.body, line.to)):
            p = np.array(point)
            ends.append(p if body < 0 else position[body] + rotate(orientation[body], p))
        if np.linalg.norm(ends[1] - ends[0]) > 0:
            rope: Form = strut(ends[0], ends[1], line.radius, color=colors.METAL)
            found.append((meshes.of(rope), colors.METAL))
    return found


def _simple(mesh: TriangleMesh) -> TriangleMesh:
    """The mesh, or its convex hull if it is too fine for a small picture."""
    if len(mesh.faces) <= _MOST:
        return mesh
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(mesh.vertices)
    except QhullError:  # flat
        return TriangleMesh(
            mesh.vertices, mesh.normals, mesh.faces[:: -(-len(mesh.faces) // _MOST)]
        )
    outside = hull.equations[:, :3]
    corners = mesh.vertices[hull.simplices]
    facing = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    inward = np.sum(facing * outside, axis=1) < 0
    corners[inward] = corners[inward][:, ::-1]
    count = len(corners)
    faces = np.arange(3 * count).reshape(-1, 3)
    return TriangleMesh(corners.reshape(-1, 3), np.repeat(outside, 3, axis=0), faces)


class _Canvas:
    """A picture with the depth of each of its pixels."""

    def __init__(
        self, camera: Camera, size: tuple[int, int], up: np.ndarray, paper: tuple[str, str]
    ) -> None:
        self._camera, (width, height) = camera, size
        share = np.linspace(0, 1, height)[:, None, None]
        top, bottom = (np.array(colors.rgb(color)) for color in paper)
        self.image = np.tile((1 - share) * top + share * bottom, (1, width, 1))
        self._near = np.zeros((height, width))  # 1 / depth; 0 is infinitely far
        right, _, forward = camera.axes
        sun = -_SUN[0] * forward + _SUN[1] * right + _SUN[2] * up
        self._sun = sun / np.linalg.norm(sun)

    def draw(self, mesh: TriangleMesh, color: np.ndarray) -> None:
        """Add a body, nearer parts before farther ones."""
        camera, (height, width) = self._camera, self._near.shape
        seen = (mesh.vertices - camera.eye) @ camera.axes.T
        if (seen[:, 2] <= 1e-6 * camera.distance).any():  # beside or behind the eye
            return
        near = 1 / seen[:, 2]
        flat = camera.focal * seen[:, :2] * near[:, None] + [width / 2, height / 2]
        light = 0.55 + 0.45 * np.clip(mesh.normals @ self._sun, -0.6, 1.0)
        a, b, c = (flat[mesh.faces[:, k]] for k in range(3))
        twice = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (
            c[:, 0] - a[:, 0]
        )
        low = np.ceil(np.minimum(np.minimum(a, b), c) - 0.5).astype(int).clip(0)
        high = np.floor(np.maximum(np.maximum(a, b), c) - 0.5).astype(int)
        high = np.minimum(high, [width - 1, height - 1])
        shown = (twice < 0) & (low <= high).all(axis=1)  # seen from outside, rows go down
        for k in np.flatnonzero(shown).tolist():
            corners = mesh.faces[k]
            self._fill(flat[corners], near[corners], light[corners], low[k], high[k], color)

    def _fill(
        self,
        corners: np.ndarray,
        near: np.ndarray,
        light: np.ndarray,
        low: np.ndarray,
        high: np.ndarray,
        color: np.ndarray,
    ) -> None:
        """One triangle within a rectangle of pixels."""
        x = np.arange(low[0], high[0] + 1) + 0.5
        y = (np.arange(low[1], high[1] + 1) + 0.5)[:, None]
        (ax, ay), (bx, by), (cx, cy) = corners.tolist()
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        one = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area
        two = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area
        three = 1 - one - two
        depth = one * near[0] + two * near[1] + three * near[2]
        place = np.s_[low[1] : high[1] + 1, low[0] : high[0] + 1]
        wins = (one >= 0) & (two >= 0) & (three >= 0) & (depth > self._near[place])
        self._near[place][wins] = depth[wins]
        bright = one * light[0] + two * light[1] + three * light[2]
        self.image[place][wins] = bright[wins, None] * color


def png(image: np.ndarray) -> bytes:
    """Pixels (row, column, rgb) of 8 bits as a PNG file."""
    height, width, _ = image.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each begins with its filter: none
    rows[:, 1:] = image.reshape(height, -1)
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    ]
    found = b"\x89PNG\r\n\x1a\n"
    for kind, data in parts:
        check = struct.pack(">I", zlib.crc32(kind + data))
        found += struct.pack(">I", len(data)) + kind + data + check
    return found
