"""Large robots by formulations with a full mass matrix: what the program says, what a loop does.

Straight code for the mass matrix of n speeds and its factor is n^3 operations long. Beyond some
size a program therefore ends where equations of single bodies and rows end, and hands these *parts*
to a compiled loop (`loops.dense.kane`, `loops.dense.moving_frame`), which carries columns from body
to body, makes the matrices and solves. The loop's *answer* is an `Affine`, number by number.

Parts, in this order:

    speeds   rotor, effort, prescribed acceleration and value of every speed, four rows of nv
    bodies   pose in the parent (12), inertia (21), then what the formulation adds, own columns last
    rows     wanted, power of a unit force; its wrenches on both bodies (12), its efforts at speeds

Answer, in this order, with m rows:

    udot, efforts of prescribed speeds, power: 2 nv + 1 numbers at zero forces
    wanted (m), Gram matrix (m m), span (m)
    2 nv + 1 numbers again, per unit force of each row
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pelagos.equations.affine import Affine, Loops, Unit
from pelagos.equations.closed_tree import Row
from pelagos.equations.mechanism import Given, Mechanism
from pelagos.mathematics.inertia import Inertia, Pose
from pelagos.mathematics.scalars import Scalar

Numbers = Sequence[Scalar]

SPEED_ROWS = 4
ROTOR, EFFORT, PRESCRIBED, SPEED = range(SPEED_ROWS)
COMMON = Pose.size + Inertia.size  # numbers of a body, whatever the formulation
WRENCHES = 2  # first of the numbers of a row behind wanted and power


class DenseBody(NamedTuple):
    """A body's place in the tables."""

    parent: int  # -1: the world
    at: int  # first of its parts
    path: int  # first entry of its path: the speeds between world and body, its own last
    length: int  # of the path
    own: int  # how many of these are its own


class DenseSpeed(NamedTuple):
    held: int  # 1: prescribed
    path: int  # the speeds before it, between it and the world
    length: int


class Held(NamedTuple):
    """A row's place in the tables: its two bodies, and the speeds that it acts on."""

    a: int  # -1: the world, or none
    b: int
    at: int  # first of its parts
    first: int  # of its speeds
    count: int
    factors: int  # first of the parts that are its efforts at these


class DenseShape(NamedTuple):
    """A robot without its numbers, as loops go along it."""

    bodies: tuple[DenseBody, ...]
    speeds: tuple[DenseSpeed, ...]
    rows: tuple[Held, ...]
    paths: tuple[int, ...]  # speeds
    geared: tuple[int, ...]  # speeds
    parts: int  # how many numbers
    columns: int  # entries of all paths

    @property
    def answer(self) -> int:
        """How many numbers the answer has."""
        m = len(self.rows)
        return (m + 1) * self.stride + m * m + 2 * m

    @property
    def stride(self) -> int:
        """Numbers per force."""
        return 2 * len(self.speeds) + 1


def shape_of(m: Mechanism, loops: Loops, more: int, per_speed: int) -> DenseShape:
    """The tables; `more` and `per_speed` are the numbers that a formulation adds to each body."""
    paths: list[int] = []
    bodies: list[DenseBody] = []
    at = SPEED_ROWS * len(m.rotor)
    for link in m.links:
        outer = bodies[link.parent] if link.parent is not None else DenseBody(-1, 0, 0, 0, 0)
        own = list(range(link.u.start, link.u.stop))
        path = paths[outer.path : outer.path + outer.length] + own
        parent = -1 if link.parent is None else link.parent
        bodies.append(DenseBody(parent, at, len(paths), len(path), len(own)))
        paths += path
        at += COMMON + more + per_speed * len(own)
    speeds = [
        DenseSpeed(int(link.driven), body.path, body.length - body.own + k)
        for link, body in zip(m.links, bodies, strict=True)
        for k in range(body.own)
    ]
    rows: list[Held] = []
    geared: list[int] = []
    for c in loops.closures:
        a, b = (-1 if link is None else link for link in c.links or (None, None))
        speeds_of_row = [speed for _, speed in c.coordinates]
        for _ in range(c.count):
            factors = at + WRENCHES + 6 * len(c.links)
            rows.append(Held(a, b, at, len(geared), len(speeds_of_row), factors))
            geared += speeds_of_row
            at = factors + len(speeds_of_row)
    return DenseShape(
        tuple(bodies), tuple(speeds), tuple(rows), tuple(paths), tuple(geared), at, len(paths)
    )


