"""Six-by-six matrices of added mass and damping, and the names of their entries.

Entries are in the order of SNAME, linear first: force X Y Z K M N, velocity u v w p q r.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pelagos.language.suggest import did_you_mean, listing
from pelagos.language.words import as_list, refusal, to_number
from pelagos.text import number, vector

Array = NDArray[np.float64]
Rows = tuple[tuple[float, ...], ...]

MOTIONS = ("surge", "sway", "heave", "roll", "pitch", "yaw")
FORCES, SPEEDS = "XYZKMN", "uvwpqr"
SIGNS = ("fossen", "magnitude")
SLACK = 1e-9  # relative; rounding in matrices that were rotated or printed
_DESCENTS = 60  # steps downhill in search of a motion that gains energy

_RATE = re.compile(rf"([{FORCES}])_([{SPEEDS}])dot")
_LINEAR = re.compile(rf"([{FORCES}])_([{SPEEDS}])")
# X_|u|u, X_u|u| and X_uu are one and the same
_SQUARE = re.compile(rf"([{FORCES}])_(?:\|([{SPEEDS}])\|\2|([{SPEEDS}])\|\3\||([{SPEEDS}])\4)")


def derivative(name: str) -> tuple[str, int, int] | None:
    """What a name of SNAME stands for: rate, linear or square, and its row and column."""
    for kind, pattern in (("rate", _RATE), ("linear", _LINEAR), ("square", _SQUARE)):
        if found := pattern.fullmatch(name):
            force, *speeds = (text for text in found.groups() if text)
            return kind, FORCES.index(force), SPEEDS.index(speeds[0])
    return None


def to_matrix(words: Any) -> Array:
    """A 6x6 from 6 rows, or from 6 numbers on its diagonal."""
    items = as_list(words, 6)
    if any(isinstance(item, list | tuple) for item in items):
        return np.array([[to_number(entry) for entry in as_list(row, 6)] for row in items])
    return np.diag([to_number(item) for item in items])


def from_names(words: Mapping[str, Any], sign: str) -> dict[str, Array]:
    """6x6 by kind (rate, linear, square) from names of SNAME.

    As Fossen prints them, derivatives are those of the force on the body: added mass and damping
    have the opposite sign. With `magnitude` the numbers are entries of the matrices themselves.
    """
    factor = 1.0 if sign == "magnitude" else -1.0
    found: dict[str, Array] = {}
    given: dict[str, NDArray[np.bool_]] = {}
    for name, value in words.items():
        place = derivative(name)
        assert place is not None  # sorted out before
        kind, row, column = place
        try:
            number = to_number(value)
        except Exception as error:
            raise narrowed(error, name) from None
        if given.setdefault(kind, np.zeros((6, 6), dtype=bool))[row, column]:
            raise refusal(f"{name} is given twice, with other bars", "keep one of them", name)
        given[kind][row, column] = True
        found.setdefault(kind, np.zeros((6, 6)))[row, column] = factor * number
    if "rate" in found:  # added mass is symmetric: one of two mirrored entries is enough
        only = given["rate"] & ~given["rate"].T
        found["rate"] = np.where(only.T, found["rate"].T, found["rate"])
    return found


def choice(words: dict[str, Any], key: str, choices: tuple[str, ...]) -> str:
    """One of the choices, the first by default."""
    value = words.get(key, choices[0])
    if value not in choices:
        remedy = did_you_mean(value, choices) if isinstance(value, str) else ""
        raise refusal(f"must be {listing(choices)}", remedy, key)
    return str(value)


def narrowed(error: Exception, key: str) -> Exception:
    """A refusal, at a key further down."""
    facts = getattr(error, "context", None)
    return refusal(facts["message"], facts["remedy"], key) if facts else error


def entry(row: int, column: int) -> str:
    """(sway, yaw)."""
    return f"({MOTIONS[row]}, {MOTIONS[column]})"


def rows(matrix: Array) -> Rows:
    """As nested tuples, without negative zeros."""
    return tuple(tuple(x + 0.0 for x in row) for row in matrix.tolist())


def check_added_mass(matrix: Array, remedy: str = "") -> Array:
    """The matrix, if it is symmetric and has no negative eigenvalue."""
    size = float(np.abs(matrix).max())
    apart = np.abs(matrix - matrix.T)
    if apart.max() > SLACK * size:
        row, column = np.unravel_index(int(np.argmax(apart)), (6, 6))
        i, j = sorted((int(row), int(column)))
        raise refusal(
            f"the added mass is not symmetric: entry {entry(i, j)} is {matrix[i, j]:.6g}, "
            f"entry {entry(j, i)} is {matrix[j, i]:.6g}",
            "make the two equal; potential flow gives a symmetric matrix",
        )
    matrix = (matrix + matrix.T) / 2
    values = np.linalg.eigvalsh(matrix)
    if values[0] < -SLACK * size:
        negative = [i for i in range(6) if matrix[i, i] < 0]
        said = ", ".join(f"entry {entry(i, i)} is {matrix[i, i]:.6g}" for i in negative)
        raise refusal(
            "the added mass is not positive: "
            + (f"{said}; " if said else "")
            + f"its eigenvalues are {listed(values)}",
            remedy or "check signs, order (surge, sway, heave, roll, pitch, yaw) and units",
        )
    return matrix


def check_linear(matrix: Array, remedy: str) -> None:
    """Refuse a damping matrix that some motion gains energy from."""
    values = np.linalg.eigvalsh((matrix + matrix.T) / 2)
    if values[0] < -SLACK * float(np.abs(matrix).max()):
        negative = [i for i in range(6) if matrix[i, i] < 0]
        said = ", ".join(f"entry {entry(i, i)} is {matrix[i, i]:.6g}" for i in negative)
        raise refusal(
            "the linear drag would add energy: "
            + (f"{said}; " if said else "")
            + f"the eigenvalues of its symmetric part are {listed(values)}",
            remedy,
        )


def check_quadratic(matrix: Array, remedy: str) -> None:
    """Refuse a matrix of v_i Q_ij |v_j| v_j that some motion gains energy from."""
    for i in range(6):
        if matrix[i, i] < 0:
            raise refusal(
                f"the quadratic drag would add energy: entry {entry(i, i)} is {matrix[i, i]:.6g}",
                remedy,
            )
        for j in range(i):
            a, b, c, d = matrix[i, i], matrix[i, j], matrix[j, i], matrix[j, j]
            if b == 0 and c == 0:
                continue
            ratio, power = _least_power(a, b, c, d)
            if power < -SLACK:
                raise refusal(
                    f"the quadratic drag would add energy where the speed of {MOTIONS[j]} is "
                    f"{ratio:.3g} times that of {MOTIONS[i]}: entries {entry(i, j)} = {b:.6g} and "
                    f"{entry(j, i)} = {c:.6g} outweigh {entry(i, i)} = {a:.6g} and "
                    f"{entry(j, j)} = {d:.6g}",
                    remedy,
                )
    _check_many_speeds(matrix, remedy)


def _check_many_speeds(matrix: Array, remedy: str) -> None:
    """Three speeds and more, each pair of which loses energy, may gain some together."""
    apart = (matrix != 0) & ~np.eye(6, dtype=bool)
    coupled = np.flatnonzero(apart.any(axis=0) | apart.any(axis=1))
    if len(coupled) < 3:
        return
    Q = matrix[np.ix_(coupled, coupled)]
    # in speeds that lose one watt each, so that units do not matter
    size = np.where(np.diag(Q) > 0, np.diag(Q), np.abs(Q).max()) ** (-1 / 3)
    speeds, power = _least_power_of_many(Q * np.outer(size, size**2))
    if power >= -SLACK:
        return
    said = zip(coupled.tolist(), speeds * size / np.abs(speeds * size).max(), strict=True)
    motion = ", ".join(f"{MOTIONS[i]} {speed:.3g}" for i, speed in said)
    pulls = speeds[:, None] * Q * np.abs(speeds) * speeds < 0
    entries = [entry(int(coupled[i]), int(coupled[j])) for i, j in np.argwhere(pulls)]
    raise refusal(
        f"the quadratic drag would add energy where speeds are as {motion}: entries "
        f"{', '.join(entries)} outweigh the diagonal",
        remedy,
    )


def _least_power_of_many(Q: Array) -> tuple[Array, float]:
    """Unit speeds v with the least v_i Q_ij |v_j| v_j, and that power.

    By steepest descent on the sphere from all directions whose components are alike or zero.
    """
    count = len(Q)
    v = np.array([s for s in product((-1.0, 0.0, 1.0), repeat=count) if any(s)])
    v /= np.linalg.norm(v, axis=1)[:, None]
    step = np.full(len(v), 0.3)
    power = np.einsum("ni,ij,nj->n", v, Q, np.abs(v) * v)
    for _ in range(_DESCENTS):
        slope = (np.abs(v) * v) @ Q.T + 2 * np.abs(v) * (v @ Q)
        slope -= np.sum(slope * v, axis=1)[:, None] * v
        tried = v - step[:, None] * slope
        tried /= np.linalg.norm(tried, axis=1)[:, None]
        less = np.einsum("ni,ij,nj->n", tried, Q, np.abs(tried) * tried)
        down = less < power
        v, power = np.where(down[:, None], tried, v), np.where(down, less, power)
        step *= np.where(down, 1.2, 0.5)
    best = int(np.argmin(power))
    return v[best], float(power[best])


def _least_power(a: float, b: float, c: float, d: float) -> tuple[float, float]:
    """Where a + b |x| x + c x + d |x|^3 is least, and its value over the sizes of the terms."""
    tried = [-1.0, 1.0]
    for sign in (-1.0, 1.0):
        # stationary points on either side of zero
        steps = np.roots([3 * d, 2 * b * sign, c * sign]) if (d or b) else np.array([])
        tried += [sign * float(x.real) for x in steps if abs(x.imag) < 1e-12 and x.real > 0]
        if d == 0:  # decided far away
            tried.append(sign * 1e6)
        if a == 0:  # decided near zero
            tried.append(sign * 1e-6)
    powers = []
    for x in tried:
        terms = (a, b * abs(x) * x, c * x, d * abs(x) ** 3)
        powers.append(sum(terms) / (sum(map(abs, terms)) or 1.0))
    best = int(np.argmin(powers))
    return tried[best], powers[best]


def listed(values: Iterable[float]) -> str:
    """Numbers in one line."""
    return ", ".join(f"{value:.6g}" for value in values)


def told(matrix: Sequence[Sequence[float]], units: str, name: str = "") -> Iterator[str]:
    """The diagonal, and what stands beside it but for rounding."""
    yield f"{name}diagonal {vector(matrix[i][i] for i in range(6))} {units}"
    symmetric = all(matrix[i][j] == matrix[j][i] for i in range(6) for j in range(i))
    beside = [
        f"{entry(i, j)} {number(matrix[i][j])}"
        for i in range(6)
        for j in range(i + 1 if symmetric else 0, 6)
        if i != j and abs(matrix[i][j]) > 1e-12 * abs(matrix[i][i] * matrix[j][j]) ** 0.5
    ]
    if beside:
        yield f"{name}beside it {', '.join(beside)}{' and mirrored' if symmetric else ''}"
