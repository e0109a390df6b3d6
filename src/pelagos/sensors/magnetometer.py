"""Magnetometer: the Earth's field in its own axes, as the iron of the vehicle lets it be seen.

It reads S B + h + errors: B is the field in its own axes, S the soft iron (what the field induces
in the iron about it) and h the hard iron (magnets and currents that turn with it).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import model_validator

from pelagos.elements.contract import Output
from pelagos.language.units import NONE
from pelagos.language.words import (
    ARRAY,
    Angle,
    Matrix,
    Positive,
    Quantity,
    Read,
    Vector,
    Words,
    as_list,
    as_vector,
    refusal,
    to_number,
)
from pelagos.mathematics.algebra import Mat3, Vec3
from pelagos.mathematics.geography import north_east_down
from pelagos.sensors.contract import Flaw, Measured, Preset, Sensor
from pelagos.sensors.errors import AxisErrors
from pelagos.sensors.mounting import Mount, MountedWords

Tesla = Annotated[float, Quantity(NONE, least=0.0)]
SomeTesla = Annotated[float, Quantity(NONE), Positive()]
SINGULAR = 1e-9  # least ratio of singular values


def _vector(words: Any) -> Vector:
    return as_vector([to_number(item, (NONE,)) for item in as_list(words, 3)])


def _soft_iron(words: Any) -> Matrix:
    """Three rows, or the diagonal."""
    rows = as_list(words, 3)
    if any(isinstance(row, list | tuple) for row in rows):
        found = [_vector(row) for row in rows]
    else:
        found = [as_vector(row) for row in np.diag(_vector(rows))]
    sizes = np.linalg.svd(np.array(found), compute_uv=False)
    if sizes[-1] <= SINGULAR * sizes[0]:
        message = "the soft iron is singular: some fields would not be seen at all"
        raise refusal(message, "give a matrix near the unit matrix, such as [1.02, 0.99, 1]")
    return found[0], found[1], found[2]


VectorInTesla = Annotated[Vector, Read(_vector, ARRAY)]


class EarthField(Words):
    """The field of the Earth: its size in tesla, declination (east of north) and dip (down).

    `vector` says the same as north, east and down parts; a bare list is one.
    """

    short_forms = (ARRAY,)

    strength: SomeTesla | None = None
    declination: Angle = 0.0
    inclination: Angle = 0.0
    vector: VectorInTesla | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, words: Any) -> Any:
        return {"vector": words} if isinstance(words, list | tuple) else words

    @model_validator(mode="after")
    def _one_form(self) -> EarthField:
        angles = {"strength", "declination", "inclination"} & self.model_fields_set
        if self.vector is not None and angles:
            remedy = "give either the vector or strength, declination and inclination"
            raise refusal(f"the field has vector and {', '.join(sorted(angles))}", remedy)
        if self.vector is None and self.strength is None:
            raise refusal("the field has no size", "give strength in tesla, as 50e-6, or vector")
        if self.vector is not None and not any(self.vector):
            raise refusal("the field is zero", "give north, east and down parts in tesla")
        if abs(self.inclination) > math.pi / 2:
            remedy = "give a dip from -90 deg to 90 deg"
            raise refusal(f"there is no inclination of {self.inclination:g}", remedy, "inclination")
        return self

    @property
    def parts(self) -> Vector:
        """North, east and down."""
        if self.vector is not None:
            return self.vector
        assert self.strength is not None  # checked on reading
        level = self.strength * math.cos(self.inclination)
        north, east = level * math.cos(self.declination), level * math.sin(self.declination)
        return north, east, self.strength * math.sin(self.inclination)


class Magnetometer(MountedWords):
    """Three components of the magnetic field, in tesla.

    hard_iron: a field that turns with the sensor, own axes; soft_iron: the matrix that the field is
    multiplied by, three rows or its diagonal. noise: standard deviation of a reading; bias: that of
    an offset of each axis, drawn once per run; readings are cut off at `range` and rounded to
    `resolution`.
    """

    key = "magnetometer"
    outputs = tuple(Output(f"field.{k}", "T", f"magnetic field along {k}") for k in "xyz")
    presets: ClassVar[Mapping[str, Preset]] = {
        "mmc5983ma": Preset(
            {"rate": 100.0, "noise": 40e-9, "range": 800e-6, "resolution": 800e-6 / 2**17},
            "MEMSIC MMC5983MA, +-8 G in 18 bits as read by SparkFun's "
            "MMC5983MA_Magnetometer_Arduino_Library, Example1. 100 Hz is an assumption. Hard and "
            "soft iron are the vehicle's; unconfirmed: noise of 0.4 mG rms, which public drivers "
            "call its noise floor (the maker's data sheet, Rev A, 2019, was not seen)",
        ),
        "ak09915": Preset(
            {"rate": 100.0, "range": 4912e-6, "resolution": 0.15e-6},
            "AKM AK09915 data sheet 015006484-E-02 (2016): 0.15 uT per step, +-4912 uT (table "
            "11.3). Its noise was not found and is left at zero beside the rounding; 100 Hz is "
            "an assumption. Hard and soft iron are the vehicle's",
        ),
    }

    field: EarthField
    hard_iron: VectorInTesla = (0.0, 0.0, 0.0)
    soft_iron: Annotated[Matrix, Read(_soft_iron, ARRAY)] = (
        (1.0, 0.0, 0.0),
        (0.0, 1.0, 0.0),
        (0.0, 0.0, 1.0),
    )
    noise: Tesla = 0.0
    bias: Tesla = 0.0
    resolution: SomeTesla | None = None
    range: SomeTesla | None = None

    @property
    def variances(self) -> tuple[float, ...]:
        return (self.noise**2 + (self.resolution or 0.0) ** 2 / 12.0,) * 3

    def problems(self, parts: Any, start: Any) -> Iterator[Flaw]:
        yield from self.needs_north(parts)

    def sensor(self, site: Any, name: str, drift: int) -> FieldSensor:
        field = north_east_down(site.gravity).T @ np.array(self.field.parts)
        return FieldSensor(
            mount=self.mount(site),
            field=Vec3(*field.tolist()),
            soft=Mat3.of(np.array(self.soft_iron).T.ravel().tolist()),
            hard=Vec3(*self.hard_iron),
            errors=AxisErrors.of(
                name, 3, noise=self.noise, bias=self.bias, most=self.range, step=self.resolution
            ),
        )


@dataclass(frozen=True)
class FieldSensor(Sensor):
    """The magnetometer on a link."""

    mount: Mount
    field: Vec3  # world
    soft: Mat3
    hard: Vec3
    errors: AxisErrors

    def measure(self, at: Any) -> Measured:
        seen = self.soft @ self.mount.seen(at, self.field) + self.hard
        return Measured(self.errors.read(at, seen))
