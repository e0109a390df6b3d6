"""How the variables of a run change with numbers of the model and of the initial state."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from pelagos.errors import PelagosError
from pelagos.language.suggest import did_you_mean
from pelagos.result.labelled import data_array, load_xarray

if TYPE_CHECKING:
    import h5py
    import xarray

    from pelagos.result.header import Header

GROUP = "sensitivities"  # of a result file


class Sensitivities:
    """Derivatives of the variables of a run by paths, in SI units.

    Examples:
        >>> run = pl.simulate("pendulum", duration=1, sensitivities=["bodies.rod.mass"])
        >>> run.sensitivities.arrays["q"].shape  # path, time, coordinate
        (1, 501, 1)
    """

    def __init__(
        self, header: Header, paths: tuple[str, ...], arrays: Mapping[str, np.ndarray]
    ) -> None:
        self._header, self._arrays = header, dict(arrays)
        self.paths = paths

    @property
    def arrays(self) -> Mapping[str, np.ndarray]:
        """By variable: (path, time, ...), and "time" itself."""
        return MappingProxyType(self._arrays)

    def of(self, variable: str, path: str) -> np.ndarray:
        """d variable / d path, over time."""
        if variable not in self._arrays or variable == "time":
            near = did_you_mean(variable, [name for name in self._arrays if name != "time"])
            raise PelagosError(f"sensitivities: there are none of {variable!r}\n    {near}")
        if path not in self.paths:
            near = did_you_mean(path, self.paths)
            raise PelagosError(f"sensitivities: there are none by {path!r}\n    {near}")
        found: np.ndarray = self._arrays[variable][self.paths.index(path)]
        return found

    @property
    def dataset(self) -> xarray.Dataset:
        """All of them as an xarray Dataset; the first dimension is the path."""
        times, names = self._arrays["time"], [n for n in self._arrays if n != "time"]
        found = {}
        for name in names:
            own = data_array(self._header, name, self._arrays[name], times, ("path",))
            units = own.attrs.get("units", "")
            own.attrs = {"long_name": f"derivative of {name}", "units": f"{units} per unit of path"}
            found[name] = own
        return load_xarray().Dataset(found, coords={"path": list(self.paths)})

    def write(self, file: h5py.File) -> None:
        """Into a group of a result file; paths and names as JSON, too, for those who check them."""
        import h5py

        group, times = file.create_group(GROUP), self._arrays["time"]
        group.create_dataset("path", data=list(self.paths), dtype=h5py.string_dtype())
        group.create_dataset("time", data=times, dtype="<f8")
        for name in ("path", "time"):
            group[name].make_scale(name)
        names = [name for name in self._arrays if name != "time"]
        for name in names:
            dataset = group.create_dataset(name, data=self._arrays[name], dtype="<f8")
            variable = self._header.variables[name]
            scales = [group["path"], group["time"], *(file.get(dim) for dim in variable.dims[1:])]
            for axis, scale in zip(dataset.dims, scales, strict=True):
                if scale is not None:
                    axis.attach_scale(scale)
            dataset.attrs["long_name"] = f"derivative of {name}, in SI units per unit of the path"
        words = {"paths": list(self.paths), "variables": names}
        file["pelagos"][GROUP] = np.bytes_(json.dumps(words))

    def __repr__(self) -> str:
        return f"<Sensitivities by {', '.join(self.paths)}: {len(self._arrays['time'])} samples>"
