"""What differs from run to run: one column of numbers per place in the model or initial state.

Every draw is the quantile of a number between 0 and 1, and these numbers come from one of three
plans: independent streams, a Latin hypercube, or a scrambled Sobol sequence, which Saltelli's plan
mixes once more. A stream belongs to the seed and the name of its column, so a factor that is added
leaves the others as they were, and with independent streams or Sobol more runs leave the earlier
ones as they were.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np

from pelagos.study.saltelli import mixed
from pelagos.study.words import LARGEST, SMALLEST, StudyWords

QUATERNION = ("qw", "qx", "qy", "qz")


def design(words: StudyWords) -> dict[str, np.ndarray]:
    """(run,) for every path of the model, and for every `q[label]` and `u[label]` of the start."""
    singles = {**words.factors, **words.initial}
    together = [path for group in words.correlated for path in group.paths]
    p = _probabilities(words)
    found = _grid(words)
    found |= {name: f.quantile(p[name]) for name, f in singles.items() if f.grid is None}
    for group in words.correlated:
        found |= _jointly_normal(group.paths, group.mean, group.covariance, p)
    ordered = {name: found[name] for name in [*words.factors, *together, *words.initial]}
    for body in words.attitude:
        quaternion = _turned(*(p[f"attitude[{body}].{k}"] for k in range(3)))
        for element, values in zip(QUATERNION, quaternion, strict=True):
            ordered[f"q[{body}.{element}]"] = values
    return ordered


def _grid(words: StudyWords) -> dict[str, np.ndarray]:
    """All combinations, the last grid fastest; over again when there are more runs than points."""
    singles = {**words.factors, **words.initial}
    grids = {name: np.array(f.grid) for name, f in singles.items() if f.grid is not None}
    if not grids:
        return {}
    places = np.unravel_index(
        np.arange(words.count) % words.points, [len(values) for values in grids.values()]
    )
    return {
        name: values[place] for (name, values), place in zip(grids.items(), places, strict=True)
    }


def _probabilities(words: StudyWords) -> dict[str, np.ndarray]:
    """Numbers in (0, 1), one column for each that the inputs of the study take."""
    inputs = words.inputs
    names = [name for columns in inputs.values() for name in columns]
    n = words.count
    if not names:
        return {}
    if words.sampling == "random":
        return {name: _inside(_stream(words.seed, name).random(n)) for name in names}
    from scipy.stats import qmc

    generator = _stream(words.seed, words.sampling)
    if words.sampling == "latin-hypercube":
        cube = qmc.LatinHypercube(len(names), seed=generator).random(n)
    elif words.sampling == "sobol":
        cube = _sobol(len(names), n, generator)
    else:
        points = _sobol(2 * len(names), n // (len(inputs) + 2), generator)
        cube = mixed(points, [len(columns) for columns in inputs.values()])
    return {name: _inside(cube[:, k]) for k, name in enumerate(names)}


def _sobol(dimensions: int, n: int, generator: np.random.Generator) -> np.ndarray:
    """The first n points of a scrambled Sobol sequence."""
    from scipy.stats import qmc

    power = max(0, int(np.ceil(np.log2(n))))
    points: np.ndarray = qmc.Sobol(dimensions, seed=generator).random_base2(power)[:n]
    return points


def _inside(p: np.ndarray) -> np.ndarray:
    return np.clip(p, SMALLEST, LARGEST)


def _stream(seed: int, name: str) -> np.random.Generator:
    digest = np.frombuffer(hashlib.sha256(name.encode()).digest(), dtype="<u4")
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence([seed, *digest.tolist()])))


def _jointly_normal(
    paths: Sequence[str],
    mean: Sequence[float],
    covariance: Sequence[Sequence[float]],
    p: dict[str, np.ndarray],
) -> dict[str, np.ndarray]:
    """mean + L z with L L^T the covariance, summed in a fixed order."""
    from scipy.special import ndtri

    root = np.linalg.cholesky(np.array(covariance))
    z = [ndtri(p[path]) for path in paths]
    return {
        path: mean[i] + sum(root[i, k] * z[k] for k in range(i + 1)) for i, path in enumerate(paths)
    }


def _turned(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[np.ndarray, ...]:
    """Unit quaternions, uniform over all rotations (Shoemake 1992)."""
    inner, outer = np.sqrt(1 - a), np.sqrt(a)
    one, two = 2 * np.pi * b, 2 * np.pi * c
    return outer * np.cos(two), inner * np.sin(one), inner * np.cos(one), outer * np.sin(two)
