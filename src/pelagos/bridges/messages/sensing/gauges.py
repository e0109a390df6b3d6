"""Messages of pressure gauges, magnetometers, altimeters and batteries."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from pelagos.bridges.messages.moment import vector
from pelagos.bridges.messages.mounts import beam_frame, own_frame
from pelagos.bridges.messages.reading import RosReading, diagonal
from pelagos.bridges.messages.robot import RobotInRos
from pelagos.bridges.messages.sensing.places import Told, topic
from pelagos.bridges.messages.types import make

PRESSURE, FIELD = "sensor_msgs/msg/FluidPressure", "sensor_msgs/msg/MagneticField"
RANGE, BATTERY = "sensor_msgs/msg/Range", "sensor_msgs/msg/BatteryState"
ULTRASOUND = 0  # Range.msg
DISCHARGING, UNKNOWN = 2, 0  # BatteryState.msg
_HOUR = 3600.0


def depth(known: RobotInRos, name: str, law: Any) -> Told:
    """The absolute pressure; depth follows from it."""

    def fill(reading: RosReading) -> Any:
        return make(
            PRESSURE,
            header=reading.header(own_frame(known, name)),
            fluid_pressure=reading["pressure"],
            variance=reading.variance("pressure"),
        )

    return [topic(known, name, law, "pressure", PRESSURE, fill)]


def magnetometer(known: RobotInRos, name: str, law: Any) -> Told:
    """The field in tesla."""

    def fill(reading: RosReading) -> Any:
        return make(
            FIELD,
            header=reading.header(own_frame(known, name)),
            magnetic_field=vector(reading.xyz("field")),
            magnetic_field_covariance=diagonal(reading.variances("field")),
        )

    return [topic(known, name, law, "field", FIELD, fill)]


def altimeter(known: RobotInRos, name: str, law: Any) -> Told:
    """The range along the beam."""

    def fill(reading: RosReading) -> Any:
        ends = (law.min_range, law.max_range)
        frame = beam_frame(known, name)
        return range_message(reading, "range", frame, law.beam_width, ends)

    return [topic(known, name, law, "range", RANGE, fill)]


def range_message(
    reading: RosReading,
    channel: str,
    frame: str,
    width: float,
    ends: tuple[float, float | None],
) -> Any:
    """A range by sound within a cone about x of a frame; without an end it goes to infinity."""
    return make(
        RANGE,
        header=reading.header(frame),
        radiation_type=ULTRASOUND,
        field_of_view=width,
        min_range=ends[0],
        max_range=math.inf if ends[1] is None else ends[1],
        range=reading[channel],
        variance=reading.variance(channel),
    )


def battery(known: RobotInRos, name: str, law: Any) -> Told:
    """Voltage, current, which counts as negative while it discharges, and charge."""
    nothing = np.zeros(0, dtype=np.float32)

    def fill(reading: RosReading) -> Any:
        return make(
            BATTERY,
            header=reading.header(""),
            voltage=reading["voltage"],
            temperature=math.nan,
            current=-reading["current"],
            charge=reading["charge"] / _HOUR,
            capacity=law.capacity,
            design_capacity=law.capacity,
            percentage=reading["share"],
            power_supply_status=DISCHARGING,
            power_supply_health=UNKNOWN,
            power_supply_technology=UNKNOWN,
            present=True,
            cell_voltage=nothing,
            cell_temperature=nothing,
            location=name,
            serial_number="",
        )

    return [topic(known, name, law, "state", BATTERY, fill)]


def wave_gauge(_known: RobotInRos, _name: str, _law: Any) -> Told:
    """None of its own."""
    return "the elevation of a surface has no standard message"
