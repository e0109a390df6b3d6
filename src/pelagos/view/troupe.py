"""The runs of a scene as triangles, moved to a time: bodies, arrows, lines, tubes, added mass."""

from __future__ import annotations

import numpy as np

from pelagos.result.euler import rotate
from pelagos.view import colors, meshes
from pelagos.view.forms import Form, form, product, turn_z_to
from pelagos.view.lines import Line
from pelagos.view.scene import Actor, Arrow, Scene

_TRAIL = 240  # points of a path


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


class Troupe:
    """One run with its pieces, moved to a time."""

    def __init__(self, actor: Actor, ghost: bool) -> None:
        self.actor, self.ghost = actor, ghost
        self.pieces = Pieces()
        self._bodies: list[tuple[int, int]] = []
        self._turning: list[tuple[int, Form, int, float]] = []
        self._filling: list[tuple[int, Form, int]] = []
        self._arrows: list[tuple[Arrow, list[int], float]] = []
        for i, part in enumerate(actor.parts):
            for one in part.forms:
                color = actor.color if ghost else one.get("color", part.color)
                if "turns" in one:
                    largest = actor.largest(one["turns"])
                    piece = self.pieces.add(meshes.unplaced(one), color)
                    self._turning.append((piece, one, i, largest))
                elif "fills" in one:
                    self._filling.append((self.pieces.add(meshes.unplaced(one), color), one, i))
                else:
                    piece = self.pieces.add(meshes.of(one), color, one.get("opacity", 1.0))
                    self._bodies.append((piece, i))
        self._skins = [(one, *self._soft(one.faces, one.color)) for one in actor.skins]
        self._tubes = [(one, *self._soft(one.faces, one.color)) for one in actor.tubes]
        fixtures = [] if ghost else actor.fixtures
        fixed = [
            self.pieces.add(meshes.of(one), one.get("color", colors.METAL), one.get("opacity", 1.0))
            for one in fixtures
        ]
        fixed += [piece for _, piece, _ in (*self._skins, *self._tubes)]
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

    def _soft(self, faces: np.ndarray, color: str) -> tuple[int, slice]:
        """A piece whose vertices are laid at every time, and their rows."""
        start, count = self.pieces.vertex_count, int(faces.max()) + 1
        flat = meshes.TriangleMesh(np.zeros((count, 3)), np.zeros((count, 3)), faces)
        piece = self.pieces.add(flat, self.actor.color if self.ghost else color)
        return piece, slice(start, start + count)

    def _arrow(self, arrow: Arrow) -> list[int]:
        if arrow.kind == "torque":
            return [self.pieces.add(meshes.torque_arrow(), colors.TORQUE)]
        return [self.pieces.add(one, colors.FORCE) for one in meshes.force_arrow(1.8 * arrow.scale)]

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
        for piece, one, body in self._filling:
            fills = one["fills"]
            share = np.clip(actuation[fills["row"]] / fills["full"], 1e-6, 1.0)
            stretched = rotate(one["quaternion"], np.diag(share ** np.array(fills["grows"]))).T
            self.pieces.linear[piece] = turned[body] @ stretched
            self.pieces.shift[piece] = position[body] + turned[body] @ np.array(one["position"])
        for skin, _, rows in self._skins:
            self.pieces.vertices[rows], self.pieces.normals[rows] = skin.surface(
                position, orientation
            )
        nodes = self.actor.track.nodes_at(np.array([time]))[0]
        for tube, _, rows in self._tubes:
            self.pieces.vertices[rows], self.pieces.normals[rows] = tube.surface(
                position, orientation, nodes
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
        length = (0.25 + 0.75 * abs(share)) * arrow.scale if abs(share) > 0.01 else 0.0
        start = p + rotate(q, np.array(arrow.at))
        self.pieces.shift[indices] = start
        if arrow.kind == "torque":
            self.pieces.linear[indices[0]] = 0.4 * length * R
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


class Halo:
    """The added mass of every body as an ellipsoid of water."""

    def __init__(self, actor: Actor) -> None:
        self.pieces = Pieces()
        self._bodies = []
        for i, part in enumerate(actor.parts):
            if part.added is not None:
                self.pieces.add(meshes.of(part.added), colors.WATER)
                self._bodies.append(i)
        self.pieces.finish()

    def move(self, troupe: Troupe) -> None:
        if self._bodies:
            self.pieces.linear[:] = troupe.turned[self._bodies]
            self.pieces.shift[:] = troupe.position[self._bodies]
