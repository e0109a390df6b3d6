"""What an identification found, as values that are normal together.

The file is what `pelagos identify ... --json` prints: estimates with their covariance, and for fits
of motion the places of the parameters in the model.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from pelagos.files import UnreadableError, read_text
from pelagos.language import scope
from pelagos.language.suggest import did_you_mean
from pelagos.language.words import kind_of, refusal

_KEYS = ("file", "paths")


def words_of_fit(words: Mapping[str, Any]) -> dict[str, Any]:
    """`paths`, `mean` and `covariance` of a fit in a file.

    `paths` beside the file picks some of its parameters (a list of names or paths), or says where
    they stand in the model (a mapping from names to paths).
    """
    if other := [key for key in words if key not in _KEYS]:
        raise refusal(
            f"{other[0]} comes from the file", "give file, and paths if need be", other[0]
        )
    fit = _read(words["file"])
    names = list(fit["parameters"])
    known = dict(zip(names, fit.get("paths", ()), strict=False))
    chosen = _chosen(words.get("paths", names), names, known)
    for name, path in chosen.items():
        if path is None:
            remedy = f"say so: paths: {{{name}: bodies.hull...}}"
            raise refusal(f"the fit does not say where {name} stands in a model", remedy, "file")
    places = [names.index(name) for name in chosen]
    covariance = np.array(fit["covariance"], dtype=float)[np.ix_(places, places)]
    return {
        "paths": list(chosen.values()),
        "mean": [fit["parameters"][name]["estimate"] for name in chosen],
        "covariance": covariance.tolist(),
    }


def _read(name: Any) -> dict[str, Any]:
    place = (scope.current().folder or Path()) / str(name)
    remedy = "write it with `pelagos identify run ... --json > fit.json`"
    try:
        fit = json.loads(read_text(place))
        size = len(fit["parameters"])
        covariance = np.array(fit["covariance"], dtype=float)
        estimates = [float(of["estimate"]) for of in fit["parameters"].values()]
        paths = fit.get("paths", [])
        complete = np.isfinite(estimates).all() and covariance.shape == (size, size)
        complete = complete and isinstance(paths, list) and all(isinstance(p, str) for p in paths)
    except UnreadableError as error:
        raise refusal(f"{place}: {error.reason}", remedy, "file") from None
    except (ValueError, TypeError, KeyError, AttributeError):
        complete = False
    if not complete:
        raise refusal("this is no identification with a covariance", remedy, "file")
    found: dict[str, Any] = fit
    return found


def _chosen(paths: Any, names: list[str], known: Mapping[str, str]) -> dict[str, str | None]:
    """Parameters of the fit to their places in the model."""
    asked: dict[str, str | None]
    if isinstance(paths, dict):
        asked = {str(name): str(path) for name, path in paths.items()}
    else:
        if not isinstance(paths, str | list):
            remedy = "write a list of names, or {name: path}"
            raise refusal(f"paths of a fit cannot be {kind_of(paths)}", remedy, "paths")
        of_path = {path: name for name, path in known.items()}
        picked = [paths] if isinstance(paths, str) else list(paths)
        asked = {
            of_path.get(str(p), str(p)): known.get(of_path.get(str(p), str(p))) for p in picked
        }
    for name in asked:
        if name not in names:
            raise refusal(f"the fit has no {name!r}", did_you_mean(name, names), "paths")
    return asked
