"""Sets of parts that come with the package, such as the frame of an ROV: `look: bluerov2`.

A look is written out on reading, so a robot, and a result, has plain parts alone.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Annotated, Any

import yaml
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from pelagos.language import scope
from pelagos.language.placement import Placement, placed
from pelagos.language.suggest import did_you_mean
from pelagos.language.visuals.parts import MOST_PARTS, VisualPart
from pelagos.language.words import refusal

_KEYS = {"look", "at", "paint", "turned_by"}


def _folder() -> Any:
    return resources.files("pelagos") / "robots" / "looks"


@cache
def look_names() -> tuple[str, ...]:
    """Sets of parts that come with the package."""
    files = (entry.name for entry in _folder().iterdir())
    return tuple(sorted(name.removesuffix(".yaml") for name in files if name.endswith(".yaml")))


@cache
def _look(name: str) -> list[dict[str, Any]]:
    text = (_folder() / f"{name}.yaml").read_text(encoding="utf-8")
    parts: list[dict[str, Any]] = yaml.safe_load(text)["parts"]
    return parts


def _written_out(words: Any) -> list[Any]:
    """The parts of a set in place of its name.

    `at` places the whole of it, `paint` colours what has no colour, and what turns in it is
    turned by the actuator that `turned_by` names.
    """
    if not isinstance(words, dict) or "look" not in words:
        return [words]
    name, extra = words["look"], sorted(words.keys() - _KEYS)
    if extra:
        raise refusal(f"a look has no {extra[0]!r}", "give look, at, paint and turned_by")
    if not isinstance(name, str) or name not in look_names():
        raise refusal(f"there is no look {name!r}", did_you_mean(str(name), look_names()))
    outer = Placement.model_validate(words.get("at", {}))
    paint, by = words.get("paint"), words.get("turned_by")
    with scope.within(scope.Scope()):  # its numbers are its own
        parts = [VisualPart.model_validate(part) for part in _look(name)]
    found = []
    for part in parts:
        position, quaternion = placed(part.at.position, part.at.unit_quaternion, (outer,))
        own = part.model_dump(mode="json", exclude_unset=True)
        own["at"] = {"position": position, "quaternion": quaternion}
        if paint is not None and part.color is None:
            own["color"] = paint
        if own.pop("turned_by", None) is not None and by is not None:
            own["turned_by"] = by
        found.append(own)
    return found


def _parts(words: Any) -> Any:
    """A list of parts; one part, or the name of a look, may stand for it."""
    if words is None:
        return None
    many = words if isinstance(words, list | tuple) else [words]
    many = [{"look": one} if isinstance(one, str) else one for one in many]
    found = [part for one in many for part in _written_out(one)]
    if len(found) > MOST_PARTS:
        said = f"{len(found)} parts are more than {MOST_PARTS}"
        raise refusal(said, "draw fewer, or a mesh in place of many")
    return found


class PartsOrLooks:
    """Annotation: a list of parts and looks, or one of them."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Write looks out, then validate the list."""
        return core_schema.no_info_before_validator_function(_parts, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Editors see the list, or what stands in it."""
        many = handler(schema)
        look = {"type": "object", "required": ["look"], "properties": {"look": {"type": "string"}}}
        one = {"anyOf": [many["items"], look, {"type": "string"}]}
        return {"anyOf": [{**many, "items": one}, one]}


Visual = Annotated[tuple[VisualPart, ...], PartsOrLooks()]
