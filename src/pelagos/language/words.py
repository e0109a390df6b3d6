"""The base of all descriptions, and the numbers and vectors they are made of.

Wherever a number is wanted, text may stand too: "30 deg", "3 in", or arithmetic of parameters
and units, "2*L + 3 cm". Inside there are only SI floats and tuples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    create_model,
)
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, core_schema

from pelagos.language import scope, units
from pelagos.language.expressions import evaluate
from pelagos.language.parser import ExpressionError, parse
from pelagos.language.quaternions import AttitudeError, Quat, unit_of
from pelagos.language.units import Dimension, dimension_name, units_of

LARGEST = 1e15
WORLD = "world"  # stands where a body does

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]


Part = TypeVar("Part", bound=BaseModel)


class Words(BaseModel):
    """A frozen part of a model; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    # what may stand in place of the mapping, for the JSON schema
    short_forms: ClassVar[tuple[dict[str, Any], ...]] = ()

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The schema of the mapping, or one of the short forms."""
        mapping = handler(schema)
        return {"anyOf": [mapping, *cls.short_forms]} if cls.short_forms else mapping


def refusal(message: str, remedy: str = "", key: str = "") -> PydanticCustomError:
    """An error for pydantic to collect, with its remedy; `key` narrows down where it lies."""
    facts = {"message": message, "remedy": remedy, "key": key}
    return PydanticCustomError("refused", "{message}", facts)


def read_below(key: str, model: type[Part], words: Any) -> Part:
    """A part that stands below a key of words which a function reads; its errors say so."""
    try:
        return model.model_validate(words)
    except ValidationError as error:
        found = [
            InitErrorDetails(
                type=PydanticCustomError("refused", "{message}", details["ctx"])
                if details["type"] == "refused"
                else details["type"],
                loc=(key, *details["loc"]),
                input=details["input"],
                ctx=details.get("ctx", {}),
            )
            for details in error.errors(include_url=False)
        ]
        raise ValidationError.from_exception_data(error.title, found) from None


@cache
def _with_field(model: type[BaseModel], key: str) -> type[Words]:
    """A model of one field of another."""
    field = model.model_fields[key]
    found: type[Words] = create_model(key, __base__=Words, **{key: (field.annotation, field)})  # type: ignore[call-overload]
    return found


def read_field(model: type[BaseModel], key: str, words: Mapping[str, Any]) -> Any:
    """One field as the words of a model give it, before anything is completed."""
    given = {key: words[key]} if key in words else {}
    return getattr(_with_field(model, key).model_validate(given), key)


# --- numbers --------------------------------------------------------------------------------


def to_number(value: Any, dimensions: tuple[Dimension, ...] = ()) -> float:
    """A finite float in SI from a number or its text."""
    if isinstance(value, str):
        value = _from_text(value, dimensions)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        raise refusal(
            f"a number is needed, this is {kind_of(value)}",
            'write a number such as 0.5, or text with a unit such as "30 deg"',
        )
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise refusal("the number is not finite", "write an ordinary number")
    if abs(number) > LARGEST:
        raise refusal(f"the number exceeds {LARGEST:g} in size", "check the unit; values are in SI")
    return number


def _from_text(text: str, dimensions: tuple[Dimension, ...]) -> float:
    parameters = scope.current().parameters
    try:
        term = parse(text, parameters)
    except ExpressionError as error:
        raise refusal(error.message, error.remedy) from None
    if dimensions and not isinstance(term.measure, str) and term.measure not in dimensions:
        wanted = " or ".join(dimension_name(d) for d in dimensions)
        fitting = [name for d in dimensions for name in units_of(d)]
        remedy = f"use one of {', '.join(fitting)}" if fitting else "give the number in SI"
        raise refusal(f"{dimension_name(term.measure)} stands where {wanted} belongs", remedy)
    return evaluate(term.node, parameters=parameters)


def kind_of(value: Any) -> str:
    """The kind of a value in the words of a model file."""
    if value is None:
        return "empty"
    names = {bool: "true or false", str: "text", list: "a list", tuple: "a list", dict: "a mapping"}
    number = isinstance(value, int | float)
    return names.get(type(value), "a number" if number else type(value).__name__)


class Quantity:
    """Annotation: a number of the given dimensions (any, if none is given)."""

    def __init__(self, *dimensions: Dimension, least: float | None = None) -> None:
        self.dimensions = dimensions
        self.least = least

    def read(self, value: Any) -> float:
        """The value as an SI float."""
        number = to_number(value, self.dimensions)
        if self.least is not None and number < self.least:
            raise refusal(
                f"the value {number:g} is below {self.least:g}", f"use {self.least:g} or more"
            )
        return number

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Validate with `read`."""
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Editors see a number or text."""
        return {"type": ["number", "string"]}


@dataclass(frozen=True)
class Positive:
    """Annotation beside a Quantity: zero is refused too."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Check after the quantity is read."""
        return core_schema.no_info_after_validator_function(_positive, handler(source))


def _positive(number: float) -> float:
    if number <= 0:
        raise refusal(f"the value {number:g} is not positive", "use a value above 0")
    return number


