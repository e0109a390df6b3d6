"""Runs as data frames of pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.columns import Column, with_unit
from pelagos.result.tables.chosen import chosen, of_readings

if TYPE_CHECKING:
    import pandas

    from pelagos.result.readings import Readings
    from pelagos.result.run import Run


def _load_pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise PelagosError(
            'data frames need pandas: pip install "pelagos[analysis]" '
            "(.arrays has plain numpy arrays)"
        ) from None
    return pandas


def frame_of_run(run: Run, variables: Sequence[str] | None, units: bool) -> pandas.DataFrame:
    """One row per sample, or per reading of the sensor that is named."""
    return _frame(chosen(run, variables), units)


def frame_of_readings(readings: Readings, units: bool) -> pandas.DataFrame:
    """One row per reading."""
    if readings.values.ndim > 2:
        raise PelagosError(
            f"{readings.sensor}: these are the readings of many runs\n"
            f"    take one run: batch[0].readings({readings.sensor!r})"
        )
    return _frame(of_readings(readings), units)


def _frame(found: Sequence[Column], units: bool) -> pandas.DataFrame:
    """Time is the index; units are attributes, and in the names if wanted."""
    pandas = _load_pandas()
    time, *others = found
    said = (lambda c: with_unit(c.name, c.unit)) if units else (lambda c: c.name)
    values = (
        np.column_stack([c.values for c in others]) if others else np.empty((len(time.values), 0))
    )
    index = pandas.Index(np.asarray(time.values), name=said(time))
    frame: pandas.DataFrame = pandas.DataFrame(values, index=index, columns=[*map(said, others)])
    frame.attrs["units"] = {said(column): column.unit for column in found}
    return frame
