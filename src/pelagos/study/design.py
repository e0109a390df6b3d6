"""What differs from run to run: one column of numbers per place in the model or initial state.

Every draw is the quantile of a number between 0 and 1, and these numbers come from one of three
plans: independent streams, a Latin hypercube, or a scrambled Sobol sequence, which Saltelli's plan
mixes once more. A stream belongs to the seed and the name of its column, so a factor that is added
leaves the others as they were, and with independent streams or Sobol more runs leave the earlier
ones as they were. All but the hypercube are made piece by piece; that one holds eight bytes per run
and column.
"""

from __future__ import annotations

import hashlib
import warnings
from typing import Any

import numpy as np

from pelagos.lazy import cached_property
from pelagos.study.saltelli import mixed
from pelagos.study.words import CURRENT, LARGEST, QUATERNION, SMALLEST, Correlated, StudyWords


class Design:
    """The columns of a study, made for some runs at a time."""

    def __init__(self, words: StudyWords) -> None:
        self._words = words
        self._singles = {**words.factors, **words.initial}
        self._drawn = [name for name, factor in self._singles.items() if factor.grid is None]
        self._widths = [len(columns) for columns in words.inputs.values()]
        self._names = [name for columns in words.inputs.values() for name in columns]
        self._sequence: Any = None  # Sobol's, where the last piece ended

    def rows(self, first: int, last: int) -> dict[str, np.ndarray]:
        """(run,) for every column, for the runs from `first` up to `last`."""
        words = self._words
        p = self._probabilities(first, last)
        found = self._grid(first, last)
        found |= {name: self._singles[name].quantile(p[name]) for name in self._drawn}
        for group in words.correlated:
            found |= _jointly_normal(group, p)
        if words.current is not None:
            speed = words.current.speed.quantile(p["current.speed"])
            heading = words.current.heading.quantile(p["current.heading"])
            found |= zip(CURRENT, (speed * np.cos(heading), speed * np.sin(heading)), strict=True)
        ordered = {name: found[name] for name in [*words.paths, *words.initial]}
        for body in words.attitude:
            quaternion = turned(*(p[f"attitude[{body}].{k}"] for k in range(3)))
            for element, values in zip(QUATERNION, quaternion, strict=True):
                ordered[f"q[{body}.{element}]"] = values
        return ordered

    def _grid(self, first: int, last: int) -> dict[str, np.ndarray]:
        """All combinations, the last grid fastest; over again when runs are more than points."""
        grids = {name: np.array(f.grid) for name, f in self._singles.items() if f.grid is not None}
        if not grids:
            return {}
        sizes = [len(values) for values in grids.values()]
        places = np.unravel_index(np.arange(first, last) % self._words.points, sizes)
        return {
            name: values[place] for (name, values), place in zip(grids.items(), places, strict=True)
        }

    def _probabilities(self, first: int, last: int) -> dict[str, np.ndarray]:
        """Numbers in (0, 1), one column per name."""
        if not self._names:
            return {}
        if self._words.sampling == "random":
            cube = [self._independent(name, first, last) for name in self._names]
        elif self._words.sampling == "sobol":
            cube = list(self._sobol(first, last, len(self._names)).T)
        elif self._words.sampling == "saltelli":
            cube = list(self._saltelli(first, last).T)
        else:
            cube = list(self._hypercube[first:last].T)
        pairs = zip(self._names, cube, strict=True)
        return {name: np.clip(values, SMALLEST, LARGEST) for name, values in pairs}

    def _independent(self, name: str, first: int, last: int) -> np.ndarray:
        generator = _stream(self._words.seed, name)
        generator.bit_generator.advance(first)  # type: ignore[attr-defined]
        return generator.random(last - first)

    def _saltelli(self, first: int, last: int) -> np.ndarray:
        """The points that the runs belong to, then the runs among theirs."""
        each = len(self._widths) + 2
        begin = first // each
        points = self._sobol(begin, -(-last // each), 2 * len(self._names))
        return mixed(points, self._widths)[first - begin * each : last - begin * each]

    def _sobol(self, first: int, last: int, dimensions: int) -> np.ndarray:
        from scipy.stats import qmc

        engine = self._sequence
        if engine is None or engine.num_generated > first:
            engine = qmc.Sobol(dimensions, seed=_stream(self._words.seed, self._words.sampling))
        if skipped := first - engine.num_generated:
            engine.fast_forward(skipped)
        self._sequence = engine
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # a piece is no power of two
            return np.asarray(engine.random(last - first))

    @cached_property
    def _hypercube(self) -> np.ndarray:
        """A Latin hypercube is made as a whole."""
        from scipy.stats import qmc

        generator = _stream(self._words.seed, "latin-hypercube")
        return qmc.LatinHypercube(len(self._names), seed=generator).random(self._words.count)


def design(words: StudyWords) -> dict[str, np.ndarray]:
    """All columns of all runs."""
    return Design(words).rows(0, words.count)


def _stream(seed: int, name: str) -> np.random.Generator:
    digest = np.frombuffer(hashlib.sha256(name.encode()).digest(), dtype="<u4")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *digest.tolist()])))


def _jointly_normal(group: Correlated, p: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """mean + L z with L L^T the covariance, summed in a fixed order."""
    from scipy.special import ndtri

    root = group.root
    z = [ndtri(p[path]) for path in group.paths]
    return {
        path: group.mean[i] + sum(root[i, k] * z[k] for k in range(i + 1))
        for i, path in enumerate(group.paths)
    }


def turned(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, ...]:
    """Unit quaternions, uniform over all rotations (Shoemake 1992)."""
    inner, outer = np.sqrt(1 - a), np.sqrt(a)
    one, two = 2 * np.pi * b, 2 * np.pi * c
    return outer * np.cos(two), inner * np.sin(one), inner * np.cos(one), outer * np.sin(two)
