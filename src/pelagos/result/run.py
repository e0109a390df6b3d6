"""Run: one simulation, immutable, with what it is made of and the ways to look at it."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, overload

import numpy as np

from pelagos import hooks
from pelagos.errors import ModelError, PelagosError
from pelagos.lazy import cached_property
from pelagos.result import reading, storage
from pelagos.result.audit import Audit, audit, warnings
from pelagos.result.euler import angles
from pelagos.result.header import Header, Outcome
from pelagos.result.labelled import check_name, data_array, load_xarray, sensor_variables
from pelagos.result.loads import Load, Peak, load, peak_loads
from pelagos.result.readings import Readings, readings_of
from pelagos.result.schema import VARIABLES
from pelagos.result.sensitivities import Sensitivities
from pelagos.shown import Shown

if TYPE_CHECKING:
    import pandas
    import xarray
    from matplotlib.figure import Figure

    from pelagos.model import Robot


class Run(Shown):
    """The result of a simulation.

    Every variable is an attribute that gives an xarray DataArray: `run.position.sel(body="arm")`;
    `run.dataset` has them all. `run.arrays["position"]` is the same as a plain numpy array and
    needs no xarray. Variables: time, q, u, udot, position, orientation, velocity,
    angular_velocity, kinetic_energy, potential_energy, work, linear_momentum, angular_momentum,
    constraint_error, constraint_force, load_force, load_moment, wing_force, wing_moment,
    circulation, actuation, commands, outputs, state.

    Examples:
        >>> run = pl.simulate("pendulum", duration=1, every=0.5)
        >>> run.outcome.code, run.arrays["q"].shape
        ('finished', (3, 1))
        >>> run.robot.name
        'pendulum'
    """

    def __init__(
        self,
        header: Header,
        outcome: Outcome,
        arrays: Mapping[str, np.ndarray],
        path: Path | None = None,
        sensitivities: Sensitivities | None = None,
    ) -> None:
        self._header = header
        self._outcome = outcome
        self._arrays = arrays
        self._path = path
        self._sensitivities = sensitivities

    @property
    def header(self) -> Header:
        """How the run was made: robot, scenario, method, settings, versions, labels."""
        return self._header

    @property
    def outcome(self) -> Outcome:
        """How the run ended."""
        return self._outcome

    @property
    def arrays(self) -> Mapping[str, np.ndarray]:
        """Every variable as a numpy array, time along the first axis.

        Those of sensors are among them, as "imu.readings"; their times are "imu.time".
        """
        return MappingProxyType(self._arrays) if isinstance(self._arrays, dict) else self._arrays

    @property
    def path(self) -> Path | None:
        """The file the run is stored in; None if it is only in memory."""
        return self._path

    @cached_property
    def sensitivities(self) -> Sensitivities | None:
        """How the variables change with numbers of the model, where `simulate` was asked."""
        if self._sensitivities is not None or self.path is None:
            return self._sensitivities
        return reading.read_sensitivities(self.path, self.header)

    def with_sensitivities(self, found: Sensitivities) -> Run:
        """The same run with derivatives of its variables; its file gets them, too."""
        run = Run(self.header, self.outcome, self._arrays, self.path, found)
        if self.path is not None:
            run.save(self.path)
        return run

    @cached_property
    def robot(self) -> Robot:
        """The robot that was simulated, rebuilt from the result itself."""
        from pelagos.model import Robot

        robot = Robot(**self.header.robot)
        header = self.header
        for name, labels in (
            ("bodies", tuple(robot.order)),
            ("coordinates", tuple(robot.coordinates)),
            ("speeds", tuple(robot.speeds)),
            ("actuators", tuple(robot.actuators)),
        ):
            if labels != getattr(header, name):
                raise PelagosError(
                    f"{self.path or header.name}: the header does not fit its own robot: {name}\n"
                    "    run the model again"
                )
        return robot

    def __len__(self) -> int:
        return len(self.arrays["time"])

    def __repr__(self) -> str:
        scenario = f", {self.header.scenario}" if self.header.scenario else ""
        integrator = self.header.integrator.get("method", "")
        return (
            f"<Run of {self.header.name}{scenario}: {self.outcome.code} at "
            f"t = {self.outcome.time:.6g} s, {len(self)} samples, {self.header.method}"
            f"{', ' + integrator if integrator else ''}>"
        )

    # xarray --------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> xarray.DataArray:
        check_name(name, "a run")
        return data_array(self.header, name, self.arrays[name], self.arrays["time"])

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *VARIABLES})

    @cached_property
    def dataset(self) -> xarray.Dataset:
        """All variables with their coordinates, units and provenance, as `save` stores them."""
        variables = {name: getattr(self, name) for name in VARIABLES if name != "time"}
        for sensor in self.sensors:
            variables |= sensor_variables(self.header, sensor, self.arrays)
        constraint = {"constraint": list(self.header.constraints)}
        attributes = storage.attributes(self.header, self.outcome)
        return load_xarray().Dataset(variables, coords=constraint, attrs=attributes)

    def euler(self, body: str) -> xarray.DataArray:
        """Roll, pitch and yaw of a body [rad] over time; roll and yaw without jumps of a turn."""
        return load_xarray().DataArray(
            angles(self.arrays["orientation"][:, self.body_index(body)]),
            dims=("time", "angle"),
            coords={"time": self.time, "angle": ["roll", "pitch", "yaw"]},
            name="euler",
            attrs={"units": "rad", "long_name": f"attitude of {body}, yaw-pitch-roll sequence"},
        )

    # Sensors -------------------------------------------------------------------------------------

    @property
    def sensors(self) -> tuple[str, ...]:
        """Names of the sensors whose readings the run has."""
        return tuple(self.header.sensors)

    def readings(self, sensor: str) -> Readings:
        """What a sensor read, at its own times: `run.readings("imu")["gyro.z"]`."""
        return readings_of(self.header, self.arrays, sensor, "this run")

    # Numbers, files, pictures --------------------------------------------------------------------

    def body_index(self, body: str) -> int:
        """Place of a body along the body axis."""
        if body not in self.header.bodies:
            from pelagos.language.suggest import did_you_mean

            hint = did_you_mean(body, self.header.bodies)
            raise PelagosError(f"no body {body!r} in this run; {hint}")
        return self.header.bodies.index(body)

    def load(self, dock: str, body: str | None = None) -> Load:
        """Force and moment (time, axis) of a constraint on one of its bodies, in its axes."""
        return load(self, dock, body)

    def peak_loads(self) -> dict[str, Peak]:
        """Largest force and moment at every constraint between bodies."""
        return peak_loads(self)

    def audit(self) -> Audit:
        """Energy balance, momenta, quaternion norms and constraint error, as numbers to print."""
        try:
            kept = self.robot.is_left_alone and not any(self.robot.gravity)
        except ModelError:  # written by another version: nothing is said of momenta
            kept = False
        return audit(self.header, self.arrays, kept)

    def warnings(self) -> list[str]:
        """What makes a finished run doubtful: an energy balance that says its step is too long."""
        return warnings(self.header, self.arrays)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the run to a NetCDF-4 file, in one step; only an earlier result is overwritten."""
        place = Path(path)
        reading.check_target(place)
        series = self.header.series
        counts = {name: len(self.arrays[own.time]) for name, own in series.items()}
        more = None if self.sensitivities is None else self.sensitivities.write
        given = (place, self.header, self.outcome, counts, self._rows, counts, more)
        storage.create(*given).close()
        return place

    def _rows(self, series: str, start: int, stop: int) -> storage.Block:
        names = self.header.series[series].variables
        return {name: self.arrays[name][start:stop] for name in names}

    def to_csv(self, path: str | os.PathLike[str], variables: Sequence[str] | None = None) -> Path:
        """Write one row per sample; the head names columns and units: `position.arm.x (m)`.

        variables: those to write, by default all of the samples; or the name of a sensor alone,
        whose table has the times of its readings and their variances.
        """
        from pelagos.result.tables.comma_separated import write_csv

        return write_csv(self, Path(path), variables)

    def to_dataframe(
        self, variables: Sequence[str] | None = None, *, units: bool = False
    ) -> pandas.DataFrame:
        """A data frame of pandas: a row per sample, time as its index, columns as in `to_csv`.

        variables: as in `to_csv`; the name of a sensor alone gives its readings at their times.
        Units are in `.attrs["units"]` by column; with `units` also in the names of columns.

        Examples:
            >>> frame = pl.simulate("pendulum", duration=1, every=0.5).to_dataframe(["q"])
            >>> list(frame.index), frame.attrs["units"]["q.rod"]
            ([0.0, 0.5, 1.0], 'rad')
        """
        from pelagos.result.tables.chosen import chosen
        from pelagos.result.tables.frame import frame_of

        return frame_of(chosen(self, variables), units)

    @overload
    def plot(
        self, path: str | os.PathLike[str], quantities: Sequence[str] | None = None
    ) -> Path: ...
    @overload
    def plot(self, path: None = None, quantities: Sequence[str] | None = None) -> Figure: ...
    def plot(
        self, path: str | os.PathLike[str] | None = None, quantities: Sequence[str] | None = None
    ) -> Path | Figure:
        """Draw the run into a .png, .pdf or .svg file, one panel per quantity.

        Without a path the figure of matplotlib is returned. A notebook shows it; at the prompt of
        Python it is also opened, from a temporary file.
        A quantity is a standard figure (path, coordinates, speeds, attitude, efforts, energy,
        balance, momentum, constraints, loads, wings, control, residuals, outputs, sensitivities,
        all), a variable ("u"), an element of it ("q.arm", "position.hull"), "path.BODY",
        "attitude.BODY.yaw", "euler.BODY", an expression ("position.hull.z - 5"), several of these
        with commas between them, in one panel, or readings of a sensor ("imu", "imu.gyro"), drawn
        at their own times.
        By default: coordinates, speeds, set points beside what came, efforts, energy and balance.
        """
        from pelagos.result.plot import draw, figure_of

        if path is not None:
            return draw(self, Path(path), quantities)
        shown: Figure = hooks.show_figure(figure_of(self, quantities), self.header.name)
        return shown

    @overload
    def view(
        self,
        path: str | os.PathLike[str],
        *others: Run,
        labels: Sequence[str] | None = None,
        quantities: Sequence[str] | None = None,
    ) -> Path: ...
    @overload
    def view(
        self,
        path: None = None,
        *others: Run,
        labels: Sequence[str] | None = None,
        quantities: Sequence[str] | None = None,
    ) -> Any: ...
    def view(
        self,
        path: str | os.PathLike[str] | None = None,
        *others: Run,
        labels: Sequence[str] | None = None,
        quantities: Sequence[str] | None = None,
    ) -> Any:
        """Write the run as a 3D page: one .html file that opens from disk without a network.

        The path is returned. Without one a notebook shows the page; elsewhere it goes to a
        temporary folder and is opened in the browser.
        Other runs are laid over it as ghosts. `labels` name the runs, `quantities` choose the
        plots beside the scene as in `plot`.
        """
        from pelagos.view import page_text, write_page

        runs = [self, *others]
        if path is not None:
            return write_page(runs, path, labels=labels, quantities=quantities)
        text = page_text(runs, labels=labels, quantities=quantities)
        return hooks.show_page(text, self.header.name)

    def movie(self, path: str | os.PathLike[str], *others: Run, **options: Any) -> Path:
        """Write a movie: .mp4, .webm, .avi, .gif; .png is a sheet of key frames.

        Other runs are laid over it as ghosts. Options are those of `pelagos.view.write_movie`:
        labels, size, fps, speed, start, end, camera, azimuth, elevation, zoom, at (one .png
        picture at that time), strip (a plot below), added_mass, forces, progress.
        """
        from pelagos.view import write_movie

        return write_movie([self, *others], path, **options)


def open(path: str | os.PathLike[str]) -> Run:
    """Open a result file; also one whose writer was killed, as far as it was written.

    Opening never writes. `pelagos.result.recover` trims and closes what a kill left.

    Examples:
        >>> path = pl.simulate("pendulum", duration=1).save("pendulum.nc")
        >>> pl.open(path).outcome.finished
        True
    """
    stored = reading.read(path)
    if not stored.closed:
        stored = _unclosed(stored)
    return Run(stored.header, stored.outcome, reading.StoredArrays(stored), stored.path)


def _unclosed(stored: reading.Stored) -> reading.Stored:
    """What a file holds that is still being written, or never will be."""
    if reading.being_written(stored.path):
        last = dataclasses.replace(stored.outcome, time=reading.last_time(stored))
        return dataclasses.replace(stored, outcome=last)
    # only now is it sure that nobody changes it; the run may have been closed in the meantime
    stored = reading.read(stored.path)
    if stored.closed:
        return stored
    return dataclasses.replace(stored, outcome=reading.killed(stored))