Number = Annotated[float, Quantity()]
Length = Annotated[float, Quantity(units.LENGTH)]
Angle = Annotated[float, Quantity(units.NONE)]
Seconds = Annotated[float, Quantity(units.TIME)]
Size = Annotated[float, Quantity(units.LENGTH), Positive()]
Duration = Annotated[float, Quantity(units.TIME), Positive()]
AtLeastZero = Annotated[float, Quantity(least=0.0)]


# --- vectors --------------------------------------------------------------------------------


def two_bodies(words: Any) -> tuple[str, str]:
    """The names of two bodies that something is between."""
    names = words if isinstance(words, list | tuple) else []
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        found = f"a list of {len(words)}" if isinstance(words, list | tuple) else kind_of(words)
        raise refusal(f"two bodies are needed, this is {found}", "write between: [one, other]")
    return names[0], names[1]


def as_list(value: Any, *lengths: int) -> list[Any]:
    """The value as a list of one of the given lengths."""
    wanted = " or ".join(str(n) for n in lengths)
    if not isinstance(value, list | tuple):
        raise refusal(
            f"a list of {wanted} numbers is needed, this is {kind_of(value)}", "write [x, y, z]"
        )
    if lengths and len(value) not in lengths:
        raise refusal(
            f"a list of {wanted} numbers is needed, this one has {len(value)}",
            f"give {wanted} numbers",
        )
    return list(value)


def _of_length(length: int) -> Callable[[Any], Any]:
    def check(value: Any) -> list[Any]:
        return as_list(value, length)

    return check


_three = BeforeValidator(_of_length(3))
Point = Annotated[tuple[Length, Length, Length], _three]
Angles = Annotated[tuple[Angle, Angle, Angle], _three]
Sizes = Annotated[tuple[Size, Size, Size], _three]

_acceleration = Annotated[float, Quantity(units.ACCELERATION)]
Acceleration = Annotated[tuple[_acceleration, _acceleration, _acceleration], _three]
_speed = Annotated[float, Quantity(units.SPEED)]
Velocity = Annotated[tuple[_speed, _speed, _speed], _three]
_rate = Annotated[float, Quantity(units.RATE)]
AngularVelocity = Annotated[tuple[_rate, _rate, _rate], _three]

_AXES: dict[str, Vector] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def as_vector(values: Any) -> Vector:
    """Three numbers, of an array or a list, as a vector."""
    x, y, z = (float(value) for value in values)
    return (x, y, z)


def to_axis(value: Any) -> Vector:
    """A unit vector from x, -x, ... or three numbers."""
    if isinstance(value, str):
        axis = _AXES.get(value.strip().lstrip("+-"))
        if axis is None or len(value.strip()) > 2:
            raise refusal("unknown axis", "write x, y, z, -x, -y, -z or three numbers")
        negative = value.strip().startswith("-")
        return (-axis[0] + 0.0, -axis[1] + 0.0, -axis[2] + 0.0) if negative else axis
    x, y, z = (to_number(item) for item in as_list(value, 3))
    length = math.hypot(x, y, z)
    if length == 0:
        raise refusal("the direction has length zero", "give a direction such as [0, 0, 1]")
    return (x / length, y / length, z / length)


def to_quaternion(value: Any) -> Quat:
    """A unit quaternion (w, x, y, z)."""
    w, x, y, z = (to_number(item) for item in as_list(value, 4))
    try:
        return unit_of((w, x, y, z))
    except AttitudeError as error:
        raise refusal(str(error), error.remedy) from None


@dataclass(frozen=True, eq=False)
class Read:
    """Annotation: the value is whatever the given function makes of the words."""

    function: Callable[[Any], Any]
    schema: dict[str, Any]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Validate with the function."""
        return core_schema.no_info_plain_validator_function(self.function)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Editors see the stored schema."""
        return dict(self.schema)


def read_as(choose: Callable[[Any], type[BaseModel] | None]) -> WrapValidator:
    """Annotation of a union: words are read as the model that `choose` names, if it names one.

    Otherwise every part of the union would complain.
    """

    def read(words: Any, handler: ValidatorFunctionWrapHandler) -> Any:
        model = None if isinstance(words, BaseModel) else choose(words)
        return handler(words) if model is None else model.model_validate(words)

    return WrapValidator(read)


class OneOrList:
    """Annotation of a tuple: one mapping may stand in place of a list of one."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Validate the list."""
        return core_schema.no_info_before_validator_function(_as_many, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Editors see the list, or what stands in it."""
        many = handler(schema)
        return {"anyOf": [many, many["items"]]}


def _as_many(words: Any) -> Any:
    return [words] if isinstance(words, dict) else words


ARRAY: dict[str, Any] = {"type": "array"}
ONE_OR_ARRAY: dict[str, Any] = {"type": ["number", "string", "array"]}
AXIS = Read(to_axis, {"type": ["string", "array"]})
Axis = Annotated[Vector, AXIS]
Quaternion = Annotated[Quat, Read(to_quaternion, ARRAY)]


def _seed(words: Any) -> float:
    number = to_number(words)
    if number != int(number) or number < 0.0:
        raise refusal(f"{number:g} is no seed", "give a whole number from 0 on")
    return number


Seed = Annotated[float, Read(_seed, {"type": "integer", "minimum": 0})]
