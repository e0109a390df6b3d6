"""Plain arrays with names along their axes: the door to xarray."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pelagos.errors import PelagosError
from pelagos.result.schema import VARIABLES

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
    variable = header.variables[name]
    axis = variable.dims[0]
    coords: dict[str, Any] = {axis: (axis, time, header.variables[axis].attributes())}
    array: xarray.DataArray = load_xarray().DataArray(
        values,
        dims=variable.dims if name == axis else (*leading, *variable.dims),
        coords={**coords, **_labels(header, variable.dims[1:])},
        name=name,
        attrs=variable.attributes(),
    )
    return array


def sensor_variables(
    header: Header, sensor: str, values: Mapping[str, np.ndarray], leading: tuple[str, ...] = ()
) -> dict[str, xarray.DataArray]:
    """The variables of a sensor with coordinates and units; those that do not change over time are
    the header's, or of each run of a batch."""
    series = header.series[sensor]
    found = {
        name: data_array(header, name, values[name], values[series.time], leading)
        for name in series.variables
        if name != series.time
    }
    for name, (variable, numbers) in series.fixed.items():
        labels, facts = _labels(header, variable.dims), variable.attributes()
        own = np.asarray(values.get(name, numbers))
        dims = (*leading, *variable.dims) if name in values else variable.dims
        found[name] = load_xarray().DataArray(own, labels, dims, name=name, attrs=facts)
    return found


def _labels(header: Header, dims: Sequence[str]) -> dict[str, Any]:
    """Coordinates along dimensions: labels, and units where these differ by element."""
    coords: dict[str, Any] = {}
    for dim in dims:
        coords[dim] = np.array(header.labels(dim), dtype=str)
        if dim in header.unit_coordinates:
            units = np.array(header.units(dim), dtype=str)
            coords[header.unit_coordinates[dim]] = (dim, units)
    return coords


def check_name(name: str, owner: str) -> None:
    """Refuse an attribute that is not a variable, in the words of attribute access."""
    if name not in VARIABLES:
        raise AttributeError(f"{owner} has no {name!r}; its variables: {', '.join(VARIABLES)}")
