"""Runs for MATLAB and Octave: a .mat file of version 5 with arrays, labels and units."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.columns import per_second
from pelagos.result.schema import UNIT_COORDINATES, VARIABLES
from pelagos.result.storage import temporary

if TYPE_CHECKING:
    from pelagos.result.run import Run

_LONGEST = 63  # characters of a name in MATLAB
_MOST = 2**31 - 1  # bytes of a variable in such a file


def write_mat(run: Run, path: Path) -> Path:
    """Write all variables as arrays, time first; and structs that say what is where.

    `labels.body` and so on name what stands along a dimension, `dims.position` which those are,
    `units.position` is a text, or a cell array where units differ. `sensors.imu` has time,
    readings, variance, channels and units of a sensor; `info` says where all comes from.
    """
    from scipy.io import savemat

    arrays = {name: np.asarray(run.arrays[name]) for name in VARIABLES}
    for name, values in {**arrays, **{n: run.arrays[n] for n in run.arrays}}.items():
        if values.nbytes > _MOST:
            raise PelagosError(
                f"{path}: {name} has {values.nbytes:,} bytes, and a .mat file at most {_MOST:,}\n"
                "    export to .nc, which MATLAB reads with ncread"
            )
    dims = {dim for variable in VARIABLES.values() for dim in variable.dims[1:]}
    words: dict[str, Any] = {
        **arrays,
        "labels": {dim: _cells(run.header.labels(dim)) for dim in sorted(dims)},
        "dims": {name: _cells(variable.dims) for name, variable in VARIABLES.items()},
        "units": {name: _units(run, name) for name in VARIABLES},
        "sensors": _sensors(run),
        "info": _info(run),
    }
    with temporary(path) as beside:
        with beside.open("wb") as file:
            savemat(file, words, long_field_names=True, do_compression=True, oned_as="column")
        beside.replace(path)
    return path


def _units(run: Run, name: str) -> Any:
    last = VARIABLES[name].dims[-1]
    if last not in UNIT_COORDINATES:
        return VARIABLES[name].units
    units = run.header.units(last)
    return _cells([per_second(unit) for unit in units] if name == "udot" else units)


def _sensors(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for sensor in run.sensors:
        readings = run.readings(sensor)
        found[_name(sensor, found)] = {
            "name": sensor,
            "kind": readings.kind,
            "time": readings.time,
            "readings": readings.values,
            "variance": readings.variances,
            "channels": _cells(readings.channels),
            "units": _cells(readings.units),
        }
    return found


def _info(run: Run) -> dict[str, Any]:
    header, outcome = run.header, run.outcome
    return {
        "robot": header.name,
        "scenario": header.scenario or "",
        "outcome": outcome.code,
        "message": outcome.message,
        "reached": outcome.time,
        "method": header.method,
        "integrator": str(header.integrator.get("method", "")),
        "pelagos": header.versions.get("pelagos", ""),
        "created": header.created,
        "robot_hash": header.robot_hash,
    }


def _cells(texts: Sequence[str]) -> np.ndarray:
    """A column of a cell array."""
    found = np.empty((len(texts), 1), dtype=object)
    found[:, 0] = list(texts)
    return found


def _name(sensor: str, taken: Mapping[str, Any]) -> str:
    """A field of a struct: letters, digits and _, a letter first; no two alike."""
    plain = re.sub(r"\W", "_", sensor, flags=re.ASCII)
    stem = (plain if plain[:1].isalpha() else f"s{plain}")[: _LONGEST - 4]
    names = (stem if k == 0 else f"{stem}_{k}" for k in range(1000))
    return next(name for name in names if name not in taken)
