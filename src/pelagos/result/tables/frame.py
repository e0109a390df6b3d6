"""Columns as data frames of pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.columns import Column, with_unit

if TYPE_CHECKING:
    import pandas


def _load_pandas() -> Any:
    try:
        import pandas
    except ImportError:
        raise PelagosError(
            'data frames need pandas: pip install "pelagos[analysis]" '
            "(.arrays has plain numpy arrays)"
        ) from None
    return pandas


def frame_of(found: Sequence[Column], units: bool) -> pandas.DataFrame:
    """The first column, time, is the index; units are attributes, and in the names if wanted."""
    pd = _load_pandas()
    time, *others = found
    names = [with_unit(column.name, column.unit) if units else column.name for column in found]
    empty = np.empty((len(time.values), 0))
    values = np.column_stack([empty, *(column.values for column in others)])
    index = pd.Index(np.asarray(time.values), name=names[0])
    frame: pandas.DataFrame = pd.DataFrame(values, index=index, columns=names[1:])
    frame.attrs["units"] = {n: column.unit for n, column in zip(names, found, strict=True)}
    return frame
