"""Bodies with sharp edges: ours, a second way, Capytaine and DNV-RP-H103, side by side.

Near an edge the flow is steep, so panels are graded towards it. Ours are three meshes whose panels
halve their size, and where these go. The second way shares nothing with ours: sources on exact
rectangles for boxes (`tests/rectangles.py`), rings of sources for cylinders (`tests/rings.py`).
Capytaine has quadrangles, graded as well, and no extrapolation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from benchmarks import hydro_solids as solids
from benchmarks.hydro_capytaine import in_capytaine
from pelagos.panel_method.galerkin import solve
from pelagos.panel_method.hydro import unit_motions
from tests import rectangles, rings

MOTIONS = {0: "along", 1: "across", 4: "pitch"}
HALVED = (1, 2, 4)
FOR_CAPYTAINE = 6  # times the coarsest
_POWER = 2.0  # of its grading: with more, neighbours differ too much in size for constants


class Limit(NamedTuple):
    """Where values on panels that halve their size go, and how the differences shrink."""

    value: float
    ratio: float


def limit(values: list[float]) -> Limit:
    one, two, three = values
    ratio = (one - two) / (two - three)
    return Limit(three + (three - two) / (ratio - 1), ratio)


@dataclass(frozen=True)
class EdgedBody:
    """A body in nets; `second` its added mass in one motion by other means."""

    name: str
    motions: tuple[int, ...]
    nets: Callable[[int, float], list[solids.Net]]  # how fine, and how graded
    second: Callable[[int], float]
    volume: float
    table: float | None = None  # of DNV-RP-H103 (2011), table A-2, over the displaced mass
    of_table: int = 0  # its motion

    def own(self, fine: int) -> tuple[int, np.ndarray]:
        """Panels, and added masses over the displaced mass."""
        surface = solids.together(self.nets(fine, 3.0))
        flow = solve(surface, unit_motions(surface, np.zeros(3)))
        return len(surface.faces), np.diag(flow.single + flow.double) / self.volume

    def capytaine(self, fine: int) -> tuple[int, np.ndarray]:
        cells = solids.quadrangles(self.nets(fine, _POWER))
        return len(cells), np.diag(in_capytaine(cells, "direct")) / self.volume


def box(
    name: str,
    edges: tuple[float, float, float],
    cells: tuple[int, int, int],
    motions: tuple[int, ...],
    table: float | None = None,
) -> EdgedBody:
    """Cells of the coarsest mesh: an even number along every edge."""
    x, y, z = edges
    volume = x * y * z

    def nets(fine: int, power: float) -> list[solids.Net]:
        a, b, c = (fine * n for n in cells)
        return solids.box_nets(x, y, z, (a, b, c), power)

    def second(motion: int) -> float:
        counts = [tuple(fine * n // 2 for n in cells) for fine in (2, 4, 8)]
        return limit([rectangles.box(edges, count, motion) / volume for count in counts]).value

    return EdgedBody(name, motions, nets, second, volume, table)


def cylinder(length: float, motions: tuple[int, ...], table: float | None = None) -> EdgedBody:
    """Of diameter one."""
    volume, along = np.pi / 4 * length, 2 * round(1.5 * length)

    def nets(fine: int, power: float) -> list[solids.Net]:
        return solids.cylinder_nets(0.5, length, 10 * fine, along * fine, 3 * fine, power)

    def second(motion: int) -> float:
        which = {0: 0, 1: 1, 4: 2}[motion]
        size = 2.0 ** (5 if motion == 4 else 3)  # rings have a radius of one
        found = [rings.added_mass(*rings.cylinder(length, n))[which] for n in (24, 48, 96)]
        return limit(found).value / size / volume

    return EdgedBody(f"cylinder {length:g}", motions, nets, second, volume, table, 1)


def bodies() -> Iterator[EdgedBody]:
    """Prisms and cylinders by their length; edges and diameters are one."""
    yield box("cube", (1, 1, 1), (4, 4, 4), (0, 4), 0.68)
    yield box("square prism 2", (2, 1, 1), (6, 4, 4), (0, 1, 4), 0.36)
    yield box("square prism 3", (3, 1, 1), (6, 4, 4), (0, 4), 0.24)
    yield box("square prism 5", (5, 1, 1), (8, 4, 4), (0, 4), 0.15)
    yield cylinder(1.2, (0, 1, 4), 0.62)
    yield cylinder(2.5, (0, 1, 4), 0.78)
    yield cylinder(5.0, (0, 1, 4), 0.90)
    yield box("square plate, 0.1 thick", (0.1, 1, 1), (2, 6, 6), (0, 1, 4))


def rows(with_capytaine: bool) -> Iterator[tuple[str, ...]]:
    """One for each body and motion, with differences from where ours goes."""
    for body in bodies():
        levels = [body.own(fine) for fine in HALVED]
        count, other = body.capytaine(FOR_CAPYTAINE) if with_capytaine else (0, np.full(6, np.nan))
        for k in body.motions:
            own = limit([float(values[k]) for _, values in levels])
            table = body.table if k == body.of_table else None
            found = (body.second(k), other[k] if with_capytaine else None, table, levels[-1][1][k])
            cells = [
                "" if value is None else f"{value:.4f} ({100 * (value / own.value - 1):+.2f} %)"
                for value in found
            ]
            sizes = f"{levels[-1][0]}, {count}" if with_capytaine else str(levels[-1][0])
            yield (body.name, MOTIONS[k], f"{own.value:.4f}", *cells, sizes)
