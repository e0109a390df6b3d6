"""Units that may follow a number, and what they measure.

A unit is a factor to SI and the powers of (kilogram, metre, second) it stands for. Angles count
as pure numbers, so `rad/s` and `Hz` have the dimension of one over second.
"""

from __future__ import annotations

import math

Dimension = tuple[int, int, int]

NONE: Dimension = (0, 0, 0)
MASS: Dimension = (1, 0, 0)
LENGTH: Dimension = (0, 1, 0)
TIME: Dimension = (0, 0, 1)
SPEED: Dimension = (0, 1, -1)
RATE: Dimension = (0, 0, -1)
ACCELERATION: Dimension = (0, 1, -2)
FORCE: Dimension = (1, 1, -2)
TORQUE: Dimension = (1, 2, -2)
DENSITY: Dimension = (1, -3, 0)
LINE_DENSITY: Dimension = (1, -1, 0)
INERTIA: Dimension = (1, 2, 0)
VOLUME: Dimension = (0, 3, 0)
PRESSURE: Dimension = (1, -1, -2)
STIFFNESS: Dimension = (1, 0, -2)
DAMPING: Dimension = (1, 0, -1)

NAMES: dict[Dimension, str] = {
    NONE: "a pure number or an angle",
    MASS: "a mass",
    LENGTH: "a length",
    TIME: "a time",
    SPEED: "a speed",
    RATE: "a rate",
    ACCELERATION: "an acceleration",
    FORCE: "a force",
    TORQUE: "a torque or an energy",
    DENSITY: "a density",
    LINE_DENSITY: "a mass per length",
    INERTIA: "a moment of inertia",
    VOLUME: "a volume",
    PRESSURE: "a pressure or a modulus",
    STIFFNESS: "a stiffness (force per length)",
    DAMPING: "a damping (force per speed)",
}

_INCH = 0.0254
_POUND = 0.45359237
_STANDARD_GRAVITY = 9.80665  # CGPM 1901, fixes kgf and lbf

UNITS: dict[str, tuple[float, Dimension]] = {
    # length, volume
    "m": (1.0, LENGTH),
    "mm": (1e-3, LENGTH),
    "cm": (1e-2, LENGTH),
    "km": (1e3, LENGTH),
    "in": (_INCH, LENGTH),
    "ft": (12 * _INCH, LENGTH),
    "nmi": (1852.0, LENGTH),
    "litre": (1e-3, VOLUME),
    # mass
    "kg": (1.0, MASS),
    "g": (1e-3, MASS),
    "tonne": (1e3, MASS),
    "lb": (_POUND, MASS),
    # time, rates
    "s": (1.0, TIME),
    "ms": (1e-3, TIME),
    "us": (1e-6, TIME),
    "min": (60.0, TIME),
    "h": (3600.0, TIME),
    "Hz": (1.0, RATE),
    "rpm": (2 * math.pi / 60, RATE),
    # angle
    "rad": (1.0, NONE),
    "deg": (math.pi / 180, NONE),
    "rev": (2 * math.pi, NONE),
    # speed
    "kn": (1852 / 3600, SPEED),
    # force, torque, energy, power, pressure
    "N": (1.0, FORCE),
    "mN": (1e-3, FORCE),
    "kN": (1e3, FORCE),
    "kgf": (_STANDARD_GRAVITY, FORCE),
    "lbf": (_POUND * _STANDARD_GRAVITY, FORCE),
    "Nm": (1.0, TORQUE),
    "J": (1.0, TORQUE),
    "W": (1.0, (1, 2, -3)),
    "Pa": (1.0, PRESSURE),
    "kPa": (1e3, PRESSURE),
    "MPa": (1e6, PRESSURE),
    "GPa": (1e9, PRESSURE),
    "bar": (1e5, PRESSURE),
}


def dimension_name(dimension: Dimension) -> str:
    """The dimension in words, or in base units when it has no common name."""
    if dimension in NAMES:
        return NAMES[dimension]
    powers = zip(("kg", "m", "s"), dimension, strict=True)
    return " ".join(unit if power == 1 else f"{unit}^{power}" for unit, power in powers if power)


def units_of(dimension: Dimension) -> list[str]:
    """Units that measure the dimension."""
    return [name for name, (_, powers) in UNITS.items() if powers == dimension]


# --- what the value of an expression measures, as far as units tell


class ExpressionError(ValueError):
    """Text that is no expression; says what to write instead."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


# What a value measures: a dimension, PURE for a bare number (fits anything), or UNKNOWN.
PURE = "pure"
UNKNOWN = "unknown"
Measure = Dimension | str


def measure_of_sum(a: Measure, b: Measure, sign: str) -> Measure:
    if UNKNOWN in (a, b):
        return UNKNOWN
    if a == PURE or b == PURE:
        return b if a == PURE else a
    if a != b:
        assert not isinstance(a, str)
        assert not isinstance(b, str)
        raise ExpressionError(
            f"{dimension_name(a)} {sign} {dimension_name(b)} has no meaning", "check the units"
        )
    return a


def measure_of_product(a: Measure, b: Measure, power: int) -> Measure:
    if UNKNOWN in (a, b):
        return UNKNOWN
    if b == PURE:
        return a
    assert not isinstance(b, str)
    left = (0, 0, 0) if isinstance(a, str) else a
    return (left[0] + power * b[0], left[1] + power * b[1], left[2] + power * b[2])


def measure_of_power(a: Measure, exponent: float | None) -> Measure:
    """None where the exponent is no plain number."""
    if isinstance(a, str):
        return a
    if exponent is not None and exponent == int(exponent):
        n = int(exponent)
        return (a[0] * n, a[1] * n, a[2] * n)
    return UNKNOWN


_KEEPS_DIMENSION = ("abs", "min", "max", "floor")
_PURE = ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "log", "tanh", "sign")


def measure_of_call(function: str, args: list[Measure]) -> Measure:
    """What a function of things that measure something gives; of exp, beams take it as unknown."""
    if function == "where":
        return measure_of_sum(args[1], args[2], "or")
    return args[0] if function in _KEEPS_DIMENSION else PURE if function in _PURE else UNKNOWN
