"""Which trials are fitted and which are predicted: by name, or by a seeded draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np

from pelagos.data.checks import refuse
from pelagos.language.suggest import did_you_mean


@dataclass(frozen=True)
class Split:
    """Names of trials, and how they were chosen."""

    fitted: tuple[str, ...]
    predicted: tuple[str, ...]
    said: str


def split(
    names: Sequence[str],
    fit: float | Sequence[str],
    predict: Sequence[str] | None,
    seed: int,
) -> Split:
    """Split names of trials.

    fit: a share, drawn by the seed from the sorted names; or names, with * for many. predict:
    names; default: all that are not fitted.
    """
    if isinstance(fit, int | float) and not isinstance(fit, bool):
        share = float(fit)
        if not 0 < share < 1:
            raise refuse((f"fit: a share of {share:g}", "give one between 0 and 1, or names"))
        free = sorted(set(names) - set(_matching(names, predict or (), "predict")))
        count = round(share * len(names))
        if not 0 < count <= len(free):
            said = f"fit: {share:g} of {len(names)} trials are {count}, {len(free)} are left"
            raise refuse((said, "give another share, or names"))
        drawn = np.random.default_rng(seed).permutation(len(free))[:count]
        fitted = tuple(sorted(free[int(k)] for k in drawn))
        said = f"{count} of {len(names)} trials drawn with the seed {seed}"
    else:
        fitted = _matching(names, tuple(fit), "fit")  # type: ignore[arg-type]
        said = "chosen by name"
    rest = tuple(name for name in names if name not in fitted)
    predicted = rest if predict is None else _matching(names, tuple(predict), "predict")
    if twice := sorted(set(fitted) & set(predicted)):
        said = f"{', '.join(twice)}: fitted and predicted"
        raise refuse((said, "a trial that was fitted cannot be predicted"))
    if not fitted or not predicted:
        missing = "fit" if not fitted else "predict"
        raise refuse((f"no trial to {missing}", f"there are {', '.join(names)}"))
    return Split(fitted, predicted, said)


def _matching(names: Sequence[str], wanted: Sequence[str], what: str) -> tuple[str, ...]:
    """Names that are asked for, in order."""
    found = []
    for word in wanted:
        these = [name for name in names if fnmatchcase(name, word)]
        if not these:
            raise refuse((f"{what}: there is no trial {word!r}", did_you_mean(word, names)))
        found += these
    return tuple(sorted(dict.fromkeys(found)))
