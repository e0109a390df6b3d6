"""Surfaces with known added masses, in triangles that are finer where the flow is steep."""

from __future__ import annotations

import numpy as np

from pelagos.panel_method.mesh_file import merged
from pelagos.panel_method.properties import properties
from pelagos.panel_method.surface import PanelSurface

Net = np.ndarray  # (row, column, 3): points of a face, counterclockwise from the water


def graded(count: int, power: float = 3.0) -> np.ndarray:
    """From -1 to 1, closer at the ends: edges, where the flow is steep."""
    at = np.linspace(-1, 1, count + 1)
    return np.sign(at) * (1 - (1 - abs(at)) ** power)


def scaled(surface: PanelSurface, volume: float, across: tuple[bool, bool, bool]) -> PanelSurface:
    """Made larger along some axes, until the panels enclose the volume of the smooth body."""
    own = properties(surface, shadows=False).volume
    factor = (volume / own) ** (1 / sum(across))
    return PanelSurface(surface.vertices * np.where(across, factor, 1.0), surface.faces)


def sphere(level: int) -> PanelSurface:
    import trimesh

    ball = trimesh.creation.icosphere(subdivisions=level)
    return PanelSurface(np.array(ball.vertices), np.array(ball.faces, dtype=np.int64))


def ellipsoid(axes: tuple[float, float, float], level: int, same_volume: bool) -> PanelSurface:
    ball = sphere(level)
    surface = PanelSurface(ball.vertices * np.array(axes), ball.faces)
    volume = 4 / 3 * np.pi * float(np.prod(axes))
    return scaled(surface, volume, (True, True, True)) if same_volume else surface


def grid(points: Net) -> tuple[np.ndarray, np.ndarray]:
    """Triangles of a net; diagonals take turns."""
    a, b, c, d = _corners(points)
    rows, columns = points.shape[:2]
    turn = (np.add.outer(np.arange(rows - 1), np.arange(columns - 1)) % 2 == 0).ravel()
    one = np.where(turn[:, None], np.stack([a, b, c], 1), np.stack([a, b, d], 1))
    two = np.where(turn[:, None], np.stack([a, c, d], 1), np.stack([b, c, d], 1))
    return points.reshape(-1, 3), np.concatenate([one, two])


def _corners(points: Net) -> tuple[np.ndarray, ...]:
    """Of every cell of a net, around it."""
    rows, columns = points.shape[:2]
    index = np.arange(rows * columns).reshape(rows, columns)
    around = (index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1])
    return tuple(corner.ravel() for corner in around)


def together(nets: list[Net]) -> PanelSurface:
    """Nets that meet at their edges as one surface of triangles."""
    vertices, faces, first = [], [], 0
    for points, triangles in map(grid, nets):
        vertices.append(points)
        faces.append(triangles + first)
        first += len(points)
    surface = merged(np.concatenate(vertices), np.concatenate(faces))
    a, b, c = surface.faces.T
    alive = (a != b) & (b != c) & (c != a)
    return PanelSurface(surface.vertices, surface.faces[alive])


def quadrangles(nets: list[Net]) -> np.ndarray:
    """(panel, corner, 3) of the cells; where two corners are one, the last repeats the first."""
    cells = np.concatenate([
        net.reshape(-1, 3)[np.stack(_corners(net), axis=1)] for net in nets
    ])  # fmt: skip
    for k in range(4):
        alike = np.ptp(cells[:, [k, k - 1]], axis=1).max(axis=1) < 1e-12
        order = [(k + i) % 4 for i in range(3)]
        cells[alike] = cells[alike][:, [*order, order[0]]]
    return cells


def box(x: float, y: float, z: float, cells: tuple[int, int, int]) -> PanelSurface:
    return together(box_nets(x, y, z, cells))


def box_nets(
    x: float, y: float, z: float, cells: tuple[int, int, int], power: float = 3.0
) -> list[Net]:
    nets = []
    sizes = np.array([x, y, z]) / 2
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        u, v = graded(cells[i], power) * sizes[i], graded(cells[j], power) * sizes[j]
        for side in (-1, 1):
            net = np.zeros((len(u), len(v), 3))
            net[..., i], net[..., j] = np.meshgrid(u, v, indexing="ij")
            net[..., axis] = side * sizes[axis]
            nets.append(net if side < 0 else net[:, ::-1])
    return nets


def of_revolution(x: np.ndarray, r: np.ndarray, around: int) -> PanelSurface:
    """Rings about the x axis, from its one end to the other; those of radius zero are points."""
    surface = together([net_of_revolution(x, r, around)])
    own = properties(surface, shadows=False).volume
    return surface if own > 0 else PanelSurface(surface.vertices, surface.faces[:, ::-1])


def net_of_revolution(x: np.ndarray, r: np.ndarray, around: int) -> Net:
    angle = np.linspace(0, 2 * np.pi, around + 1)
    angle[-1] = 0.0
    net = np.zeros((len(x), around + 1, 3))
    net[..., 0] = x[:, None]
    # of the same area as a circle
    wide = np.sqrt(2 * np.pi / (around * np.sin(2 * np.pi / around)))
    net[..., 1] = wide * r[:, None] * np.cos(angle)
    net[..., 2] = wide * r[:, None] * np.sin(angle)
    net[r == 0, :, 1:] = 0.0
    return net


def cylinder(radius: float, length: float, around: int, along: int, across: int) -> PanelSurface:
    """Along x, with flat ends."""
    return together(cylinder_nets(radius, length, around, along, across))


def cylinder_nets(
    radius: float, length: float, around: int, along: int, across: int, power: float = 3.0
) -> list[Net]:
    out = radius * (1 - (1 - np.linspace(0, 1, across + 1)) ** power)
    side = graded(along, power) * length / 2
    x = np.concatenate([np.full(across, -length / 2), side, np.full(across, length / 2)])
    r = np.concatenate([out[:-1], np.full(along + 1, radius), out[-2::-1]])
    return [net_of_revolution(x, r, around)]


def myring(steps: int, around: int) -> tuple[PanelSurface, np.ndarray, np.ndarray]:
    """REMUS after Prestero (2001): nose, middle and tail of Myring (1976).

    With x forward from the centre of buoyancy, 0.611 m behind the tip.
    unconfirmed: all parameters and both formulas; neither document was seen. Public scripts that
    draw the hull after Prestero have the same offsets and lengths.
    """
    a, a_off, b, c, c_off = 0.191, 0.0165, 0.654, 0.541, 0.0368
    n, theta, d, tip = 2, 0.436, 0.191, 0.611
    at = np.concatenate([
        (a - a_off) * (1 - np.cos(np.linspace(0, np.pi, steps + 1))) / 2,
        a - a_off + b * np.linspace(0, 1, steps + 1)[1:],
        a - a_off + b + (c - c_off) * np.linspace(0, 1, steps + 1)[1:],
    ])  # fmt: skip
    nose = d / 2 * np.maximum(0, 1 - ((at + a_off - a) / a) ** 2) ** (1 / n)
    back = at - (a - a_off) - b
    slope = np.tan(theta)
    tail = d / 2 - (3 * d / (2 * c**2) - slope / c) * back**2 + (d / c**3 - slope / c**2) * back**3
    radius = np.where(at < a - a_off, nose, np.where(back < 0, d / 2, tail))
    x = tip - np.concatenate([at[:1], at, at[-1:]])
    r = np.concatenate([[0.0], radius, [0.0]])
    return of_revolution(x, r, around), x, r