def parts(
    m: Mechanism,
    known: Given,
    added: Sequence[Numbers],  # of each body, what the formulation says beyond pose and inertia
    rows: Sequence[tuple[Row, Scalar]],  # with the power of their unit forces
) -> list:
    """The numbers that a program gives."""
    prescribed = [0.0 if rate is None else rate for rate in known.prescribed]
    found = [*m.rotor, *known.tau, *prescribed, *known.u]
    for link, pose, more in zip(known.links, known.poses, added, strict=True):
        found += [*pose, *link.inertia, *more]
    for row, power in rows:
        found += [row.wanted, power]
        for link, wrench in row.wrenches:
            found += [0.0] * 6 if link is None else [*wrench]
        found += [factor for _, factor in row.efforts]
    return found


def answered(shape: DenseShape, known: Given, numbers: Numbers) -> Affine:
    """The answer of a loop as what any formulation offers; what is known to vanish is zero."""
    taken = iter(numbers)
    held = [v for v, speed in enumerate(shape.speeds) if speed.held]
    groups = _groups(shape)
    udot, efforts, power = _one(shape, taken, set(range(len(shape.speeds))), set(held))
    rows, touched = range(len(shape.rows)), [_touched(shape, groups, row) for row in shape.rows]
    wanted = [next(taken) for _ in rows]
    gram = [[_kept(next(taken), bool(touched[i] & touched[j])) for j in rows] for i in rows]
    span = [next(taken) for _ in rows]
    units = []
    for row, reached in zip(shape.rows, touched, strict=True):
        moved = {v for v, group in enumerate(groups) if group in reached}
        units.append(Unit(*_one(shape, taken, moved, _felt(shape, row, moved))))
    for v in held:
        udot[v] = known.prescribed[v]
    return Affine(udot, efforts, power, wanted, gram, span, units)


def _one(
    shape: DenseShape, taken: Iterator[Scalar], moved: set[int], felt: set[int]
) -> tuple[list, dict[int, Scalar], Scalar]:
    """Rates, efforts and power of one force."""
    speeds = list(enumerate(shape.speeds))
    udot = [_kept(next(taken), v in moved and not speed.held) for v, speed in speeds]
    efforts = [(v, _kept(next(taken), v in felt)) for v, _ in speeds]
    return udot, {v: x for v, x in efforts if shape.speeds[v].held}, next(taken)


def _kept(number: Scalar, there: bool) -> Scalar:
    return number if there else 0.0


def _groups(shape: DenseShape) -> list[int]:
    """Free speeds that know of each other have the same number; each prescribed one its own."""
    groups = list(range(len(shape.speeds)))
    for body in shape.bodies:
        path = [v for v in _path(shape, body) if not shape.speeds[v].held]
        joined = {groups[v] for v in path}
        if len(joined) > 1:
            groups = [min(joined) if group in joined else group for group in groups]
    return groups


def _path(shape: DenseShape, body: DenseBody | DenseSpeed) -> tuple[int, ...]:
    return shape.paths[body.path : body.path + body.length]


def _reached(shape: DenseShape, row: Held) -> set[int]:
    """Speeds that move the bodies of a row."""
    found = set(shape.geared[row.first : row.first + row.count])
    for link in (row.a, row.b):
        if link >= 0:
            found |= set(_path(shape, shape.bodies[link]))
    return found


def _touched(shape: DenseShape, groups: Sequence[int], row: Held) -> set[int]:
    return {groups[v] for v in _reached(shape, row) if not shape.speeds[v].held}


def _felt(shape: DenseShape, row: Held, moved: set[int]) -> set[int]:
    """Prescribed speeds whose efforts a row changes: by itself, or by bodies that it moves."""
    found = _reached(shape, row)
    for body in shape.bodies:
        path = _path(shape, body)
        if moved & set(path):
            found |= set(path)
    return found
