"""Plain arrays with names along their axes: the door to xarray."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.schema import UNIT_COORDINATES, VARIABLES

if TYPE_CHECKING:
    import xarray

    from pelagos.result.header import Header


def load_xarray() -> Any:
    """xarray, or the way to get it."""
    try:
        import xarray
    except ImportError:
        raise PelagosError(
            'this needs xarray: pip install "pelagos[analysis]" (.arrays has plain numpy arrays)'
        ) from None
    return xarray


def data_array(
    header: Header, name: str, values: np.ndarray, time: np.ndarray, leading: tuple[str, ...] = ()
) -> xarray.DataArray:
    """One variable with coordinates and units; `leading` are dimensions before time."""
    variable = VARIABLES[name]
    coords: dict[str, Any] = {"time": ("time", time, VARIABLES["time"].attributes())}
    for dim in variable.dims[1:]:
        coords[dim] = np.array(header.labels(dim), dtype=str)
        if dim in UNIT_COORDINATES:
            coords[UNIT_COORDINATES[dim]] = (dim, np.array(header.units(dim), dtype=str))
    array: xarray.DataArray = load_xarray().DataArray(
        values,
        dims=variable.dims if name == "time" else (*leading, *variable.dims),
        coords=coords,
        name=name,
        attrs=variable.attributes(),
    )
    return array


def check_name(name: str, owner: str) -> None:
    """Refuse an attribute that is not a variable, in the words of attribute access."""
    if name not in VARIABLES:
        raise AttributeError(f"{owner} has no {name!r}; its variables: {', '.join(VARIABLES)}")
